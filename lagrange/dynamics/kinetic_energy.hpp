// The kinetic energy of the bodies, prescribed motion included.
#pragma once

#include "core/model.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

// T = sum of (omega . h + v . p) / 2 with the named momenta h = J omega, p = M v (T40, T46)
Expr kinetic_energy(const Model& model, const Kinematics& kinematics);

}  // namespace lag
