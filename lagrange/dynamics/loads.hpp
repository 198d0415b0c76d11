// Generalized forces (T47): every load becomes a force and a moment on links, or a term of one row.
#pragma once

#include <vector>

#include "lagrange/dynamics/recursion.hpp"

namespace lag {

// Applied forces, torques and line loads: wrench on each link about its origin, link axes. No gravity, no inertia.
std::vector<Wrench> applied_wrenches(const Model& model, const Kinematics& kinematics);

// hinge_load, potential and dissipation: what they add to each speed's generalized force.
//   potential:   Q_j = - sum_k dV/dq_k d(q_k')/du_j        dissipation:  Q_j = - dR/du_j
std::vector<Expr> direct_loads(const Model& model, const Kinematics& kinematics);

// The same loads for forming equations. What acts between a body and its inboard body, equal and opposite
// along one line or as two opposite moments, does work in the hinge between them only: it goes to that hinge's
// speeds straight away,
//     Q_u = F . (v,u + omega,u x r)      or      T . omega,u        (T47, the partials of the hinge alone)
// and never enters the sums over the links, where it would cancel with itself unseen.
struct Loads {
    std::vector<Wrench> wrenches;  // by link, link axes, about the link's origin
    std::vector<Expr> direct;      // by speed
};
Loads loads_by_reach(const Model& model, const Kinematics& kinematics);

// Gravity (zero at the ground origin), springs and potential().
Expr potential_energy(const Model& model, const Kinematics& kinematics);

}  // namespace lag
