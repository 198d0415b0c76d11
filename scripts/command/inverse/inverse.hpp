// lag inverse FILE.lag --motion "q1=..": the loads that a given motion needs; FILE_inverse.csv and FILE_inverse.svg beside
// the script or in --out.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

// Exit status 0; 1 where the model is wrong or cannot follow the motions; 2 wrong use.
Subcommand inverse_subcommand(CLI::App& app);

}  // namespace lag
