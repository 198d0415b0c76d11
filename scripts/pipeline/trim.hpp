// Mechanics::trim: a steady motion by Newton's method on exact derivatives.
#pragma once

#include "core/model.hpp"
#include "scripts/language/linearization.hpp"
#include "scripts/pipeline/equations_at_state.hpp"

namespace lag {

// The steady motion nearest to the initial state; the equations stay at it. What no equation determines stays at its
// start. ModelError where the numbers of unknowns and equations differ, where none is found (the worst rows are named),
// and where what was found is steady for a moment only, as a turn in ordinary coordinates x and y is.
TrimmedState trimmed(EquationsAtState& equations, const TrimRequest& request);
// The search starts at a state that was found for other values.
TrimmedState trimmed(EquationsAtState& equations, const TrimRequest& request, const TrimmedState& start);
TrimmedState trimmed(const Model& model, const TrimRequest& request, UserRoutinesOf routines = {});

}  // namespace lag
