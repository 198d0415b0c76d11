// flag, event: numbers that only events change, and what happens at once where a function passes zero.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> event_statements();

}  // namespace lag
