// The equations without the terms that small quantities make negligible (core/small_terms.hpp): what was formed and
// differentiated in full is truncated last.
#pragma once

#include "lagrange/formulations/equation_values.hpp"

namespace lag {

// In place, where the model names small quantities, terms of order `drop_from` and higher: of M u' - f, where a small u'
// counts +1, and of the kinematic equations. M stays symmetric: an entry between a small and another speed keeps the
// terms that the other one needs. Constraints stay as they are, since their loads are not small; so do energies, outputs
// and events. The pattern is not formed anew.
void truncate(const Model& model, Equations& equations);

}  // namespace lag
