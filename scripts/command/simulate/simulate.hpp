// lag simulate FILE.lag --end T: runs a model at once; FILE.csv and FILE.svg beside the script or in --out.
#pragma once

#include "scripts/command/subcommand.hpp"

namespace lag {

// Exit status 0; 1 where the model or the run is wrong (what was computed is written); 2 wrong use; 130
// after Ctrl-C (likewise).
Subcommand simulate_subcommand(CLI::App& app);

}  // namespace lag
