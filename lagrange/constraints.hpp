// Constraints (T19-T33): each condition becomes rows
//     phi(q, t) = 0,     phidot = B u - b(t),     B u' = gamma
// with B = the product of Turner's B and T (T22): formed directly, small and sparse. For a loop the position error is
// carried inward from both points to their nearest common link (T27-T31), so that its rows touch only the speeds
// between them.
//
// A row whose B vanishes identically (the out-of-plane part of a planar loop) is dropped; `notes` says so, others close
// up. Not handled here: rows that depend on each other, cut hinges.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lagrange/kinematics.hpp"

namespace lag {

struct ConstraintRow {
    std::string name;                            // "loop1.x", "height", "constraint 2"
    std::size_t constraint = 0;                  // which of model.constraints
    Expr phi;                                    // position error; zero for a speed constraint. Unit of the condition
    Expr phidot;                                 // its rate, or the speed constraint's error
    Expr gamma;                                  // B u' = gamma: minus d/dt(phidot) at u' = 0
    std::vector<std::pair<SpeedIndex, Expr>> B;  // non-zero entries, ascending speeds
};

struct ConstraintRows {
    std::vector<ConstraintRow> rows;
    std::vector<std::string> notes;
};

// ModelError: a condition that holds accelerations, speeds where only positions may stand, or is not linear in the
// speeds.
ConstraintRows form_constraints(const Model& model, const Kinematics& kinematics);

}  // namespace lag
