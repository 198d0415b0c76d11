// Hinges as expressions: options(joints = solved), treat = solved. Coordinates of loops that follow from others in closed form
// leave the model, and their names mean what they are from then on.
#pragma once

#include "scripts/statements/description.hpp"

namespace lag {

// Nothing where the text asks for loads of the loops, which rows alone have, and where bodies move freely for hinges that are rows.
void solve_loops(Description& description);

}  // namespace lag
