// What emit(casadi, ..) and emit(acados, ..) ask for: derivatives by whole arguments of the functions, parameters as numbers.
#pragma once

#include "scripts/language/built_in.hpp"
#include "scripts/statements/emit_request.hpp"

namespace lag {

bool is_for_optimization(const std::string& language);
// Completes the request, whose derivatives have been read. InputError at the argument, also where `parameters` is given to
// another language.
void read_optimization(Call& call, EmitRequest& request);

}  // namespace lag
