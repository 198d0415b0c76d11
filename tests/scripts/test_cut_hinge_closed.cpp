// Cut hinges whose rows depend on their own coordinates: the assembly closes these too, so that the rows restrict the
// motion that the hinge means.
#include <cmath>
#include <filesystem>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A slide that turns about z and carries a body that turns about x. The body starts where the hinge wants it for
// q = 0.6, s = 2, r = 0.3; `rest` gives guesses for these.
std::string slide(const std::string& rest) {
    return "model(m)$ gravity([0, 0, -9.81])$\n"
           "body(b, ground, hinge = free(sequence = 313, angles = [a, c, e], position = [x, y, z]), mass = 1.2, cm = "
           "[0.1, -0.2, 0.3], inertia = [0.1, 0.2, 0.15])$\n"
           "cut_hinge(b, ground, hinge = [rotate(z, q), translate(y, s), rotate(x, r)], name = slide)$\n"
           "initial(a = 0.6, c = 0.3, x = -2*sin(0.6), y = 2*cos(0.6), z = 0)$\n" +
           rest;
}

// Along which the slide leads
double off_the_way(const SimulatedColumns& rows, std::size_t k) {
    const double a = rows.at("a")[k];
    return std::cos(a) * rows.at("x")[k] + std::sin(a) * rows.at("y")[k];
}

}  // namespace

TEST_CASE("a cut hinge's coordinates are closed where its rows depend on them") {
    const fs::path folder = scratch_folder("cut_hinge_closed");
    for (const std::string rest : {"", "initial(q = 0.61, s = 2.01, r = 0.29)$", "initial(q = -1)$"})
        for (const std::string treatment : {"", "options(constraints = eliminate)$"}) {
            CAPTURE(rest, treatment);
            write(folder / "m.lag", slide(rest + treatment));
            const CommandRun run =
                run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.5", "--step", "0.25", "--quiet"}, folder);
            INFO(run.errors);
            REQUIRE(run.status == 0);
            const SimulatedColumns rows = simulated_columns(folder / "m.csv");
            CHECK(std::abs(rows.at("q")[0] - 0.6) < 1e-9);
            CHECK(std::abs(rows.at("s")[0] - 2) < 1e-9);
            CHECK(std::abs(rows.at("r")[0] - 0.3) < 1e-9);
            CHECK(std::abs(rows.at("a")[0] - 0.6) < 1e-9);
            CHECK(std::abs(rows.at("x")[0] + 2 * std::sin(0.6)) < 1e-9);
            for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
                CHECK(std::abs(off_the_way(rows, k)) < 1e-8);
                CHECK(std::abs(rows.at("z")[k]) < 1e-8);
                CHECK(std::abs(rows.at("q")[k] - rows.at("a")[k]) < 1e-8);
                CHECK(std::abs(rows.at("r")[k] - rows.at("c")[k]) < 1e-8);
            }
        }
}

TEST_CASE("the emitted assembly closes them as simulate does") {
    const fs::path folder = scratch_folder("cut_hinge_closed_emitted");
    write(folder / "m.lag", slide("initial(q = 0.3, x = -1, z = 0.2)$ "));
    const auto start = [&](bool compiled) {
        const CommandRun run =
            run_lag(with_compiler({"simulate", "m.lag", "--end", "0.1", "--step", "0.1", "--quiet"}, compiled), folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        return simulated_columns(folder / "m.csv");
    };
    const SimulatedColumns evaluated = start(false), compiled = start(true);
    for (const auto& [name, column] : evaluated) {
        CAPTURE(name);
        CHECK(std::abs(column[0] - compiled.at(name)[0]) < 1e-9);
    }
    CHECK(std::abs(evaluated.at("q")[0] - evaluated.at("a")[0]) < 1e-9);
    CHECK(std::abs(off_the_way(evaluated, 0)) < 1e-9);
}

TEST_CASE("a cut screw counts its turns from the guess") {
    const fs::path folder = scratch_folder("cut_hinge_closed_screw");
    for (const double turns : {0.0, 1.0, -2.0}) {
        CAPTURE(turns);
        write(folder / "m.lag",
              "model(m)$ body(nut, ground, hinge = [translate(z, z), rotate(z, a)], mass = 1, inertia = [0, 0, 0.1])$\n"
              "cut_hinge(nut, ground, hinge = screw(z, 0.1, q), name = thread)$\n"
              "initial(a = 0.5, z = 0.05, q = 0.45 + 2*%pi*(" +
                  std::to_string(turns) + "), a' = 1)$ hinge_load(a, 0.2)$\n");
        const CommandRun run =
            run_lag({"simulate", "m.lag", "--no-compiler", "--end", "1", "--step", "0.5", "--quiet"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const SimulatedColumns rows = simulated_columns(folder / "m.csv");
        for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
            const double q = rows.at("q")[k], a = rows.at("a")[k], z = rows.at("z")[k];
            CHECK(std::abs(z - 0.1 * q) < 1e-9);
            CHECK(std::abs(q - a - 2 * std::acos(-1) * turns) < 1e-8);
        }
    }
}

TEST_CASE("a cut hinge whose rows do not depend on its coordinates leaves them where initial says") {
    const fs::path folder = scratch_folder("cut_hinge_open");
    write(folder / "m.lag",
          "model(m)$ gravity([0, -9.81, 0])$\n"
          "body(b, ground, hinge = planar(z, [x, y, a]), mass = 1, inertia = [0, 0, 0.1])$\n"
          "cut_hinge(b, ground, hinge = revolute(z, q), outboard_at = [1, 0, 0], name = pin)$\n"
          "initial(a = 0.5, x = -cos(0.5), y = -sin(0.5), q = 3)$\n");
    const CommandRun run =
        run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.5", "--step", "0.5", "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns rows = simulated_columns(folder / "m.csv");
    CHECK(rows.at("q")[0] == 3);
    CHECK(std::abs(rows.at("q")[1] - rows.at("a")[1] - 2.5) < 1e-8);
}

TEST_CASE("a body held by a free cut hinge has its reaction") {
    const fs::path folder = scratch_folder("free_cut_reaction");
    const std::string pendulum =
        "model(m)$ gravity([0, -9.81, 0])$\n"
        "body(rod, ground, hinge = revolute(z, q1), mass = 2, cm = [0.5, 0, 0], inertia = [0, 0, 0.1])$\n"
        "body(bob, rod, hinge = revolute(z, q2), at = [1, 0, 0], mass = 1, cm = [0.3, 0, 0], inertia = [0, 0, 0.1])$\n"
        "initial(q1 = 0.3, q2 = -0.4, q1' = 1, q2' = 2)$\n";
    const std::string outputs = "output(r, reaction(bob)[1][1])$ output(n, reaction(rod)[1][2])$\n";
    const std::string cut =
        "cut_hinge(bob, ground, hinge = free(sequence = 323, angles = [c1, c2, c3], position = [p1, p2, p3]))$\n"
        "initial(c2 = 0.7)$\n";
    const auto column = [&](const std::string& script, const std::string& name) {
        write(folder / "m.lag", script);
        const CommandRun run =
            run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.5", "--step", "0.25", "--quiet"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        return simulated_columns(folder / "m.csv").at(name);
    };
    for (const std::string name : {"r", "n"}) {
        CAPTURE(name);
        const std::vector<double> with = column(pendulum + cut + outputs, name),
                                  without = column(pendulum + outputs, name);
        CHECK(std::abs(with[0] - without[0]) < 1e-12);
        // two runs with their own steps: the integrator's tolerance, amplified a little
        for (std::size_t k = 1; k < with.size(); ++k) CHECK(std::abs(with[k] - without[k]) < 1e-5);
    }
}

}  // namespace lag
