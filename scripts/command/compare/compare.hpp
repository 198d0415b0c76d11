// lag compare LEFT RIGHT: do two routines compute the same? Exit status 0 when they do, 3 when they do not.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand compare_subcommand(CLI::App& app);

}  // namespace lag
