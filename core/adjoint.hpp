// Reverse differentiation: the derivatives of one expression by every node below it, in one walk from the expression
// down. Where a few results depend on many symbols this shares what a Differentiator would form once for each symbol.
#pragma once

#include <span>
#include <vector>

#include "core/calculus.hpp"

namespace lag {

// d e / d x for each of `symbols` (nodes of the graph), by the rules of Differentiator. `e` is a scalar; of a lane symbol
// (lanes.hpp) the result has in each lane the derivative by its value there.
std::vector<Expr> gradient(Graph& graph, Expr e, std::span<const Expr> symbols,
                           Quotients quotients = Quotients::divided);

}  // namespace lag
