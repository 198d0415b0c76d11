// lag simulate across jumps and kinks: closed forms on both sides, short pulses, switches without end.
#include <filesystem>
#include <functional>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Motion = std::function<double(double)>;

// m = 1 kg, k = 100 N/m: 10 rad/s
const std::string mass_on_spring =
    "model(o)$ parameters(m = 1, k = 100)$ input(F)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
    "hinge_load(s, F - k*s)$\n";

// The answer to a force of 1 N from `begin` on.
double step_answer(double t, double begin) {
    return t <= begin ? 0 : (1 - std::cos(10 * (t - begin))) / 100;
}
// The answer to a displacement of the spring's end that grows by 1 m/s from `begin` on.
double ramp_answer(double t, double begin) {
    return t <= begin ? 0 : t - begin - std::sin(10 * (t - begin)) / 10;
}

}  // namespace

TEST_CASE("a step is passed wherever it lies among the rows", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_step");
    write(folder / "o.lag", mass_on_spring);
    for (const std::string condition : {"t > 1", "t >= 1", "not t <= 1", "1 < t", "2*t - 2 > 0"})
        require_motion(folder, {"--end", "3", "--step", "0.01", "--input", "F=if " + condition + " then 1 else 0"},
                       [](double t) { return step_answer(t, 1); });
    require_motion(folder, {"--end", "3", "--step", "0.01", "--input", "F=if t > 1.0037 then 1 else 0"},
                   [](double t) { return step_answer(t, 1.0037); });
    require_motion(folder, {"--end", "3", "--step", "0.01", "--input", "F=if t > 0 then 1 else 0"},
                   [](double t) { return step_answer(t, 0); });
}

TEST_CASE("a pulse much shorter than a row is noticed", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_pulse");
    write(folder / "o.lag", mass_on_spring);
    require_motion(folder, {"--end", "10", "--input", "F=if t > 3 and t < 3.001 then 1000 else 0"},
                   [](double t) { return 1000 * (step_answer(t, 3) - step_answer(t, 3.001)); });
    require_motion(folder, {"--end", "10", "--input", "F=1000*max(0, 1 - 1000*abs(t - 3))"}, [](double t) {
        // ramps of 1e6 N/s: three of them
        const auto ramp = [](double x) { return x <= 0 ? 0 : (x - std::sin(10 * x) / 10) / 100; };
        return 1e6 * (ramp(t - 2.999) - 2 * ramp(t - 3) + ramp(t - 3.001));
    });
}

TEST_CASE("stairs, periods and comparisons of other functions of time", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_stairs");
    write(folder / "o.lag", mass_on_spring);
    require_motion(folder, {"--end", "3", "--input", "F=floor(3*t)"}, [](double t) {
        double s = 0;
        for (int k = 1; k < 9; ++k) s += step_answer(t, k / 3.0);
        return s;
    });
    require_motion(folder, {"--end", "3", "--input", "F=if mod(t, 0.7) < 0.1 then 1 else 0"}, [](double t) {
        double s = 0;
        for (int k = 0; k < 5; ++k) s += step_answer(t, 0.7 * k) - step_answer(t, 0.7 * k + 0.1);
        return s;
    });
    require_motion(folder, {"--end", "3", "--input", "F=if sin(%pi*t) > 1/2 then 1 else 0"}, [](double t) {
        return step_answer(t, 1 / 6.0) - step_answer(t, 5 / 6.0) + step_answer(t, 13 / 6.0) - step_answer(t, 17 / 6.0);
    });
}

TEST_CASE("a table of time as road", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_road");
    write(folder / "o.lag",
          "model(o)$ parameters(m = 1, k = 100)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
          "hinge_load(s, -k*(s - table(t, [0, 1, 2], [0, 1, 0], outside = constant)))$\n");
    require_motion(folder, {"--end", "3"},
                   [](double t) { return ramp_answer(t, 0) - 2 * ramp_answer(t, 1) + ramp_answer(t, 2); });
}

TEST_CASE("conditions in the state", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_state");
    const auto model = [&](const std::string& rest) {
        write(folder / "o.lag", "model(o)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n" + rest);
    };
    // a spring four times as stiff on one side: half a period of each, by turns
    model("hinge_load(s, -(if s > 0 then 100 else 25)*s)$ initial(s = 0.1)$\n");
    const double half = std::acos(-1.0) / 10, period = 3 * half;
    require_motion(folder, {"--end", "6"}, [&](double t) {
        const double after = std::fmod(t + half / 2, period);
        return after < half ? 0.1 * std::sin(10 * after) : -0.2 * std::sin(5 * (after - half));
    });
    // stairs: constant acceleration on each
    model("hinge_load(s, 1 - floor(s))$\n");
    require_motion(folder, {"--end", "3"}, [](double t) {
        const double first = std::sqrt(2.0), second = first + 1 / first;  // at 1 m no force is left, at 2 m it is -1 N
        if (t < first) return t * t / 2;
        if (t < second) return 1 + first * (t - first);
        return 2 + first * (t - second) - std::pow(t - second, 2) / 2;
    });
}

TEST_CASE("dry friction slows down, and ends the run where it sticks", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_friction");
    write(folder / "o.lag",
          "model(o)$ parameters(m = 1, k = 100)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
          "hinge_load(s, -k*s - 5*sign(s'))$ initial(s = 0.52)$\n");
    for (const bool compiled : {true, false}) {
        const CommandRun run = run_lag(with_compiler({"simulate", "o.lag", "--end", "5"}, compiled), folder);
        CHECK(run.status == 1);
        // swings about -+ 0.05, a tenth less each time: 0.52, -0.42, 0.32, -0.22, 0.12, -0.02: there the
        // spring holds less
        CHECK(run.errors.rfind(
                  "lag: error: the simulation ended at t = 1.5708: \"s' < 0\" in hinge_load(s') would switch "
                  "for ever: on each side the loads drive the state back to the other, as where dry friction "
                  "sticks; ",
                  0) == 0);
        const SimulatedColumns columns = simulated_columns(folder / "o.csv");
        REQUIRE(columns.at("t").back() == Approx(1.57));
        const double half = std::acos(-1.0) / 10;
        for (std::size_t k = 0; k < columns.at("t").size(); ++k) {
            const double t = columns.at("t")[k], swing = std::floor(t / half), side = std::fmod(swing, 2) == 0 ? 1 : -1;
            const double middle = side * 0.05, turn = side * (0.52 - 0.1 * swing);
            CHECK(std::abs(columns.at("s")[k] - middle - (turn - middle) * std::cos(10 * (t - swing * half))) < 1e-6);
        }
        CHECK(holds(contents(folder / "o.svg"), "</svg>\n"));
    }
}

TEST_CASE("ever faster switching ends the run with its reason", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_twisting");
    write(folder / "o.lag",
          "model(o)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, -2*sign(s) - sign(s'))$\n"
          "initial(s = 1)$\n");
    const CommandRun run = run_lag({"simulate", "o.lag", "--end", "10"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "switches to and fro without end"));
    // from x to zero by 1 m/s^2 in sqrt(2 x), on by 3 m/s^2 to -x/3 in a third of that; times shrink by sqrt(3) each
    const double end = std::sqrt(2.0) * 4 / 3 / (1 - 1 / std::sqrt(3.0));
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    CHECK(columns.at("t").back() > 0.99 * end);
    CHECK(columns.at("t").back() < end);
    CHECK(std::abs(columns.at("s").back()) < 1e-3);
}

TEST_CASE("a mass at rest that a force does not move stays without switching", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_rest_friction");
    write(folder / "o.lag",
          "model(o)$ input(F)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, F - 5*sign(s'))$\n");
    require_motion(folder, {"--end", "6", "--input", "F=if t > 2 then 10 else 0"},
                   [](double t) { return t < 2 ? 0 : 2.5 * (t - 2) * (t - 2); });
}

}  // namespace lag
