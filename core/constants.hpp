// What else is asked of constants; the values of constant expressions are Graph::constant_real.
#pragma once

#include <cln/integer.h>

#include "core/graph.hpp"

namespace lag {

// The greatest integer that is not above a constant expression, every digit right. ModelError where it has no value.
cln::cl_I constant_floor(Graph& graph, Expr e);

// Whether an expression is zero for all values of its symbols, as abs(x)^2 - x^2 is: tried with fixed numbers in the
// place of the symbols, 60 digits below its least term. False where it is not so or too large to tell.
bool vanishes_everywhere(Graph& graph, Expr e);

}  // namespace lag
