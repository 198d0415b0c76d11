// Stage 2, Model -> Kinematics: positions, orientations and velocities, hinge by hinge from the inboard body,
// as links (links.hpp).
#pragma once

#include <string>

#include "core/model.hpp"
#include "lagrange/kinematics/links.hpp"
#include "lagrange/kinematics/time_derivative.hpp"

namespace lag {

// Whole model; bodies of revolution in non-spinning axes.
Kinematics compute_kinematics(const Model& model);
// Adds the bodies and cut hinges that `model` has gained, in spinning axes (a body declared later may hang on
// any of them).
void extend_kinematics(Kinematics& kinematics, const Model& model);

// The text of `--dump kinematics`.
std::string to_string(const Model& model, const Kinematics& kinematics);

}  // namespace lag
