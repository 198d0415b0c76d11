// external: a routine that the user links.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> external_statements();

}  // namespace lag
