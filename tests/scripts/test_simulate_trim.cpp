// Runs that start in a steady motion, from the script or from a file that it has saved.
#include <cmath>
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A single-track car; steer and throttle of a steady turn in closed form below.
const std::string car = R"(model(car)$ parameters(m = 1500, J = 2500, a = 1.2, b = 1.6, Cf = 80000, Cr = 90000)$
input(delta)$ input(throttle)$
body(chassis, ground, hinge = planar(z, [x, y, psi], speeds = [u, v, r]), mass = m, inertia = [0, 0, J])$
point(front, chassis, [a, 0, 0])$ point(rear, chassis, [-b, 0, 0])$
force(front, [0, -Cf*((v + a*r)/u - delta), 0], in = chassis)$
force(rear, [0, -Cr*(v - b*r)/u, 0], in = chassis)$
force(origin(chassis), [throttle, 0, 0], in = chassis)$
output(angle, delta)$ initial(u = 20)$
turn: trim(given = [u = 20, r = 1/5], find = [delta, throttle], free = [x, y, psi])$
straight: trim(given = [u = 20, r = 0], find = [delta, throttle], free = [x, y, psi])$
save("turn.json", turn)$ save("turn.csv", turn)$ save("turn.mat", turn)$
)";

// Steer angle of the linear single-track car: (a + b) r/u + m u r (Cr b - Cf a)/((a + b) Cf Cr).
double steer(double m) {
    const double a = 1.2, b = 1.6, Cf = 80000, Cr = 90000, u = 20, r = 0.2;
    return (a + b) * r / u + m * u * r * (Cr * b - Cf * a) / ((a + b) * Cf * Cr);
}

fs::path car_in(const std::string& name) {
    const fs::path folder = scratch_folder(name);
    write(folder / "car.lag", car);
    return folder;
}

void require_turn(const fs::path& folder, double m) {
    const SimulatedColumns found = simulated_columns(folder / "car.csv");
    for (std::size_t k = 0; k < found.at("t").size(); ++k) {
        CHECK(std::abs(found.at("u")[k] - 20) < 1e-6);
        CHECK(std::abs(found.at("r")[k] - 0.2) < 1e-8);
        CHECK(std::abs(found.at("angle")[k] - steer(m)) < 1e-10);
    }
    CHECK(std::abs(found.at("psi").back() - 0.2 * found.at("t").back()) < 1e-7);
}

}  // namespace

TEST_CASE("a run starts in a steady motion of the script") {
    const fs::path folder = car_in("trim_named");
    const CommandRun run = run_lag({"simulate", "car.lag", "--trim", "turn", "--end", "3", "--step", "0.5"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "steady motion of the trim 'turn':\n"));
    CHECK(holds(run.output, "  r = 0.2"));
    require_turn(folder, 1500);
    // the last one, where no name is given
    REQUIRE(run_lag({"simulate", "car.lag", "--trim", "--end", "1", "--quiet"}, folder).status == 0);
    CHECK(simulated_columns(folder / "car.csv").at("r").back() == 0);
}

TEST_CASE("the steady motion is that of the run's parameters and inputs") {
    const fs::path folder = car_in("trim_values");
    write(folder / "run.txt", "m 2000\nend 2\noutput 0.5\n");
    REQUIRE(run_lag({"simulate", "car.lag", "--trim", "turn", "--parameters", "run.txt", "--quiet"}, folder).status ==
            0);
    require_turn(folder, 2000);
    // all of it is in the echo
    fs::remove(folder / "car.csv");
    REQUIRE(run_lag({"simulate", "car.lag", "--parameters", "run.txt.echo", "--quiet"}, folder).status == 0);
    require_turn(folder, 2000);
    REQUIRE(run_lag({"simulate", "car.lag", "--trim", "turn", "--define", "m=1000", "--end", "2", "--quiet"}, folder)
                .status == 0);
    require_turn(folder, 1000);
    // the run's own input is a step from the steady motion
    REQUIRE(
        run_lag({"simulate", "car.lag", "--trim", "straight", "--input", "delta=0.02", "--end", "1", "--quiet"}, folder)
            .status == 0);
    const SimulatedColumns step = simulated_columns(folder / "car.csv");
    CHECK(step.at("r").front() == 0);
    CHECK(step.at("r").back() > 0.05);
    // a speed beside the trim's
    REQUIRE(run_lag({"simulate", "car.lag", "--trim", "turn", "--initial", "v=1", "--end", "1", "--quiet"}, folder)
                .status == 0);
    CHECK(simulated_columns(folder / "car.csv").at("v").front() == 1);
    CHECK(std::abs(simulated_columns(folder / "car.csv").at("r").front() - 0.2) < 1e-12);
}

TEST_CASE("parameters that a trim finds are those of the run") {
    const fs::path folder = scratch_folder("trim_parameter");
    write(folder / "m.lag",
          "model(m)$ parameters(k = 1, g0 = 10)$ gravity([0, 0, -g0])$\n"
          "body(b, ground, hinge = prismatic(z, z), mass = 3)$ hinge_load(z, -k*z)$ initial(z = -1/2)$ output(spring, "
          "k)$\n"
          "trim(given = [z = -1/2], find = [k])$\n");
    REQUIRE(run_lag({"simulate", "m.lag", "--trim", "--end", "1", "--quiet"}, folder).status == 0);
    const SimulatedColumns found = simulated_columns(folder / "m.csv");
    CHECK(std::abs(found.at("spring").back() - 60) < 1e-9);
    CHECK(std::abs(found.at("z").back() + 0.5) < 1e-9);
    write(folder / "run.txt", "k 5\nend 1\n");
    const CommandRun twice = run_lag({"simulate", "m.lag", "--trim", "--parameters", "run.txt"}, folder);
    CHECK(twice.status == 1);
    CHECK(holds(twice.errors, "the parameter 'k' is what the trim finds, and it is given as 5"));
}

TEST_CASE("what a script has saved is a state to start from") {
    const fs::path folder = car_in("trim_saved");
    REQUIRE(run_lag({"car.lag", "--quiet"}, folder).status == 0);
    for (const std::string file : {"turn.json", "turn.csv"})
        for (const std::string option : {"--restart", "--parameters"}) {
            INFO(option << " " << file);
            fs::remove(folder / "car.csv");
            const CommandRun run =
                run_lag({"simulate", "car.lag", option, file, "--end", "3", "--step", "0.5", "--quiet"}, folder);
            INFO(run.errors);
            REQUIRE(run.status == 0);
            require_turn(folder, 1500);
        }
    const CommandRun mat = run_lag({"simulate", "car.lag", "--restart", "turn.mat", "--end", "1"}, folder);
    CHECK(mat.status == 1);
    CHECK(holds(mat.errors, "turn.mat: states are not read from .mat files"));
    write(folder / "list.json", "[1, 2]");
    CHECK(holds(run_lag({"simulate", "car.lag", "--restart", "list.json", "--end", "1"}, folder).errors,
                "list.json holds no names with their values"));
    write(folder / "table.csv", "t,x\n0,1\n");
    CHECK(holds(run_lag({"simulate", "car.lag", "--restart", "table.csv", "--end", "1"}, folder).errors,
                "table.csv:1: expected the heading name,value"));
}

TEST_CASE("saved states count in the quantities' own units") {
    const fs::path folder = scratch_folder("trim_units");
    write(folder / "m.lag",
          "model(m)$ body(b, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ user_unit(q, \"deg\")$\n"
          "initial(q = 1/2)$ s: trim(free = [q])$ save(\"s.json\", s)$\n");
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    REQUIRE(run_lag({"simulate", "m.lag", "--restart", "s.json", "--end", "1", "--quiet"}, folder).status == 0);
    CHECK(std::abs(simulated_columns(folder / "m.csv").at("q").front() - 0.5 * 180 / 3.14159265358979) < 1e-9);
}

TEST_CASE("what cannot be a steady start is told") {
    const fs::path folder = car_in("trim_wrong");
    const CommandRun near = run_lag({"simulate", "car.lag", "--trim", "trun", "--end", "1"}, folder);
    CHECK(near.status == 1);
    CHECK(holds(near.errors, "--trim: no trim(..) of the script is called 'trun'\nhint: did you mean 'turn'?"));
    for (const std::string other : {"--equilibrium", "--restart"}) {
        std::vector<std::string> arguments{"simulate", "car.lag", "--trim", "--end", "1", other};
        if (other == "--restart") arguments.emplace_back("s.txt");
        const CommandRun run = run_lag(arguments, folder);
        CHECK(run.status == 2);
        CHECK(holds(run.errors, "both say where the run starts"));
    }
    write(folder / "none.lag", "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n");
    const CommandRun none = run_lag({"simulate", "none.lag", "--trim", "--end", "1"}, folder);
    CHECK(none.status == 1);
    CHECK(holds(none.errors, "--trim: the script has no trim(..)"));
}

}  // namespace lag
