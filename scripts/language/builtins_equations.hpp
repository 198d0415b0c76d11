// Equations, factors and matrices, integrals: lhs rhs solve linsolve taylor ldl; eigenvalues rank nullspace; integrate
// find_root trigreduce assume.
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

const std::vector<BuiltIn>& equation_built_ins();
const std::vector<BuiltIn>& matrix_built_ins();
const std::vector<BuiltIn>& integral_built_ins();

}  // namespace lag
