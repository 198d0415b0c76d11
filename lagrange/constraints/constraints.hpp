// Constraints (T19-T33): each condition becomes rows
//     phi(q, s, t) = 0,     phidot = B u - b(t),     B u' = gamma
// with B = the product of Turner's B and T (T22): formed directly, small and sparse. For a loop the position error is
// carried inward from both points to their nearest common link (T27-T31), so that its rows touch only the speeds
// between them. Rows of cut hinges: cut_hinge.hpp.
//
// A row whose B vanishes identically (the out-of-plane part of a planar loop) is dropped; `notes` says so, others close
// up. Not handled here: rows that depend on each other (independent_rows.hpp).
#pragma once

#include "core/constraint_rows.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// ModelError: a condition that holds accelerations, speeds where only positions may stand, or is not linear in the
// speeds; rates of its states that are not known beforehand; states alone where positions are meant. Those of the constraints from `first` on.
ConstraintRows form_constraints(const Model& model, const Kinematics& kinematics, std::size_t first = 0);

// Whether the row states speeds alone, so that it has no position error.
bool is_speed_row(const Model& model, const ConstraintRow& row);

// The right sides of B u' = gamma with the stabilization that the model asks for, by row.
std::vector<Expr> stabilized_gamma(const Model& model, const ConstraintRows& rows);

}  // namespace lag
