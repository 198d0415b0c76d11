// The comment at the beginning of an emitted file.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Title, tables and operation counts, every line begun with `mark` ("! " or "// ").
std::string head_comment(const Program& program, const std::vector<const Routine*>& routines, const std::string& mark,
                         std::size_t width);

}  // namespace lag
