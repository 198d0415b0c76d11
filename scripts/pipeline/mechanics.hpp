// Mechanics (the interpreter's view of the later stages) implemented with lagrange/.
#pragma once

#include <memory>

#include "scripts/language/mechanics.hpp"

namespace lag {

std::unique_ptr<Mechanics> lagrange_mechanics();

}  // namespace lag
