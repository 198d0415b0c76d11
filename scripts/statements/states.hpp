// state: quantities of the user's beside the mechanism's motion, z' = rate.
//
// A rate may name states that are declared further down. Such a rate waits, as it was written, until all its names are
// declared; what completes the model calls for those that still wait.
#pragma once

#include <cstddef>
#include <memory>

#include "core/errors.hpp"
#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> state_statements();

// The second derivative of a condition on positions holds the first ones of its states' rates: inputs in these get theirs.
void require_input_rates_in_states(Description& description, Expr condition);
// Checks the rates that wait. InputError where a name is still not declared.
void settle_rates(Interpreter& interpreter, Description& description);

// A result or an emit uses the model: nothing may be added from here on. Rates that wait are settled first.
void complete(Interpreter& interpreter, Description& description);
void complete(Call& call);

}  // namespace lag
