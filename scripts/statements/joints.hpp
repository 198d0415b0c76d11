// What waits (waiting_joints.hpp) becomes a mechanism: a spanning tree is chosen (core/joint_tree.hpp), its joints become hinges of bodies,
// the others cut hinges.
#pragma once

#include <string>

#include "scripts/statements/description.hpp"

namespace lag {

// Declares what waits. InputError at its statement: a body that no joint leads to, an unknown body, a tree that is none.
void close_joints(Description& description);

}  // namespace lag
