// formulation = turner: the mass matrix as Turner's sum over bodies.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/mass_matrix.hpp"

namespace lag {

// M_ij = sum over bodies of omega,u_i . h,u_j + v,u_i . p,u_j (T46); lower triangle, sorted by row, then column.
// Entries whose speeds move no common body with inertia are structural zeros and absent; so are entries that
// fold to zero.
std::vector<MassEntry> turner_mass_matrix(const Model& model, const Partials& partials);
// The same sum over links with inertia about their origins (regrouped, say), by link.
std::vector<MassEntry> turner_mass_matrix(const Partials& partials, const std::vector<Inertia>& inertias);

}  // namespace lag
