// A quadruped from URDF with contacts at its feet stands, and trots under its inputs.
#include <cmath>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_import_robots.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

const fs::path sample = fs::path(LAG_SOURCE_DIR) / "samples/trotting";

fs::path imported() {
    const fs::path folder = scratch_folder("import_quadruped");
    fs::copy(sample / "trot.lag", folder);
    const CommandRun made = run_lag(
        {"import", (sample / "quadruped.urdf").string(), "--out", folder.string(), "--base", "free", "--contacts"},
        folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    return folder;
}

// The columns of trot.csv by name.
std::vector<double> column(const fs::path& folder, const std::string& name) {
    std::istringstream lines(contents(folder / "trot.csv"));
    std::string line, word;
    std::getline(lines, line);
    std::istringstream head(line);
    std::size_t index = 0;
    while (std::getline(head, word, ',') && word != name) ++index;
    std::vector<double> found;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        for (std::size_t k = 0; k <= index; ++k) std::getline(words, word, ',');
        found.push_back(std::stod(word));
    }
    REQUIRE(!found.empty());
    return found;
}

}  // namespace

TEST_CASE("an imported quadruped starts with its feet on the plane", "[import]") {
    const std::string script = contents(imported() / "quadruped.lag");
    const std::string start = "initial(trunk_z = ";
    REQUIRE(holds(script, start));
    // the knees start in the middle of -2.7 and -0.2
    const double height = std::stod(script.substr(script.find(start) + start.size()));
    CHECK(std::abs(height - (0.24 + 0.24 * std::cos(1.45) + 0.02)) < 1e-12);
}

TEST_CASE("contacts leave dry friction the modes that are left", "[import]") {
    const fs::path folder = scratch_folder("import_friction");
    std::string text = contents(sample / "quadruped.urdf");
    for (std::size_t at = text.find("<limit"); at != std::string::npos; at = text.find("<limit", at + 60))
        text.insert(at, "<dynamics friction='0.1'/>");
    write(folder / "quadruped.urdf", text);
    const CommandRun made = run_lag({"import", "quadruped.urdf", "--base", "free", "--contacts"}, folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    CHECK(holds(made.output,
                "left out: dry friction of joints: there are 8, and a model can have 3 beside its contacts"));
    const CommandRun run = run_lag({"quadruped.lag"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
}

TEST_CASE("an imported quadruped stands for 5 s on its four feet", "[import]") {
    const fs::path folder = imported();
    const CommandRun run = run_lag({"simulate", "trot.lag", "--end", "5", "--step", "0.1", "--no-compiler"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "0 events"));
    const std::vector<double> height = column(folder, "height");
    CHECK(std::abs(height.back() - height.front()) < 0.02);
    CHECK(std::abs(height[height.size() - 2] - height.back()) < 1e-6);  // it has come to rest
    CHECK(std::abs(column(folder, "trunk_e0").back() - 1) < 1e-3);
}

TEST_CASE("an imported quadruped trots on two feet at a time", "[import]") {
    const fs::path folder = imported();
    const CommandRun run = run_lag(
        {"simulate", "trot.lag", "--end", "0.8", "--step", "0.02", "--no-compiler", "--input", "bend=0.3*min(1,4*t)"},
        folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::string events = contents(folder / "trot_events.csv");
    for (const std::string leg : {"fl", "fr", "hl", "hr"}) {
        INFO(events);
        CHECK(holds(events, leg + "_shank_foot_opens"));
    }
    for (const double height : column(folder, "height")) CHECK(height > 0.3);
    for (const double e0 : column(folder, "trunk_e0")) CHECK(e0 > 0.98);
}
