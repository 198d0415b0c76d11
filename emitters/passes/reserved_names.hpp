// Names that mean something else in a language that is emitted, so that neither a model's namespace nor a routine of
// the user's can have them.
#pragma once

#include <string>

namespace lag {

// A keyword of C or C++, or a name of the C library; or one that emitted headers use themselves (lag_...).
bool is_taken_in_c(const std::string& name);
// An intrinsic procedure, in any case.
bool is_fortran_intrinsic(std::string name);

}  // namespace lag
