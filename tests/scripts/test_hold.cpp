// initial(.., hold = [..]): values that assembly may not move, against the closed form of a four-bar linkage.
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

// Angle and rate of the rocker of `four_bar_linkage`, by the triangle between the crank's end and the rocker's bearing.
struct Rocker {
    double angle = 0, rate = 0;
};
double rocker_angle(double crank) {
    constexpr double a = 0.1, b = 0.3, c = 0.25, d = 0.35;
    const double x = a * std::cos(crank) - d, y = a * std::sin(crank), r = std::hypot(x, y);
    return std::atan2(y, x) - std::acos((r * r + c * c - b * b) / (2 * r * c));
}
Rocker rocker_at(double crank, double rate) {
    constexpr double h = 1e-5;
    return {rocker_angle(crank), rate * (rocker_angle(crank + h) - rocker_angle(crank - h)) / (2 * h)};
}

const std::string held_linkage = "model(m)$\n" + four_bar_linkage + "initial(hold = [q1, q1'])$\n";

}  // namespace

TEST_CASE("simulate starts with the held values as they are") {
    const fs::path folder = scratch_folder("hold_simulate");
    const Rocker expected = rocker_at(0.3, 2);
    for (const std::string options : {"", "options(constraints = eliminate)$\n", "cut"}) {
        CAPTURE(options);
        std::string script = held_linkage + (options == "cut" ? "" : options);
        if (options == "cut") {
            const std::string loop = "point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q)$";
            script.replace(script.find(loop), loop.size(),
                           "cut_hinge(coupler, rocker, hinge = revolute(z, q4), at = [c, 0, 0], outboard_at = [b, 0, "
                           "0])$");
        }
        write(folder / "m.lag", script + "output(rocker_rate, q3')$\n");
        const CommandRun run =
            run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.01", "--step", "0.01"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        CHECK(!holds(run.output, "q1 = 0.3 becomes"));
        const SimulatedColumns rows = simulated_columns(folder / "m.csv");
        CHECK(std::abs(rows.at("q1")[0] - 0.3) < 1e-12);
        CHECK(std::abs(std::remainder(rows.at("q3")[0] - expected.angle, 2 * std::acos(-1.0))) < 1e-10);
        CHECK(std::abs(rows.at("rocker_rate")[0] - expected.rate) < 1e-8);
    }
}

TEST_CASE("hold of values given on the command line") {
    const fs::path folder = scratch_folder("hold_given");
    write(folder / "m.lag", held_linkage);
    REQUIRE(run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.01", "--step", "0.01", "--quiet", "--initial",
                     "q1=0.5", "--initial", "q1'=-3"},
                    folder)
                .status == 0);
    const SimulatedColumns rows = simulated_columns(folder / "m.csv");
    const Rocker expected = rocker_at(0.5, -3);
    CHECK(std::abs(rows.at("q1")[0] - 0.5) < 1e-12);
    CHECK(std::abs(rows.at("q3'")[0] - expected.rate) < 1e-8);
}

TEST_CASE("main programs of all languages start with the held values") {
    const fs::path folder = scratch_folder("hold_drivers");
    const std::vector<std::array<std::string, 3>> ways{
        {"fortran", "m.f90", "gfortran -O1 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 -o run"},
        {"fortran77", "m.f", "gfortran -O1 -std=legacy -Wall -Wextra -Werror m.f m_main.f -o run"},
        {"cpp", "m.hpp", "g++ -O1 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp -o run"},
        {"c", "m.h", "gcc -O1 -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror m_main.c -o run -lm"}};
    std::string emits;
    for (const auto& way : ways) emits += "emit(" + way[0] + ", \"" + way[1] + "\", driver = true)$\n";
    write(folder / "m.lag", held_linkage + emits);
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    const Rocker expected = rocker_at(0.3, 2);
    for (const auto& way : ways) {
        INFO(way[0]);
        write(folder / "in.txt", "end 0.001\noutput table.csv\n");
        const auto run = [&](const std::string& command) {
            return std::system(("cd '" + folder.string() + "' && (" + command + ") > log 2>&1").c_str());
        };
        const int status = run(way[2] + " && timeout 60 ./run in.txt");
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        const SimulatedColumns rows = simulated_columns(folder / "table.csv");
        CHECK(std::abs(rows.at("q1")[0] - 0.3) < 1e-9);  // the program's tolerance is 1e-10
        CHECK(std::abs(rows.at("q1'")[0] - 2) < 1e-9);
        CHECK(std::abs(std::remainder(rows.at("q3")[0] - expected.angle, 2 * std::acos(-1.0))) < 1e-8);
        CHECK(std::abs(rows.at("q3'")[0] - expected.rate) < 1e-7);
    }
}

TEST_CASE("held values that leave no solution are named") {
    const fs::path folder = scratch_folder("hold_contradiction");
    write(folder / "m.lag", "model(m)$\n" + four_bar_linkage + "initial(hold = [q1, q2, q3])$\n");
    const CommandRun run = run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.01", "--quiet"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "what 'hold' keeps leaves no solution (q1, q2, q3): the position error of constraint"));
    // two speeds of one freedom
    write(folder / "m.lag", "model(m)$\n" + four_bar_linkage + "initial(hold = [q1, q1', q2'])$\n");
    const CommandRun speeds = run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.01", "--quiet"}, folder);
    CHECK(speeds.status == 1);
    CHECK(holds(speeds.errors, "leaves no solution (q1', q2'): the speed error of constraint"));
}

TEST_CASE("hold in linearize, and what hold refuses") {
    const ScriptRun run = run_script(held_linkage + "assert(abs(linearize(outputs = [q1, q2])[1][1, 1]) < 1)$\n");
    CHECK(run.error == "");
    const auto error_of = [](const std::string& hold) {
        return first_error(
            "model(m)$ body(b, ground, hinge = revolute(z, q), mass = 1, inertia = [0, 0, 1])$\n"
            "state(s, rate = 1)$ initial(hold = " +
            hold + ")$");
    };
    CHECK(holds(error_of("[qq]"), "hold takes coordinates and speeds, found 'qq' [did you mean 'q'?]"));
    CHECK(holds(error_of("[s]"), "'s' is a state, and no constraint moves states"));
    CHECK(holds(error_of("[q + 1]"), "hold takes coordinates and speeds"));
    CHECK(holds(error_of("q"), "expected a list of coordinates and speeds"));
    // a coordinate of that name comes first
    CHECK(first_error("model(m)$ body(b, ground, hinge = revolute(z, hold), mass = 1, inertia = [0, 0, 1])$ "
                      "initial(hold = 2)$") == "");
}

}  // namespace lag
