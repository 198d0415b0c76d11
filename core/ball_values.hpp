// Values of expressions as Balls. Only what decides the result is evaluated: of a selection the value that is chosen,
// of `and` and `or` the second condition where the first leaves it open. So a value exists wherever the emitted routine
// has one, and what was evaluated is what was in use.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "core/ball.hpp"

namespace lag {

// The segment of an axis of a PointTable that surely holds x; Undecided where x may lie on either side of a border.
std::size_t segment_of(const std::vector<Rational>& starts, const Ball& x);

class BallValues {
  public:
    BallValues(Graph& graph, std::function<Ball(const Symbol&)> symbol) : graph_(&graph), symbol_(std::move(symbol)) {}

    // ModelError where the expression has no value, Undecided where more digits are needed.
    Ball operator()(Expr e);

    // What was in use so far.
    bool knows(NodeId id) const { return values_.contains(id); }
    const Ball& known(NodeId id) const { return values_.at(id); }
    bool asked_for(NodeId id) const { return demanded_by_.contains(id); }  // known, or without a value
    // The node that asked for this one first; itself for a root.
    NodeId demanded_by(NodeId id) const { return demanded_by_.at(id); }
    // Binary logarithms of the largest and the least size met that was surely not zero.
    double log2_most() const { return most_; }
    double log2_least() const { return least_; }

  private:
    // The operand that must be known before the node can be; none: it can.
    const NodeId* missing(NodeId id) const;
    Ball value_of(NodeId id);
    Ball looked_up(NodeId id) const;
    void note_size(const Ball& value);
    void note_saturation(const Ball& argument);

    Graph* graph_;
    std::function<Ball(const Symbol&)> symbol_;
    std::unordered_map<NodeId, Ball> values_;
    std::unordered_map<NodeId, NodeId> demanded_by_;
    double most_ = 0, least_ = 0;
};

}  // namespace lag
