// What the articulated recursion, or a basis of the null space of B, gives in place of a linear system.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/graph.hpp"
#include "lagrange/dynamics/node_label.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/formulations/segment_links.hpp"

namespace lag {

// Accelerations without a linear system: beyond what was absorbed, by speed; and multipliers, by row.
struct SolvedAccelerations {
    std::vector<Expr> accelerations;
    std::vector<Expr> multipliers;
    std::vector<PivotCheck> checks;
    NodeLabels labels;
    std::optional<SegmentMotions> of_segments = {};  // of a chain in segments
    std::vector<Expr> lacking;  // by speed that follows from a loop: what its equation lacks (loop_motions.hpp)
    bool is_recursion = true;
    // By a basis of the null space: the right side that was solved with, f and gamma by speed and by row, and [u'; lambda] for
    // any other, which has no rows of contacts.
    std::vector<Expr> right_side = {};
    std::function<std::vector<Expr>(const std::vector<Expr>&)> solve_again = {};
};

}  // namespace lag
