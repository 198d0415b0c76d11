// What serves the accelerations best need not serve the other routines: each is taken from the choice that forms it with
// fewest operations.
#pragma once

#include "core/model.hpp"
#include "emitters/program/program.hpp"

namespace lag {

// Routines beside the equations' own, where `other` has them with fewer operations.
void take_cheaper_routines(Program& program, const Program& other);
// The same of derivatives. They are those of the program's own routines, whichever choice forms them.
void take_cheaper_derivatives(const Model& model, Program& program, const Program& other);

}  // namespace lag
