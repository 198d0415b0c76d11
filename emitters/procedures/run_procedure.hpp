// Runs a procedure where there is no compiler: a decided one, with the numbers of a model. Reals are doubles, sums and
// products as the text has them, each rounded: the bits of compiled code that fuses no multiply-adds.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "emitters/procedures/decide_procedure.hpp"

namespace lag::procedures {

// Elements of a matrix column by column; integers and places as they count in the text, truth values 0 or 1.
using Values = std::vector<double>;

// What a routine is given and gives, by its arguments' names.
using Arguments = std::map<std::string, Values*>;
// What procedures keep between calls: by "watch.armed". Made where it is missing, of zeros.
using Shared = std::map<std::string, Values>;
using Call = std::function<void(const std::string& routine, const Arguments&)>;

// Arguments by name: all that are given, each of its own length; results are made. Other procedures that it calls are run,
// too; emitted routines are `call`. InternalError for a missing argument and for a place outside of an array, which names
// the place in the text.
void run(const Procedure& procedure, const Facts& facts, std::map<std::string, Values>& arguments, const Call& call);
void run(const Procedure& procedure, const Facts& facts, std::map<std::string, Values>& arguments, const Call& call,
         Shared& shared);

}  // namespace lag::procedures
