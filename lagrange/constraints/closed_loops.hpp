// Loops without a closed form that are solved all the same: the dependent coordinates in q are where a search starts, a
// fixed number of Newton steps inside the equations,
//     B_D s_D = -phi(q, t),     q <- q + N(q, t) s     (q' = N u + n; displacement.hpp)
// with the divisors of the elimination. Errors of q of first order have gone to the fourth behind two steps, so that
// what the equations say is of a closed loop, wherever in that neighbourhood the coordinates have drifted to.
#pragma once

#include <utility>
#include <vector>

#include "lagrange/constraints/eliminate.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

struct ClosedLoops {
    std::vector<std::pair<Expr, Expr>> coordinates = {};  // by symbol: the value on the loop
    std::vector<Expr> errors = {};                        // by row: phi where the last step begins
    std::vector<EliminationPivot> passed = {};            // divisors of the steps
    Elimination elimination;                              // on the loop
};

// Not of flexible bodies, whose inertias hold coordinates, of small quantities, and of rows that restrict speeds alone,
// which leave all coordinates free.
bool can_close_loops(const Model& model, const ConstraintRows& constraints);

ClosedLoops closed_loops(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                         const Elimination& elimination);

}  // namespace lag
