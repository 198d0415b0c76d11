// Denavit-Hartenberg frames. Between two rotations about axes z and z' that a body holds together, an offset in
// general takes three elementary rotations and three translations; with the axes of the first link along z and along
// the common perpendicular x, and its origin at the foot of that, two screws are enough (Denavit and Hartenberg 1955;
// from link to link as Khalil and Kleinfinger 1986):
//
//     Rot(x, alpha) Trans(x, d)   then   Rot(z', q + theta) Trans(z', r)
//
// The perpendicular to one outboard axis is all that fits; another axis on the same body takes Rot(z, gamma) before.
// A body's own axes and origin hang on the link as a fixed link, so that nothing outside sees a difference, and what
// the body is made of moves to the link's axes in `setup`.
//
// Directions must be numbers: perpendiculars of parameters would divide by the sine of an angle that a user may set to
// zero. Offsets may hold parameters.
#pragma once

#include <optional>

#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// Nothing where every hinge axis stands along link axes as it is, where directions hold parameters, and for models with
// constraints. The links are others than those of compute_kinematics; bodies, coordinates and speeds are the same.
std::optional<Kinematics> in_screw_axes(const Model& model);

}  // namespace lag
