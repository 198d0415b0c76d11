// The scan before the grammar, text -> statement ranges: finds the ends of the statements and refuses what would send a
// parser astray, so that the grammar only ever sees closed strings, closed comments and matched brackets.
#pragma once

#include <string_view>
#include <vector>

#include "scripts/syntax/syntax.hpp"

namespace lag {

constexpr std::size_t deepest_nesting = 500;                // brackets, signs, powers and conditions inside one another
constexpr std::size_t longest_file = 16U << 20U;            // bytes
constexpr std::size_t most_tokens = std::size_t{2} << 20U;  // words and signs: bounds the memory of the tree
constexpr std::size_t most_errors = 20;

struct StatementRange {
    std::size_t begin = 0, end = 0;  // without the terminator
    bool show = true;                // ';' or end of file; '$' is silent
};

// Statements end at ';' or '$' outside strings and comments. Reports unterminated strings and comments (at their
// opening), brackets that do not match, bytes that are no text, nesting deeper than 500 brackets and files beyond the
// limits. Ranges with such an error are left out.
std::vector<StatementRange> scan_statements(const SourceFile& source, std::vector<Diagnostic>& errors);

// Whether a prompt need not ask for another line: no open string or comment, and nothing after the last terminator.
bool is_complete(const std::string& text);

// Behind white space and nested comments; `end` when nothing else follows.
const char* skip_blank(const char* at, const char* end);

// The token that starts at `at` (not blank): a word, a number, a string, a sign of one or two characters. Never empty
// before `end`. Knows mistakes such as == and //, so that messages can name them.
std::string_view token_at(const char* at, const char* end);

// The last token that ends at or before `at`, or an empty view.
std::string_view token_before(const char* begin, const char* at);

}  // namespace lag
