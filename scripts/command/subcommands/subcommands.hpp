// The subcommands that work on files, all of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scripts/command/options/subcommand.hpp"

namespace lag {

std::vector<Subcommand> working_subcommands(CLI::App& app);
std::vector<std::string> working_subcommand_names();

// What `lag NAME --help` prints; nothing where there is no such subcommand.
std::optional<std::string> help_on_subcommand(const std::string& name);

}  // namespace lag
