// lag simulate FILE.lag --end T: runs a model at once; FILE.csv and FILE.svg beside the script or in --out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scripts/command/options/subcommand.hpp"
#include "scripts/command/simulate/given.hpp"
#include "scripts/command/simulate/picture.hpp"

namespace lag {

// Exit status 0; 1 where the model or the run is wrong (what was computed is written); 2 wrong use; 130
// after Ctrl-C (likewise).
Subcommand simulate_subcommand(CLI::App& app);

// All curves of a run, for further pictures of it.
struct RunCurves {
    std::string title, picture;  // the picture's file
    std::vector<double> times;
    std::vector<Curve> curves;
    bool has_states = false;
    std::vector<std::string> usual;  // what a picture shows unless asked
};
// The same of a model that stands ready: `options` as on the command line, "--end", "3"; files named after the model in
// `folder`. The status as above. ModelError for wrong options.
int simulate_model(const ModelSource& model, const std::string& name, const std::filesystem::path& folder,
                   const std::vector<std::string>& options, RunCurves& curves);
// Writes the run's picture with these curves (none: the usual ones). The file's path; ModelError for unknown names.
std::string draw_curves(const RunCurves& run, const std::vector<std::string>& names);

}  // namespace lag
