// Random flags, switched rows and events for a random mechanism.
#pragma once

#include <cstdint>

#include "core/model.hpp"

namespace lag {

// Some of the constraints, cut hinges excepted, get a flag each that switches them. Adds two to four events: functions
// of coordinates, speeds, time, inputs, states, accelerations and multipliers; impulses on speeds; impacts on switched
// rows; new values of flags, states and coordinates. Outputs and loads may hold flags. The same seed gives the same.
void add_random_events(Model& model, std::uint64_t seed);

}  // namespace lag
