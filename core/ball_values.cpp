#include "core/ball_values.hpp"

#include <algorithm>
#include <cmath>

namespace lag {

namespace {
bool holds(const Ball& truth) {
    return !cln::zerop(truth.exact());
}
}  // namespace

std::size_t segment_of(const std::vector<Rational>& starts, const Ball& x) {
    const auto is_below = [](const Ball& value, const Rational& start) { return value < Ball(start); };
    const auto next = std::upper_bound(starts.begin() + 1, starts.end(), x, is_below);
    return static_cast<std::size_t>(next - starts.begin()) - 1;
}

BallValues::Place& BallValues::place(NodeId id) {
    const std::size_t page = id / page_size;
    if (pages_.size() <= page) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    return (*pages_[page])[id % page_size];
}

void BallValues::demand(NodeId id, NodeId by) {
    Place& own = place(id);
    if (own.demanded_by == 0) own.demanded_by = by + 1;
}

const NodeId* BallValues::missing(NodeId id) const {
    const Node& node = graph_->node(id);
    const auto unknown = [&](int k) { return knows(node.operand[k]) ? nullptr : &node.operand[k]; };
    switch (node.op) {
        case Op::select:
            if (const NodeId* condition = unknown(0)) return condition;
            return unknown(holds(known(node.operand[0])) ? 1 : 2);
        case Op::logical_and:
        case Op::logical_or:
            if (const NodeId* first = unknown(0)) return first;
            return holds(known(node.operand[0])) == (node.op == Op::logical_or) ? nullptr : unknown(1);
        default:
            for (int k = 0; k < arity(node.op); ++k)
                if (const NodeId* operand = unknown(k)) return operand;
            return nullptr;
    }
}

Ball BallValues::value_of(NodeId id) {
    const Node& node = graph_->node(id);
    const auto operand = [&](int k) -> const Ball& { return known(node.operand[k]); };
    switch (node.op) {
        case Op::constant:
            return Ball(graph_->constant_value(id));
        case Op::pi:
            return Ball::pi();
        case Op::symbol:
            return symbol_(graph_->symbol_of(id));
        case Op::select:
            return operand(holds(operand(0)) ? 1 : 2);
        case Op::logical_not:
            return Ball(Rational(holds(operand(0)) ? 0 : 1));
        case Op::logical_and:
        case Op::logical_or:
            return holds(operand(0)) == (node.op == Op::logical_or) ? operand(0) : operand(1);
        case Op::curve:
        case Op::map:
            return looked_up(id);
        default:
            return arity(node.op) == 1 ? apply(node.op, operand(0)) : apply(node.op, operand(0), operand(1));
    }
}

Ball BallValues::looked_up(NodeId id) const {
    const Node& node = graph_->node(id);
    std::vector<Ball> arguments;
    for (int k = 0; k < arity(node.op); ++k) arguments.push_back(known(node.operand[k]));
    const auto ball = [](const Rational& number) { return Ball(number); };
    const Lookup lookup = graph_->lookup_of(id);
    return LookupValue<Ball, decltype(ball)>(lookup, ball)(arguments.data());
}

// An exact number has digits that matter down to its length: 1 + 10^-700.
void BallValues::note_size(const Ball& value) {
    if (!value.is_surely_nonzero()) return;
    const double size = value.log2_size();
    constexpr double usual_length = 128;
    const double length = value.log2_length();
    most_ = std::max(most_, size), least_ = std::min(least_, length > usual_length ? size - length : size);
}

// tanh x differs from 1 by about 2 exp(-2 |x|): that much matters.
void BallValues::note_saturation(const Ball& argument) {
    if (!argument.is_surely_nonzero()) return;
    constexpr double bits = 2 / 0.6931471805599453;  // 2 log2(e)
    least_ = std::min(least_, 1 - bits * std::exp2(argument.log2_size()));
}

Ball BallValues::operator()(Expr e) {
    std::vector<NodeId> open{e.id};
    demand(e.id, e.id);
    while (!open.empty()) {
        const NodeId id = open.back();
        if (knows(id)) {
            open.pop_back();
        } else if (const NodeId* operand = missing(id)) {
            demand(*operand, id);
            open.push_back(*operand);
        } else {
            values_.push_back(value_of(id));
            place(id).value = static_cast<std::uint32_t>(values_.size());
            note_size(values_.back());
            if (graph_->node(id).op == Op::tanh) note_saturation(known(graph_->node(id).operand[0]));
            open.pop_back();
        }
    }
    return known(e.id);
}

}  // namespace lag
