// What a file says of its model before any routine: names, units, sizes of arrays, calls of the user's routines.
#pragma once

#include "core/model.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

// Without routines; nc is 0 until the routines are final.
Program described_program(const Model& model, const Equations& equations);

}  // namespace lag
