// Refuses models whose equations cannot be solved.
#pragma once

#include "lagrange/consistent_states.hpp"
#include "lagrange/constraints.hpp"

namespace lag {

// ModelError when the mass matrix is singular on the motions that the constraints allow, at three states with the
// default parameters, on the constraints where such are known (`on_constraints`), else random: names the massless body
// (or the speed) that can move without inertia, or reports a mass matrix that is not positive definite. Forms no
// expressions.
void validate_mass_matrix(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints = {},
                          const std::vector<ModelState>& on_constraints = {});

}  // namespace lag
