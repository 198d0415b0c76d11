// Two lists of expressions, compared at fixed-seed points: drawn ones of many scales and signs, and points on both
// sides of every border between the branches of the two sides.
//
// Values are exact rational numbers as long as they can be, else floats with bounds on their errors (core/ball.hpp) in
// as many digits as it takes for the bounds to lie twenty digits below the least number that the two sides are made of.
// So sides that differ, however little, are told apart, and rounding never makes a difference. Where one side has a
// value and the other has none (the logarithm of a negative number), they differ too.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"

namespace lag {

struct CheckDifference {
    std::size_t entry = 0;  // of the lists
    std::string left, right;
    std::string difference;                                  // empty where the two texts differ
    std::vector<std::pair<std::string, std::string>> point;  // the symbols the two entries hold, and their values
    bool other_signs = false;  // found only where parameters have other signs than their defaults
};

struct CheckTest {
    int consistent = 0;      // points that could be moved onto the constraints
    int points = 0;          // at which the entry that was compared least often was compared
    bool too_large = false;  // somewhere a number was too large, or too close to zero, to be formed
    std::optional<CheckDifference> difference;
    std::string unvisited;       // what no point reached, such as "s > 2 holds"; empty: every branch was visited
    std::string too_long_table;  // "table(s, 2000 segments) has 2000 segments": not all were visited; else empty
};

// Points lie on the constraints. Rows that are left out follow from the others at the default parameters only: with
// such rows, and where no other point can be moved onto the constraints, parameters keep their defaults.
CheckTest compare_at_points(const Model& model, const ConstraintRows& constraints, std::span<const Expr> left,
                            std::span<const Expr> right);

// Whether each entry has a value at one of the points at least, or may have one that is too large to be formed.
bool has_values(const Model& model, std::span<const Expr> side);

}  // namespace lag
