// lag simulate: where a run starts, with multipliers and without, and what the command line gives.
#include <filesystem>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string slider_crank =
    "model(m)$ parameters(r = 0.06, l = 0.21, mc = 1.2, mr = 0.8, mp = 0.5, g = 9.81)$ gravity([0, -g, 0])$\n"
    "body(crank, ground, hinge = revolute(z, turn), mass = mc, inertia = [0, 0, 0.002])$\n"
    "body(rod, crank, hinge = revolute(z, swing), at = [r, 0, 0], mass = mr, cm = [l/2, 0, 0], inertia = [0, 0, "
    "0.004])$\n"
    "body(piston, ground, hinge = prismatic(x, s), mass = mp)$\n"
    "point(eye, rod, [l, 0, 0])$ close_loop(eye, origin(piston), name = pin)$\n"
    "initial(turn = %pi/3, swing = -%pi/3, s = 1/4, turn' = 50)$\n";

const std::string four_bar = "model(m)$ " + four_bar_linkage;

const std::string hung_in_a_loop =
    "model(m)$ gravity([0, -9.81, 0])$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [1, 0, 0], mass = 2, cm = [1, 0, 0], inertia = [0, 0, 2/3])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [3, 0, 0], mass = 2, cm = [3/4, 0, 0], inertia = [0, 0, "
    "1/2])$\n"
    "cut_hinge(coupler, rocker, hinge = revolute(z, q4), at = [3/2, 0, 0], outboard_at = [5/2, 0, 0], name = pin)$\n"
    "hinge_load(q1, -q1')$ initial(q1 = 1, q2 = -1/2, q3 = 2, q1' = 3)$\n";

const std::string rolling =
    "model(m)$ parameters(m = 2, J = 0.3)$\n"
    "body(b, ground, hinge = planar(z, [x, y, q]), mass = m, cm = [0.2, 0, 0], inertia = [0, 0, J])$\n"
    "speed_constraint(-sin(q)*x' + cos(q)*y' = 0)$ initial(q = 0.4, x' = 2, q' = 1)$\n";

SimulatedColumns run_of(const fs::path& folder, const std::vector<std::string>& more, std::string* output = nullptr,
                        const std::string& end = "1") {
    std::vector<std::string> arguments{"simulate", "m.lag", "--end", end, "--step", "0.05"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    if (output != nullptr) *output = run.output;
    return simulated_columns(folder / "m.csv");
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    double largest = 0, size = 1;
    for (std::size_t k = 0; k < a.size(); ++k) {
        largest = std::max(largest, std::abs(a[k] - b[k]));
        size = std::max(size, std::abs(a[k]));
    }
    return largest / size;
}

}  // namespace

TEST_CASE("multipliers and elimination start alike and move alike, compiled and evaluated", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_both_ways");
    for (const std::string& script : {slider_crank, four_bar, hung_in_a_loop, rolling}) {
        INFO(script);
        // at 0.555 s its coupler and rocker lie in one line: there rounding decides how it goes on, or none goes on
        const std::string end = script == hung_in_a_loop ? "0.5" : "1";
        write(folder / "m.lag", script);
        std::string told;
        const SimulatedColumns reference = run_of(folder, {"--tolerance", "1e-10"}, &told, end);
        for (const bool compiled : {true, false})
            for (const std::string treatment : {"multipliers", "eliminate"}) {
                write(folder / "m.lag", script + "options(constraints = " + treatment + ")$\n");
                std::string output;
                const SimulatedColumns columns =
                    run_of(folder, with_compiler({"--tolerance", "1e-10"}, compiled), &output, end);
                for (const auto& [name, values] : columns) {
                    INFO(treatment << (compiled ? ", compiled: " : ", evaluated: ") << name);
                    CHECK(std::abs(values[0] - reference.at(name)[0]) < 1e-11 * std::max(1.0, std::abs(values[0])));
                    CHECK(largest_difference(values, reference.at(name)) < 1e-6);
                }
                // what assembly changed is told alike
                const auto start = [](const std::string& text) { return text.substr(0, text.find("t = ")); };
                CHECK(start(output) == start(told));
            }
    }
}

TEST_CASE("every value that assembly changed is told, old and new", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_changed");
    // x1 and x2 tied to differ by 1, equal masses: each goes half of the way
    write(folder / "m.lag",
          "model(m)$ body(a, ground, hinge = prismatic(x, x1), mass = 2)$ body(b, ground, hinge = prismatic(x, x2), "
          "mass = "
          "2)$\nbody(c, ground, hinge = prismatic(x, x3), mass = 1)$ constraint(x2 - x1 = 1)$\n"
          "initial(x1 = 0, x2 = 2, x3 = 7, x1' = 3)$\n");
    std::string output;
    run_of(folder, {}, &output);
    CHECK(output.rfind("moved onto the constraints before the start:\n"
                       "  x1 = 0 becomes 0.5 m\n"
                       "  x2 = 2 becomes 1.5 m\n"
                       "  x1' = 3 becomes 1.5 m/s\n"
                       "  x2' = 0 becomes 1.5 m/s\n"
                       "initial(.., hold = [x2, x1']) keeps what it names, and moves the others\n"
                       "t = 1, ",
                       0) == 0);
    run_of(folder, {"--initial", "x1=1", "--initial", "x2'=3"}, &output);
    CHECK(output.rfind("t = 1, ", 0) == 0);  // nothing to move
    CHECK(run_lag({"simulate", "m.lag", "--end", "1", "--quiet"}, folder).output.empty());
}

TEST_CASE("elimination finds its equilibrium", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_rest_eliminated");
    for (const std::string treatment : {"multipliers", "eliminate"})
        for (const bool compiled : {true, false}) {
            write(folder / "m.lag", slider_crank + "options(constraints = " + treatment + ")$\n");
            const SimulatedColumns columns = run_of(folder, with_compiler({"--equilibrium"}, compiled));
            // the crank's own centre is in its hinge: the rod hangs lowest where sin(turn) is
            CHECK(columns.at("turn")[0] == Approx(-std::acos(-1.0) / 2).epsilon(1e-9));
            CHECK(columns.at("s")[0] == Approx(std::sqrt(0.21 * 0.21 - 0.06 * 0.06)).epsilon(1e-9));
        }
}

TEST_CASE("start values and inputs are expressions, wrong ones are shown as they were typed", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_given");
    write(folder / "m.lag",
          "model(m)$ parameters(m = 1, k = 100)$ input(F)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
          "hinge_load(s, F - k*s)$\n");
    const SimulatedColumns columns = run_of(folder, {"--initial", "s=3/2", "--initial", "s'=sqrt(k/m)"});
    CHECK(columns.at("s")[0] == 1.5);
    CHECK(columns.at("s'")[0] == 10);
    const auto errors = [&](const std::string& option, const std::string& value) {
        const CommandRun run = run_lag({"simulate", "m.lag", "--end", "1", option, value}, folder);
        CHECK(run.status == 1);
        CHECK_FALSE(holds(run.errors, "lag_"));
        CHECK_FALSE(holds(run.errors, "output"));
        return run.errors;
    };
    CHECK(errors("--input", "F=2*foo") ==
          "--input F:1:3: error: foo is not declared: a name in the equations of motion is a parameter, coordinate, "
          "speed, input or external result\n2*foo\n  ^\n");
    CHECK(errors("--input", "F=sin(") ==
          "--input F:1:4: error: this '(' is never closed\nsin(\n   ^\nhint: the script ends "
          "first\n");
    CHECK(errors("--input", "F=[1, 2]") ==
          "--input F:1:1: error: expected a number or expression, found a list of 2\n[1, 2]\n^\n");
    CHECK(errors("--input", "F=1/0") == "--input F:1:3: error: division by zero\n1/0\n  ^\n");
    CHECK(errors("--input", "F=3;4") == "lag: error: --input F: '3;4' is not one expression\n");
    CHECK(errors("--input", "F=3$") == "--input F:1:2: error: an expression ends without '$'\n3$\n ^\n");
    errors("--input", "F=1)$ print(2");
    errors("--input", "F=t > 1");
    errors("--input", "F=\"a\"");
    CHECK(errors("--initial", "s=t") ==
          "lag: error: --initial s: 't' is no parameter\nhint: a start value is given as a number or an expression of "
          "parameters\n");
    CHECK(errors("--initial", "s=1/0") == "--initial s:1:3: error: division by zero\n1/0\n  ^\n");
    errors("--initial", "s=nan");
}

}  // namespace lag
