// lag simulate across many switches of state: the error follows the tolerance, with closed forms on both sides.
#include <cmath>
#include <filesystem>
#include <functional>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Motion = std::function<double(double)>;

const std::string oscillator =  // m = 1 kg, 10 rad/s where k s is the only force
    "model(o)$ parameters(m = 1, k = 100)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n";

double error_of_run(const fs::path& folder, const std::vector<std::string>& more, const Motion& motion) {
    std::vector<std::string> arguments{"simulate", "o.lag", "--end", "4", "--step", "0.04"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    double error = 0;
    for (std::size_t k = 0; k < columns.at("t").size(); ++k)
        error = std::max(error, std::abs(columns.at("s")[k] - motion(columns.at("t")[k])));
    return error;
}

// Ten times half the tolerance, a thousandth in all. A method of variable order loses a part of that factor to its
// longer runs of small steps; a switch that is stepped over would stop it at some error.
void require_order(const std::string& script, const Motion& motion) {
    const fs::path folder = scratch_folder("simulate_order");
    write(folder / "o.lag", oscillator + script);
    std::vector<double> errors;
    double tolerance = 1e-6;
    for (int halved = 0; halved <= 10; ++halved, tolerance /= 2)
        errors.push_back(error_of_run(folder, {"--tolerance", std::to_string(tolerance * 1e9) + "e-9"}, motion));
    INFO(script << errors.front() << " -> " << errors.back());
    CHECK(errors.back() < errors.front() / 150);
    for (std::size_t k = 3; k < errors.size(); ++k) CHECK(errors[k] < errors[k - 3]);
    CHECK(error_of_run(folder, {"--tolerance", "1e-9", "--no-compiler"}, motion) < 3 * errors.back());
}

// Half a period with 10 rad/s above zero, one with 5 rad/s below, by turns, from 0.1 m at rest: 4 s are 12 crossings.
double two_springs(double t) {
    const double half = std::acos(-1.0) / 10, after = std::fmod(t + half / 2, 3 * half);
    return after < half ? 0.1 * std::sin(10 * after) : -0.2 * std::sin(5 * (after - half));
}

// From 1 m/s, +1 m/s^2 and -1 m/s^2 by turns, 1/5 m each.
double stairs_up_and_down(double t) {
    const double fast = std::sqrt(1.4), rise = fast - 1, pair = std::floor(t / (2 * rise));
    const double after = t - 2 * rise * pair;
    if (after < rise) return 0.4 * pair + after + after * after / 2;
    const double more = after - rise;
    return 0.4 * pair + 0.2 + fast * more - more * more / 2;
}

}  // namespace

TEST_CASE("the error follows the tolerance across comparisons and kinks", "[simulate]") {
    require_order("hinge_load(s, -(if s > 0 then 100 else 25)*s)$ initial(s = 1/10)$\n", two_springs);
    require_order("hinge_load(s, -25*s - 75*max(0, s))$ initial(s = 1/10)$\n", two_springs);
    require_order("hinge_load(s, -100*s - 75*min(0, s) + 150*min(0, s))$ initial(s = 1/10)$\n", two_springs);
    require_order("hinge_load(s, -125/2*s - 75/2*abs(s))$ initial(s = 1/10)$\n", two_springs);
    require_order("hinge_load(s, table(s, [-1, 0, 1], [25, 0, -100]))$ initial(s = 1/10)$\n", two_springs);
}

TEST_CASE("the error follows the tolerance across break points of a long table", "[simulate]") {
    // 1001 points, of which one is a corner
    require_order(
        "xs: makelist(k/500 - 1, k, 0, 1000)$ f(x) := if x < 0 then -25*x else -100*x$\n"
        "hinge_load(s, table(s, xs, map(f, xs)))$ initial(s = 1/10)$\n",
        two_springs);
}

TEST_CASE("the error follows the tolerance across jumps", "[simulate]") {
    // dry friction, half a period of 10 rad/s about -+ 0.005 m each
    require_order("hinge_load(s, -k*s - 1/2*sign(s'))$ initial(s = 1)$\n", [](double t) {
        const double half = std::acos(-1.0) / 10, swing = std::floor(t / half);
        const double side = std::fmod(swing, 2) == 0 ? 1 : -1, middle = side * 0.005, turn = side * (1 - 0.01 * swing);
        return middle + (turn - middle) * std::cos(10 * (t - swing * half));
    });
    // a constant push up or down, as a saw of heights tells: parabolas of 1/5 s each
    require_order("hinge_load(s, if mod(s, 2/5) < 1/5 then 5 else -5)$ initial(s' = 1)$\n", [](double t) {
        // energy 1/2 + 5*height in the saw: up to sqrt(3) m/s at 0.2 m, down to 1 m/s at 0.4 m, the same again
        const double rise = (std::sqrt(3.0) - 1) / 5, pair = std::floor(t / (2 * rise)), after = t - 2 * rise * pair;
        if (after < rise) return 0.4 * pair + after + 2.5 * after * after;
        const double more = after - rise;
        return 0.4 * pair + 0.2 + std::sqrt(3.0) * more - 2.5 * more * more;
    });
    // stairs: x' = u, a force that is constant on each step of height
    require_order("hinge_load(s, 1 - 2*mod(floor(5*s), 2))$ initial(s' = 1)$\n", stairs_up_and_down);
}

TEST_CASE("a state's rate that switches with the motion", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_state_switches");
    write(folder / "o.lag",
          "model(o)$ parameters(k = 100)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, -k*x)$\n"
          "state(s, \"\", rate = (if x > 0 then 1 else 0) - s)$ initial(x = 1/10)$\n");
    const double half = std::acos(-1.0) / 10;
    require_motion(folder, {"--end", "4"}, [&](double t) {
        double z = 0, begin = -half / 2;  // x > 0 from there on, for half a period; the run begins in the middle
        for (double from = 0; from < t;) {
            const double to = std::min(t, begin + half);
            const double goal = std::cos(10 * (begin + half / 2)) > 0 ? 1 : 0;
            z = goal + (z - goal) * std::exp(from - to);
            from = to, begin += half;
        }
        return z;
    });
}

TEST_CASE("a table in a constraint is followed to where it holds", "[simulate]") {
    // a cam of 400 straight flanks along a parabola; the guess is some flanks away
    const fs::path folder = scratch_folder("simulate_cam");
    const auto height = [](double x) {
        const auto at = [](double corner) { return (corner - 10) * (corner - 10) / 20; };
        const double from = std::floor(x * 20) / 20, part = (x - from) * 20;
        return (1 - part) * at(from) + part * at(from + 0.05);
    };
    for (const std::string treatment : {"multipliers", "eliminate"})
        for (const bool compiled : {true, false}) {
            write(folder / "o.lag",
                  "model(o)$ options(constraints = " + treatment +
                      ")$ xs: makelist(k/20, k, 0, 400)$ h(x) := (x - 10)^2/20$\n"
                      "body(a, ground, hinge = prismatic(x, x), mass = 1)$\n"
                      "body(b, a, hinge = prismatic(y, s), mass = 1)$ constraint(s = table(x, xs, map(h, xs)))$\n"
                      "hinge_load(x, 10 - x)$ initial(x = 14, x' = 2, s = -1)$\n");
            const CommandRun run = run_lag(with_compiler({"simulate", "o.lag", "--end", "5"}, compiled), folder);
            INFO(run.errors);
            REQUIRE(run.status == 0);
            const SimulatedColumns columns = simulated_columns(folder / "o.csv");
            for (std::size_t k = 0; k < columns.at("t").size(); ++k)
                CHECK(std::abs(columns.at("s")[k] - height(columns.at("x")[k])) < 1e-9);
        }
}

TEST_CASE("many segments of a table in hardly any time are passed", "[simulate]") {
    // a cam of 200 pieces, three of them in a thousandth of a second
    const fs::path folder = scratch_folder("simulate_fast_cam");
    write(folder / "o.lag",
          "model(o)$ xs: makelist(k/100, k, 0, 200)$ h(x) := sin(10*x)/10$\n"
          "body(a, ground, hinge = prismatic(x, x), mass = 1000)$ body(b, a, hinge = prismatic(y, s), mass = 1/1000)$\n"
          "constraint(s = table(x, xs, map(h, xs), interpolation = smooth))$ initial(x' = 30)$\n");
    const CommandRun run = run_lag({"simulate", "o.lag", "--end", "0.06"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    CHECK(columns.at("x").back() == Approx(1.8).epsilon(1e-4));
    for (std::size_t k = 0; k < columns.at("t").size(); ++k)
        CHECK(std::abs(columns.at("s")[k] - std::sin(10 * columns.at("x")[k]) / 10) < 1e-4);
}

TEST_CASE("a remainder of a whole number is taken on its far side", "[simulate]") {
    // the force is up and down by turns, 1/5 m each; the remainder changes with the stairs, never by itself
    const fs::path folder = scratch_folder("simulate_remainder");
    write(folder / "o.lag", oscillator + "hinge_load(s, if mod(floor(5*s), 2) = 0 then 1 else -1)$ initial(s' = 1)$\n");
    require_motion(folder, {"--end", "4"}, stairs_up_and_down);
}

}  // namespace lag
