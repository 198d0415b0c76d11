// Routines of the user's that main programs call at the start or after every step.
#pragma once

#include <string>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

// What C and C++ declare of them, and Fortran 2008 that they are external.
std::string prototypes_of_user(const Program& program, Language language);
// The routines user_at_init and user_at_step that procedures call (read_procedure.hpp). ModelError where a routine is told
// what the program has not.
std::string calls_of_user(const Program& program, Language language);

}  // namespace lag
