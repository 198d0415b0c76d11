// table: curves and maps from measured points, as expressions.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> table_functions();

}  // namespace lag
