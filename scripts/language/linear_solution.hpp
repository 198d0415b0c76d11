// Linear equations whose coefficients are expressions of the graph.
#pragma once

#include <optional>
#include <vector>

#include "core/graph.hpp"

namespace lag {

// x of A x = b; empty: A is singular for all values of its symbols. Up to four unknowns are quotients of minors, which
// have a value wherever A is regular. More are found by elimination, along the diagonal where A is symmetric; its pivots
// are not zero for all values, but may be for some.
std::optional<std::vector<Expr>> linear_solution(Graph& graph, const std::vector<std::vector<Expr>>& A,
                                                 const std::vector<Expr>& b);

}  // namespace lag
