// Stage 3, Kinematics -> Partials: the sparse partial derivatives of velocities by speeds (T40-T42).
//
// For each link the columns list the speeds its omega and v depend on (Turner's Theta and Omega lists are one list of
// (speed, omega,u , v,u) here), in the link's axes; partials that vanish by structure are never formed:
//     omega,u_j(L) = R omega,u_j(I) + columns_L[j].w         v,u_j(L) = R (v,u_j(I) + omega,u_j(I) x o) +
//     columns_L[j].v
// For each body with inertia, at its mass centre, and the momenta per unit speed (T46):
//     v,u_j(cm) = v,u_j + omega,u_j x cm       h,u_j = J omega,u_j       p,u_j = m v,u_j(cm)
#pragma once

#include <string>
#include <vector>

#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

struct BodyPartial {
    SpeedIndex speed;
    Vec3<Expr> omega, v;  // of the body and of its mass centre, link axes
    Vec3<Expr> h, p;      // angular momentum about the mass centre, momentum, per unit speed
};

struct Partials {
    std::vector<std::vector<SpeedColumn>> of_link;  // by link, ascending speeds; w, v at the link's origin
    std::vector<std::vector<BodyPartial>> of_body;  // by body; empty for massless bodies
};

bool is_massless(const Body& body);  // no mass and no inertia
// Mass centre and inertia in link axes (differ from body axes for bodies of revolution only by the spin they do not
// feel).
Partials compute_partials(const Model& model, const Kinematics& kinematics);

// The text of `--dump partials`: for each body which speeds its velocities depend on, and the operations it took.
std::string to_string(const Model& model, const Partials& partials);

}  // namespace lag
