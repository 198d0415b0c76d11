// What cannot be written is no success: standard output on a full disk or closed, files beyond the allowed size. And
// what is no number is no option.
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string cart =
    "model(cart)$ parameters(m = 2, k = 50)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
    "hinge_load(s, -k*s)$ output(place, s)$ initial(s = 1)$\n";

struct Shell {
    int status;
    std::string errors;
};

Shell shell(const std::string& command, const fs::path& folder) {
    const int status = std::system(("cd '" + folder.string() + "' && { " + command + "; } 2> errors").c_str());
    return {WEXITSTATUS(status), contents(folder / "errors")};
}

const std::string lag_command = "'" LAG_COMMAND "' ";

}  // namespace

TEST_CASE("a command whose output cannot be written fails", "[command]") {
    const fs::path folder = scratch_folder("streams");
    write(folder / "cart.lag", cart + "s;\nemit(cpp, \"cart.hpp\")$\n");
    write(folder / "other.lag", cart);
    for (const std::string arguments :
         {"help", "help body", "--help", "--version", "compare --help", "simulate --help", "doc --help", "cart.lag",
          "cart.lag --dump model", "doc cart.lag", "compare cart.lag other.lag --points 2",
          "simulate cart.lag --end 1 --no-compiler"}) {
        INFO(arguments);
        const Shell full = shell(lag_command + arguments + " > /dev/full", folder);
        CHECK(full.status == 1);
        CHECK(holds(full.errors, "lag: error: standard output cannot be written"));
        const Shell closed = shell(lag_command + arguments + " >&-", folder);
        CHECK(closed.status == 1);
        CHECK(holds(closed.errors, "lag: error: standard output cannot be written"));
        CHECK(shell(lag_command + arguments + " > /dev/null", folder).status == 0);
    }
    // nothing to say, nothing to lose
    CHECK(shell(lag_command + "other.lag --quiet > /dev/full", folder).status == 0);
    CHECK(shell(lag_command + "other.lag --quiet >&-", folder).status == 0);
    for (const std::string input : {"1 + 1;", "help body", "s: 3$\ns;\ns;"}) {
        INFO(input);
        const Shell prompt = shell("printf '" + input + "\\n' | " + lag_command + "> /dev/full", folder);
        CHECK(prompt.status == 1);
        CHECK(holds(prompt.errors, "standard output cannot be written"));
    }
}

TEST_CASE("a file that grows beyond the allowed size leaves nothing behind", "[command]") {
    const fs::path folder = scratch_folder("streams_limit");
    write(folder / "cart.lag", cart + "emit(cpp, \"cart.hpp\")$\n");
    fs::create_directories(folder / "out");
    for (const std::string arguments :
         {"cart.lag --out out", "doc cart.lag --out out", "simulate cart.lag --end 1 --no-compiler --out out"}) {
        INFO(arguments);
        const Shell run = shell("(ulimit -f 1; " + lag_command + arguments + " > /dev/null)", folder);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, "File too large"));
        CHECK(fs::is_empty(folder / "out"));
    }
}

TEST_CASE("numbers of options are numbers as people write them", "[command]") {
    const fs::path folder = scratch_folder("streams_options");
    write(folder / "cart.lag", cart);
    const std::vector<std::string> compare{"compare", "cart.lag", "cart.lag", "--points", "2"},
        simulate{"simulate", "cart.lag", "--no-compiler"};
    const auto refused = [&](std::vector<std::string> arguments, const std::string& option, const std::string& value) {
        arguments.insert(arguments.end(), {option, value});
        if (arguments[0] == "simulate" && option != "--end") arguments.insert(arguments.end(), {"--end", "1"});
        INFO(option << " '" << value << "'");
        const CommandRun run = run_lag(arguments, folder);
        CHECK(run.status == 2);
        CHECK(holds(run.errors, option));
    };
    for (const std::string value : {"nan", "NaN", "inf", "-inf", "", "1e-9x", "0x1p-3", "-1", "1e999", "1,5", "."}) {
        refused(compare, "--tolerance", value);
        refused(simulate, "--tolerance", value);
        refused(simulate, "--end", value);
        refused(simulate, "--step", value);
    }
    for (const std::string value : {"nan", "-1", "1.5", "1e3", "0x10", "010", "", "99999999999999999999", "3 4"}) {
        for (const std::string option : {"--patience", "--seed"}) refused(compare, option, value);
        const std::vector<std::string> bare{"compare", "cart.lag", "cart.lag"};
        refused(bare, "--points", value);
    }
    refused(compare, "--patience", "0");
    refused(compare, "--tolerance", "2");
    refused(simulate, "--end", "0");
    CHECK(run_lag({"compare", "cart.lag", "cart.lag", "--points", "2", "--tolerance", "1E-6", "--seed", "0"}, folder)
              .status == 0);
    CHECK(run_lag({"simulate", "cart.lag", "--no-compiler", "--end", ".5", "--step", "1e-1"}, folder).status == 0);
}

}  // namespace lag
