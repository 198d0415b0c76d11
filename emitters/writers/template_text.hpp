// Fixed texts with holes: the main programs and m_assemble.
//   @M@   the model's name
//   @N @C @D @A @P @O at the beginning of a line: the line stays, without the mark and the blank after it, where the
//   model has m_normalize, m_constraints, m_dependent_speeds, m_assemble, m_project_speeds, one of the last two
#pragma once

#include <string>

#include "emitters/program/program.hpp"

namespace lag {

std::string replaced(std::string text, const std::string& from, const std::string& to);
std::string instantiated(const std::string& text, const Program& program);

}  // namespace lag
