// The slopes of what the user's routines give: procedures have slopes of their own (slope_symbol), those that are linked
// have none.
#pragma once

#include <vector>

#include "core/calculus.hpp"
#include "core/model.hpp"

namespace lag {

class RoutineSlopes {
  public:
    explicit RoutineSlopes(const Model& model) : model_(model), graph_(*model.graph) {}

    // ModelError where a value depends on a column through a linked routine.
    void refuse_linked(const std::vector<Expr>& columns, const std::vector<Expr>& values) const;

    // Forward: results get their derivatives, from those of the arguments; `of_slopes`: their slopes too.
    void seed(Differentiator& derivative, bool of_slopes = false) const;

    // Reverse: the symbols of all results of procedures. From the derivatives of a value by symbols that end with these
    // to those by the others.
    std::vector<Expr> results() const;
    std::vector<Expr> through(std::vector<Expr> by, const std::vector<Expr>& symbols) const;

  private:
    std::vector<Expr> arguments_of(const ExternalRoutine& routine) const;

    const Model& model_;
    Graph& graph_;
};

}  // namespace lag
