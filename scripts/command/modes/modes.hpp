// lag modes FILE.lag --vary NAME=FROM:TO:COUNT: modes of steady motions; FILE_modes.csv and FILE_modes.svg beside the
// script or in --out.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

// Exit status 0; 1 where the model is wrong or a steady motion is not found; 2 wrong use.
Subcommand modes_subcommand(CLI::App& app);

}  // namespace lag
