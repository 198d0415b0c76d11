// The text of `--dump program`.
#pragma once

#include <string>

#include "emitters/program/program.hpp"

namespace lag {

std::string to_string(const Program& program);

}  // namespace lag
