// lag doc FILE.lag: FILE.html and FILE.tex beside the script or in --out.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand doc_subcommand(CLI::App& app);

}  // namespace lag
