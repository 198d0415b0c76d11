// The derivatives of the inverse dynamics of a tree by coordinates and speeds, without differentiating the recursion as it
// stands (J. Carpentier, N. Mansard, Analytical derivatives of rigid body dynamics algorithms, 2018; S. Singh, R. Russell,
// P. Wensing, IEEE Robotics and Automation Letters 7, 2022): what is outboard of a link answers a change of that link's
// motion as one body would, up to what it moves in itself.
//
//     dW = D dm,   m = (omega, alpha, a) of a link, W the wrench of all that is outboard of it, everything outboard held
//     by alpha and a: the composite inertia (m, s, J) of composite.hpp
//     by omega: that of one rigid body with this inertia, and besides  dF = domega x d,  dM = N domega  where inward
//         d(I) = sum of R^T (d + 2 p),   N(I) = sum of R^T (N + w~ (2 J - tr J) + 2 ((s.v) 1 - v s^T)) R + (o.d') 1 - d' o^T
//     with w, v the relative velocity of the outboard link L in I, p its composite's momentum at (w, v), d' its part of d(I)
//
// A coordinate or speed x changes the motion of its own link by e = dm/dx at a given inboard motion. Outward of there W
// changes by D e, which is carried inward; inward rows of outboard speeds are carried as (h, p, g) = dR/d(alpha, a, omega), of
// which h and p are the momenta of the mass matrix.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/wrench.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

// What the rows are made of, by link.
struct RecursionAtLinks {
    std::vector<Inertia> composite;
    std::vector<Vec3<Expr>> omega;
    std::vector<LinkAcceleration> acceleration;  // in symbols of u'
    std::vector<Wrench> wrenches;                // of inertia, accumulated inward
};

// By speed, by symbol (of coordinates or speeds). Of lane symbols in each lane the derivative by the symbol in that lane, of
// scalars the sum over the lanes (Differentiator::keep_lanes_apart). Nothing where a link outside of limbs moves with one.
std::optional<std::vector<std::vector<Expr>>> recursion_slopes(const Model& model, const Kinematics& kinematics,
                                                               const RecursionAtLinks& recursion,
                                                               std::span<const Expr> symbols);

}  // namespace lag
