// Total time derivatives along the motion of a model.
#pragma once

#include "core/model.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

// Total time derivative: coordinates by coordinate_rates, speeds by their acceleration symbols (or zero), states by
// their rates, inputs by their primes, time by one.
enum class Accelerations { symbols, zero };
Expr time_derivative(const Model& model, const Kinematics& kinematics, Expr e, Accelerations accelerations);

}  // namespace lag
