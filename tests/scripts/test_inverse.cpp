// lag inverse: loads in closed form, and back through lag simulate.
#include <cmath>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

const std::string swing_as_told =
    "model(swing)$ parameters(m = 2, l = 3/2, g = 981/100)$ gravity([0, -g, 0])$\n"
    "body(bob, ground, hinge = revolute(z, q), mass = m, cm = [l, 0, 0])$\n";

const std::string crank_as_told =
    "model(crank)$ parameters(g = 981/100)$ gravity([0, -g, 0])$ input(drive, \"N*m\")$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [1/4, 0, 0], inertia = [0, 0, 1/40])$\n"
    "body(rod, crank, hinge = revolute(z, q2), at = [1/2, 0, 0], mass = 2, cm = [1, 0, 0], inertia = [0, 0, 1/2])$\n"
    "body(slider, ground, hinge = prismatic(x, x), mass = 3)$\n"
    "point(P, rod, [2, 0, 0])$ close_loop(P, origin(slider))$ initial(q1 = 1/2, q2 = -7/10, x = 23/10)$\n";

std::string inverse_errors(const std::filesystem::path& folder, const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"inverse", "m.lag", "--end", "1", "--step", "0.5", "--quiet"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandRun run = run_lag(all, folder);
    CHECK(run.status != 0);
    return run.errors;
}

}  // namespace

TEST_CASE("the torque on a pendulum that swings as it is told", "[inverse]") {
    const std::filesystem::path folder = scratch_folder("inverse_pendulum");
    write(folder / "m.lag", swing_as_told);
    const CommandRun run = run_lag(
        {"inverse", "m.lag", "--motion", "q=sin(2*t)/l", "--define", "l=1.3", "--end", "2", "--step", "0.1"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns rows = simulated_columns(folder / "m_inverse.csv");
    REQUIRE(rows.at("t").size() == 21);
    const double m = 2, l = 1.3, g = 9.81;
    for (std::size_t k = 0; k < 21; ++k) {
        const double t = rows.at("t")[k], q = std::sin(2 * t) / l;
        CHECK(rows.at("q")[k] == Approx(q).margin(1e-12));
        CHECK(rows.at("q'")[k] == Approx(2 * std::cos(2 * t) / l).margin(1e-12));
        CHECK(rows.at("load_q")[k] ==
              Approx(m * l * l * (-4 * std::sin(2 * t) / l) + m * g * l * std::cos(q)).margin(1e-9));
    }
    CHECK(holds(contents(folder / "m_inverse.svg"), "load_q"));
    CHECK(holds(run.output, "wrote"));
}

TEST_CASE("a motion from a file: a spline, or with rates and accelerations", "[inverse]") {
    const std::filesystem::path folder = scratch_folder("inverse_file");
    write(folder / "m.lag", swing_as_told);
    std::string bare = "t,a\n", full = "time,q,q',q''\n";
    for (int k = 0; k <= 40; ++k) {
        const double t = k * 0.05;
        bare += std::to_string(t) + "," + std::to_string(t * t * t - t) + "\n";
        std::ostringstream line;
        line.precision(17);
        line << t << "," << std::sin(t) << "," << std::cos(t) << "," << -std::sin(t) << "\n";
        full += line.str();
    }
    write(folder / "bare.csv", bare);
    write(folder / "full.csv", full);
    write(folder / "short.csv", "t,a\n0,0\n0.2,1\n");
    REQUIRE(run_lag({"inverse", "m.lag", "--motion", "q=full.csv", "--end", "2", "--step", "0.03", "--quiet"}, folder)
                .status == 0);
    SimulatedColumns rows = simulated_columns(folder / "m_inverse.csv");
    for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
        const double t = rows.at("t")[k];
        CHECK(rows.at("q")[k] == Approx(std::sin(t)).margin(1e-9));
        CHECK(rows.at("load_q")[k] == Approx(-4.5 * std::sin(t) + 2 * 9.81 * 1.5 * std::cos(std::sin(t))).margin(1e-4));
    }
    REQUIRE(run_lag({"inverse", "m.lag", "--motion", "q=bare.csv:a", "--end", "2", "--step", "0.03", "--quiet"}, folder)
                .status == 0);
    rows = simulated_columns(folder / "m_inverse.csv");
    for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
        const double t = rows.at("t")[k], q = t * t * t - t;
        if (t > 0.6 && t < 1.4)  // the ends of a natural spline have no curvature
            CHECK(rows.at("load_q")[k] == Approx(4.5 * 6 * t + 2 * 9.81 * 1.5 * std::cos(q)).margin(0.02));
    }
    CHECK(holds(inverse_errors(folder, {"--motion", "q=bare.csv:b"}), "has no column 'b'"));
    CHECK(holds(inverse_errors(folder, {"--motion", "q=short.csv:a"}), "short.csv has no motion at t = 0.5"));
    CHECK(holds(inverse_errors(folder, {"--motion", "q=none.csv"}), "cannot read none.csv"));
    CHECK(holds(inverse_errors(folder, {"--motion", "p=t"}), "no coordinate 'p'"));
    CHECK(holds(inverse_errors(folder, {"--motion", "q=t", "--motion", "q=2*t"}), "given twice"));
    CHECK(holds(inverse_errors(folder, {"--motion", "q=q"}), "neither t nor a parameter"));
}

TEST_CASE("a slider crank: its input makes the motion, forward and back", "[inverse]") {
    const std::filesystem::path folder = scratch_folder("inverse_crank");
    write(folder / "m.lag", crank_as_told + "hinge_load(q1, drive)$ output(turn, q1'', \"rad/s^2\")$\n");
    const std::string motion = "q1=1/2 + 2*t + t^2/2";
    const CommandRun run =
        run_lag({"inverse", "m.lag", "--motion", motion, "--load", "drive", "--end", "1", "--step", "0.001", "--quiet"},
                folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns found = simulated_columns(folder / "m_inverse.csv");
    // without --load: the load on the coordinate is the same torque
    REQUIRE(
        run_lag({"inverse", "m.lag", "--motion", motion, "--end", "1", "--step", "0.5", "--out", "other", "--quiet"},
                folder)
            .status == 0);
    const SimulatedColumns other = simulated_columns(folder / "other" / "m_inverse.csv");
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(other.at("load_q1")[k] == Approx(found.at("drive")[500 * k]).epsilon(1e-8));
    // the energy that the torque brings: closed form of the loop, sin(q1)/2 + 2 sin(q1 + q2) = 0
    for (std::size_t k = 0; k < found.at("t").size(); k += 100) {
        const double q1 = found.at("q1")[k], t = found.at("t")[k];
        CHECK(found.at("turn")[k] == Approx(1).margin(1e-8));
        CHECK(q1 == Approx(0.5 + 2 * t + t * t / 2).margin(1e-12));
        CHECK(found.at("x")[k] ==
              Approx(std::cos(q1) / 2 + 2 * std::sqrt(1 - std::pow(std::sin(q1) / 4, 2))).margin(1e-10));
    }
    // forward with the load: simulate comes to the same place
    std::string table = "t,drive\n";
    std::ostringstream lines;
    lines.precision(17);
    for (std::size_t k = 0; k < found.at("t").size(); ++k)
        lines << found.at("t")[k] << "," << found.at("drive")[k] << "\n";
    write(folder / "drive.csv", table + lines.str());
    std::vector<std::string> forward_arguments{"simulate", "m.lag",  "--input", "drive=drive.csv", "--end",
                                               "1",        "--step", "0.1",     "--quiet"};
    for (const std::string name : {"q1", "q2", "x", "q1'", "q2'", "x'"}) {
        std::ostringstream value;
        value.precision(17);
        value << name << "=" << found.at(name)[0];
        forward_arguments.insert(forward_arguments.end(), {"--initial", value.str()});
    }
    const CommandRun forward = run_lag(forward_arguments, folder);
    INFO(forward.errors);
    REQUIRE(forward.status == 0);
    const SimulatedColumns back = simulated_columns(folder / "m.csv");
    CHECK(back.at("q1").back() == Approx(3).margin(1e-4));
    CHECK(holds(inverse_errors(folder, {"--motion", "q1=t", "--load", "driven"}), "did you mean 'drive'"));
    CHECK(holds(inverse_errors(folder, {"--motion", "q1=1/2+t", "--motion", "x=2", "--load", "drive"}),
                "--load names 1"));
    CHECK(holds(inverse_errors(folder, {"--motion", "q1=1/2", "--motion", "x=23/10"}), "at t = 0"));
    CHECK(holds(inverse_errors(folder, {"--motion", "x=5"}), "do not let the coordinates be"));
}

TEST_CASE("quasi-velocities, and what inverse dynamics refuses", "[inverse]") {
    const std::filesystem::path folder = scratch_folder("inverse_kinds");
    write(folder / "m.lag",
          "model(disc)$ body(disc, ground, hinge = planar(z, [x, y, psi], speeds = [vx, vy, r]), mass = 3, inertia = "
          "[0, 0, "
          "2])$\n");
    REQUIRE(run_lag({"inverse", "m.lag", "--motion", "x=cos(2*t)", "--motion", "y=sin(2*t)", "--motion", "psi=t^2",
                     "--end", "1", "--step", "0.25", "--quiet"},
                    folder)
                .status == 0);
    const SimulatedColumns rows = simulated_columns(folder / "m_inverse.csv");
    for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
        const double t = rows.at("t")[k];
        CHECK(rows.at("load_x")[k] == Approx(-12 * std::cos(2 * t)).margin(1e-6));
        CHECK(rows.at("load_y")[k] == Approx(-12 * std::sin(2 * t)).margin(1e-6));
        CHECK(rows.at("load_psi")[k] == Approx(4).margin(1e-6));
    }
    CHECK(holds(inverse_errors(folder, {"--motion", "x=t", "--motion", "y=t"}), "neither is given nor follows"));
    write(folder / "m.lag", swing_as_told + "state(z, rate = q)$");
    CHECK(holds(inverse_errors(folder, {"--motion", "q=t"}), "the model has states"));
    write(folder / "m.lag", swing_as_told + "hinge_friction(q, 1)$");
    CHECK(holds(inverse_errors(folder, {"--motion", "q=t"}), "no contacts and no dry friction"));
    write(folder / "m.lag", "model(a)$ body(b, ground, hinge = prismatic(x, sin(t)), mass = 1)$");
    CHECK(holds(inverse_errors(folder, {"--motion", "q=t"}), "every motion"));
}

}  // namespace lag
