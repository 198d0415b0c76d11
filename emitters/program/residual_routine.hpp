// The residual of the equations of motion, for integrators of fully implicit equations (emit(acados, ..)):
//   r(t, y, ydot, lambda, w) = [q' - N u - n; M u' - f + B^T lambda; s' - rates; B u' - gamma]
// With index 2 the last rows are phidot = B u - b(t), those of the constraints at speed level.
#pragma once

#include <string>
#include <vector>

#include "core/column_choice.hpp"
#include "emitters/program/solved_system.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

// Element i, from 0, of an argument of numbers that no script names: d, v; of ydot the rates of coordinates and states.
Expr element_symbol(const Model& model, const std::string& argument, std::size_t i);
// The symbols of ydot: u' by the symbols of accelerations.
std::vector<Expr> rate_symbols(const Model& model);

// `state_rates`: in symbols of accelerations and multipliers.
std::vector<Expr> residual_values(const Model& model, const Equations& equations, const SolvedSystem& solved,
                                  const std::vector<Expr>& state_rates, int index);
// What it is differentiated by: [y; ydot; lambda; w].
std::vector<Column> residual_columns(const Model& model, const Equations& equations);

}  // namespace lag
