// Inertia as a link carries it: mass, first moment and inertia, all referred to the link's origin, so that they add up
// link by link and are linear in what a body is made of.
//
//     m     kg          p = m v + omega x s      h = J omega + s x v     (momentum; angular momentum about the origin)
//     s     kg m        s = m c                  c from the link's origin to the mass centre
//     J     kg m^2      J = J_cm + m (c.c 1 - c c^T)
//
// Components in link axes. What depends on parameters alone costs the emitted routines nothing: it becomes
// part of `setup`.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

struct Inertia {
    Expr mass;
    Vec3<Expr> moment;  // s
    Mat3<Expr> J;       // symmetric
    bool is_zero() const;
};

Inertia operator+(const Inertia& a, const Inertia& b);
// J omega + s x v and m v + omega x s
Vec3<Expr> angular_momentum(const Inertia& inertia, const Vec3<Expr>& omega, const Vec3<Expr>& v);
Vec3<Expr> momentum(const Inertia& inertia, const Vec3<Expr>& omega, const Vec3<Expr>& v);

// R^T S R for a symmetric S: a link's tensor in inboard axes. An elementary rotation takes 8 multiplications and 8
// additions: about z, with t = s (Sxx - Syy) + 2 c Sxy,
//     Sxx' = Sxx - s t      Syy' = Syy + s t      Sxy' = c t - Sxy      and (Sxz, Syz) turns like a vector.
Mat3<Expr> symmetric_inward(const Rotation& rotation, const Mat3<Expr>& S);

// The same inertia seen from the inboard link's origin, inboard axes: turned, then shifted by link.o,
//     s' = s + m o        J' = J + (o.s + s'.o) 1 - s o^T - o s'^T
Inertia carried_inward(const Link& link, const Inertia& inertia);

bool is_massless(const Body& body);  // no mass and no inertia
// A body's mass centre from its link's origin, and its inertia about it, in link axes (which differ from body axes for
// bodies of revolution only, by the spin that they do not feel).
Vec3<Expr> mass_centre(const Model& model, const Kinematics& kinematics, std::size_t body);
// m times that; of a flexible body the s of its present shape.
Vec3<Expr> first_moment(const Model& model, const Kinematics& kinematics, std::size_t body);
Mat3<Expr> inertia_in_link_axes(const Model& model, const Kinematics& kinematics, std::size_t body);

// By link: the inertia of the body that ends there; zero for all others and for massless bodies.
std::vector<Inertia> link_inertias(const Model& model, const Kinematics& kinematics);

}  // namespace lag
