// Recursion inward over the links: forces and moments. With it the bias is accumulated from the leaves instead of being
// projected body by body.
#pragma once

#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/wrench.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

class LaneBoundary;

// m (a_cm) and J alpha + omega x J omega of every body, about its link's origin. Of a flexible body: as if it were rigid
// in its present shape (elastic_terms.hpp has the rest).
std::vector<Wrench> inertia_wrenches(const Model& model, const Kinematics& kinematics,
                                     const std::vector<Vec3<Expr>>& omega,
                                     const std::vector<LinkAcceleration>& acceleration);
// The same from inertias about the links' origins, by link: m a + U s and J alpha + omega x J omega + s x a.
std::vector<Wrench> inertia_wrenches(const std::vector<Inertia>& inertias, const std::vector<Vec3<Expr>>& omega,
                                     const std::vector<LinkAcceleration>& acceleration);
// Sums each link's wrench with those of everything outboard of it. `boundary`: of limbs in lanes; none: there are none.
void accumulate_inward(const Kinematics& kinematics, std::vector<Wrench>& wrenches,
                       const LaneBoundary* boundary = nullptr);
// Generalized force on each speed: sum over the links' own columns of w . moment + v . force.
std::vector<Expr> project(const Model& model, const Kinematics& kinematics, const std::vector<Wrench>& accumulated);

}  // namespace lag
