// Recursions outward over the links: absolute velocities and accelerations. With a ground that accelerates by -g
// gravity rides in the accelerations (T47).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/links.hpp"
#include "lagrange/kinematics/time_derivative.hpp"

namespace lag {

// The one axis of its link along which a column turns or shifts it; nothing for any other column.
struct Along {
    bool rotates = false;
    std::size_t axis = 0;
};
std::optional<Along> single_axis(const SpeedColumn& column);
// By speed: does it stand in exactly one column?
std::vector<bool> of_one_hinge(const Model& model, const Kinematics& kinematics);

// Absolute velocity of each link: omega and the origin's v, link axes. (Ground: zero.)
struct LinkVelocity {
    Vec3<Expr> omega, v;
};
std::vector<LinkVelocity> link_velocities(const Kinematics& kinematics);
std::vector<Vec3<Expr>> link_angular_velocities(const Kinematics& kinematics);

// Absolute acceleration of each link, link axes: angular acceleration alpha, the origin's acceleration a (less gravity
// where `ground_acceleration` is -g), and U = alpha~ + omega~ omega~, so that a point at r has a + U r.
struct LinkAcceleration {
    Vec3<Expr> alpha, a;
    Mat3<Expr> U;
};
// U, of alpha and omega in the same axes.
Mat3<Expr> acceleration_matrix(const Vec3<Expr>& alpha, const Vec3<Expr>& omega);
// `accelerations`: zero gives the part that does not depend on u'; symbols the whole. `known`: of some links, as they are.
// The Lagrangean identity d/dt(x,u_i) - x,q_i makes this the only velocity-dependent inertia term needed: projecting
// these accelerations on the partials equals Turner's momentum derivatives (T42-T44) less T,q.
std::vector<LinkAcceleration> link_accelerations(const Model& model, const Kinematics& kinematics,
                                                 const std::vector<Vec3<Expr>>& omega, Accelerations accelerations,
                                                 const Vec3<Expr>& ground_acceleration,
                                                 const std::map<std::size_t, LinkAcceleration>& known = {});

// The same with part of the accelerations *absorbed*: where a speed moves one hinge along one axis only, its u' is
// taken such that the link's absolute acceleration along that axis vanishes there, which makes every term outboard of
// it simpler. With u' = x + absorbed, the equations M u' = f become M x = f + (what the recursion gives at u' =
// absorbed): x is an absolute acceleration along its axis instead of one relative to the inboard body. For a free base
// x is (v' + omega x v - g), and neither gravity nor omega x v enters the recursion.
struct AbsorbedAccelerations {
    std::vector<LinkAcceleration> links;
    std::vector<Expr> absorbed;  // by speed; zero where nothing is absorbed
};
AbsorbedAccelerations absorbed_accelerations(const Model& model, const Kinematics& kinematics,
                                             const std::vector<Vec3<Expr>>& omega,
                                             const Vec3<Expr>& ground_acceleration);
// The same where some speeds' u' are given; nothing else is absorbed unless asked for.
AbsorbedAccelerations given_accelerations(const Model& model, const Kinematics& kinematics,
                                          const std::vector<Vec3<Expr>>& omega, const Vec3<Expr>& ground_acceleration,
                                          const std::map<std::size_t, Expr>& given, bool absorbing);

}  // namespace lag
