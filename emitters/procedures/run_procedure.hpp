// Runs a procedure where there is no compiler: a decided one, with the numbers of a model. Reals are doubles, sums and
// products as the text has them, each rounded: the bits of compiled code that fuses no multiply-adds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emitters/procedures/decide_procedure.hpp"

namespace lag::procedures {

// Where the elements of each argument stand, in the order of the signature as this model has it (signatures.hpp). Those of a
// matrix column by column; integers and places as they count in the text, truth values 0 or 1.
using Elements = std::vector<double*>;
using Call = std::function<void(const std::string& routine, const Elements& arguments)>;

// The procedure, decided for these facts. InternalError for another number of arguments, and for a place outside of an array,
// which names the place in the text.
void run(const Procedure& procedure, const Facts& facts, const Elements& arguments, const Call& call);

}  // namespace lag::procedures
