// States of random rates for a random mechanism, and loads that they make.
#pragma once

#include <cstdint>

#include "core/model.hpp"

namespace lag {

// Adds one to four states. Their rates hold coordinates, speeds, inputs, time, parameters, each other and, with
// `accelerations`, accelerations and multipliers of the constraints; half of the models get loads that hold states.
// The same seed gives the same states everywhere.
void add_random_states(Model& model, std::uint64_t seed, bool accelerations = true);

}  // namespace lag
