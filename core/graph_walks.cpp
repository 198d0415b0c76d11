// Walks over the graph (loops over ascending ids) and the operation count.
#include "core/graph.hpp"
#include "core/graph_walk.hpp"

namespace lag {

std::vector<NodeId> reachable(const Graph& graph, std::span<const Expr> roots) {
    std::vector<bool> seen(graph.size(), false);
    return nodes_below(graph, roots, [&](NodeId id) {
        const bool is_new = !seen[id];
        seen[id] = true;
        return is_new;
    });
}

std::vector<Expr> symbols_in(Graph& graph, std::span<const Expr> roots, Dependence roles) {
    std::vector<Expr> symbols;
    for (const NodeId id : reachable(graph, roots))
        if (graph.node(id).op == Op::symbol && (graph.node(id).dependence & roles) != 0)
            symbols.push_back(graph.expr(id));
    return symbols;
}

OperationCount count_operations(const Graph& graph, std::span<const Expr> roots, Dependence free) {
    OperationCount count;
    for (const NodeId id : reachable(graph, roots)) {
        const Node& node = graph.node(id);
        if ((node.dependence & ~free) == 0) continue;  // a literal when emitted
        switch (node.op) {
            case Op::add:
            case Op::sub:
                ++count.add;
                break;
            case Op::mul:
                ++count.mul;
                break;
            case Op::div:
                ++count.div;
                break;
            case Op::sqrt:
                ++count.sqrt;
                break;
            case Op::constant:
            case Op::pi:
            case Op::symbol:
            case Op::neg:
            case Op::select:
            case Op::lane_member:
            case Op::lane_repeat:
            case Op::lane_set:
                break;
            case Op::lane_fold:
                count.add += LaneFold::of(node.index).additions();
                break;
            case Op::lane_sum:
                count.add += static_cast<long>(node.index) - 1;
                break;
            default:
                if (!is_condition(node.op)) ++count.call;
        }
    }
    return count;
}

}  // namespace lag
