// The accelerations as expressions, and the factors they were solved with.
#pragma once

#include <optional>

#include "emitters/program/expression_ldl.hpp"

namespace lag {

struct SolvedSystem {
    std::vector<Expr> accelerations, multipliers;
    std::vector<PivotCheck> checks;
    std::unordered_map<NodeId, std::string> labels;
    // of [M B^T; B 0], with its x = [u' - absorbed; lambda]; none where the accelerations come without a system
    std::optional<LdlResult<Expr>> factors;
    std::vector<Expr> right_side;  // of that system, without weighted rows
};

// The LdlPlan executed on the equations' matrix, or what formulation = articulated has solved already.
SolvedSystem solve_equations(const Model& model, const Equations& equations, const LdlPlan& plan);

}  // namespace lag
