// What the articulated recursion gives in place of a linear system.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph.hpp"
#include "lagrange/formulations/pivot_guard.hpp"

namespace lag {

// Accelerations without a linear system (articulated): beyond what was absorbed, by speed.
struct SolvedAccelerations {
    std::vector<Expr> accelerations;
    std::vector<PivotCondition> checks;
    std::unordered_map<NodeId, std::string> labels;
};

}  // namespace lag
