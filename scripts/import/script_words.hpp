// Parts of statements as the script has them.
#pragma once

#include "scripts/import/written.hpp"

namespace lag {

// Without what would end a comment, or begin another one.
std::string as_comment(std::string text);
// In quotes.
std::string as_text(std::string text);
std::string list(const std::vector<std::string>& parts);
std::string list(const Written3& numbers);
// "x", "-y", "[0, 0.6, 0.8]"
std::string axis_text(const Written3& axis);
std::string turns_text(const std::vector<RobotTurn>& turns);
// Behind something: " + 2", " - 2", nothing for zero.
std::string plus(const Written& number);
std::string times(const Written& factor, const std::string& what);
// Behind what a sum has: "a", then " - b", " + c".
void add_term(std::string& sum, const std::string& term);
// A call with its arguments, broken behind commas where a line is full.
std::string call_text(const std::string& name, const std::vector<std::string>& arguments);

}  // namespace lag
