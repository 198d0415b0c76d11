// constraint, speed_constraint, close_loop, multiplier; cut_hinge.
#pragma once

#include <vector>

#include "core/constraint_rows.hpp"
#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> constraint_statements();
std::vector<BuiltIn> cut_hinge_statements();

// What `name = ...` holds, new among the constraints; "" where it is left out.
std::string constraint_name(Call& call);
// Adds it to the model and forms its rows, printing a note for each that is dropped. InputError when
// it repeats another.
Value add_constraint(Call& call, Constraint constraint);

// The rows that the model's equations hold. Those that depend on others, and why, are said at the statement in `call`
// once the description is complete.
const ConstraintRows& independent_rows(Call& call);

}  // namespace lag
