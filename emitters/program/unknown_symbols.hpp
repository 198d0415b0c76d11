// What a routine cannot compute because nothing gives it.
#pragma once

#include <string>

#include "emitters/program/program.hpp"

namespace lag {

// ModelError where an expression of the routine holds a symbol that none of its arguments has: an undeclared name, a
// speed in a mass matrix.
void refuse_unknown_symbols(const std::string& model, const Routine& routine);

}  // namespace lag
