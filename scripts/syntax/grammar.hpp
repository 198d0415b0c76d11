// Stage 1, text -> Script. The grammar is Boost.Spirit X3's, in grammar.cpp alone; this header knows nothing of it.
//
// All syntax errors of a file are found, not only the first: after one, parsing resumes after the next ';' or
// '$' outside strings and comments; at most 20 are listed. No input crashes it: nesting deeper than 500, trees
// deeper than 1000, files beyond 16 MiB or 2 million words and signs are refused. A text without statements is a
// valid, empty script.
#pragma once

#include <string>

#include "scripts/syntax/scan.hpp"  // is_complete, for a prompt
#include "scripts/syntax/syntax.hpp"

namespace lag {

// InputError with every syntax error of the text.
Script parse(std::string text, std::string file_name);

}  // namespace lag
