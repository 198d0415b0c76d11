// `lag fit FILE.lag --data DATA.csv --unknown ..`: values with which a model moves as was measured.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand fit_subcommand(CLI::App& app);

}  // namespace lag
