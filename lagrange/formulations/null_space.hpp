// The accelerations without multipliers. With a basis S of the null space of B,
//     B S = 0,     u' = S v' + particular solution of B u' = gamma,     S^T M S v' = S^T (f - M u'_particular)
// The basis is that of an elimination of the rows (constraints/eliminate.hpp): v' are accelerations of independent speeds, S
// has the identity there and T at the dependent ones. All speeds stay states: B, gamma and f hold them as they are.
// Rows of M u' + B^T lambda = f at the dependent speeds give lambda, with the divisors of the elimination; what needs
// no lambda does not compute it.
//
// Rows that are switched off and on, and rows without a divisor that keeps away from zero, are no rows of the
// elimination: they keep their multipliers, in the system of v'. Rows of contacts and of dry friction are not in it: what
// a load on them does is a further right side (emitters/program/contact_system.hpp).
#pragma once

#include <vector>

#include "lagrange/constraints/eliminate.hpp"
#include "lagrange/formulations/equation_values.hpp"

namespace lag {

// Found by numbers, so found once.
struct NullSpaceChoice {
    std::vector<SpeedIndex> dependent;
    EliminationStates states;
};

// The dependent speeds of the rows that always hold: those that the model names, or chosen. ModelError as `eliminate`, for those that are named.
NullSpaceChoice null_space_choice(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                                  const RowStudy& study);

// Replaces the linear system of `equations` by its solution.
void solve_in_null_space(const Model& model, const NullSpaceChoice& choice, Equations& equations);

}  // namespace lag
