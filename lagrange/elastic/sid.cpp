#include "lagrange/elastic/sid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/calculus.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

// Where the six numbers of J and of Oe stand in a symmetric matrix.
using Places = std::array<std::array<std::size_t, 2>, 6>;
constexpr Places places_in_J{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
constexpr std::array<std::size_t, 6> column_of_Oe{0, 1, 2, 3, 5, 4};  // which has yz before xz

// J comes as a column of six numbers or as a matrix.
Rational inertia_number(const Sid& sid, std::size_t k) {
    const auto [i, j] = places_in_J[k];
    return sid.J.columns == 1 ? sid.J.at(k, 0) : sid.J.at(i, j);
}
Rational inertia_number(const Sid& sid, std::size_t k, std::size_t e) {
    const auto [i, j] = places_in_J[k];
    return sid.J.columns == 1 ? sid.J.at(k, e, 0) : sid.J.at(i, e, j);
}
// Oe w = -w.J,e w/2
Rational of_Oe(std::size_t k) {
    return k < 3 ? -2 : -1;
}

Rational symmetric(const SidSeries& series, std::size_t i, std::size_t j) {
    return (series.at(i, j) + series.at(j, i)) / 2;
}
Rational symmetric(const SidSeries& series, std::size_t i, std::size_t j, std::size_t column) {
    return (series.at(i, j, column) + series.at(j, i, column)) / 2;
}

std::string numbered(const std::string& name, std::initializer_list<std::size_t> places) {
    std::string result = name;
    for (const std::size_t place : places) result += "_" + std::to_string(place + 1);
    return result;
}

class SidSums {
  public:
    SidSums(Graph& graph, const std::vector<Expr>& e, const SidNumber& number)
        : graph_(graph), e_(e), number_(number) {}

    Expr number(const std::string& name, std::initializer_list<std::size_t> places, const Rational& value) const {
        return value == 0 ? graph_.integer(0) : number_(numbered(name, places), value);
    }
    // c + sum of first(k) e_k + sum of second(k, l) e_k e_l/2, second being symmetric
    template <class First, class Second>
    Expr quadratic(Expr constant, const std::string& name_of_first, const std::string& name_of_second, std::size_t i,
                   First first, Second second) const {
        Expr sum = constant;
        for (std::size_t k = 0; k < e_.size(); ++k) {
            Expr inner = number(name_of_first, {i, k}, first(k));
            for (std::size_t l = 0; l <= k; ++l)
                inner += (k == l ? graph_.rational(1, 2) : graph_.integer(1)) *
                         number(name_of_second, {i, k, l}, second(k, l)) * e_[l];
            sum += inner * e_[k];
        }
        return sum;
    }
    std::vector<std::vector<Expr>> matrix(const std::string& name, const SidSeries& series) const {
        const std::size_t n = e_.size();
        std::vector<std::vector<Expr>> result(n, std::vector<Expr>(n, graph_.integer(0)));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                result[i][j] = result[j][i] =
                    series.is_unit ? graph_.integer(i == j ? 1 : 0) : number(name, {i, j}, symmetric(series, i, j));
        return result;
    }

  private:
    Graph& graph_;
    const std::vector<Expr>& e_;
    const SidNumber& number_;
};

Vec3<Expr> sid_moment(const Sid& sid, const SidSums& sums, bool stiffening) {
    Vec3<Expr> s;
    for (std::size_t a = 0; a < 3; ++a)
        s[a] = sums.quadratic(
            sums.number("mdCM", {a}, sid.mdCM.at(a, 0)), "Ct", "Ct1", a, [&](std::size_t k) { return sid.Ct.at(k, a); },
            [&](std::size_t k, std::size_t l) { return stiffening ? symmetric(sid.Ct, k, l, a) : Rational(0); });
    return s;
}

Mat3<Expr> sid_inertia(const Sid& sid, const SidSums& sums) {
    Mat3<Expr> J;
    const bool from_Oe = sid.J.m1.empty();
    for (std::size_t k = 0; k < 6; ++k) {
        const std::size_t column = column_of_Oe[k];
        const auto [i, j] = places_in_J[k];
        J(i, j) = J(j, i) = sums.quadratic(
            sums.number("J", {k}, inertia_number(sid, k)), "J1", "J2", k,
            [&](std::size_t e) -> Rational {
                return from_Oe ? of_Oe(k) * sid.Oe.at(e, column) : inertia_number(sid, k, e);
            },
            [&](std::size_t e, std::size_t f) -> Rational { return of_Oe(k) * symmetric(sid.Oe, e, f, column); });
    }
    return J;
}

// A deflection of a thousandth of the body's extent, that of its mass.
double small_deflection(const Sid& sid) {
    const double mass = nearest_double(sid.mass);
    double moments = 0, largest = 0;
    for (std::size_t k = 0; k < 3; ++k) moments += nearest_double(inertia_number(sid, k));
    for (std::size_t k = 0; k < sid.modes; ++k) largest = std::max(largest, nearest_double(sid.Me.at(k, k)));
    const double small = 1e-3 * std::sqrt(moments / 2 / largest);
    return std::isfinite(small) && small > 0 && mass > 0 ? small : 1e-3;
}

}  // namespace

Rational SidSeries::at(std::size_t row, std::size_t column) const {
    if (is_unit) return row == column ? 1 : 0;
    const auto found = m0.find({row, column});
    return found == m0.end() ? Rational(0) : found->second;
}

Rational SidSeries::at(std::size_t row, std::size_t e, std::size_t column) const {
    const auto found = m1.find({row, e, column});
    return found == m1.end() ? Rational(0) : found->second;
}

const SidNode* Sid::node(long number) const {
    const auto found = std::ranges::find(nodes, number, &SidNode::number);
    return found == nodes.end() ? nullptr : &*found;
}

FlexibleData sid_data(Graph& graph, const Sid& sid, bool stiffening, const std::vector<CoordinateIndex>& coordinates,
                      const std::vector<SpeedIndex>& speeds, const std::vector<Expr>& e, const SidNumber& number) {
    const SidSums sums(graph, e, number);
    FlexibleData data;
    data.mass = sums.number("mass", {}, sid.mass);
    data.body.coordinates = coordinates, data.body.speeds = speeds;
    data.body.moment = sid_moment(sid, sums, stiffening);
    data.body.inertia = sid_inertia(sid, sums);
    data.body.Me = sums.matrix("Me", sid.Me);
    data.body.small = small_deflection(sid);
    data.stiffness = sums.matrix("Ke", sid.Ke);
    if (!sid.De.is_zero()) data.damping = sums.matrix("De", sid.De);
    for (std::size_t k = 0; k < e.size(); ++k) {
        Vec3<Expr> Ct, Cr;
        for (std::size_t a = 0; a < 3; ++a) {
            Ct[a] = partial_derivative(data.body.moment[a], e[k]);
            Cr[a] = sums.number("Cr", {k, a}, sid.Cr.at(k, a));
            for (std::size_t l = 0; l < e.size(); ++l)
                Cr[a] += sums.number("Cr1", {k, l, a}, sid.Cr.at(k, l, a)) * e[l];
        }
        data.body.Ct.push_back(Ct), data.body.Cr.push_back(Cr);
        if (!sid.ksigma.is_zero()) data.prestress.push_back(sums.number("ksigma", {k}, sid.ksigma.at(k, 0)));
    }
    return data;
}

ElasticNode sid_node(Graph& graph, const SidNode& node, bool stiffening, const std::vector<Expr>& e,
                     const SidNumber& number) {
    const SidSums sums(graph, e, number);
    const std::string name = fmt::format("node{}_", node.number);
    ElasticNode made;
    const bool from_origin = node.phi.line == 0;
    for (std::size_t a = 0; a < 3; ++a) {
        made.place[a] = sums.quadratic(
            sums.number(name + "origin", {a}, node.origin.at(a, 0)), name + "phi", name + "phi1", a,
            [&](std::size_t k) { return from_origin ? node.origin.at(a, k, 0) : node.phi.at(a, k); },
            [&](std::size_t k, std::size_t l) -> Rational {
                return stiffening ? (node.phi.at(a, k, l) + node.phi.at(a, l, k)) / 2 : Rational(0);
            });
        made.rotations[a] = sums.quadratic(
            graph.integer(0), name + "psi", "", a, [&](std::size_t k) { return node.psi.at(a, k); },
            [](std::size_t, std::size_t) { return Rational(0); });
    }
    return made;
}

}  // namespace lag
