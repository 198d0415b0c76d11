// Base-parameter regrouping: what of a link's inertia has no effect of its own is moved to the inboard link, from the
// leaves inward, as arithmetic on parameters that `setup` does once (Gautier and Khalil 1990; Mayeda, Yoshida and Osuka
// 1990). Kinetic energy and the work of gravity stay the same function of the state, and with them M and f.
//
//   between L and its inboard link I                         moves to I
//   nothing moves (a fixed offset or rotation)               everything: bodies fixed to another are lumped with it
//   rotation about an axis through the origin                mass, the first moment along the axis, and (inertias) the
//                                                            inertia J (1 - e e^T) of a body of revolution without spin
//   rotation of any kind without translation                 mass
//   translation                                              inertia (L and I turn alike)
//
// The rest of the inertia stays. It is worth trying with and without: what is moved can destroy zeros and equalities.
#pragma once

#include "lagrange/dynamics/inertias.hpp"

namespace lag {

enum class Regrouping {
    none,
    masses,          // masses and first moments only, and lumping
    inertias,        // transverse inertias too: Jyy of a rotation about z becomes zero, and cyclically
    other_inertias,  // the same with Jxx
};

// By link; `inertias` as link_inertias() gives them. `by_link`: how each link is treated. Inertias that are no
// expressions of parameters alone stay.
std::vector<Inertia> regrouped(const Model& model, const Kinematics& kinematics, std::vector<Inertia> inertias,
                               const std::vector<Regrouping>& by_link);

// The links where the treatment makes a difference, innermost first: those that turn about an axis of their own.
std::vector<std::size_t> links_with_axis(const Model& model, const Kinematics& kinematics);

}  // namespace lag
