// formulation = composite: the mass matrix from composite inertias.
//
// Everything outboard of a hinge moves with it as one body when only that hinge moves, so M needs the inertia of that
// whole, not body by body: composite inertias are accumulated inward, the momenta (h, p) that each speed's own column
// gives its composite are carried inward, and projected on the columns they meet (Walker and Orin 1982, method 3;
// Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 6; T41 and T46 summed over the bodies first):
//
//     I(L) = own inertia of L + sum over outboard links of their composite inertias, carried inward
//     (h, p) = I(L) column_i(L);      M_ij += column_j . (h, p)      on L and on every link inboard of it
//
// The same M as Turner's sum, with fewer operations from a few links on. Sparsity is the tree's.
#pragma once

#include <vector>

#include "lagrange/dynamics/energy_rows.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/formulations/mass_matrix.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

// Lower triangle, sorted by row, then column. Entries whose speeds move no common body with inertia are structural
// zeros and absent; so are entries that fold to zero. `inertias` by link. `boundary`: of limbs in lanes; none: there are
// none.
std::vector<MassEntry> composite_mass_matrix(const Kinematics& kinematics, const std::vector<Inertia>& inertias,
                                             const LaneBoundary* boundary = nullptr);

// The same with the momenta of shapes (flexible bodies) added where they are. A speed of a flexible body moves several
// links, those of its nodes; what it gives is summed on its way inward and carried once.
std::vector<MassEntry> composite_mass_matrix(const Kinematics& kinematics, const std::vector<Inertia>& inertias,
                                             const std::vector<ShapeMomenta>& shapes);

// M x without M, by one pass outward and one inward: term by term what the entries of the same M give.
std::vector<Expr> composite_mass_times(const Kinematics& kinematics, const std::vector<Inertia>& inertias,
                                       const std::vector<Expr>& x);

// By link: its own inertia and those of everything outboard of it.
std::vector<Inertia> composite_inertias(const Kinematics& kinematics, std::vector<Inertia> inertias,
                                        const LaneBoundary* boundary = nullptr);

}  // namespace lag
