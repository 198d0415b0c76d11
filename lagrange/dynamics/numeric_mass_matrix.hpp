// The mass matrix as numbers at one state, without forming a single expression of a body: composite inertias
// (composite.hpp) on doubles. For questions about a model (is any motion without inertia?) that must not cost a large
// tree n^2 expressions.
#pragma once

#include <vector>

#include "core/evaluate.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// Symmetric, full, nu x nu. `value` gives every symbol of the kinematics and the bodies its number.
std::vector<std::vector<double>> numeric_mass_matrix(const Model& model, const Kinematics& kinematics,
                                                     Evaluator<double>& value);

}  // namespace lag
