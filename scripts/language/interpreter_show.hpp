// What a statement shows, in a file and at the prompt alike.
#pragma once

#include <string>

#include "scripts/language/value.hpp"

namespace lag {

// The value as text: a text as it is; in place of what is too long, a note.
std::string shown_value(Algebra& algebra, const Value& value);

}  // namespace lag
