// How each kind of hinge step becomes a link: relative velocities, speed columns, kinematic differential equations.
#pragma once

#include <array>

#include "core/model.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

// One moving slot of a hinge on link `inboard`, whose fixed offset to the hinge is `at`; fills in
// its coordinate's rate.
Link moving_link(Kinematics& kinematics, const Model& model, BodyIndex b, std::size_t inboard, const Vec3<Expr>& at,
                 const Motion& motion);

// A body that ends in a rotation about a principal axis, carries nothing, and is symmetric about that axis (equal
// transverse moments, mass centre and origin on the axis): its spin angle appears in no equation.
bool body_of_revolution(const Model& model, BodyIndex b);
// Whether J is diagonal with equal moments across an axis (0, 1, 2), however these are written.
bool is_of_revolution(const Mat3<Expr>& J, std::size_t axis);

// Orientation given by unit Euler parameters e0..e3 (e0 scalar): R_BA, re-expresses A's components in B.
Mat3<Expr> rotation_from_euler_parameters(Graph& graph, const std::array<Expr, 4>& e);

// q' of three successive angles a1, a2, a3 about axes `sequence` = ijk (e.g. 321) for the body-fixed angular velocity
// w: theta' = Gamma^-1 w (after T5). Singular where the middle angle makes the first and third axes parallel.
std::array<Expr, 3> euler_angle_rates(Graph& graph, int sequence, const std::array<Expr, 3>& angles,
                                      const Vec3<Expr>& w);

// e' = E(e) w / 2
std::array<Expr, 4> euler_parameter_rates(Graph& graph, const std::array<Expr, 4>& e, const Vec3<Expr>& w);

// Adds the links of a hinge with quasi-velocities (spherical, free, planar) on link `inboard`, whose fixed offset to
// the hinge is `at` (inboard axes), and fills in the rates of the hinge's coordinates.
void append_quasi_hinge(Kinematics& kinematics, const Model& model, BodyIndex b, std::size_t inboard,
                        const Vec3<Expr>& at);

}  // namespace lag
