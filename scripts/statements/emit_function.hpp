// emit(.., function = name, arguments = [..], results = [..]): free expressions as a routine.
#pragma once

#include "core/free_function.hpp"
#include "scripts/language/built_in.hpp"

namespace lag {

// What these three keywords say. InputError where they cannot be a function.
FreeFunction function_of(Call& call);

}  // namespace lag
