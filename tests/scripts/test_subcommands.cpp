// Subcommands: options before and after, help of their own, files that have their names.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

const std::string slider =
    "model(m)$ parameter(k, 4)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, -k*s)$\n"
    "initial(s = 1)$\n";

}  // namespace

TEST_CASE("subcommands: options stand before the file, after it, or before the subcommand", "[command]") {
    const fs::path folder = scratch_folder("subcommand_options");
    write(folder / "m.lag", slider);
    const auto simulated = [&](const std::vector<std::string>& arguments) {
        fs::remove_all(folder / "there");
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        CHECK(run.status == 0);
        CHECK(run.output.empty());
        return contents(folder / "there" / "m.csv");
    };
    const std::string rows = simulated({"simulate", "m.lag", "--end", "0.1", "--no-compiler", "--step", "0.05", "--out",
                                        "there", "--quiet", "--define", "k=9"});
    CHECK(holds(rows, "\n"));
    CHECK(simulated({"simulate", "--end=0.1", "--no-compiler", "--step", "0.05", "--out", "there", "--quiet",
                     "--define", "k=9", "m.lag"}) == rows);
    CHECK(simulated({"--quiet", "--out", "there", "--define", "k=9", "simulate", "m.lag", "--end", "0.1", "--step",
                     "0.05", "--no-compiler"}) == rows);
    CHECK(simulated({"--out", "there", "simulate", "m.lag", "--end", "0.1", "--step", "0.05", "--no-compiler",
                     "--quiet"}) != rows);
}

TEST_CASE("subcommands: what does not fit is refused, and the help that lists the options is named", "[command]") {
    const fs::path folder = scratch_folder("subcommand_errors");
    write(folder / "m.lag", slider);
    struct Case {
        std::vector<std::string> arguments;
        std::string message, hint;
    };
    const std::vector<Case> cases{
        {{"--quiet", "doc", "m.lag"}, "lag doc has no option --quiet", "lag doc --help lists the options"},
        {{"--dump", "model", "simulate", "m.lag", "--end", "1"},
         "lag simulate has no option --dump",
         "lag simulate --help lists the options"},
        {{"m.lag", "simulate", "m.lag", "--end", "1"},
         "'m.lag' stands before the subcommand simulate",
         "lag simulate --help lists the options"},
        {{"doc"}, "FILE is required", "lag doc --help lists the options"},
        {{"simulate", "m.lag"}, "--end is required", "lag simulate --help lists the options"},
        {{"simulate", "m.lag", "--end", "-1"},
         "--end must be a positive time",
         "lag simulate --help lists the options"},
        {{"compare", "a", "b", "c"}, "not expected: c", "lag compare --help lists the options"},
        {{"compare", "a", "--frobnicate", "b"}, "not expected: --frobnicate", "lag compare --help lists the options"},
        {{"simulat", "m.lag", "--end", "1"}, "not expected", "did you mean lag simulate?"},
        {{"--frobnicate"}, "not expected: --frobnicate", "lag --help lists the options"},
        {{"simulate", "m.lag", "--end", "1", "--initial", "q1=1", "q2=2"},
         "not expected: q2=2",
         "write --initial again before each: --initial \"q1=1\" --initial \"q2=2\""},
        {{"m.lag", "--define", "m=1", "l=2"},
         "not expected: l=2",
         "write --define again before each: --define \"m=1\" --define \"l=2\""},
    };
    for (const Case& one : cases) {
        const CommandRun run = run_lag(one.arguments, folder);
        INFO(run.errors);
        CHECK(run.status == 2);
        CHECK(run.errors.rfind("lag: error: ", 0) == 0);
        CHECK(holds(run.errors, one.message));
        CHECK(holds(run.errors, "\nhint: " + one.hint + "\n"));
        CHECK(run.output.empty());
    }
}

TEST_CASE("subcommands: each has its own help", "[command]") {
    const fs::path folder = scratch_folder("subcommand_help");
    for (const std::string name : {"compare", "simulate", "modes", "doc", "help"}) {
        for (const std::string flag : {"--help", "-h"}) {
            const CommandRun run = run_lag({name, flag}, folder);
            CHECK(run.status == 0);
            CHECK(run.errors.empty());
            CHECK(holds(run.output, "Usage: lag " + name));
        }
        CHECK(holds(run_lag({"--help"}, folder).output, "\n  " + name));
    }
    CHECK(holds(run_lag({"simulate", "--help"}, folder).output, "--equilibrium"));
    CHECK(holds(run_lag({"compare", "--help"}, folder).output, "--left-map"));
    CHECK(run_lag({"--version"}, folder).output.rfind("lag ", 0) == 0);
}

TEST_CASE("subcommands: a file that has the name of one is reached by its path", "[command]") {
    const fs::path folder = scratch_folder("subcommand_files");
    for (const std::string name : {"compare", "doc", "simulate", "modes", "help"}) {
        write(folder / name, "1 + 1;\n");
        CHECK(run_lag({"./" + name}, folder).output == "2\n");
        CHECK(run_lag({"--quiet", "./" + name}, folder).output == "2\n");
    }
    // after a subcommand such a word is a file
    const CommandRun run = run_lag({"doc", "simulate"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "simulate: error: the script describes nothing that moves"));
    CHECK(run_lag({"compare", "doc", "simulate"}, folder).status == 1);
    CHECK(run_lag({"help", "position"}, folder).status == 0);
}
