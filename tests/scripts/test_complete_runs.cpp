// lag simulate with parameter files, inputs from tables, saved states and other methods.
#include <cmath>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

// x'' = (force - k*x)/m with m = 2: closed forms below
const std::string spring = R"(model(spring, "a mass on a spring")$
parameter(m, 2, "kg", "mass")$ parameter(k, 8, "N/m", "stiffness")$ parameter(end, 1, "m")$
input(force, "N", "on the mass")$
body(cart, ground, hinge = prismatic(x, x), mass = m)$
hinge_load(x, force - k*x)$
initial(x = 1/2)$
output(stretch, x/end, "")$
)";

std::vector<double> last_row(const std::filesystem::path& path) {
    std::istringstream lines(contents(path));
    std::string line, last;
    while (std::getline(lines, line)) last = line;
    std::vector<double> row;
    std::istringstream cells(last);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    return row;
}

}  // namespace

TEST_CASE("a parameter file gives a run its values, and its echo gives the same bytes") {
    const auto folder = scratch_folder("complete_runs");
    write(folder / "spring.lag", spring);
    write(folder / "base.txt", "k 32 N/m   # stiffer\n");
    write(folder / "run.txt",
          "title stiff\ninclude base.txt\nend 1.5\noutput 0.25\nx 2\nx' 4d0 m/s\nparameter end 5 m\n");
    const CommandRun run =
        run_lag({"simulate", "spring.lag", "--parameters", "run.txt", "--save", "state.txt"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::string table = contents(folder / "spring.csv");
    CHECK(std::count(table.begin(), table.end(), '\n') == 8);
    const std::vector<double> last = last_row(folder / "spring.csv");  // x = 2 cos 4t + sin 4t
    CHECK(last[0] == 1.5);
    CHECK(std::abs(last[1] - (2 * std::cos(6.0) + std::sin(6.0))) < 1e-6);
    CHECK(std::abs(last[3] - last[1] / 5) < 1e-12);
    const std::string echo = contents(folder / "run.txt.echo");
    for (const char* line :
         {"title stiff\n", "k 32 N/m  # stiffness\n", "parameter end 5 m\n", "x' 4 m/s\n", "end 1.5 s"}) {
        INFO(echo);
        CHECK(holds(echo, line));
    }
    REQUIRE(run_lag({"simulate", "spring.lag", "--parameters", "run.txt.echo", "--quiet"}, folder).status == 0);
    CHECK(contents(folder / "spring.csv") == table);
    CHECK(contents(folder / "run.txt.echo.echo") == echo);

    // from the saved state on
    const CommandRun more = run_lag(
        {"simulate", "spring.lag", "--parameters", "run.txt", "--restart", "state.txt", "--end", "3", "--quiet"},
        folder);
    INFO(more.errors);
    REQUIRE(more.status == 0);
    const std::vector<double> later = last_row(folder / "spring.csv");
    CHECK(later[0] == 3);
    CHECK(std::abs(later[1] - (2 * std::cos(12.0) + std::sin(12.0))) < 1e-6);
}

TEST_CASE("inputs come from tables, linear between their rows") {
    const auto folder = scratch_folder("table_inputs");
    write(folder / "spring.lag", spring);
    // a ramp of 8 N/s from t = 1 to t = 2, then 8 N: z'' + 4 z = f/2; what is a spike is not passed over
    write(folder / "ramp.csv", "time,\"force\",pulse\n0,0,0\n1,0,0\n1.999,7.992,0\n2,8,1000\n2.001,8,0\n9,8,0\n");
    const CommandRun run = run_lag(
        {"simulate", "spring.lag", "--input", "force=ramp.csv:force", "--initial", "x=0", "--end", "3", "--step", "3"},
        folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    // x = (τ - sin(2τ)/2) - (the same, one second later), with τ = t - 1
    const auto ramp = [](double tau) { return tau - std::sin(2 * tau) / 2; };
    CHECK(std::abs(last_row(folder / "spring.csv")[1] - (ramp(2) - ramp(1))) < 1e-6);
    REQUIRE(run_lag({"simulate", "spring.lag", "--input", "force=ramp.csv:pulse", "--initial", "x=0", "--end", "3",
                     "--step", "3"},
                    folder)
                .status == 0);
    // an impulse of 1 N s at t = 2
    CHECK(std::abs(last_row(folder / "spring.csv")[1] - std::sin(2.0) / 4) < 1e-5);
    for (const std::string method : {"adams", "rk4"}) {
        INFO(method);
        REQUIRE(run_lag({"simulate", "spring.lag", "--input", "force=ramp.csv", "--initial", "x=0", "--end", "3",
                         "--step", "0.001", "--method", method},
                        folder)
                    .status == 0);
        CHECK(std::abs(last_row(folder / "spring.csv")[1] - (ramp(2) - ramp(1))) < 1e-6);
    }
}

TEST_CASE("a motion that an input prescribes takes the slopes of its table") {
    const auto folder = scratch_folder("table_slopes");
    write(folder / "road.lag", R"(model(road)$ input(zr, "m")$
parameter(k, 8, "N/m")$ parameter(c, 2, "N*s/m")$
body(wheel, ground, hinge = prismatic(z, z), mass = 2)$
hinge_load(z, k*(zr - z) + c*(diff(zr, t) - z'))$
)");
    write(folder / "line.csv", "t,zr\n0,0\n5,10\n");
    REQUIRE(run_lag({"simulate", "road.lag", "--input", "zr=line.csv", "--end", "4", "--step", "1"}, folder).status ==
            0);
    const std::vector<double> table = last_row(folder / "road.csv");
    REQUIRE(run_lag({"simulate", "road.lag", "--input", "zr=2*t", "--end", "4", "--step", "1"}, folder).status == 0);
    const std::vector<double> formula = last_row(folder / "road.csv");
    CHECK(std::abs(table[1] - formula[1]) < 1e-7);
    CHECK(std::abs(table[2] - formula[2]) < 1e-7);
}

TEST_CASE("what is wrong in a parameter file is told with file and line") {
    const auto folder = scratch_folder("wrong_files");
    write(folder / "spring.lag", spring);
    write(folder / "short.csv", "t,force\n0,1\n1\n");
    write(folder / "back.csv", "t,force\n0,1\n1,1\n0.5,1\n");
    write(folder / "other.csv", "t,moment\n0,1\n");
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"end 1\nmm 3\n", "in.txt:2: the model has no mm"},
        {"end 1\nm 3 g\n", "in.txt:2: m is given in g, expected kg"},
        {"end 1\nm 1,5\n", "in.txt:2: 1,5 is not a number"},
        {"end 1\nm\n", "in.txt:2: no value for m"},
        {"m 1e999\n", "in.txt:1: 1e999 is beyond all numbers"},
        {"m 1 2\n", "in.txt:1: one value for m, not 1 2"},
        {"include in.txt\n", "in.txt:1: the file in.txt includes itself"},
        {"include nowhere.txt\n", "in.txt:1: cannot read nowhere.txt"},
        {"end 1\nintegrator euler\n", "in.txt:2: there is no method 'euler'"},
        {"end 1\ninputs short.csv\n", "short.csv:3: there are fewer columns than names"},
        {"end 1\ninputs back.csv\n", "do not grow at row 3"},
        {"end 1\ninputs other.csv\n", "other.csv has a column for no input of the model"},
        {"end 1\nstart 2\n", "is not after its start"},
        {"start 0\n", "--end is required"},
    };
    for (const auto& [text, words] : wrong) {
        INFO(text);
        write(folder / "in.txt", text);
        const CommandRun run = run_lag({"simulate", "spring.lag", "--parameters", "in.txt"}, folder);
        INFO(run.errors);
        CHECK(run.status != 0);
        CHECK(holds(run.errors, words));
        CHECK_FALSE(std::filesystem::exists(folder / "spring.csv"));
    }
}

TEST_CASE("a restart takes flags and states as they were") {
    const auto folder = scratch_folder("restart_flags");
    write(folder / "ball.lag", R"(model(ball)$ parameter(g0, 10, "m/s^2")$ gravity([0, 0, -g0])$
flag(count, 0, "hits")$ state(heat, "J", "lost", rate = count)$
body(b, ground, hinge = prismatic(z, z), mass = 1)$
initial(z = 5)$
event(hit, z, falling, impulse = [z' = 2*10], set = [count = count + 1])$
)");
    REQUIRE(run_lag({"simulate", "ball.lag", "--end", "4.5", "--step", "0.5", "--tolerance", "1e-10"}, folder).status ==
            0);
    const std::vector<double> whole = last_row(folder / "ball.csv");
    REQUIRE(
        run_lag({"simulate", "ball.lag", "--end", "2.5", "--step", "0.5", "--tolerance", "1e-10", "--save", "s.txt"},
                folder)
            .status == 0);
    CHECK(holds(contents(folder / "s.txt"), "count 1"));
    REQUIRE(
        run_lag({"simulate", "ball.lag", "--end", "4.5", "--step", "0.5", "--tolerance", "1e-10", "--restart", "s.txt"},
                folder)
            .status == 0);
    const std::vector<double> parts = last_row(folder / "ball.csv");
    REQUIRE(parts.size() == whole.size());
    for (std::size_t k = 0; k < whole.size(); ++k) CHECK(std::abs(parts[k] - whole[k]) < 1e-6);
}
