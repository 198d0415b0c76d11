// The equations without the terms that small quantities make negligible (core/small_terms.hpp): what was formed and
// differentiated in full is truncated last.
#pragma once

#include "lagrange/formulations/equations.hpp"

namespace lag {

// In place, where the model names small quantities, terms of order `drop_from` and higher: M u' - f, where a small u'
// counts +1, kinematic equations and constraints. M stays symmetric: an entry between a small and another speed keeps
// the terms that the other one needs. Energies, outputs and events stay as they are. The pattern is not formed anew.
void truncate(const Model& model, Equations& equations);

}  // namespace lag
