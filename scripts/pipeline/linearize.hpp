// Mechanics::linearize: exact derivatives of the equations' expressions, evaluated at a state; eigenvalues by Eigen.
#pragma once

#include "core/model.hpp"
#include "scripts/language/linearization.hpp"
#include "scripts/pipeline/equations_at_state.hpp"

namespace lag {

// Of a model with the outputs that C and D are about; the equations stay at that state. ModelError where the state
// contradicts the constraints or Euler parameters, a pivot fails, a number does not exist, or a routine of the user's is
// not at hand.
Linearization linearized(EquationsAtState& equations, const LinearizationPoint& point);
// The same of equations at a state that is on the constraints; `given` is not used. They stay there.
Linearization linearized_here(EquationsAtState& equations, const LinearizationPoint& point);

}  // namespace lag
