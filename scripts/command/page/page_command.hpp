// `lag page`: the page of a motion that a program of the user's has computed.
#pragma once

#include "scripts/command/options/subcommand.hpp"

namespace lag {

Subcommand page_subcommand(CLI::App& app);

}  // namespace lag
