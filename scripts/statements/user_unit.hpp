// user_unit: the units of files.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> user_unit_statements();

}  // namespace lag
