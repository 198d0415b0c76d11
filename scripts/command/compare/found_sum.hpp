// What a difference consists of, found from its numbers alone: a sum of products of parameters, coordinates, speeds,
// accelerations and inputs with sines and cosines of sums of angles, such as
//
//   jr*n2*q2'' - 2*m2*l1*l2*sin(q2)*(q1' + q2')^2
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scripts/command/compare/product_text.hpp"
#include "scripts/command/compare/side.hpp"
#include "scripts/command/compare/term_factor.hpp"

namespace lag {

// One state's numbers: value = weights . rows, rows being what is to be found as sums. One row with weight 1: the value
// itself. Several: the rows are known only so far as the weights tell.
struct SampledDifference {
    CompareState names;  // what the terms may hold
    std::vector<std::pair<double, Eigen::VectorXd>> equations;
};
// At states of the search's choice; those that cannot be used are empty.
using DifferenceSampler =
    std::function<std::vector<std::optional<SampledDifference>>(const std::vector<CompareState>&)>;

struct FoundTerm {
    std::size_t row = 0;
    double factor = 1;
    std::vector<Power> powers;        // of parameters first
    std::vector<TermFactor> factors;  // sines and cosines, then the others
    double value_at(const CompareState& names) const;
    std::string text() const;
};
struct FoundSum {
    std::vector<FoundTerm> terms;
    // Sums about as simple that are the same at every state, though in other rows or of other factors: constraints let
    // nobody tell them apart. The simplest first; none where the states are free.
    std::vector<std::vector<FoundTerm>> equals = {};
    Eigen::VectorXd rows_at(const CompareState& names, std::size_t rows) const;
    bool is_twice(std::size_t row) const;     // whole multiples of 2, 2 among them: what wrong signs make
    std::string text(std::size_t row) const;  // "0" where the row has no term
};

// `states` have the same parameters and differ in all else; a hundred at least. `free`: any name of a state can be
// changed alone, which is how names without influence are left out. Nothing: no short sum was found.
std::optional<FoundSum> find_sum(const DifferenceSampler& differences, const TermNames& names,
                                 const std::vector<CompareState>& states, std::size_t rows, bool free);

}  // namespace lag
