// Mechanisms with massless bodies from scripts: simulated with multipliers and eliminated, linearized, refused by name.
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

SimulatedColumns simulated(const std::string& script, const std::vector<std::string>& arguments) {
    const fs::path folder = scratch_folder("singular_mass");
    write(folder / "m.lag", script);
    std::vector<std::string> all{"simulate", "m.lag", "--no-compiler"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandRun run = run_lag(all, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

const std::string massless_four_bar =
    "model(no_mass)$ parameters(l1 = 1, l2 = 3, l3 = 2, base = 3)$\n"
    "body(crank, ground, hinge = revolute(z, q1))$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [l1, 0, 0])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [base, 0, 0])$\n"
    "point(P, coupler, [l2, 0, 0])$ point(Q, rocker, [l3, 0, 0])$ close_loop(P, Q, name = pin)$\n"
    "constraint(q1 = 1 + 2*t, name = driver)$ hinge_load(q3, -5 - q3')$\n"
    "initial(q1 = 1, q2 = -0.5, q3 = 1.5)$ output(torque, multiplier(driver))$ output(swing, q3')$\n";

const std::string carriage =
    "model(carriage)$ gravity([0, -9.81, 0])$ body(pin, ground, hinge = planar(z, [px, py, pp]))$\n"
    "body(bob, pin, hinge = revolute(z, th), mass = 3/2, cm = [0.3, 0, 0], inertia = [0, 0, 0.3])$\n"
    "cut_hinge(pin, ground, hinge = prismatic(x, s), name = rail)$ hinge_load(px, -3*px)$\n";

CommandRun said(const std::string& script) {
    const fs::path folder = scratch_folder("singular_mass_said");
    write(folder / "m.lag", script);
    return run_lag({"m.lag"}, folder);
}

}  // namespace

// Lengths 1, 3, 2 and 3: the crank at 1 + 2 t, the pin where the circles of coupler and rocker meet above.
TEST_CASE("a driven chain without mass moves and is loaded as by hand", "[massless]") {
    const SimulatedColumns run = simulated(massless_four_bar, {"--end", "3", "--step", "0.5"});
    REQUIRE(run.at("t").size() == 7);
    for (std::size_t k = 0; k < 7; ++k) {
        CAPTURE(k);
        const double crank = 1 + 2 * run.at("t")[k], q2 = run.at("q2")[k], q3 = run.at("q3")[k];
        CHECK(run.at("q1")[k] == Approx(crank).epsilon(1e-9));
        CHECK(std::cos(crank) + 3 * std::cos(crank + q2) == Approx(3 + 2 * std::cos(q3)).margin(1e-8));
        CHECK(std::sin(crank) + 3 * std::sin(crank + q2) == Approx(2 * std::sin(q3)).margin(1e-8));
        // the driver gives the power that the rocker's load takes
        const double swing = run.at("swing")[k];
        CHECK(2 * run.at("torque")[k] == Approx((-5 - swing) * swing).epsilon(1e-6).margin(1e-6));
    }
}

TEST_CASE("a driven chain without mass, eliminated: nothing moves by itself, and all is as with multipliers",
          "[massless]") {
    std::string by_input = massless_four_bar;
    by_input.replace(by_input.find("1 + 2*t"), 7, "drive");
    by_input.insert(by_input.find("constraint("), "input(drive)$ ");
    const std::string eliminate = "options(constraints = eliminate)$\n";
    const std::vector<std::string> until{"--end", "2", "--step", "0.25"};
    std::vector<std::string> driven = until;
    driven.insert(driven.end(), {"--input", "drive=1 + 2*t"});
    const SimulatedColumns expected = simulated(massless_four_bar, until);
    for (const SimulatedColumns& run : {simulated(massless_four_bar + eliminate, until), simulated(by_input, driven),
                                        simulated(by_input + eliminate, driven)}) {
        REQUIRE(run.at("t").size() == 9);
        for (const std::string name : {"q1", "q2", "q3", "swing", "torque"})
            for (std::size_t k = 0; k < 9; ++k) {
                CAPTURE(name, k);
                CHECK(run.at(name)[k] == Approx(expected.at(name)[k]).epsilon(1e-6).margin(1e-6));
            }
    }
    // a drive that stands still
    const SimulatedColumns still = simulated(by_input + eliminate, {"--end", "1", "--step", "0.5"});
    CHECK(still.at("q1")[2] == Approx(0).margin(1e-12));
    CHECK(still.at("swing")[2] == Approx(0).margin(1e-12));
}

TEST_CASE("a massless carriage keeps the energy of what hangs on it", "[massless]") {
    const SimulatedColumns run = simulated(carriage, {"--end", "3", "--step", "0.25", "--initial", "pp=0.3"});
    const auto energy = [&](std::size_t k) {  // with the spring's, which is given as a load
        return run.at("kinetic")[k] + run.at("potential")[k] + 1.5 * run.at("px")[k] * run.at("px")[k];
    };
    for (std::size_t k = 0; k < run.at("t").size(); ++k) {
        CHECK(energy(k) == Approx(energy(0)).margin(1e-5));
        CHECK(std::abs(run.at("py")[k]) <= 1e-8);
        CHECK(std::abs(run.at("pp")[k]) <= 1e-8);
    }
    CHECK(*std::max_element(run.at("kinetic").begin(), run.at("kinetic").end()) > 1);
}

// Hanging at rest, small motions px, th: of M = [m, m l; m l, J + m l^2], K = [3, 0; 0, m g l].
TEST_CASE("a massless carriage is linearized", "[massless]") {
    const double m = 1.5, l = 0.3, J = 0.3, K1 = 3, K2 = m * 9.81 * l;
    const double a = m * (J + m * l * l) - m * l * m * l, b = m * K2 + (J + m * l * l) * K1, c = K1 * K2;
    const double first = std::sqrt((b - std::sqrt(b * b - 4 * a * c)) / (2 * a)),
                 second = std::sqrt((b + std::sqrt(b * b - 4 * a * c)) / (2 * a));
    const CommandRun run = said(carriage + "e: linearize(at = [px = 0, th = -%pi/2])[5]$ print(e)$\n");
    INFO(run.errors);
    REQUIRE(run.status == 0);
    std::vector<double> frequencies;
    std::istringstream words(run.output);
    for (char x = 0; words.get(x);)
        if ((x >= '0' && x <= '9') || x == '-') {
            words.putback(x);
            double value = 0;
            words >> value;
            frequencies.push_back(value);
        }
    INFO(run.output);
    const auto has = [&](double wanted) {
        return std::any_of(frequencies.begin(), frequencies.end(),
                           [&](double f) { return std::abs(f - wanted) <= 1e-9 * wanted; });
    };
    CHECK(has(first));
    CHECK(has(second));
}

TEST_CASE("a singular mechanism is refused with the speeds of its motion", "[massless]") {
    const std::string loose =
        "model(loose)$ body(crank, ground, hinge = revolute(z, q1), mass = 1, inertia = [0, 0, 1])$\n"
        "body(ring, crank, hinge = revolute(z, q2), at = [1, 0, 0])$\n"
        "body(arm, ring, hinge = revolute(z, q3), mass = 1, cm = [0.2, 0, 0], inertia = [0, 0, 1])$\n"
        "constraint(q1 = 0, name = brake)$\n";
    for (const char* treatment : {"", "options(constraints = eliminate)$\n"}) {
        const CommandRun run = said(loose + treatment + "emit(cpp, \"loose.hpp\")$\n");
        INFO(run.errors);
        CHECK(run.status != 0);
        CHECK(holds(run.errors, "massless body 'ring' can move freely in 'q2''"));
        CHECK(holds(run.errors, "the motion is one of 'q2'' and 'q3'' together"));
    }
    // held by a brake on either of the two
    CHECK(said(loose + "constraint(q3 = 1, name = lock)$\nemit(cpp, \"loose.hpp\")$\n").status == 0);
}

}  // namespace lag
