// Where the grammar stopped -> what to tell the user: what was found, after what, what was expected, and a hint for
// the mistakes that users of other languages make. Knows the tokens of the language but not its grammar.
#pragma once

#include <string>

#include "scripts/syntax/scan.hpp"

namespace lag {

// What the grammar wanted where it stopped.
enum class Expected {
    nothing,       // a whole expression was read and something follows
    expression,    // an operand, or a whole expression
    name,          // the variable of a loop
    close_round,   // ',' or ')'
    close_square,  // ',' or ']'
    then_word,     // after the condition of an if
    range_word,    // after `for i:1 ...`
    do_word,       // after the head of a loop
};

// The statement is [begin, end); `at` is where the grammar stopped (blanks may follow).
Diagnostic unexpected(const SourceFile& source, const StatementRange& range, const char* at, Expected expected);

bool is_reserved(std::string_view word);

// Hints for signs of other languages, e.g. == or &&; "" when the sign has none.
std::string foreign_sign_hint(std::string_view sign);

}  // namespace lag
