// Differentiation and substitution on the expression graph. Both are memoized per object: differentiate many
// expressions with one object and every shared sub-expression is differentiated once.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/graph.hpp"

namespace lag {

// Derivative along a direction: each symbol x has a given derivative dx (absent: 0), and the chain rule does the rest.
//   partial derivative by x:  Differentiator d(graph); d.seed(x, one)
//   total time derivative:    seed q' for each coordinate, u' for each speed, 1 for time ...
// Selections differentiate branch by branch; abs, min, max by selection; floor has derivative 0.
//
// Derivatives by a lane symbol (lanes.hpp) in each of its lanes are several directions at once: what one limb gives to a
// scalar is not summed but stays in its lane (keep_lanes_apart), and what a lane value has in a lane is the derivative by the
// symbol in that lane, of the same limb. That of other limbs, which move with a scalar between them, it does not say.
//
// Derivatives by several symbols one after the other divide by the same things over and over. With
// Quotients::by_reciprocal they multiply by 1/b instead, which is one node for all of them: fewer divisions where there
// are several directions, one more product where there is but one.
enum class Quotients { divided, by_reciprocal };
Expr quotient(Graph& graph, Expr a, Expr b, Quotients quotients);

class Differentiator {
  public:
    explicit Differentiator(Graph& graph, Quotients quotients = Quotients::divided)
        : graph_(&graph), quotients_(quotients) {}
    void seed(Expr symbol, Expr derivative);  // before the first use
    void keep_lanes_apart() { lanes_apart_ = true; }
    Expr operator()(Expr e);
    // Whether, with lanes apart, a sum met lane values that move with a scalar: what was found is void.
    bool lanes_met() const { return lanes_met_; }
    // Whether, with lanes apart, this lane value moves with a scalar that does: limbs move each other.
    bool moves_with_scalar(Expr e) const { return with_scalars_.contains(e.id); }

  private:
    Expr rule(NodeId id);
    Expr known(NodeId id) const;
    bool gets_from_scalar(NodeId id) const;
    Expr over(Expr a, Expr b) const { return quotient(*graph_, a, b, quotients_); }
    Graph* graph_;
    Quotients quotients_;
    bool lanes_apart_ = false, lanes_met_ = false;
    Dependence roles_ = 0;                     // of what has a derivative: nothing else need be looked at
    std::unordered_set<NodeId> with_scalars_;  // lane values that move with a scalar
    std::unordered_map<NodeId, Expr> memo_;
};

Expr partial_derivative(Expr e, Expr symbol);

// Replaces symbols (or any nodes) by expressions, everywhere at once (not repeatedly).
class Substitution {
  public:
    explicit Substitution(Graph& graph) : graph_(&graph) {}
    void replace(Expr node, Expr by);  // before the first use
    Expr operator()(Expr e);

  private:
    Expr known(NodeId id) const;
    Graph* graph_;
    std::optional<Dependence> roles_ = Dependence{0};  // of what is replaced; none: all has to be looked at
    std::unordered_map<NodeId, Expr> memo_;
};

}  // namespace lag
