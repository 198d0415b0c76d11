// What the articulated recursion, or a basis of the null space of B, gives in place of a linear system.
#pragma once

#include <string>
#include <vector>

#include "core/graph.hpp"
#include "lagrange/dynamics/node_label.hpp"
#include "lagrange/formulations/pivot_guard.hpp"

namespace lag {

// Accelerations without a linear system: beyond what was absorbed, by speed; and multipliers, by row.
struct SolvedAccelerations {
    std::vector<Expr> accelerations;
    std::vector<Expr> multipliers;
    std::vector<PivotCheck> checks;
    NodeLabels labels;
    std::vector<Expr> lacking;  // by speed that follows from a loop: what its equation lacks (loop_motions.hpp)
    bool is_recursion = true;
};

}  // namespace lag
