// Nodes made again on other operands, of this graph or of another one; slopes of look-ups.
#include <array>

#include "core/graph.hpp"

namespace lag {

Expr Graph::lookup_slope(NodeId id, int axis) {
    Lookup slope = lookup_of(id);
    ++slope.orders[axis];
    const Node looked_up = node(id);
    const std::array<Expr, 2> arguments{expr(looked_up.operand[0]), expr(looked_up.operand[1])};
    return lookup(slope, {arguments.data(), static_cast<std::size_t>(arity(looked_up.op))});
}

Expr Graph::rebuilt(const Graph& from, NodeId id, std::span<const Expr> operands) {
    const Op op = from.node(id).op;
    if (op == Op::lane_member) return lane_member(operands[0], from.node(id).index);
    if (op == Op::lane_repeat) return lane_repeat(operands[0], from.node(id).index);
    if (op == Op::lane_sum) return lane_sum(operands[0], from.node(id).index);
    if (op == Op::lane_fold) {
        const LaneFold fold = LaneFold::of(from.node(id).index);
        return lane_fold(operands[0], fold.lanes, fold.into);
    }
    if (op == Op::lane_set) {
        const LanePlace place = LanePlace::of(from.node(id).index);
        return lane_set(operands[0], place.lanes, place.lane, operands[1]);
    }
    if (op != Op::curve && op != Op::map) return apply(op, operands);
    const Lookup copied = from.lookup_of(id);
    return lookup(copied, operands.first(static_cast<std::size_t>(arity(op))));
}

Expr Graph::apply(Op op, std::span<const Expr> operands) {
    switch (op) {
        case Op::add:
            return add(operands[0], operands[1]);
        case Op::sub:
            return sub(operands[0], operands[1]);
        case Op::neg:
            return neg(operands[0]);
        case Op::mul:
            return mul(operands[0], operands[1]);
        case Op::div:
            return div(operands[0], operands[1]);
        case Op::logical_not:
            return logical_not(operands[0]);
        case Op::select:
            return select(operands[0], operands[1], operands[2]);
        default:
            return arity(op) == 1 ? unary(op, operands[0]) : binary(op, operands[0], operands[1]);
    }
}

}  // namespace lag
