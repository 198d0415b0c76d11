// Derivatives of accelerations and multipliers, as the equations of motion give them.
#pragma once

#include <optional>

#include "core/calculus.hpp"
#include "core/model.hpp"
#include "emitters/program/jacobian.hpp"
#include "lagrange/constraints/minimal.hpp"

namespace lag {

// The equations in all speeds of the model, with multipliers and without stabilization, whatever options() says: a value
// does not depend on how code is formed of it. The derivatives are those of SolutionSlopes.
class MotionSlopes {
  public:
    // ModelError for contacts and dry friction, and where the equations cannot be solved. `model` may go.
    explicit MotionSlopes(const Model& model);
    MotionSlopes(const MotionSlopes&) = delete;
    MotionSlopes& operator=(const MotionSlopes&) = delete;
    // d value / d by, in coordinates, speeds, states, inputs, parameters and time. ModelError where it is not known.
    Expr operator()(Expr value, Expr by);
    // The derivative along ydot = f(t, y): q by q', u by the accelerations, states by their rates, time by 1, inputs by
    // their rates where these are inputs too; what else there is is held. Holds neither accelerations nor multipliers.
    // ModelError where the value holds results of the user's routines.
    Expr along(Expr value);

  private:
    Expr without_unknowns(Expr value);
    Model model_;
    MinimalSystem system_;
    Equations equations_;
    LdlPlan plan_;
    SolvedSystem solved_;
    SolutionSlopes slopes_;
    std::optional<Differentiator> along_;
    std::optional<Substitution> solution_;
};

}  // namespace lag
