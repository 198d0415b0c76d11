// Lane values: one number for each of several equal parts of a mechanism, in one expression.
//
//   lane symbol      a symbol with members: its value in lane i is members[i] (Graph::lane_symbol)
//   lane value       an expression with a lane symbol in it: every operation acts lane by lane, scalars are the same in
//                    all lanes; of lane values with different numbers of lanes the shorter one is repeated
//   lane_sum(e)      the scalar sum of e over the lanes
//   lane_member(e)   the scalar that e is in one lane
//   lane_repeat(e)   e beside itself, in a multiple of its lanes: what a limb in lanes is to each limb that it carries
//   lane_fold(e)     sums over the lanes that repeat: what it receives from them
//   lane_set(e, x)   e with the scalar x in one lane: so the parts of a chain in lanes are gathered (Graph::lane_gather)
//
// So every identity between scalars holds between lane values as well, lane by lane: the constructors of the graph and
// the passes over code treat them alike. Only the ways from lanes to scalars and to other lanes are opaque.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/graph.hpp"

namespace lag {

// What lane values are in one lane, as scalars without lane symbols or lane sums: for numbers, and for languages that
// have no lanes. Each shared sub-expression once.
class LaneExpansion {
  public:
    explicit LaneExpansion(Graph& graph) : graph_(&graph) {}
    // The value of e in that lane; of a scalar e (whose lane sums become sums) in any.
    Expr operator()(Expr e, std::size_t lane);
    // By lane; of a scalar the one.
    std::vector<Expr> of_each(Expr e);

  private:
    Expr value_of(NodeId id, std::size_t lane);
    Graph* graph_;
    std::map<std::pair<NodeId, std::size_t>, Expr> memo_;  // scalars stand in lane 0
};

// The same expression in another graph, with the symbols of that name and role there; of lane symbols the members too.
class GraphCopy {
  public:
    GraphCopy(Graph& from, Graph& to) : from_(&from), to_(&to) {}
    Expr operator()(Expr e);

  private:
    Graph *from_, *to_;
    std::map<NodeId, Expr> memo_;
};

}  // namespace lag
