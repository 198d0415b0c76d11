// Equations and factors: lhs rhs solve linsolve taylor ldl.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

const std::vector<BuiltIn>& equation_built_ins();

}  // namespace lag
