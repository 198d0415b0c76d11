// Redundant constraints. A row depends on others when its row of B is a combination of theirs *in every consistent
// position*: seldom by its formula (Bricard's mechanism moves only because of it), so numbers decide
// (consistent_states.hpp). M u' + B^T lambda = f, B u' = gamma has no solution matrix with such a row; it is left out,
// and the others imply it.
//
// Position rows are taken first, then speed rows (a speed row may follow from a position row, never the reverse), of
// each kind as many as its rank is in up to six consistent positions on the initial state's branch. Those that are
// independent in all of these positions come before those that are so in some alone, which would make the system
// singular elsewhere on the branch; otherwise the declared order decides. A row that is not taken is left out if
//   * the residual of its B after projection on theirs is below 1e-6 in all of these positions (rows and displacements
//     in the measure of row_numbers.hpp; true dependence leaves 1e-12; positions with singular values between 1e-8 and
//     1e-4 are too near a singular one to tell, and do not count; neither do singular ones, where B has a lower rank
//     than in others, nor those with a higher rank than near the initial state: they are on another branch),
//   * its own error stays zero, over a stretch of motion, time and inputs, where only the other rows are imposed.
// Where the second fails with B still dependent, the rows contradict each other, as x = 1 and x = cos(t) do: refused.
// Where it fails otherwise, every consistent position is singular (a taut chain between walls): kept, with a warning.
//
// So far in doubles and with parameters at their defaults. A row found dependent is looked at again in 60 digits
// (exact_rows.hpp): one that has as little as 1e-20 of its own is kept; then, with all parameters moved off their
// defaults and the other rows closed again,
//   * one that still depends on the others and holds with them is left out: the rule,
//   * one whose B still depends on theirs but that does not hold agrees with them at special parameters only (x = a
//     and x = b where both are 1): left out, with a warning,
//   * one that is independent there depends on them at special parameters only (three parallel cranks of equal
//     lengths): kept, with a warning. Lengths that are one expression of parameters stay related when these move.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/constraint_rows.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/model_state.hpp"

namespace lag {

struct RowDependence {
    std::size_t row = 0;  // of the rows studied
    // B of `row` = sum of coefficient * B of the rows named, at the first position that was looked at
    std::vector<std::pair<std::size_t, double>> on;
};

struct RowStudy {
    std::vector<RowDependence> dependent;
    std::vector<std::size_t> singular_at_defaults;  // kept, although dependent at the default parameters
    // Consistent positions that were met, the first one near the initial state if that is not singular, others 0.3 rad
    // from each other: three or more. None when no position was found.
    std::vector<ModelState> states;
    std::vector<std::string> warnings;
};

// ModelError: rows that contradict each other, by name.
RowStudy study_rows(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows);

// The rows less those that `study` found dependent, which move to `left_out`.
ConstraintRows without_dependent(ConstraintRows rows, const RowStudy& study);

}  // namespace lag
