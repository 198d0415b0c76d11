// Mechanics::linearize: exact derivatives of the equations' expressions, evaluated at a state; eigenvalues by Eigen.
#pragma once

#include "core/model.hpp"
#include "scripts/language/linearization.hpp"

namespace lag {

// `model` with the outputs that C and D are about. ModelError where the state contradicts the constraints or Euler
// parameters, a pivot fails, a number does not exist, or a routine of the user's would be needed.
Linearization linearized(const Model& model, const LinearizationPoint& point);

}  // namespace lag
