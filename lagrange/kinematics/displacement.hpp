// Small displacements in the terms of the speeds: what a change of the coordinates is in quasi-coordinates, and back.
// A displacement has one entry per speed, in the speed's unit times a second (rad, m), and to first order
//     dq = N(q, t) s,     q' = N u + n(t)     (the kinematic differential equations, T5, T15 to T18)
// so that M weighs it and B s is the change of phi.
#pragma once

#include <vector>

#include "core/model.hpp"

namespace lag {

// The displacement from the model's coordinates q to `target` (by coordinate), which is linear in target - q and exact
// to first order: rate speeds the coordinate's difference, body-fixed angular velocities Gamma (theta* - theta) or
// 2 E^T (e* - e), hinge point velocities C (r* - r), all resolved in the new body's axes at q.
std::vector<Expr> displacement_to(const Model& model, const std::vector<Expr>& target);

// The coordinates after the displacement s: q + N s, Euler parameters brought back to unit length. `rates` are the
// kinematic differential equations; their part without speeds is no part of a displacement.
std::vector<Expr> displaced_coordinates(const Model& model, const std::vector<Expr>& rates, const std::vector<Expr>& s);

}  // namespace lag
