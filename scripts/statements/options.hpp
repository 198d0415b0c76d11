// options(...): how later emits form the equations. Words of options are shared with emit (`formulation`).
#pragma once

#include <string>
#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> option_statements();

// One of a few words, bare or as a string, whatever the bare name is bound to; InputError with the list otherwise.
std::string word_at(Call& call, const Syntax& at);
std::string one_of(Call& call, const Syntax& at, const std::vector<std::string>& words, const std::string& what);
std::string joined(const std::vector<std::string>& words);  // "a, b, c"

}  // namespace lag
