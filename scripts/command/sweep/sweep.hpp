// `lag sweep FILE.lag --vary .. --sample .. --collect ..`: a model compiled once and run many times.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand sweep_subcommand(CLI::App& app);

}  // namespace lag
