// The walk from nodes of a graph to their operands.
#pragma once

#include <algorithm>
#include <vector>

#include "core/graph.hpp"

namespace lag {

// The nodes below `roots`, these included, ascending. `enters(id)`: whether the walk goes to that node; not twice to one.
template <class Roots, class Enters>
std::vector<NodeId> nodes_below(const Graph& graph, const Roots& roots, const Enters& enters) {
    std::vector<NodeId> open, found;
    const auto visit = [&](NodeId id) {
        if (enters(id)) open.push_back(id);
    };
    for (const Expr& root : roots) {
        graph.require_own(root);
        visit(root.id);
    }
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        found.push_back(id);
        const Node& node = graph.node(id);
        for (int k = 0; k < arity(node.op); ++k) visit(node.operand[k]);
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace lag
