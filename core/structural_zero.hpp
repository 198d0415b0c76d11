// Which expressions vanish identically, beyond what the graph's normal form shows: sin^2 + cos^2 - 1 spread over many
// nodes, products that cancel.
//
// Each expression is evaluated in finite fields of about 2^61 elements, symbols at random elements: an expression of
// sums, products, quotients that is not identically zero vanishes there with a chance of 2^-61 times its degree
// (Schwartz 1980, Zippel 1979), and there is no rounding to judge. Sine and cosine are 2 t/(1 + t^2) and
// (1 - t^2)/(1 + t^2) with one random t for each angle; a square root is the one of the two that is itself a square, as
// the positive one among real numbers, and a random element where there is none. Every other function and every
// selection is a random element that depends on the operator and its operands' values alone. So what is called zero is
// zero; what is zero by an identity between such functions (sines of a sum, log and exp) is not found.
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "core/graph.hpp"

namespace lag {

class StructuralZeros {
  public:
    // `holding`: conditions that are taken to hold; a selection by one of them is its first value.
    StructuralZeros(Graph& graph, const std::vector<Expr>& holding);

    // By place in `expressions`: whether it vanishes identically.
    std::vector<bool> operator()(std::span<const Expr> expressions);

  private:
    Graph* graph_;
    std::unordered_set<NodeId> holding_;
};

}  // namespace lag
