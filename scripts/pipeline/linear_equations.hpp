// M q'' + D q' + K q = B w: the equations of some coordinates, linear about the initial state, in symbols.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "scripts/language/mechanics.hpp"

namespace lag {

// Constraints are eliminated first. The derivatives are exact; coordinates and speeds have their initial values, inputs
// and time are zero. ModelError where the state is no steady motion, where other coordinates or speeds influence the
// rows, or where a rate of the coordinates is no independent speed.
LinearEquations linear_equations(const Model& model, const std::vector<CoordinateIndex>& coordinates);

}  // namespace lag
