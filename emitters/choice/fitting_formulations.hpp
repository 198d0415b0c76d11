// Which formulations of the equations fit a mechanism: what recursions refuse, and sizes beyond which one has long lost.
#pragma once

#include <cstddef>
#include <vector>

#include "lagrange/constraints/minimal.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

// Beyond these sizes, in speeds, a formulation only costs time: Turner's sum grows like n^3, composite inertias with the
// mass matrix' factors like n^2 to n^3.
inline constexpr std::size_t turner_up_to = 30, composite_up_to = 40;

bool has_no_rows(const MinimalSystem& mechanism);

// Those to compare: the one that is asked for, or where the tool may choose all that fit, at least one. ModelError where
// the mechanism does not take the recursion that is asked for.
std::vector<Formulation> fitting_formulations(const MinimalSystem& mechanism, const IndependentRows& rows,
                                              Formulation asked);

}  // namespace lag
