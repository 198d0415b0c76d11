// Cut hinges (T26-T33): B hangs on A by a hinge that closes a loop.
//
// Rows, s the way from A's hinge point to B's less the hinge's locked and prescribed displacements, everything carried
// inward to the nearest common body C of A and B:
//     separation   3 - free translations rows: s along C's axes x, y, z when no translation is free, else along unit
//                  vectors perpendicular to the free translation axes
//     orientation  3 - free rotations rows: dot products of an axis fixed in A's part of the hinge and one fixed in B's
//                  0 free: b_x . e_y, b_x . e_z, b_y . e_z of B's axes b and the axes e that A prescribes for them
//                  1 free: m1 . n, m2 . n; n the hinge axis in B, m1 and m2 perpendicular to it in A
//                  2 free: n1 . n2 less its prescribed value; n1 the first axis in A, n2 the second in B
// Free coordinates get kinematic differential equations (T33), linear in u: with n_j the axes of the free
// rotations, a_j those of the free translations, w the angular velocity of B in A, and r_s the rate of every motion
// s of the hinge,
//     n_j . w = sum of r_s n_j . n_s,      a_j . ds/dt (in A) = sum of r_s a_j . a_s + turning of the later
//     translations
// solved for the r_s that are free; Euler parameters and Euler sequences by e' = E w / 2 and theta' = Gamma^-1 w with w
// in B's axes. At states on the constraints these are the rates of the hinge's coordinates.
#pragma once

#include <utility>
#include <vector>

#include "lagrange/kinematics/carried.hpp"

namespace lag {

// The last of the bodies that A, B and the hinge's slots refer to.
BodyIndex last_body_of(const Model& model, const CutHinge& cut);

// Fills in the rates of the hinge's coordinates. ModelError when its free motions depend on each other (two rotations
// about one axis, four rotations).
void set_cut_hinge_rates(Kinematics& kinematics, const Model& model, const CutHinge& cut);

// What has to be added to the hinge's coordinates, to first order, so that it gives the pose of B in A that the tree
// has: the displacement from the hinge's pose to the tree's, resolved as the velocities are above. Nothing where no row
// depends on these coordinates (they start where `initial` says), unless it starts closed. Where one does (a translation after a free rotation,
// a screw), it restricts another motion unless they are closed.
std::vector<std::pair<CoordinateIndex, Expr>> cut_hinge_lacks(const Model& model, const Kinematics& kinematics,
                                                              const CutHinge& cut);

// Orientation rows also hold where B is turned half round across the hinge's axis. Cosines that are positive where it
// is not: n (in A) . n (in B) with one free rotation, b_x . e_x and b_y . e_y with none; else nothing.
std::vector<Expr> cut_hinge_senses(const Model& model, const Kinematics& kinematics, const CutHinge& cut);

// Separation rows, then orientation rows: error, its rate, and the part of its second derivative without u'.
std::vector<CarriedScalar> cut_hinge_rows(const Model& model, const Kinematics& kinematics, const CutHinge& cut);

}  // namespace lag
