#include "core/lanes.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace lag {

Expr LaneExpansion::operator()(Expr e, std::size_t lane) {
    e = graph_->own(e);
    const std::array<Expr, 1> roots{e};
    const std::vector<NodeId> nodes = reachable(*graph_, roots);  // operands come before their users
    for (const NodeId id : nodes) {
        if (memo_.contains({id, 0})) continue;
        const std::size_t lanes = std::max<std::size_t>(graph_->lanes_of(graph_->expr(id)), 1);
        for (std::size_t i = 0; i < lanes; ++i) memo_.emplace(std::pair(id, i), value_of(id, i));
    }
    return memo_.at({e.id, graph_->is_lane_value(e) ? lane : 0});
}

std::vector<Expr> LaneExpansion::of_each(Expr e) {
    std::vector<Expr> values;
    for (std::size_t lane = 0; lane < std::max<std::size_t>(graph_->lanes_of(e), 1); ++lane)
        values.push_back((*this)(e, lane));
    return values;
}

Expr LaneExpansion::value_of(NodeId id, std::size_t lane) {
    const Node node = graph_->node(id);
    const auto operand = [&](int k, std::size_t i) {
        const NodeId at = node.operand[k];
        return memo_.at({at, graph_->is_lane_value(graph_->expr(at)) ? i : 0});
    };
    if (node.op == Op::symbol && (node.dependence & in_lanes) != 0) return graph_->lane_members(id).at(lane);
    if (node.op == Op::lane_sum) {
        Expr sum = graph_->integer(0);
        for (std::size_t i = 0; i < node.index; ++i) sum = sum + operand(0, i);
        return sum;
    }
    if (node.op == Op::lane_member) return operand(0, node.index);
    if (node.op == Op::lane_repeat) return operand(0, lane % graph_->node(node.operand[0]).lanes);
    if (node.op == Op::lane_fold) {
        const LaneFold fold = LaneFold::of(node.index);
        Expr sum = graph_->integer(0);
        for (std::size_t i = lane; i < fold.lanes; i += fold.into) sum = sum + operand(0, i);
        return sum;
    }
    if (node.op == Op::lane_set) return lane == LanePlace::of(node.index).lane ? operand(1, 0) : operand(0, lane);
    if (arity(node.op) == 0) return graph_->expr(id);
    std::array<Expr, 3> operands;
    bool changed = false;
    for (int k = 0; k < arity(node.op); ++k) {
        operands[static_cast<std::size_t>(k)] = operand(k, lane);
        changed = changed || operands[static_cast<std::size_t>(k)].id != node.operand[k];
    }
    return changed ? graph_->rebuilt(*graph_, id, operands) : graph_->expr(id);
}

Expr GraphCopy::operator()(Expr e) {
    e = from_->own(e);
    const std::array<Expr, 1> roots{e};
    for (const NodeId id : reachable(*from_, roots)) {
        if (memo_.contains(id)) continue;
        const Node node = from_->node(id);
        Expr copied;
        if (node.op == Op::constant) {
            copied = to_->constant(from_->constant_value(id));
        } else if (node.op == Op::pi) {
            copied = to_->pi();
        } else if (node.op == Op::symbol) {
            const Symbol symbol = from_->symbol_of(id);
            std::vector<Expr> members;
            if (symbol.lanes > 0)
                for (const Expr& member : from_->lane_members(id)) members.push_back((*this)(member));
            copied = symbol.lanes > 0 ? to_->lane_symbol(symbol.name, symbol.role, members)
                                      : to_->symbol(symbol.name, symbol.role);
        } else {
            std::array<Expr, 3> operands;
            for (int k = 0; k < arity(node.op); ++k) operands[static_cast<std::size_t>(k)] = memo_.at(node.operand[k]);
            copied = to_->rebuilt(*from_, id, operands);
        }
        memo_.emplace(id, copied);
    }
    return memo_.at(e.id);
}

}  // namespace lag
