// Names that emitted files give to things of their own, read from their texts: a routine of the user's that has such a
// name may not be reached by its calls, or the file is none that a compiler takes.
#pragma once

#include <string>
#include <vector>

#include "emitters/writers/emit_options.hpp"

namespace lag {

// Whether these files, which are compiled together, can say `routine` and mean the user's routine of that name: not where
// the name is declared beside it in the same scope, in a scope inside which calls it, or for the whole program. The texts
// are the tool's own: Fortran declares all names, and calls of the user's are statements.
bool can_call(const std::vector<EmittedFile>& files, Language language, const std::string& routine);

// A name that begins so and that these files give to two things of one scope; empty: there is none. In Fortran in lower case.
std::string defined_twice(const std::vector<EmittedFile>& files, Language language, const std::string& prefix);

}  // namespace lag
