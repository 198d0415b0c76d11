// Kinetic energies beside those of rigid bodies, as rows of Lagrange's equations: of explicit ones here, of what flexible
// bodies have beside rigid ones in elastic_terms.hpp.
//
// Of an explicit kinetic energy (`lagrange`), for the rows of coordinates with rates q':
//     d/dt(T,q') - T,q = T,q'q' q'' + (T,q'q q' + T,q't - T,q).
// T stays the expression it is: it is differentiated node by node, never expanded.
#pragma once

#include "lagrange/dynamics/energy_rows.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// Of both kinds together.
// ModelError: T holds a quasi-velocity or a coordinate without a rate of its own, or is not quadratic in the rates.
EnergyTerms energy_terms(const Model& model, const Kinematics& kinematics);

}  // namespace lag
