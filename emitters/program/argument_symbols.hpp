// Which symbols a routine finds in its arguments.
#pragma once

#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Fills routine.reads by the name of one of its arguments: t, q, y, .. `multipliers`: the symbols of lambda.
void add_reads(Routine& routine, std::size_t argument, const Model& model, const std::vector<Expr>& multipliers);

}  // namespace lag
