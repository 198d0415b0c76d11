// Results per body that scripts ask for: momenta and hinge reactions.
#pragma once

#include <utility>
#include <vector>

#include "core/freed_body.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// m v of the mass centre, kg m/s, and the angular momentum about the mass centre, kg m^2/s; axes `in`.
Vec3<Expr> momentum(const Model& model, const Kinematics& kinematics, BodyIndex b, const FrameOnBody& in);
Vec3<Expr> angular_momentum(const Model& model, const Kinematics& kinematics, BodyIndex b, const FrameOnBody& in);

// Force on body b at its hinge and moment about the hinge point, from the inboard body and everything that acts in
// the hinge (springs of line loads are loads of their points, not of the hinge), b's axes. Holds acceleration
// symbols, and the multipliers of loops and cut hinges: their loads, and those on the coordinates of cut hinges, reach
// the bodies without passing other hinges. The load of a condition acts through the hinges whose speeds it holds.
// Hinges of `freed` carry what they would carry as hinges of the tree.
std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model& model, const Kinematics& kinematics,
                                           const std::vector<FreedBody>& freed, BodyIndex b);

}  // namespace lag
