#pragma once

#include <string>

#include "core/model.hpp"

namespace lag::combinations {

// Reads a whole script. Throws InputError where the language refuses it.
Model model_of(const std::string& text);

}  // namespace lag::combinations
