// What the command says of itself, in --help, in the man page and in the manual: the same options, exit statuses and version.
#include <algorithm>
#include <regex>
#include <set>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

using Options = std::set<std::string>;

Options matches(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    Options found;
    for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
        found.insert((*match)[1]);
    return found;
}

std::string from_source(const std::string& path) {
    const std::string text = contents(fs::path(LAG_SOURCE_DIR) / path);
    REQUIRE_FALSE(text.empty());
    return text;
}

// From a heading to the next one: both are lines that begin with `mark`.
std::string section(const std::string& text, const std::string& mark, const std::string& heading) {
    const std::size_t begin = text.find("\n" + mark + heading + "\n");
    INFO(heading);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin + 1, text.find("\n" + mark, begin + 1) - begin);
}

Options of_help(const std::string& subcommand) {
    std::vector<std::string> arguments{"--help"};
    if (!subcommand.empty()) arguments.insert(arguments.begin(), subcommand);
    const CommandRun run = run_lag(arguments, scratch_folder("manual_help"));
    REQUIRE(run.status == 0);
    Options found;
    std::istringstream lines(run.output);
    for (std::string line; std::getline(lines, line);)  // two spaces, the names, two spaces or the end
        if (line.rfind("  -", 0) == 0) {
            const std::string names = line.substr(2, line.find("  ", 2) - 2);
            for (const std::string& name : matches(names, "(--[a-z][a-z-]*)")) found.insert(name);
        }
    found.erase("--help");
    found.erase("--version");
    return found;
}

Options of_man_page(const std::string& page, const std::string& heading) {
    std::string text = section(page, ".SH ", heading);
    text = std::regex_replace(text, std::regex(R"(\\-)"), "-");
    Options found;
    for (const std::string& title : matches(text, R"(\.TP\n(\.B[^\n]*))"))
        for (const std::string& name : matches(title, "(--[a-z][a-z-]*)")) found.insert(name);
    return found;
}

Options of_manual(const std::string& page) {
    Options found;
    for (const std::string& cell : matches(page, R"(\n\| (`--[^|]*)\|)"))
        for (const std::string& name : matches(cell, "(--[a-z][a-z-]*)")) found.insert(name);
    return found;
}

}  // namespace

TEST_CASE("--help, the man page and the manual have the same options", "[command]") {
    const std::string man = from_source("man/lag.1");
    struct Place {
        std::string subcommand, in_man, page;
    };
    for (const auto& [subcommand, in_man, page] :
         {Place{"", "OPTIONS", "script"}, Place{"simulate", "\"OPTIONS OF SIMULATE\"", "simulate"},
          Place{"compare", "\"OPTIONS OF COMPARE\"", "compare"}, Place{"sweep", "\"OPTIONS OF SWEEP\"", "sweep"},
          Place{"fit", "\"OPTIONS OF FIT\"", "fit"}, Place{"modes", "\"OPTIONS OF MODES\"", "modes"},
          Place{"page", "\"OPTIONS OF PAGE\"", "page"}, Place{"inverse", "\"OPTIONS OF INVERSE\"", "inverse"},
          Place{"periodic", "\"OPTIONS OF PERIODIC\"", "periodic"}, Place{"doc", "\"OPTIONS OF DOC\"", "doc"},
          Place{"import", "\"OPTIONS OF IMPORT\"", "import"}}) {
        INFO("lag " << subcommand);
        const Options options = of_help(subcommand);
        CHECK(options.size() >= 2);
        CHECK(of_man_page(man, in_man) == options);
        CHECK(of_manual(from_source("docs/commands/" + page + ".md")) == options);
    }
    CHECK(of_help("help").empty());
}

TEST_CASE("subcommands and exit statuses are in --help, the man page and the manual", "[command]") {
    const std::string man = from_source("man/lag.1"), manual = from_source("docs/commands/index.md");
    const CommandRun run = run_lag({"--help"}, scratch_folder("manual_subcommands"));
    const Options subcommands = matches(run.output.substr(run.output.find("Subcommands:")), "\n  ([a-z]+) ");
    CHECK(subcommands == Options{"compare", "doc", "fit", "help", "import", "inverse", "modes", "page", "periodic",
                                 "simulate", "sweep"});
    CHECK(matches(section(man, ".SH ", "SUBCOMMANDS"), R"(\.TP\n\.BI?R? ([a-z]+) )") == subcommands);
    CHECK(matches(manual, R"(\n\| `lag ([a-z]+) )") == subcommands);
    const Options statuses = matches(section(man, ".SH ", "\"EXIT STATUS\""), R"(\n\.B (\d+)\n)");
    CHECK(statuses.size() == 5);
    CHECK(matches(manual.substr(manual.find("| Exit status")), R"(\n\| (\d+) \|)") == statuses);
}

TEST_CASE("--version is the build's, and the man page's", "[command]") {
    const Options version = matches(from_source("CMakeLists.txt"), R"(project\(lag VERSION ([\d.]+))");
    REQUIRE(version.size() == 1);
    const CommandRun run = run_lag({"--version"}, scratch_folder("manual_version"));
    CHECK(run.status == 0);
    CHECK(run.output == "lag " + *version.begin() + "\n");
    CHECK(holds(from_source("man/lag.1"), "\"lag " + *version.begin() + "\""));
}
