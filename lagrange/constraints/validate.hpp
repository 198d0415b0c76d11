// Refuses models whose equations cannot be solved.
#pragma once

#include "lagrange/constraints/consistent_states.hpp"
#include "lagrange/constraints/constraints.hpp"

namespace lag {

// ModelError when the whole matrix [M B^T; B 0] gives some motion neither inertia nor a constraint that holds it, at
// all of several states with the default parameters: those on the constraints where such are known (`on_constraints`),
// else three random ones. Names the massless body (or the speed) and all speeds of that motion. Forms no expressions.
void validate_mass_matrix(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints = {},
                          const std::vector<ModelState>& on_constraints = {});

}  // namespace lag
