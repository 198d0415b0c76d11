// What a statement shows, in a file and at the prompt alike.
#pragma once

#include <string>

#include "scripts/language/interpreter.hpp"

namespace lag {

// The value as text: a text as it is; in place of what is too long, a note.
std::string shown_value(Interpreter& interpreter, const Value& value);

// m = 3$ makes an equation and drops it: hardly what is meant.
void warn_of_equation(Interpreter& interpreter, const Statement& statement);

}  // namespace lag
