// How long divisions keep one another waiting.
#pragma once

#include <algorithm>
#include <vector>

#include "core/graph.hpp"

namespace lag {

// Of the expressions' divisions by what the state moves, how many wait for one another at most.
inline int divisions_in_a_row(const Graph& graph, const std::vector<Expr>& results) {
    std::vector<int> depth(graph.size(), 0);  // operands come before what is made of them
    for (NodeId id = 0; id < graph.size(); ++id) {
        const Node& node = graph.node(id);
        for (int k = 0; k < arity(node.op); ++k) depth[id] = std::max(depth[id], depth[node.operand[k]]);
        if (node.op == Op::div && (node.dependence & bit(Role::coordinate)) != 0) ++depth[id];
    }
    int most = 0;
    for (const Expr& e : results) most = std::max(most, depth[e.id]);
    return most;
}

}  // namespace lag
