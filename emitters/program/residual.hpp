// R(x, U) with U = [u'; lambda] in its symbols, of the equations that the accelerations were solved from: zero along the
// solution, so that A dU/dx = -dR/dx. In two forms: by the recursion, and A U - b. Of contacts both have the rows of the mode
// that the flags say (rows_in_mode).
#pragma once

#include <vector>

#include "core/structural_zero.hpp"
#include "emitters/program/solved_system.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

class Residual {
  public:
    Residual(const Model& model, const Equations& equations, const SolvedSystem& solved)
        : model_(model), equations_(equations), solved_(solved), graph_(*model.graph) {}

    // The symbols that stand for x while it is held: u' or what is left of it, then lambda.
    std::vector<Expr> unknowns() const;
    std::vector<Expr> multipliers() const;
    // [ID + B^T lambda; B u' - gamma], ID by the recursion.
    std::vector<Expr> recursive() const;
    // A x - b with the matrix and the right side that the accelerations were solved from; M x where it is at hand.
    std::vector<Expr> of_system(const std::vector<Expr>& x, const std::vector<Expr>& mass_times_x = {}) const;
    // The rows of contacts in the mode that the flags say.
    std::vector<Expr> in_mode() const;
    // Whether the recursion says at every state what the solved system says. It need not off the unit length of Euler
    // parameters: there their "rotation" also blocks, and each way of forming the equations extends differently.
    bool is_of_system(const std::vector<Expr>& recursive, StructuralZeros& known_zeros) const;

  private:
    std::size_t rows_of_speeds() const { return solved_.accelerations.size(); }
    std::vector<Expr> rates_in_mode(std::vector<Expr> rows) const;
    std::vector<Expr> in_graph(std::vector<Expr> expressions) const;

    const Model& model_;
    const Equations& equations_;
    const SolvedSystem& solved_;
    Graph& graph_;
};

}  // namespace lag
