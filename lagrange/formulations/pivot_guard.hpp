// The check of a pivot as expressions (interface: info): a pivot that fails is replaced by a harmless value, by
// selection. What the policies of sparse_ldl/execute.hpp do on graph expressions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph.hpp"
#include "lagrange/dynamics/node_label.hpp"
#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/pivot_block.hpp"

namespace lag {

// `condition` must hold, else `info` is that number (info_codes.hpp; unless an earlier check has failed).
struct PivotCheck {
    Expr condition;
    std::size_t info = 0;
    std::vector<std::size_t> by_lane = {};  // of a lane value: the number for each lane; 0: nothing is checked there
    bool after_previous = false;            // eliminated in one block with the check before it: asked after that one
    std::optional<Expr> depends = {};  // the row is off where it depends on rows before it; nothing has failed then
};

// Of one unknown: what its pivot is compared with, how, and how a failure is told.
struct GuardedPivot {
    Expr lead;
    PivotSite site;
    std::size_t info = 0;
    std::string name;
    std::optional<Expr> off = {};
};

class PivotGuard {
  public:
    explicit PivotGuard(Graph& graph) : graph_(&graph) {}

    // 1/d by the contract of execute.hpp; `info` is what a failure is told by, `name` goes into comments.
    // `off`: a condition under which the row takes no part; the reciprocal is 0 then, so that its unknown is.
    Expr reciprocal(const Expr& d, const Expr& lead, const PivotSite& site, std::size_t info, const std::string& name,
                    const std::optional<Expr>& off = {});
    // Several unknowns at once, all of positive sign and never off: the k-th pivot is the quotient of two leading minors of D.
    PivotBlock<Expr> block(const SymmetricBlock<Expr>& D, const std::vector<GuardedPivot>& pivots);

    std::vector<PivotCheck> checks;  // in elimination order
    NodeLabels labels;               // "pivot of q1'", "reciprocal pivot of q1'"

  private:
    Graph* graph_;
};

}  // namespace lag
