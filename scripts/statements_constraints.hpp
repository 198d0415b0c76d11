// constraint, speed_constraint, close_loop, multiplier, and the word for constraints among the options.
#pragma once

#include <vector>

#include "scripts/built_in.hpp"

namespace lag {

std::vector<BuiltIn> constraint_statements();
// The row of `options` with the keyword constraints; everything else is left to the row itself.
BuiltIn with_constraint_option(BuiltIn options);

}  // namespace lag
