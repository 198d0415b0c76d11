// lagrange: the textbook way. Beside bodies or without any.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> lagrange_statements();

}  // namespace lag
