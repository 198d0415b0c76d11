// What can be said of a procedure's text without running it, said when the tool is built (main.cpp). The reader has looked at
// names, types and shapes; here stands what depends on the order of statements:
//
// - no variable is read before it is set. An array is set as a whole, by a call, or in loops over all of its extents that
//   nothing leaves early;
// - every result is set wherever the routine ends;
// - a loop's first and last place do not change in its body;
// - every local is used.
//
// Each combination of the parts of models that the text asks for is looked at on its own.
#pragma once

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

// InputError with everything that is wrong, by place.
void check_procedure(const Procedure& procedure);
// The same of a procedure of a script, which no model decides; unused locals are allowed there. An array is also set when
// all of its elements are, and an element that lies outside its array wherever the statement is reached is an error.
// `end`: where its text ends, an offset.
void check_user_procedure(const Procedure& procedure, std::size_t end);

}  // namespace lag::procedures
