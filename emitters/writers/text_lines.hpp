// Comments and long statements in lines.
#pragma once

#include <string>

namespace lag {

// One line, without control characters, without a backslash at its end.
std::string comment_text(const std::string& text);
// `text` in lines of at most `width` bytes, each begun with `prefix`, broken at spaces where possible.
std::string comment_lines(const std::string& text, const std::string& prefix, std::size_t width);

// A statement of C or C++ in lines of at most `width`, each but the last ended with `mark`; continuation lines are
// indented by 4 more. Lines break after a blank or an opening parenthesis; before the * of a product, never after it,
// where there is no such place. The text has no string literals.
std::string wrapped_statement(const std::string& text, std::size_t indent, std::size_t width, const std::string& mark);

// Whether place k of a statement is inside a literal between these marks.
bool is_in_literal(const std::string& text, std::size_t k, const std::string& marks);

// The opposite of a condition in parentheses: ".not. (a < b)", and "c" of "(.not. c)"; `no` is ".not. ", "!".
std::string opposite(const std::string& condition, const std::string& no);

}  // namespace lag
