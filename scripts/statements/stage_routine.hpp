// external(.., stage = ..): a routine of the user's that main programs call beside the equations.
#pragma once

#include "scripts/language/built_in.hpp"

namespace lag {

// Adds it to the model. `name`: checked already. InputError where an argument is no number that main programs have, or a
// result no input.
void add_stage_routine(Call& call, const std::string& name);

}  // namespace lag
