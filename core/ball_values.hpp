// Values of expressions as Balls. Only what decides the result is evaluated: of a selection the value that is chosen,
// of `and` and `or` the second condition where the first leaves it open. So a value exists wherever the emitted routine
// has one, and what was evaluated is what was in use.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
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
    bool knows(NodeId id) const { return place(id).value != 0; }
    const Ball& known(NodeId id) const { return values_[place(id).value - 1]; }
    bool asked_for(NodeId id) const { return place(id).demanded_by != 0; }  // known, or without a value
    // The node that asked for this one first; itself for a root.
    NodeId demanded_by(NodeId id) const { return place(id).demanded_by - 1; }
    // Binary logarithms of the largest and the least size met that was surely not zero.
    double log2_most() const { return most_; }
    double log2_least() const { return least_; }

  private:
    // 1 + its place in `values_`, 1 + the node that asked for it; 0: none.
    struct Place {
        std::uint32_t value = 0;
        NodeId demanded_by = 0;
    };
    static constexpr std::size_t page_size = 256;
    using Page = std::array<Place, page_size>;
    const Place& place(NodeId id) const {
        static constexpr Place none;
        const std::size_t page = id / page_size;
        return page < pages_.size() && pages_[page] ? (*pages_[page])[id % page_size] : none;
    }
    Place& place(NodeId id);
    void demand(NodeId id, NodeId by);  // keeps the first that asked

    // The operand that must be known before the node can be; none: it can.
    const NodeId* missing(NodeId id) const;
    Ball value_of(NodeId id);
    Ball looked_up(NodeId id) const;
    void note_size(const Ball& value);
    void note_saturation(const Ball& argument);

    Graph* graph_;
    std::function<Ball(const Symbol&)> symbol_;
    std::vector<std::unique_ptr<Page>> pages_;  // by node: few of a graph's nodes are in use, as a rule
    std::deque<Ball> values_;
    double most_ = 0, least_ = 0;
};

}  // namespace lag
