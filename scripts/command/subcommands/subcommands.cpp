#include "scripts/command/subcommands/subcommands.hpp"

#include <CLI/CLI.hpp>

#include "scripts/command/compare/compare.hpp"
#include "scripts/command/fit/fit.hpp"
#include "scripts/command/inverse/inverse.hpp"
#include "scripts/command/modes/modes.hpp"
#include "scripts/command/page/page_command.hpp"
#include "scripts/command/periodic/periodic.hpp"
#include "scripts/command/simulate/simulate.hpp"
#include "scripts/command/subcommands/doc.hpp"
#include "scripts/command/subcommands/import_robot.hpp"
#include "scripts/command/sweep/sweep.hpp"

namespace lag {

std::vector<Subcommand> working_subcommands(CLI::App& app) {
    return {compare_subcommand(app), simulate_subcommand(app), sweep_subcommand(app),   fit_subcommand(app),
            modes_subcommand(app),   page_subcommand(app),     inverse_subcommand(app), periodic_subcommand(app),
            doc_subcommand(app),     import_subcommand(app)};
}

std::vector<std::string> working_subcommand_names() {
    CLI::App app;
    std::vector<std::string> names;
    for (const Subcommand& one : working_subcommands(app)) names.push_back(one.app->get_name());
    return names;
}

std::optional<std::string> help_on_subcommand(const std::string& name) {
    CLI::App app("", "lag");
    for (const Subcommand& one : working_subcommands(app))
        if (one.app->get_name() == name) return one.app->help("lag");
    return std::nullopt;
}

}  // namespace lag
