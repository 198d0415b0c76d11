// Planar parts of a mechanism in axes that do not turn. Where a link and everything it carries turn about one
// and the same axis, all of them may be resolved in the axes of the link they hang on, as the textbook does with
// a four-bar linkage:
//
//     R = 1      o = T_I^T o_own      w, v = T_L^T (w, v)_own      T_L = rotation by the sum of the angles on the way
//
// Then no vector is ever turned from link to link; only what is fixed in a link is turned, once, by sine and cosine of
// the sum of angles. Every quantity stays what it was (velocities and rates "of components" are those observed in the
// same link as before), only resolved in other axes, so that all later stages work unchanged.
#pragma once

#include <optional>

#include "lagrange/kinematics/links.hpp"

namespace lag {

// Nothing where no link can be held. `kinematics` in its own axes.
std::optional<Kinematics> in_non_rotating_axes(const Kinematics& kinematics);

// The angle of an elementary rotation, where its sine and cosine are functions of one.
std::optional<Expr> angle_of(const Rotation& rotation);

// The line loads' values, formed from the lengths and rates that `before` gives, in terms of those that `after` gives:
// the same numbers, formed from what the equations form anyway.
Model with_lines_of(const Kinematics& before, const Kinematics& after, const Model& model);
// The same where `seen` is that model with other axes and origins of its bodies.
Model with_lines_of(const Kinematics& before, const Model& model, const Kinematics& after, Model seen);

}  // namespace lag
