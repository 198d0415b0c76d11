// The scan before the grammar: finds the ends of the statements and refuses what would send a parser astray.
#pragma once

#include <vector>

#include "scripts/syntax.hpp"

namespace lag {

struct StatementRange {
    std::size_t begin = 0, end = 0;  // without the terminator
    bool show = true;                // ';' or end of file; '$' is silent
};

// Statements end at ';' or '$' outside strings and comments. Reports unterminated strings and comments (at their
// opening), brackets that do not match, bytes that are no text, nesting deeper than 500, files beyond 16 MiB, and an
// empty script. Ranges with such an error are left out.
std::vector<StatementRange> scan_statements(const SourceFile& source, std::vector<Diagnostic>& errors);

// Whether `text` ends a statement: no open string, comment or bracket, and a terminator at the end.
bool is_complete(const std::string& text);

}  // namespace lag
