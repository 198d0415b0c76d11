// The text of m_assemble, the one emitted routine that loops: Newton's method around m_assembly_step. Emitted wherever
// that routine is.
//
// The step takes the displacement back to the guess as if the constraint surface were flat. Where it bends towards a
// guess farther away than its radius of curvature this overshoots; the routine then aims at a point between q and the
// guess ("pull", 1 is the guess itself), by the secant rule along the last step. The solution does not depend on it.
#pragma once

#include <string>

#include "emitters/program/program.hpp"

namespace lag {

std::string fortran_assembly(const Program& program);
std::string cpp_assembly(const Program& program);
std::string c_assembly(const Program& program);
std::string fortran77_assembly(const Program& program);

}  // namespace lag
