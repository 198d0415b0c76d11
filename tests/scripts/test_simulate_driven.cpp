// Mechanisms whose every motion is prescribed: simulate gives reactions and driving loads, against closed forms.
#include <cmath>
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace fs = std::filesystem;

TEST_CASE("an arm that is led gives its driving moment and its bearing's force") {
    const fs::path folder = scratch_folder("driven_arm");
    write(folder / "m.lag",
          "model(m)$ parameters(mass = 3, l = 0.4, J = 0.2, g = 9.81)$ gravity([0, -g, 0])$ input(angle, \"rad\")$\n"
          "body(arm, ground, hinge = revolute(z, angle), mass = mass, cm = [l, 0, 0], inertia = [0, 0, J])$\n"
          "output(moment, reaction(arm)[2][3])$ output(along, reaction(arm)[1][1])$ output(turn, angle)$\n");
    for (const bool compiled : {true, false}) {
        const CommandRun run = run_lag(
            with_compiler({"simulate", "m.lag", "--end", "2", "--step", "0.1", "--input", "angle=sin(3*t)"}, compiled),
            folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const SimulatedColumns rows = simulated_columns(folder / "m.csv");
        REQUIRE(rows.at("t").size() == 21);
        for (std::size_t k = 0; k < 21; ++k) {
            const double t = rows.at("t")[k], angle = std::sin(3 * t), rate = 3 * std::cos(3 * t),
                         acceleration = -9 * std::sin(3 * t);
            CHECK(std::abs(rows.at("turn")[k] - angle) < 1e-14);
            CHECK(std::abs(rows.at("moment")[k] -
                           ((0.2 + 3 * 0.4 * 0.4) * acceleration + 3 * 9.81 * 0.4 * std::cos(angle))) < 1e-12);
            CHECK(std::abs(rows.at("along")[k] - 3 * (9.81 * std::sin(angle) - 0.4 * rate * rate)) < 1e-12);
        }
    }
}

TEST_CASE("a slider-crank that its crank leads") {
    // massless rod; crank angle w t; the slider's inertia and the gas force come back as the crank's moment
    const fs::path folder = scratch_folder("driven_slider_crank");
    write(folder / "m.lag",
          "model(m)$ parameters(r = 0.1, l = 0.3, mass = 2, w = 20, F = 50)$\n"
          "body(crank, ground, hinge = revolute(z, w*t), mass = 0)$\n"
          "body(slider, ground, hinge = prismatic(x, r*cos(w*t) + sqrt(l^2 - (r*sin(w*t))^2)), mass = mass)$\n"
          "force(origin(slider), [-F, 0, 0])$\n"
          "output(drive, reaction(slider)[1][1])$ output(place, position(origin(slider))[1])$\n");
    const CommandRun run =
        run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.3", "--step", "0.01", "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns rows = simulated_columns(folder / "m.csv");
    constexpr double h = 1e-4;
    const auto place = [](double t) {
        const double s = 0.1 * std::sin(20 * t);
        return 0.1 * std::cos(20 * t) + std::sqrt(0.09 - s * s);
    };
    for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
        const double t = rows.at("t")[k], second = (place(t + h) - 2 * place(t) + place(t - h)) / (h * h);
        CHECK(std::abs(rows.at("place")[k] - place(t)) < 1e-14);
        CHECK(std::abs(rows.at("drive")[k] - (2 * second + 50)) < 1e-4);  // differences of the closed form
    }
}

TEST_CASE("a mechanism that is led all through has no use for events") {
    const fs::path folder = scratch_folder("driven_events");
    write(folder / "m.lag",
          "model(m)$ body(b, ground, hinge = prismatic(x, t^2), mass = 1)$ event(e, t - 1, rising, stop = true)$\n");
    const CommandRun run = run_lag({"simulate", "m.lag", "--no-compiler", "--end", "2", "--quiet"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "every motion is prescribed and there is no state: events have nothing to wait for"));
}

}  // namespace lag
