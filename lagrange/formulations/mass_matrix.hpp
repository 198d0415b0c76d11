// The entries of a mass matrix, and what constraint rows with weights add to them (row_weights.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/graph.hpp"
#include "lagrange/constraints/row_weights.hpp"

namespace lag {

struct MassEntry {
    std::size_t row = 0, column = 0;  // row >= column
    Expr value;
};

// M + B^T W B; M itself without weights.
std::vector<MassEntry> with_weighted_rows(std::vector<MassEntry> mass_matrix, const ConstraintRows& constraints,
                                          const std::vector<RowWeight>& weights);
// [f; gamma] -> [f + B^T W gamma; gamma]
std::vector<Expr> with_weighted_rows(std::vector<Expr> right_side, const ConstraintRows& constraints,
                                     const std::vector<RowWeight>& weights);

}  // namespace lag
