// lag sweep: the same table whoever does the runs, kills survived, failures told.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "scripts/command/sweep/plan.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

// x = x0 cos(w t) with w = sqrt(k/m): the greatest speed is x0 w
const std::string spring = R"(model(spring, "a mass on a spring")$
parameter(m, 2, "kg")$ parameter(k, 8, "N/m")$
input(force, "N")$
body(cart, ground, hinge = prismatic(x, x), mass = m)$
hinge_load(x, force - k*x)$
initial(x = 1)$
output(speed, x', "m/s")$
)";

std::vector<std::vector<std::string>> table_in(const std::filesystem::path& path) {
    std::istringstream lines(contents(path));
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
}

using Words = std::vector<std::string>;

CommandRun sweep_in(const std::filesystem::path& folder, const Words& more) {
    Words words{"sweep", "spring.lag", "--end",           "4",         "--step",
                "0.001", "--collect",  "max(abs(speed))", "--collect", "final(x)"};
    words.insert(words.end(), more.begin(), more.end());
    return run_lag(words, folder);
}

}  // namespace

TEST_CASE("a sweep over a grid gives what closed forms give") {
    const auto folder = scratch_folder("sweep_grid");
    write(folder / "spring.lag", spring);
    const CommandRun run = sweep_in(folder, {"--vary", "k=2:8:4", "--vary", "x=1:2:2"});
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const auto table = table_in(folder / "spring_sweep.csv");
    REQUIRE(table.size() == 9);
    CHECK(table[0] == Words{"run", "k", "x", "max(abs(speed))", "final(x)", "failure"});
    for (std::size_t r = 1; r < table.size(); ++r) {
        const double k = std::stod(table[r][1]), x = std::stod(table[r][2]), w = std::sqrt(k / 2);
        CHECK(k == 2 + 2 * static_cast<double>((r - 1) / 2));
        CHECK(x == 1 + static_cast<double>((r - 1) % 2));
        CHECK(std::abs(std::stod(table[r][3]) - x * w) < 1e-5);
        CHECK(std::abs(std::stod(table[r][4]) - x * std::cos(4 * w)) < 1e-6);
    }
    CHECK(std::filesystem::exists(folder / "spring_sweep.svg"));
    CHECK_FALSE(std::filesystem::exists(folder / "spring_sweep.journal"));
}

TEST_CASE("a sweep gives the same table for any number of processes and any parts") {
    const auto folder = scratch_folder("sweep_parts");
    write(folder / "spring.lag", spring);
    const Words samples{"--sample", "m=normal(2,1/10)", "--sample", "force=uniform(-1,1)", "--runs",
                        "60",       "--seed",           "7"};
    const auto with = [&](const Words& more) {
        Words words = samples;
        words.insert(words.end(), more.begin(), more.end());
        return sweep_in(folder, words);
    };
    REQUIRE(with({"--jobs", "1"}).status == 0);
    const std::string table = contents(folder / "spring_sweep.csv");
    CHECK(table_in(folder / "spring_sweep.csv").size() == 61);
    for (const std::string jobs : {"2", "4"}) {
        REQUIRE(with({"--jobs", jobs}).status == 0);
        CHECK(contents(folder / "spring_sweep.csv") == table);
    }
    std::filesystem::remove(folder / "spring_sweep.csv");
    for (const std::string part : {"3/3", "1/3"}) {
        const CommandRun run = with({"--part", part});
        CHECK(run.status == 0);
        CHECK(holds(run.output, "runs of other parts are missing"));
        CHECK_FALSE(std::filesystem::exists(folder / "spring_sweep.csv"));
    }
    REQUIRE(with({"--part", "2/3"}).status == 0);
    CHECK(contents(folder / "spring_sweep.csv") == table);
    // ranks of a launcher
    std::filesystem::remove(folder / "spring_sweep.csv");
    for (const char* rank : {"1", "0"}) {
        ::setenv("OMPI_COMM_WORLD_RANK", rank, 1), ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
        CHECK(with({}).status == 0);
    }
    ::unsetenv("OMPI_COMM_WORLD_RANK"), ::unsetenv("OMPI_COMM_WORLD_SIZE");
    CHECK(contents(folder / "spring_sweep.csv") == table);
}

TEST_CASE("a sweep goes on where it was killed") {
    const auto folder = scratch_folder("sweep_killed");
    write(folder / "spring.lag", spring);
    const Words words{"--vary", "k=2:8:30", "--jobs", "1"};
    REQUIRE(sweep_in(folder, words).status == 0);
    const std::string table = contents(folder / "spring_sweep.csv");
    // what a kill leaves: the parts' journal says which sweep it is
    Words part = words;
    part.insert(part.end(), {"--part", "1/2"});
    REQUIRE(sweep_in(folder, part).status == 0);
    const std::string journal = contents(folder / "spring_sweep_1of2.journal");
    std::size_t end = 0;
    for (int line = 0; line < 10; ++line) end = journal.find('\n', end) + 1;
    write(folder / "spring_sweep.journal", journal.substr(0, end + 5));  // nine runs, and half a line
    const CommandRun run = sweep_in(folder, words);
    CHECK(run.status == 0);
    CHECK(holds(run.errors, "9 of 30 runs are done already"));
    CHECK(contents(folder / "spring_sweep.csv") == table);
    // another sweep does not take its results
    write(folder / "spring_sweep.journal", journal.substr(0, end));
    const CommandRun other = sweep_in(folder, {"--vary", "k=2:9:30", "--jobs", "1"});
    CHECK_FALSE(holds(other.errors, "done already"));
}

TEST_CASE("runs that fail are listed with a command that replays them") {
    const auto folder = scratch_folder("sweep_failures");
    write(folder / "spring.lag", spring + "parameter(b, 1)$ hinge_load(x, 1/(b - 2)^2)$\n");
    const CommandRun run = sweep_in(folder, {"--vary", "b=1:3:3", "--parameters", "base.txt"});
    CHECK(run.status == 1);  // base.txt is missing
    write(folder / "base.txt", "k 3\n");
    const CommandRun all = sweep_in(folder, {"--vary", "b=1:3:3", "--parameters", "base.txt"});
    INFO(all.errors);
    REQUIRE(all.status == 0);
    CHECK(holds(all.output, "3 runs, 1 of which failed"));
    const std::string failures = contents(folder / "spring_sweep_failures.txt");
    INFO(failures);
    CHECK(holds(failures, "run 2: "));
    CHECK(holds(failures, "lag simulate spring.lag --parameters spring_sweep_run2.txt --end 4 --step 0.001"));
    const CommandRun replay = run_lag(
        {"simulate", "spring.lag", "--parameters", "spring_sweep_run2.txt", "--end", "4", "--step", "0.001"}, folder);
    CHECK(replay.status == 1);
    CHECK(holds(contents(folder / "spring_sweep_run2.txt"), "include base.txt\nparameter b 2\n"));
}

TEST_CASE("draws have the law that they are asked for") {
    const SampledQuantity normal = sampled_quantity("m=normal(2,1/10)"), uniform = sampled_quantity("c=uniform(-1,3)");
    double sum = 0, squares = 0, below = 0, low = 3, high = -1, middle = 0, product = 0;
    const int n = 40000;
    for (int run = 0; run < n; ++run) {
        const double x = (normal.draw(5, static_cast<std::size_t>(run)) - 2) / 0.1,
                     y = uniform.draw(5, static_cast<std::size_t>(run));
        sum += x, squares += x * x, below += x < 1 ? 1 : 0, product += x * (y - 1);
        low = std::min(low, y), high = std::max(high, y), middle += y;
    }
    // five standard errors of each
    CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
    CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2.0 / n));
    CHECK(std::abs(below / n - 0.841344746) < 5 * std::sqrt(0.1335 / n));
    CHECK(std::abs(middle / n - 1) < 5 * std::sqrt(16.0 / 12 / n));
    CHECK(std::abs(product / n) < 5 * std::sqrt(16.0 / 12 / n));
    CHECK((low >= -1 && low < -0.999 && high <= 3 && high > 2.999));
    CHECK(normal.draw(5, 17) == normal.draw(5, 17));
    CHECK(normal.draw(5, 17) != normal.draw(6, 17));
}

TEST_CASE("a grid is drawn as curves, one for each value of the other quantities") {
    const auto folder = scratch_folder("sweep_grid");
    write(folder / "spring.lag", spring);
    const CommandRun run = sweep_in(folder, {"--vary", "m=1:2:2", "--vary", "k=4:16:4", "--vary", "x=1:3:3"});
    CHECK(run.status == 0);
    const std::string picture = contents(folder / "spring_sweep.svg");
    for (const char* name : {"m = 1, x = 1", "m = 1, x = 2", "m = 1, x = 3", "m = 2, x = 1", "m = 2, x = 3", ">k<"})
        CHECK(holds(picture, name));
    CHECK_FALSE(holds(picture, "runs"));
    const CommandRun draws = sweep_in(folder, {"--vary", "m=1:2:2", "--sample", "k=uniform(4,16)", "--runs", "3"});
    CHECK(draws.status == 0);
    // of draws at the points of a grid the mean, between the least and the greatest
    const std::string drawn = contents(folder / "spring_sweep.svg");
    CHECK_FALSE(holds(drawn, "runs"));
    for (const char* name : {">mean<", ">greatest<", ">least<"}) CHECK(holds(drawn, name));
    std::vector<double> heights;  // of the first point of each curve
    for (std::size_t at = drawn.find("d=\"M"); at != std::string::npos; at = drawn.find("d=\"M", at + 1))
        heights.push_back(std::strtod(drawn.c_str() + drawn.find(' ', at), nullptr));
    REQUIRE(heights.size() == 6);  // of two numbers
    const auto rows = table_in(folder / "spring_sweep.csv");
    REQUIRE(rows.at(0).at(3) == "max(abs(speed))");
    const auto found = [&](std::size_t row) { return std::strtod(rows.at(row).at(3).c_str(), nullptr); };
    const double a = found(1), b = found(2), c = found(3), least = std::min({a, b, c}), greatest = std::max({a, b, c});
    CHECK((heights[0] - heights[2]) / (heights[1] - heights[2]) ==
          Approx(((a + b + c) / 3 - least) / (greatest - least)).margin(0.01));
    // samples alone: how often which value comes
    CHECK(sweep_in(folder, {"--sample", "k=uniform(4,16)", "--runs", "3"}).status == 0);
    CHECK(holds(contents(folder / "spring_sweep.svg"), "runs"));
    // nothing is told of a curve without a name, and the ninth curve differs from the first
    CHECK_FALSE(holds(contents(folder / "spring_sweep.svg"), "></text>"));
    CHECK(sweep_in(folder, {"--vary", "m=1:2:9", "--vary", "k=4:16:10"}).status == 0);
    CHECK(holds(contents(folder / "spring_sweep.svg"), "stroke-dasharray=\"7 3\""));
}

TEST_CASE("wrong uses of sweep say what to do") {
    const auto folder = scratch_folder("sweep_wrong");
    write(folder / "spring.lag", spring);
    const std::vector<std::pair<Words, std::string>> wrong{
        {{"--vary", "kk=1:2:3"}, "the model has no 'kk'"},
        {{"--vary", "k=1:2"}, "--vary takes name=from:to:count"},
        {{"--vary", "k=1:x:2"}, "'x' is no number"},
        {{"--sample", "k=gauss(1,2)"}, "there are normal(mean, deviation) and uniform(low, high)"},
        {{"--sample", "k=uniform(2,1)"}, "the bounds are exchanged"},
        {{"--vary", "k=1:2:3", "--sample", "k=uniform(1,2)"}, "'k' is varied twice"},
        {{"--vary", "k=1:2:3", "--runs", "5"}, "nothing is sampled"},
        {{"--vary", "k=1:2:3", "--collect", "max(y)"}, "a run has no column 'y'"},
        {{"--vary", "k=1:2:3", "--collect", "largest(x)"}, "there is no measure 'largest'"},
        {{"--vary", "k=1:2:3", "--part", "3/2"}, "--part takes k/n"},
        {{}, "nothing is varied"},
    };
    for (const auto& [words, message] : wrong) {
        const CommandRun run = sweep_in(folder, words);
        INFO(run.errors);
        CHECK(run.status != 0);
        CHECK(holds(run.errors, message));
    }
}

TEST_CASE("a sweep ends after some time with what is done, and goes on from there") {
    const auto folder = scratch_folder("sweep_wall");
    write(folder / "spring.lag", spring);
    const CommandRun none = sweep_in(folder, {"--vary", "k=2:8:4", "--wall", "1e-9"});
    CHECK(none.status == 1);
    CHECK(holds(none.errors, "0 of 4 runs are done: 1e-09 s have passed, as many as --wall allows"));
    CHECK_FALSE(std::filesystem::exists(folder / "spring_sweep.csv"));
    const CommandRun all = sweep_in(folder, {"--vary", "k=2:8:4", "--wall", "500"});
    CHECK(all.status == 0);
    CHECK(table_in(folder / "spring_sweep.csv").size() == 5);
    // k = 1e14: 2e7 oscillations, which no second sees; k = 2 comes first
    const CommandRun some = sweep_in(folder, {"--vary", "k=2:1e14:2", "--jobs", "1", "--no-compiler", "--wall", "8"});
    INFO(some.errors);
    CHECK(some.status == 1);
    CHECK(holds(some.errors, "1 of 2 runs are done"));
    const auto table = table_in(folder / "spring_sweep.csv");
    REQUIRE(table.size() == 2);
    CHECK(table[1][0] == "1");
    CHECK(sweep_in(folder, {"--vary", "k=2:8:4", "--wall", "0"}).status == 2);
}

TEST_CASE("runs of a sweep end after some steps, and say so") {
    const auto folder = scratch_folder("sweep_steps");
    write(folder / "spring.lag", spring);
    const CommandRun run = sweep_in(folder, {"--vary", "k=2:8:2", "--max-steps", "20"});
    INFO(run.errors);
    CHECK(run.status == 0);
    const auto table = table_in(folder / "spring_sweep.csv");
    REQUIRE(table.size() == 3);
    CHECK(holds(contents(folder / "spring_sweep.csv"), "it has taken 20 steps, as many as --max-steps allows"));
    CHECK(holds(contents(folder / "spring_sweep_failures.txt"), "--max-steps 20"));
}

TEST_CASE("a run of a sweep that diverges is named") {
    const auto folder = scratch_folder("sweep_diverging");
    write(folder / "spring.lag", spring);
    // what processes of the command say comes from outside of this one
    const std::string command =
        "cd '" + folder.string() + "' && '" + std::string(LAG_COMMAND) +
        "' sweep spring.lag --end 20 --step 0.1 --collect 'final(x)' --vary k=-20:8:2 2> errors.txt";
    REQUIRE(std::system((command + " > output.txt").c_str()) == 0);
    const std::string errors = contents(folder / "errors.txt");
    CHECK(holds(errors, "warning: run 1: at t = "));
    CHECK(holds(errors, "does the motion diverge?"));
    CHECK_FALSE(holds(errors, "run 2:"));
}
