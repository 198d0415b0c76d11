// Coordinates that belong to no hinge: those of `lagrange` and of flexible bodies.
#pragma once

#include <string>

#include "scripts/statements/reading.hpp"

namespace lag {

// Declares the coordinate and its rate, a speed. `at`: the place to blame for its name. `body`: the flexible body that
// has it, or ground.
SpeedIndex add_free_coordinate(Call& call, const std::string& name, const std::string& unit, const Syntax& at,
                               BodyIndex body);

}  // namespace lag
