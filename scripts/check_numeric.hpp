// Two lists of expressions, compared at fixed-seed random points in `constant_digits` digits.
//
// Numbers differ when |left - right| > 1e-40 * (sum of the terms' magnitudes on both sides): rounding cannot reach
// that, and a real difference cannot stay below it. Points where something has no real value (a square root of a
// negative number) are passed over.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"

namespace lag {

inline constexpr int check_point_count = 40;

struct CheckDifference {
    std::size_t entry = 0;  // of the lists
    std::string left, right;
    std::vector<std::pair<std::string, std::string>> point;  // the symbols the two entries hold, and their values
};

struct CheckTest {
    int consistent = 0;  // points that could be moved onto the constraints
    int points = 0;      // of those, at which both sides had values
    std::optional<CheckDifference> difference;
};

// Points lie on the constraints. Rows that are left out follow from the others at the default parameters only: with
// such rows, and where no other point can be moved onto the constraints, parameters keep their defaults.
CheckTest compare_at_points(const Model& model, const ConstraintRows& constraints, std::span<const Expr> left,
                            std::span<const Expr> right);

}  // namespace lag
