// initial(.., hold = [..]): values that assembly may not move, against the closed form of a four-bar linkage.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
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

// The first row of a run.
SimulatedColumns started(const std::string& name, const std::string& script, std::vector<std::string> more = {}) {
    const fs::path folder = scratch_folder(name);
    write(folder / "m.lag", script);
    std::vector<std::string> arguments{"simulate", "m.lag",  "--no-compiler", "--end",
                                       "0.001",    "--step", "0.001",         "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandRun run = run_lag(arguments, folder);
    INFO(script << run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

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

TEST_CASE("hold of coordinates and rates that rows measure, as of hinges of the tree") {
    const std::string outputs =
        "output(r1, q1')$ output(r2, q2')$ output(r3, q3')$ output(a1, q1'')$ output(a3, q3'')$\n"
        "output(px, position(cm(coupler))[1])$ output(py, position(cm(coupler))[2])$\n";
    const std::string absolute = "options(joints = absolute)$\n";
    for (const std::string held : {"[q1, q1']", "[q2, q2']", "[q1, q2']"}) {
        const std::string hold = "initial(q2' = -1, hold = " + held + ")$\n" + outputs;
        const SimulatedColumns tree = started("hold_tree", "model(m)$\n" + four_bar_linkage + hold);
        for (const std::string form : {"all", "crank", "coupler", "eliminate", "null_space"}) {
            CAPTURE(held, form);
            std::string script = "model(m)$\n" + four_bar_linkage;
            if (form == "crank" || form == "coupler") {
                const std::string hinge = form == "crank" ? "revolute(z, q1)" : "revolute(z, q2)";
                script.replace(script.find(hinge), hinge.size(), hinge + ", treat = absolute");
            } else {
                script.insert(script.find("body(crank"),
                              form == "all" ? absolute : "options(joints = absolute, constraints = " + form + ")$\n");
            }
            const SimulatedColumns rows = started("hold_rows", script + hold);
            for (const char* name : {"q1", "q2", "q3", "r1", "r2", "r3", "a1", "a3", "px", "py"}) {
                CAPTURE(name);
                CHECK(std::abs(rows.at(name)[0] - tree.at(name)[0]) < 1e-9 * (1 + std::abs(tree.at(name)[0])));
            }
        }
    }
    // values of the command line
    const std::string script = "model(m)$\n" + absolute + four_bar_linkage + "initial(hold = [q1, q1'])$\n" + outputs;
    const SimulatedColumns rows = started("hold_rows", script, {"--initial", "q1=0.5"});
    const Rocker expected = rocker_at(0.5, 2);
    CHECK(std::abs(rows.at("q1")[0] - 0.5) < 1e-12);
    CHECK(std::abs(std::remainder(rows.at("q3")[0] - expected.angle, 2 * std::acos(-1.0))) < 1e-9);
    CHECK(std::abs(rows.at("r3")[0] - expected.rate) < 1e-8);
    // linearize, of independent speeds alone: they stay, and what is held follows from them, as in the tree
    const auto slopes = [&](const std::string& joints, const std::string& crank, int column) {
        const fs::path folder = scratch_folder("hold_linearize");
        const double q3 = rocker_angle(0.3), along = 0.35 + 0.25 * std::cos(q3) - 0.1 * std::cos(0.3),
                     up = 0.25 * std::sin(q3) - 0.1 * std::sin(0.3);
        write(folder / "m.lag",
              "model(m)$\noptions(joints = " + joints + ", constraints = eliminate)$\n" + four_bar_linkage +
                  fmt::format("initial(q2 = {:.17g}, q3 = {:.17g}, {}' = 3, hold = [q1, q2'])$ output(r2, q2')$\n"
                              "output(a1, q1'')$ C: linearize(outputs = [r2, a1])[3]$ print(C[1, {}], C[2, {}])$\n",
                              std::atan2(up, along) - 0.3, q3, crank, column, column));
        const CommandRun run = run_lag({"m.lag", "--quiet"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        std::istringstream words(run.output);
        std::array<double, 2> found{};
        words >> found[0] >> found[1];
        REQUIRE(words);
        return found;
    };
    const std::array<double, 2> by_bodies = slopes("absolute", "crank_turn", 13), by_hinges = slopes("tree", "q1", 4);
    for (const std::size_t k : {0U, 1U}) {
        CHECK(std::abs(by_hinges[k]) > 0.1);
        CHECK(std::abs(by_bodies[k] - by_hinges[k]) < 1e-7 * (1 + std::abs(by_hinges[k])));
    }
    CHECK(first_error("model(m)$\n" + absolute + four_bar_linkage + "initial(hold = [q1, q2'])$\n" +
                      "assert(abs(linearize(outputs = [q1])[1][1, 1]) < 1)$\n") == "");
}

TEST_CASE("hold of the coordinate of a joint that closes a loop") {
    for (const std::string tree : {"A, B, D", "A, B, C"}) {
        const SimulatedColumns rows = started(
            "hold_cut", "model(m)$ options(tree = [" + tree +
                            "])$\n"
                            "joint(A, ground, crank, hinge = revolute(z, a))$\n"
                            "joint(B, crank, coupler, hinge = revolute(z, b), at = [0.1, 0, 0])$\n"
                            "joint(C, rocker, coupler, hinge = revolute(z, c), at = [0.25, 0, 0], outboard_at = [0.3, "
                            "0, 0])$\n"
                            "joint(D, ground, rocker, hinge = revolute(z, d), at = [0.35, 0, 0])$\n"
                            "for X in [crank, coupler, rocker] do body(X, mass = 1, inertia = [0, 0, 1/10])$\n"
                            "initial(a = 0.3, b = 0.2, c = -1.6, d = 1.9, hold = [c])$\n");
        CAPTURE(tree);
        CHECK(std::abs(rows.at("c")[0] + 1.6) < 1e-12);
        const double a = rows.at("a")[0], b = rows.at("b")[0], d = rows.at("d")[0];
        CHECK(std::abs(std::remainder(a + b - d + 1.6, 2 * std::acos(-1.0))) < 1e-9);
        CHECK(std::abs(0.1 * std::cos(a) + 0.3 * std::cos(a + b) - 0.35 - 0.25 * std::cos(d)) < 1e-9);
        CHECK(std::abs(0.1 * std::sin(a) + 0.3 * std::sin(a + b) - 0.25 * std::sin(d)) < 1e-9);
    }
}

TEST_CASE("values of the command line for coordinates that rows measure place the bodies") {
    const std::string chain =
        "gravity([0, -9.81, 1])$ body(A, ground, hinge = universal([x, z], [a, b]), mass = 1, cm = [0.3, 0.1, 0], "
        "inertia = [1, 1, 1])$\n"
        "body(B, A, hinge = [translate(x, s), rotate(y, c)], at = [1, 0, 0], mass = 2, cm = [0.4, 0.1, 0.2], inertia = "
        "[1, 1.2, 1.3])$\n"
        "initial(a = 0.2, b = 0.3, s' = 0.4, c' = -0.5, a' = 0.2)$ for i:1 thru 3 do (output(concat(p, i), "
        "position(cm(B))[i]),\n"
        "output(concat(v, i), velocity(cm(B))[i]))$ output(w, c'')$\n";
    const std::vector<std::string> given{"--initial", "b=-0.6", "--initial", "c=1.1", "--initial", "s=0.25"};
    const SimulatedColumns tree = started("given_tree", "model(m)$ " + chain, given),
                           rows = started("given_rows", "model(m)$ options(joints = absolute)$ " + chain, given);
    for (const char* name : {"a", "b", "c", "s", "p1", "p2", "p3", "v1", "v2", "v3", "w"}) {
        CAPTURE(name);
        CHECK(std::abs(rows.at(name)[0] - tree.at(name)[0]) < 1e-9);
    }
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
