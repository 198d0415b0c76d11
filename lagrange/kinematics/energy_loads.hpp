// Potentials and dissipations of the script's own as loads: -dV/dq on the rate of q, -dR/du on u.
#pragma once

#include <utility>
#include <vector>

#include "core/model.hpp"

namespace lag {

// dV/dq by coordinate, without those that are zero.
std::vector<std::pair<CoordinateIndex, Expr>> potential_slopes(const Model& model, const Potential& potential);

// The model in which those energies that hold coordinates or speeds of these bodies, or coordinates of cut hinges on them, are
// loads on hinges. A potential of a coordinate whose rate is no speed stays: its load would bear on several speeds.
Model with_energies_as_loads(Model model, const std::vector<BodyIndex>& bodies);

}  // namespace lag
