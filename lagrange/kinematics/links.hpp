// What Model -> Kinematics gives: links with their positions, orientations and velocities (T23, T25, T28).
//
// Every hinge is taken apart into *links*: steps with at most one elementary motion (or one quasi-velocity block), each
// with its own axes and origin. Link 0 is ground. The last link of a body carries the body's axes and origin, all
// others are massless. Single-axis steps keep every transformation at 4 multiplications and 2 additions a vector.
//
// Notation of a link L on its inboard link I (components in L's axes unless said otherwise):
//     R_LI   rotation that re-expresses I's components in L
//     o      from I's origin to L's origin, in I's axes (displacements included), m
//     w_rel, v_rel   angular velocity of L in I, and velocity of L's origin observed in I; linear in the speeds:
//         w_rel = sum_j columns[j].w u_j + w_drift,   likewise v
//     w_bias, v_bias   time derivatives of the components of w_rel and v_rel at u' = 0
// so that, with everything absolute in L's axes,
//     omega_L = R omega_I + w_rel                     v_L = R (v_I + omega_I x o) + v_rel
//
// A body of revolution that ends in a spin about its own axis and carries nothing is kept in non-spinning axes: its
// last link does not rotate, and `spin` takes link axes to body axes.
//
// Angles in radians. Not handled here: loads, inertia, constraints.
#pragma once

#include <memory>
#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/rotation.hpp"

namespace lag {

// What one speed contributes to w_rel and v_rel of a link, or to omega and v of a link (see partials.hpp).
struct SpeedColumn {
    SpeedIndex speed;
    Vec3<Expr> w, v;
};

struct Link {
    std::size_t inboard = 0;  // index of link I
    BodyIndex body;           // the body whose hinge it belongs to
    bool ends_body = false;
    Rotation rotation;
    Vec3<Expr> o;
    std::vector<SpeedColumn> columns;  // by ascending speed
    Vec3<Expr> w_drift, v_drift, w_bias, v_bias;
    Vec3<Expr> w_rel, v_rel;  // the sums, as named expressions
};

struct Kinematics {
    std::vector<Link> links;                // links[0] is ground
    std::vector<std::size_t> link_of_body;  // by body; the link that ends it
    std::vector<Rotation> spin;             // by body: link axes -> body axes (identity but for bodies of revolution)
    // Where planar parts are in non-rotating axes (non_rotating_axes.hpp): the same in the links' own axes, and by link the rotation
    // from link axes to own axes.
    std::shared_ptr<const Kinematics> own_axes;
    std::vector<Rotation> turned;
    std::vector<std::size_t> at_free_points;  // links whose origin is a point of formulations/free_points.hpp
    std::vector<Expr> coordinate_rates;       // q' by coordinate: the kinematic differential equations
    std::size_t bodies_done = 1;              // how many of model.bodies are in here (ground is)
    std::size_t constraints_done = 0;         // how many of model.constraints: cut hinges give their coordinates' rates
};

}  // namespace lag
