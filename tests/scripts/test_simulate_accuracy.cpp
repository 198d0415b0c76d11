// lag simulate: small models, tolerances, and energy beside the work of loads.
#include <filesystem>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string resonator =  // 10 kHz
    "model(m)$ parameters(m = 1e-9, w = 2*%pi*10000)$ input(F)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
    "hinge_load(s, F - m*w^2*s)$\n";

double number_after(const std::string& text, const std::string& words) {
    const std::size_t at = text.find(words);
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(at + words.size()));
}

}  // namespace

TEST_CASE("small models are as exact as large ones", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_small");
    write(folder / "m.lag", resonator);
    const double w = 2e4 * std::acos(-1.0);
    // 1e-8 a step of some thousand steps: 1e-5 of the motion
    const auto check = [&](const std::vector<std::string>& more, double size, const auto& motion) {
        std::vector<std::string> arguments{"simulate", "m.lag", "--end", "1e-3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const SimulatedColumns columns = simulated_columns(folder / "m.csv");
        double error = 0;
        for (std::size_t k = 0; k < columns.at("t").size(); ++k)
            error = std::max(error, std::abs(columns.at("s")[k] - motion(columns.at("t")[k])));
        CHECK(error < 1e-5 * size);
    };
    const double bend = 1e-9 / (1e-9 * w * w);
    check({"--input", "F=1e-9"}, bend, [&](double t) { return bend * (1 - std::cos(w * t)); });
    check({"--input", "F=if t > 3.3e-4 then 1e-9 else 0"}, bend,
          [&](double t) { return t < 3.3e-4 ? 0 : bend * (1 - std::cos(w * (t - 3.3e-4))); });
    // at rest, and the force begins without a step: w t - sin(w t)
    check({"--input", "F=1e-9*t/1e-3"}, bend, [&](double t) { return bend * (w * t - std::sin(w * t)) / (w * 1e-3); });
    check({"--initial", "s=1e-11"}, 1e-11, [&](double t) { return 1e-11 * std::cos(w * t); });
}

TEST_CASE("tolerances can be given", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_tolerances");
    write(folder / "m.lag", resonator);
    const auto steps = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"simulate", "m.lag", "--end", "1e-3", "--initial", "s=1e-9"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        return number_after(run.output, "rows, ");
    };
    const double own = steps({}), coarse = steps({"--relative", "1e-4"}), loose = steps({"--absolute", "1e-6"});
    CHECK(coarse < 0.6 * own);
    CHECK(loose < own);  // every row is a step
    CHECK(steps({"--absolute", "s=1e-20", "--absolute", "s'=1e-20"}) > own);
    const auto errors = [&](const std::string& value) {
        const CommandRun run = run_lag({"simulate", "m.lag", "--end", "1", "--absolute", value}, folder);
        CHECK(run.status == 1);
        return run.errors;
    };
    CHECK(errors("x") ==
          "lag: error: --absolute: 'x' is no positive number\nhint: --absolute 1e-9 is for all coordinates "
          "and speeds, --absolute name=1e-9 for one\n");
    CHECK(holds(errors("-1"), "no positive number"));
    CHECK(holds(errors("s=nan"), "no positive number"));
    CHECK(errors("S=1") ==
          "lag: error: --absolute: the model has no coordinate or speed 'S'\nhint: did you mean 's'?\n");
}

TEST_CASE("energy is set against the work of loads and drives", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_work");
    const auto gap = [&](const std::string& script, std::vector<std::string> more, double work) {
        write(folder / "m.lag", script);
        more.insert(more.begin(), {"simulate", "m.lag", "--end", "2"});
        for (const bool compiled : {true, false}) {
            const CommandRun run = run_lag(with_compiler(more, compiled), folder);
            INFO(run.errors);
            REQUIRE(run.status == 0);
            const double size = std::max(1.0, std::abs(work));
            CHECK(std::abs(number_after(run.output, "work of loads and drives ") - work) < 1e-4 * size);
            CHECK(number_after(run.output, "change of energy and that work ") < 1e-4 * size);
        }
    };
    // a spring given as a load: what the mass has at the end, it has from it
    const double s = 0.5 * std::cos(20), k = 100;
    gap("model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, -100*s)$ initial(s = 1/2)$\n", {},
        k * (0.25 - s * s) / 2);
    // a constant force, and a step of it
    gap("model(m)$ input(F)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, F)$\n",
        {"--input", "F=if t > 1 then 6 else 0"}, 18);
    // a driven mast with a mass on it: the drive's work is the energy it gains
    gap("model(m)$ input(drive)$ body(b, ground, hinge = prismatic(x, drive), mass = 2)$\n"
        "body(c, ground, hinge = prismatic(x, s), mass = 1)$\n",
        {"--input", "drive=3*t^2/2"}, 36);
    // a pendulum: no work at all
    gap("model(m)$ gravity([0, -9.81, 0])$ body(b, ground, hinge = revolute(z, q), mass = 1, cm = [1, 0, 0], inertia = "
        "[0, 0, 1])$\n",
        {}, 0);
}

TEST_CASE("evaluated and compiled runs differ by less where the tolerance is less", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_evaluated");
    write(folder / "m.lag",
          "model(m)$ gravity([0, -9.81, 0])$\n"
          "body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1/2, 0], inertia = [0, 0, 1/12])$\n"
          "body(b, a, hinge = revolute(z, q2), at = [0, -1, 0], mass = 1, cm = [0, -1/2, 0], inertia = [0, 0, 1/12])$\n"
          "initial(q1 = 1, q2 = -1/2)$\n");
    for (const auto& [tolerance, difference] : {std::pair{"1e-8", 1e-4}, std::pair{"1e-11", 1e-7}}) {
        std::vector<SimulatedColumns> runs;
        for (const bool compiled : {true, false}) {
            REQUIRE(
                run_lag(with_compiler({"simulate", "m.lag", "--end", "3", "--tolerance", tolerance}, compiled), folder)
                    .status == 0);
            runs.push_back(simulated_columns(folder / "m.csv"));
        }
        double largest = 0;
        for (const auto& [name, values] : runs[0])
            for (std::size_t k = 0; k < values.size(); ++k)
                largest = std::max(largest, std::abs(values[k] - runs[1].at(name)[k]));
        CHECK(largest < difference);
    }
}

}  // namespace lag
