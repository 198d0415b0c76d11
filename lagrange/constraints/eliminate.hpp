// Dependent speeds solved out of the constraint rows (Wehage and Haug's partitioning, in symbols): the rows
//     B u = b(t, q),     B u' = gamma
// become, with one dependent speed for each row,
//     u_D = T u_I + drift,     u_D' = T u_I' + bias
// by Gaussian elimination on the few non-zero entries of B. Row and speed of each pivot are chosen together, on numbers
// at the script's initial configuration and at random ones that satisfy the position conditions: entries well away from
// zero at all of them; of these coefficients that do not depend on the state; then those that fill least (Markowitz);
// then the deepest speed of the tree.
//
// The check of a divisor d: |d| > 2e-12 a, with a a bound of the magnitude of the terms it starts from (sines and
// cosines count as 1, so that a toggle position is found although sin(pi) is not 0 in doubles; what an elimination
// subtracts is as large as a where the difference cancels). A divisor that fails is replaced by 1e30 by selection.
//
// Not handled: rows that depend on each other (refused).
#pragma once

#include <utility>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"
#include "lagrange/constraints/elimination_states.hpp"

namespace lag {

// A divisor of the elimination: of `speed` in constraint row `row`.
struct EliminationPivot {
    std::size_t row = 0;
    SpeedIndex speed;
    Expr divisor, reciprocal;
    Expr holds;                                       // the condition of its check; the constant 1 for a number
    std::vector<std::pair<std::size_t, Expr>> lower;  // by earlier pivot: what its row was multiplied by
    std::vector<std::pair<std::size_t, Expr>> upper;  // by later pivot: the coefficient of its speed in this row
};

struct DependentSpeed {
    SpeedIndex speed;
    std::vector<std::pair<SpeedIndex, Expr>> T;  // by independent speed, ascending; zeros absent
    Expr drift;                                  // in q, t, inputs
    Expr value;                                  // T u_I + drift
    Expr bias;                                   // in q, u_I, t, inputs
};

// Speeds are those of the whole model.
struct Elimination {
    std::vector<SpeedIndex> independent;    // ascending
    std::vector<DependentSpeed> dependent;  // ascending
    std::vector<EliminationPivot> pivots;   // in the order of elimination
};

// What becomes of rows without a safe divisor: refused, or left out of the elimination.
enum class RowsWithoutDivisor { refused, left_out };

// `dependent`: the only speeds that may be solved for, in any order; empty: any. ModelError where their number is
// wrong, where a divisor vanishes, where rows repeat each other.
Elimination eliminate(const Model& model, const ConstraintRows& constraints, const std::vector<SpeedIndex>& dependent,
                      const EliminationStates& states, RowsWithoutDivisor rest = RowsWithoutDivisor::refused);

// x by entry of `elimination.dependent` from B_D x = by_row, with the same divisors; `by_row` by constraint row.
std::vector<Expr> dependent_solution(const Elimination& elimination, const std::vector<Expr>& by_row);

// lambda by row from B_D^T lambda = load, with the same divisors; `load` by entry of `elimination.dependent`.
std::vector<Expr> multipliers(const Elimination& elimination, const std::vector<Expr>& load);

}  // namespace lag
