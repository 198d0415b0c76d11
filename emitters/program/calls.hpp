// The calls in a body: of the user's routines and of those that solve for contacts.
#pragma once

#include <vector>

#include "emitters/program/contact_system.hpp"

namespace lag {

// A routine that needs any result of a user's routine calls them all, in declared order; then those of `own` that it
// needs, in their order. What they are given become results in its array `xa`, what they give is in `xr`.
void add_calls(Routine& routine, const Model& model, const Program& program, const std::vector<ContactCall>& own);

}  // namespace lag
