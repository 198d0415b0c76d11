// What flexible bodies have beside rigid ones of the same shape (core/elastic_body.hpp). Lagrange's equations with
// quasi-coordinates (T11, T17) of their kinetic energy give, with the acceleration a of the origin (less gravity), w' and
// everything in the body's axes,
//
//     force    m a + (w'~ + w~ w~) s  +  2 w x s'  + sum_e (Ct_e e'' + Ct_e' e')
//     moment   s x a + J w' + w x J w  +  J' w + w x (Cr^T e') + sum_e (Cr_e e'' + Cr_e' e')
//     row e    Ct_e . a + Cr_e . w' + sum_f (Me_ef e_f'' + w . (Cr_e,f - Cr_f,e) e_f')  -  w . J,_e w / 2
//
// where s' = Ct^T e', J' = sum_e J,_e e' and primes of Ct_e, Cr_e are their changes with the elastic coordinates. The parts in front
// of the wide gaps are those of a rigid body and stand elsewhere (recursion.hpp).
#pragma once

#include "lagrange/dynamics/energy_rows.hpp"
#include "lagrange/dynamics/recursion.hpp"

namespace lag {

// Adds them to the rows of all speeds.
void add_elastic_terms(EnergyTerms& terms, const Model& model, const Kinematics& kinematics);

// Of each link, about its origin, in its axes: the force and the moment after the wide gaps, with e'' as symbols or zero.
// Zero for links that end no flexible body.
std::vector<Wrench> elastic_wrenches(const Model& model, const Kinematics& kinematics,
                                     const std::vector<Vec3<Expr>>& omega, Accelerations accelerations);

}  // namespace lag
