#include "core/adjoint.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/errors.hpp"

namespace lag {

namespace {

// Nodes below `e` that lead to a symbol, ascending.
std::vector<NodeId> on_the_way(const Graph& graph, Expr e, std::span<const Expr> symbols) {
    const std::array<Expr, 1> roots{e};
    std::vector<NodeId> found;
    for (const NodeId id : reachable(graph, roots)) {
        const Node& node = graph.node(id);
        bool leads = std::ranges::find(symbols, id, &Expr::id) != symbols.end();
        for (int k = 0; k < arity(node.op) && !leads; ++k) leads = std::ranges::binary_search(found, node.operand[k]);
        if (leads) found.push_back(id);
    }
    return found;
}

// What operand k gets of `bar`, the derivative of the result by the node: bar d(node)/d(operand k), the
// other operands fixed.
Expr share_of(Graph& graph, NodeId id, int k, Expr bar, Quotients quotients) {
    const Node node = graph.node(id);
    const auto operand = [&](int i) { return graph.expr(node.operand[i]); };
    const Expr y = graph.expr(id), one = graph.integer(1), zero = graph.integer(0);
    switch (node.op) {
        case Op::add:
            return bar;
        case Op::sub:
            return k == 0 ? bar : -bar;
        case Op::neg:
            return -bar;
        case Op::mul:
            return bar * operand(1 - k);
        case Op::div: {
            const Expr share = quotient(graph, bar, operand(1), quotients);
            return k == 0 ? share : -(share * y);
        }
        case Op::atan2: {
            const Expr square = operand(0) * operand(0) + operand(1) * operand(1);
            const Expr share = quotient(graph, bar, square, quotients);
            return k == 0 ? share * operand(1) : -(share * operand(0));
        }
        case Op::pow:
            if (k == 0) return bar * (operand(1) * graph.power(operand(0), operand(1) - one));
            return bar * (y * graph.unary(Op::log, operand(0)));
        case Op::min: {
            const Expr second = graph.binary(Op::less, operand(1), operand(0));
            return graph.select(second, k == 0 ? zero : bar, k == 0 ? bar : zero);
        }
        case Op::max: {
            const Expr second = graph.binary(Op::less, operand(0), operand(1));
            return graph.select(second, k == 0 ? zero : bar, k == 0 ? bar : zero);
        }
        case Op::mod:
            return k == 0 ? bar : -(graph.unary(Op::floor, operand(0) / operand(1)) * bar);
        case Op::select:
            if (k == 0) return zero;
            return graph.select(operand(0), k == 1 ? bar : zero, k == 2 ? bar : zero);
        case Op::curve:
        case Op::map:
            return graph.lookup_slope(id, k) * bar;
        case Op::lane_sum:  // the same in all lanes
            return bar;
        case Op::lane_repeat:
            return graph.lane_fold(bar, node.index, graph.lanes_of(operand(0)));
        case Op::lane_fold:
            return graph.lane_repeat(bar, graph.lanes_of(operand(0)));
        case Op::lane_set: {  // what a scalar gets is summed over the lanes
            const LanePlace place = LanePlace::of(node.index);
            if (k == 0) return graph.lane_set(bar, place.lanes, place.lane, zero);
            return graph.lane_set(zero, place.lanes, place.lane, graph.lane_member(bar, place.lane));
        }
        case Op::lane_member:
            throw InternalError("reverse differentiation through a single lane");
        default: {  // functions of one argument, and conditions, which are piecewise constant
            if (is_condition(node.op)) return zero;
            Differentiator derivative(graph, quotients);
            derivative.seed(operand(0), bar);
            return derivative(y);
        }
    }
}

// The derivatives of the result by nodes. What a scalar gets from lane values is summed over the lanes, once for all
// lane values that read it.
class Adjoints {
  public:
    explicit Adjoints(Graph& graph) : graph_(graph) {}

    void add(NodeId operand, NodeId user, Expr share) {
        const bool is_spread = graph_.is_lane_value(graph_.expr(user)) && !graph_.is_lane_value(graph_.expr(operand));
        const auto [place, is_new] = is_spread ? from_lanes_[operand].emplace(graph_.lanes_of(graph_.expr(user)), share)
                                               : own_.emplace(operand, share);
        if (!is_new) place->second = place->second + share;
    }
    Expr of(NodeId id) {
        const auto own = own_.find(id);
        Expr sum = own == own_.end() ? graph_.integer(0) : own->second;
        if (const auto found = from_lanes_.find(id); found != from_lanes_.end())
            for (const auto& [lanes, share] : found->second) sum = sum + graph_.lane_sum(share, lanes);
        return sum;
    }

  private:
    Graph& graph_;
    std::map<std::size_t, Expr> own_;
    std::map<NodeId, std::map<std::size_t, Expr>> from_lanes_;  // by how many lanes
};

}  // namespace

std::vector<Expr> gradient(Graph& graph, Expr e, std::span<const Expr> symbols, Quotients quotients) {
    Adjoints adjoint(graph);
    const std::vector<NodeId> way = on_the_way(graph, e, symbols);
    if (!way.empty()) adjoint.add(e.id, e.id, graph.integer(1));
    for (auto id = way.rbegin(); id != way.rend(); ++id) {
        const Expr known = adjoint.of(*id);
        if (known.is_zero()) continue;
        const Node node = graph.node(*id);
        for (int k = 0; k < arity(node.op); ++k)
            if (std::ranges::binary_search(way, node.operand[k]))
                adjoint.add(node.operand[k], *id, share_of(graph, *id, k, known, quotients));
    }
    std::vector<Expr> result;
    for (const Expr& symbol : symbols) result.push_back(adjoint.of(symbol.id));
    return result;
}

}  // namespace lag
