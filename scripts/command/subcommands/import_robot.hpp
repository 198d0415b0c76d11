// `lag import ROBOT.urdf`: a script of a robot that another format describes.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand import_subcommand(CLI::App& app);

}  // namespace lag
