// Free expressions as a Program of one routine.
#pragma once

#include "core/free_function.hpp"
#include "emitters/program/program.hpp"

namespace lag {

// The routine bears the function's name and has neither p nor c; matrices are column-major. ModelError where a result
// holds a symbol that is no argument.
Program function_program(const FreeFunction& function);

}  // namespace lag
