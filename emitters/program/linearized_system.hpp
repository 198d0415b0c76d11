// The linear system of derivatives: A dx = -dR for x = [u'; lambda], R zero along the solution (residual.hpp). Without
// contacts it is the system that the accelerations were solved from. With contacts its rows are those of the mode that the
// flags say (contact_system.hpp); they are not symmetric.
#pragma once

#include "emitters/program/solved_system.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

// Right sides and results: by speed, then by row of constraints.
class LinearizedSystem {
  public:
    LinearizedSystem(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved);
    std::vector<Expr> solve(const std::vector<Expr>& right_side) const;
    std::vector<Expr> solve_transposed(const std::vector<Expr>& right_side) const;

  private:
    std::vector<Expr> of_contacts(const std::vector<Expr>& values, long sign) const;
    std::vector<Expr> joined(const std::vector<Expr>& others, const std::vector<Expr>& of_contacts) const;

    const Model& model_;
    const Equations& equations_;
    const LdlPlan& plan_;
    const SolvedSystem& solved_;
    std::vector<std::size_t> contacts_;  // their rows
    std::vector<std::vector<Expr>> D_;   // by row of contacts, then by unknown of the plan
};

}  // namespace lag
