// lag help [WORD], and `help` at the prompt: statements, functions, keywords, operators and arguments of the language.
#pragma once

#include <string>

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand help_subcommand(CLI::App& app);

// On standard output; an unknown topic is explained on standard error. Without a topic: all of them.
void show_help(const std::string& topic);

}  // namespace lag
