// lag periodic FILE.lag: a motion that repeats itself, and how disturbances of it grow.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

// Exit status 0; 1 where the model is wrong or no such motion was found; 2 wrong use.
Subcommand periodic_subcommand(CLI::App& app);

}  // namespace lag
