// Stage 1, text -> Script. The grammar is Boost.Spirit X3's, in grammar.cpp alone; this header knows nothing of it.
//
// All syntax errors of a file are found, not only the first: after one, parsing resumes behind the next ';' or '$'
// outside strings, comments and brackets. No input crashes it: nesting deeper than 500 and files beyond 16 MiB are
// refused.
#pragma once

#include <string>

#include "scripts/syntax.hpp"

namespace lag {

// InputError with every syntax error of the text.
Script parse(std::string text, std::string file_name);

}  // namespace lag
