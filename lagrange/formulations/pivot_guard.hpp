// The check of a pivot as expressions (interface: info): a pivot that fails is replaced by a harmless value, by
// selection. What the policies of sparse_ldl/execute.hpp do on graph expressions.
#pragma once

#include <string>
#include <vector>

#include "core/graph.hpp"
#include "lagrange/dynamics/node_label.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

// `condition` must hold, else info = index (unless an earlier check has failed).
struct PivotCondition {
    Expr condition;
    std::size_t index = 0;
    std::vector<std::size_t> by_lane = {};  // of a lane value: the index for each lane; 0: nothing is checked there
};

class PivotGuard {
  public:
    explicit PivotGuard(Graph& graph) : graph_(&graph) {}

    // 1/d by the contract of execute.hpp; `index` is what info says, `name` goes into comments.
    Expr reciprocal(const Expr& d, const Expr& lead, const PivotSite& site, std::size_t index, const std::string& name);

    std::vector<PivotCondition> checks;  // in elimination order
    NodeLabels labels;                   // "pivot of q1'", "reciprocal pivot of q1'"

  private:
    Graph* graph_;
};

}  // namespace lag
