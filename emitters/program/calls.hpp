// The calls in a body: of the user's routines, of procedures of the script and of those that solve for contacts.
#pragma once

#include <vector>

#include "emitters/program/contact_system.hpp"

namespace lag {

// A routine that needs any result of a routine that the user links calls them all, in declared order, and of the script's
// procedures those that it needs; then those of `own` that it needs, in their order. What they are given become results
// in its array `xa`, what they give is in `xr`.
void add_calls(Routine& routine, const Model& model, const Program& program, const std::vector<ContactCall>& own);

// The partial derivative of a procedure's result by its argument from 0, others held: a name that no script can give.
// Where it stands in an expression, the procedure's slopes are called instead of the procedure.
std::string slope_name(const std::string& result, std::size_t argument);
Expr slope_symbol(Graph& graph, const std::string& result, std::size_t argument);

}  // namespace lag
