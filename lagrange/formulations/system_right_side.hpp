// The right side of the linear system of (T37).
#pragma once

#include <vector>

#include "lagrange/formulations/equation_values.hpp"

namespace lag {

// f, then gamma of `rows` with their stabilization; less what was absorbed, while the equations hold a linear system.
std::vector<Expr> system_right_side(const Model& model, const Equations& equations, const ConstraintRows& rows);

}  // namespace lag
