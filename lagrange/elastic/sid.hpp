// Standard input data of a flexible body, SID (O. Wallrapp, Standard Input Data of Flexible Members in Multibody Systems,
// in Advanced Multibody System Dynamics, 1993): matrices as Taylor series in the elastic coordinates e. The blocks of the
// kinetic energy (core/elastic_body.hpp) are made of them so:
//
//     s       order 0 of mdCM; its first derivatives by e are order 0 of Ct, its second ones order 1 of Ct
//     J       orders 0 and 1 of J; its second derivatives are order 1 of Oe, whose order 0 is its first ones once more
//     Cr, Me  orders 0 and 1 of Cr, order 0 of Me
//
// Second derivatives are symmetric, and so the symmetric parts of these orders are taken. Gr, Ge and order 0 of Oe follow
// from the blocks: what the file says of them is compared.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "lagrange/elastic/flexible_data.hpp"

namespace lag {

// A matrix M0 + sum of M1_k e_k. What is not in the maps is zero; all counts are from 0.
struct SidSeries {
    std::size_t line = 0;  // of the file; 0: the file has no such series
    std::size_t rows = 0, columns = 0;
    bool is_unit = false;                               // M0 is the unit matrix
    std::map<std::array<std::size_t, 2>, Rational> m0;  // row, column
    std::map<std::array<std::size_t, 3>, Rational> m1;  // row, elastic coordinate, column

    Rational at(std::size_t row, std::size_t column) const;
    Rational at(std::size_t row, std::size_t e, std::size_t column) const;
    bool is_zero() const { return !is_unit && m0.empty() && m1.empty(); }
};

struct SidNode {
    long number = 0;
    std::size_t line = 0;
    SidSeries origin, phi, psi, AP;
};

struct Sid {
    std::string file;
    Rational mass;
    std::size_t modes = 0;
    std::vector<SidNode> nodes;
    SidSeries mdCM, J, Ct, Cr, Me, Gr, Ge, Oe, ksigma, Ke, De;

    const SidNode* node(long number) const;
};

// The expression that stands for a number of the file, such as its constant or a parameter; `name` as in "Ct_1_3".
using SidNumber = std::function<Expr(const std::string& name, const Rational& value)>;

// ModelError where the data are no body's: without mass, with a motion of the elastic coordinates that moves no mass.
void require_sid(const Sid& sid);
// What is unlikely in the data, or not used: lines "beam.sid:12: ...".
std::vector<std::string> remarks_on(const Sid& sid, bool stiffening);

FlexibleData sid_data(Graph& graph, const Sid& sid, bool stiffening, const std::vector<CoordinateIndex>& coordinates,
                      const std::vector<SpeedIndex>& speeds, const std::vector<Expr>& e, const SidNumber& number);
ElasticNode sid_node(Graph& graph, const SidNode& node, bool stiffening, const std::vector<Expr>& e,
                     const SidNumber& number);

}  // namespace lag
