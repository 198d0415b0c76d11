#include "scripts/command/simulate/case_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/subcommand.hpp"

namespace lag {

void describe_case(CLI::App& app, CaseOptions& options) {
    app.add_option("FILE", options.run.file, "the script")->required();
    app.add_option("--end", options.end, "until this time, s")->check(FiniteNumber{});
    app.add_option("--step", options.step, "time between rows, s (default: a 500th of the whole)")
        ->check(FiniteNumber{});
    app.add_option("--parameters", options.run.parameters, "a file with lines 'name value [unit]' for all runs");
    app.add_option("--define", options.run.defines, "another default of a parameter, name=value")
        ->allow_extra_args(false);
    app.add_option("--input", options.run.inputs, "an input as an expression of t and parameters, or FILE.csv:column")
        ->allow_extra_args(false);
    app.add_option("--initial", options.run.initial, "another initial coordinate, speed or state")
        ->allow_extra_args(false);
    app.add_option("--tolerance,--relative", options.tolerance, "relative error of the integration (1e-8)")
        ->check(NumberBetween{least_relative, greatest_relative});
    app.add_option(
           "--method", options.run.method,
           "bdf (default), adams, rk4 with fixed steps, partition: independent coordinates only, chosen anew "
           "on the way; ida: the implicit equations, constraints as rows of speeds; ida1: as rows of accelerations")
        ->check(CLI::IsMember({"bdf", "adams", "rk4", "partition", "ida", "ida1"}));
    app.add_option("--max-steps", options.run.most_steps, "end each run after so many steps of the integrator")
        ->check(CLI::PositiveNumber);
    app.add_option("--wall", options.wall,
                   "end after so many seconds of the wall clock; what is done by then is written")
        ->check(CLI::PositiveNumber);
    add_source_option(app, options.run.sources);
    app.add_flag("--no-compiler", options.run.no_compiler,
                 "evaluate the equations instead of compiling them: not of external routines");
    app.add_flag("--quiet", options.run.quiet, "no summary, no progress");
}

CaseArguments given_case(const CLI::App& app, const CaseOptions& options) {
    CaseArguments run = options.run;
    if (app.count("--end") > 0) run.end = options.end;
    if (app.count("--step") > 0) run.step = options.step;
    if (app.count("--tolerance") > 0) run.tolerance = options.tolerance;
    const std::string hint = fmt::format("lag {} --help lists the options", app.get_name());
    if (!run.end && run.parameters.empty()) throw WrongCommand("--end is required", hint);
    if (run.end && !(*run.end > 0)) throw WrongCommand("--end must be a positive time", hint);
    if (run.step && !(*run.step > 0)) throw WrongCommand("--step must be a positive time", hint);
    return run;
}

}  // namespace lag
