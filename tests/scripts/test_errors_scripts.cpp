// Every script in wrong/ must be refused with exactly the message in the .txt beside it, with the right exit status,
// and without a trace on the disk. LAG_ACCEPT_GOLDEN=1 writes the .txt files; read them as their user would.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> wrong_scripts() {
    std::vector<fs::path> scripts;
    for (const auto& entry : fs::directory_iterator(fs::path(LAG_SOURCE_DIR) / "tests/scripts/wrong"))
        if (entry.path().extension() == ".lag") scripts.push_back(entry.path());
    std::sort(scripts.begin(), scripts.end());
    return scripts;
}

}  // namespace

TEST_CASE("every wrong script is refused with its message", "[errors]") {
    const std::vector<fs::path> scripts = wrong_scripts();
    REQUIRE(scripts.size() >= 60);
    const bool accept = std::getenv("LAG_ACCEPT_GOLDEN") != nullptr;
    for (const fs::path& script : scripts) {
        INFO(script.filename().string());
        const fs::path folder = scratch_folder("wrong");
        const CommandRun run = run_lag({script.filename().string(), "--out", folder.string()}, script.parent_path());
        CHECK(run.status != 0);
        CHECK(fs::is_empty(folder));
        const std::string found = "exit " + std::to_string(run.status) + "\n" + run.errors;
        fs::path expected = script;
        expected.replace_extension(".txt");
        if (accept) {
            std::ofstream(expected, std::ios::binary) << found;
            continue;
        }
        CHECK(found == contents(expected));
    }
}

TEST_CASE("ten thousand nested brackets are refused", "[errors]") {
    const fs::path folder = scratch_folder("nested");
    std::ofstream(folder / "nested.lag") << std::string(10000, '(') << "1" << std::string(10000, ')') << ";\n";
    const CommandRun run = run_lag({"nested.lag"}, folder);
    CHECK(run.status == 1);
    CHECK(run.errors.find("nested.lag:1:") == 0);
    CHECK(run.errors.find("nested") != std::string::npos);
    CHECK(run.errors.size() < 1000);
}

TEST_CASE("a script that writes its state into every message stays within the terminal", "[errors]") {
    const fs::path folder = scratch_folder("long_line");
    std::ofstream(folder / "long.lag") << "a: " << std::string(100000, '+') << "1$\n";
    const CommandRun run = run_lag({"long.lag"}, folder);
    CHECK(run.errors.size() < 2000);
}

}  // namespace lag
