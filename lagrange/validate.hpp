// Refuses models whose equations cannot be solved.
#pragma once

#include "lagrange/equations.hpp"

namespace lag {

// ModelError when the mass matrix is singular on the motions that the constraints allow at three random states with the
// default parameters: names the massless body (or the speed) that can move without inertia, or reports a mass matrix
// that is not positive definite.
void validate_mass_matrix(const Model& model, const Equations& equations);

}  // namespace lag
