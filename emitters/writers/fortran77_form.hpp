// Fixed-form source: a statement in columns 7 to 72 with at most 19 continuation lines.
#pragma once

#include <string>
#include <vector>

namespace lag {

constexpr std::size_t fortran77_last_column = 72;
inline constexpr const char* fortran77_margin = "      ";

// One statement, broken after a space, a comma, a parenthesis or an operator, anywhere where there is none.
// InternalError where it takes more than 20 lines.
std::string fixed_form_statement(const std::string& text);
// `call` is "CALL tire(a, b)". ModelError where it takes more than 20 lines: a call cannot be written
// in two statements.
std::string fixed_form_call(const std::string& call, const std::string& routine);
// "INTEGER i, j": several statements where one does not hold all names; empty without names.
std::string fixed_form_declarations(const std::string& type, const std::vector<std::string>& names);
// Lines of any length, each a statement after six blanks, a labelled line or a comment: the statements broken.
std::string fixed_form(const std::string& lines);
// "1.5D0", "1D-3"
std::string fortran77_number(double value);
// A literal in pieces of 40 characters, so that none reaches a line's end.
std::string fortran77_quoted(const std::string& text);

}  // namespace lag
