#include "core/ball_values.hpp"

#include <algorithm>
#include <vector>

namespace lag {

namespace {
bool holds(const Ball& truth) {
    return !cln::zerop(truth.exact());
}
}  // namespace

const NodeId* BallValues::missing(NodeId id) const {
    const Node& node = graph_->node(id);
    const auto unknown = [&](int k) { return values_.contains(node.operand[k]) ? nullptr : &node.operand[k]; };
    switch (node.op) {
        case Op::select:
            if (const NodeId* condition = unknown(0)) return condition;
            return unknown(holds(values_.at(node.operand[0])) ? 1 : 2);
        case Op::logical_and:
        case Op::logical_or:
            if (const NodeId* first = unknown(0)) return first;
            return holds(values_.at(node.operand[0])) == (node.op == Op::logical_or) ? nullptr : unknown(1);
        default:
            for (int k = 0; k < arity(node.op); ++k)
                if (const NodeId* operand = unknown(k)) return operand;
            return nullptr;
    }
}

Ball BallValues::value_of(NodeId id) {
    const Node& node = graph_->node(id);
    const auto operand = [&](int k) -> const Ball& { return values_.at(node.operand[k]); };
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
        default:
            return arity(node.op) == 1 ? apply(node.op, operand(0)) : apply(node.op, operand(0), operand(1));
    }
}

// An exact number has digits that matter down to its length: 1 + 10^-700.
void BallValues::note_size(const Ball& value) {
    if (!value.is_surely_nonzero()) return;
    const double size = value.log2_size();
    constexpr double usual_length = 128;
    const double length = value.log2_length();
    most_ = std::max(most_, size), least_ = std::min(least_, length > usual_length ? size - length : size);
}

Ball BallValues::operator()(Expr e) {
    std::vector<NodeId> open{e.id};
    demanded_by_.emplace(e.id, e.id);
    while (!open.empty()) {
        const NodeId id = open.back();
        if (values_.contains(id)) {
            open.pop_back();
        } else if (const NodeId* operand = missing(id)) {
            demanded_by_.emplace(*operand, id);
            open.push_back(*operand);
        } else {
            note_size(values_.emplace(id, value_of(id)).first->second);
            open.pop_back();
        }
    }
    return values_.at(e.id);
}

}  // namespace lag
