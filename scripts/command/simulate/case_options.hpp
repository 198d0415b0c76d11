// Options that all subcommands share which run a model in time.
#pragma once

#include "scripts/command/simulate/case.hpp"

namespace CLI {
class App;
}

namespace lag {

struct CaseOptions {
    CaseArguments run;
    double end = 0, step = 0, tolerance = 1e-8;
    double wall = 0;  // s, of all runs together; 0: as long as it takes
};

void describe_case(CLI::App& app, CaseOptions& options);
// The arguments, with the numbers that were given. WrongCommand for times that are none, or where nothing says the end.
CaseArguments given_case(const CLI::App& app, const CaseOptions& options);

}  // namespace lag
