// Units of constraint rows: of what a row measures, and of its multiplier. Both are "" where nothing is known.
#pragma once

#include <string>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"

namespace lag {

// Of phi: a distance, or the cosine of an angle that should be right; of conditions of the user's what their
// expressions tell. `whole`: the model with all its speeds; a row beyond its constraints (equations that are formed to
// be counted, not to be emitted) has no unit.
std::string unit_of_error(const Model& whole, const ConstraintRow& row);
std::string unit_of_multiplier(const Model& whole, const ConstraintRow& row);

}  // namespace lag
