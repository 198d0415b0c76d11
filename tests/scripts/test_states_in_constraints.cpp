// States in constraints: runs against closed forms and against the same motion in a slot; what is refused.
#include <cmath>
#include <cstdio>

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A cart whose speed follows its goal with a lag, whatever hangs on it.
const std::string lagging_cart =
    "model(m)$ parameters(goal = 3, tau = 1/2, mass = 2)$\n"
    "body(cart, ground, hinge = prismatic(x, x), mass = mass)$\n"
    "state(v, rate = (goal - v)/tau)$\n"
    "speed_constraint(x' = v, name = drive)$\n";
const std::string pendulum_on_cart =
    "gravity([0, -981/100, 0])$ body(bob, cart, hinge = revolute(z, q), mass = 1, cm = [0, -1/2, 0])$ "
    "initial(q = 1/3)$\n";

SimulatedColumns simulated(const std::string& name, const std::string& script, std::vector<std::string> arguments) {
    const fs::path folder = scratch_folder("states_in_rows_" + name);
    write(folder / "m.lag", script);
    arguments.insert(arguments.begin(), {"simulate", "m.lag", "--tolerance", "1e-11", "--quiet"});
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

template <class Motion>
void check_motion(const SimulatedColumns& columns, const std::string& name, double tolerance, Motion motion) {
    double error = 0;
    for (std::size_t k = 0; k < columns.at("t").size(); ++k)
        error = std::max(error, std::abs(columns.at(name)[k] - motion(columns.at("t")[k])));
    INFO(name);
    CHECK(error <= tolerance);
}

}  // namespace

TEST_CASE("a state's rate is the acceleration that a speed constraint asks for", "[states]") {
    for (const bool compiled : {true, false}) {
        std::vector<std::string> arguments{"--end", "2", "--step", "0.1"};
        if (!compiled) arguments.push_back("--no-compiler");
        const SimulatedColumns columns = simulated(
            "cart", lagging_cart + "output(force, -multiplier(drive))$ initial(v = 1)$", std::move(arguments));
        // the start takes the state's speed
        check_motion(columns, "v", 1e-8, [](double t) { return 3 - 2 * std::exp(-2 * t); });
        check_motion(columns, "x'", 1e-8, [](double t) { return 3 - 2 * std::exp(-2 * t); });
        check_motion(columns, "x", 1e-8, [](double t) { return 3 * t - 1 + std::exp(-2 * t); });
        check_motion(columns, "force", 1e-7, [](double t) { return 8 * std::exp(-2 * t); });
    }
}

TEST_CASE("rates that hold coordinates, speeds, time and states drive what they are asked to", "[states]") {
    // x'' = -5 x - 2 x' beside a mass that does not matter: exp(-t) cos(2 t)
    const SimulatedColumns columns = simulated("oscillator",
                                               "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 7)$\n"
                                               "state(v, rate = -5*x - x' - v)$ speed_constraint(x' = v)$ "
                                               "initial(x = 1, v = -1)$",
                                               {"--end", "3", "--step", "0.1"});
    check_motion(columns, "x", 1e-8, [](double t) { return std::exp(-t) * std::cos(2 * t); });
    // the rates of both sides: x = v from a start that satisfies it
    const SimulatedColumns followed = simulated(
        "followed", lagging_cart.substr(0, lagging_cart.find("speed_constraint")) + "speed_constraint(x' = v')$",
        {"--end", "3", "--step", "0.1"});
    check_motion(followed, "x", 1e-8, [](double t) { return 3 - 3 * std::exp(-2 * t); });
    const SimulatedColumns timed = simulated("timed",
                                             "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 7)$\n"
                                             "state(v, rate = 2*cos(2*t))$ speed_constraint(2*x' = v*t + sin(t))$",
                                             {"--end", "3", "--step", "0.1"});
    check_motion(timed, "x'", 1e-8, [](double t) { return (t * std::sin(2 * t) + std::sin(t)) / 2; });
}

TEST_CASE("a cart that a state drives moves its pendulum as one in a slot", "[states]") {
    const SimulatedColumns driven =
        simulated("driven", lagging_cart + pendulum_on_cart, {"--end", "2", "--step", "0.1"});
    const SimulatedColumns prescribed =
        simulated("prescribed",
                  "model(m)$ body(cart, ground, hinge = [translate(x, 3*t - 3/2*(1 - exp(-2*t)))], mass = 2)$\n" +
                      pendulum_on_cart,
                  {"--end", "2", "--step", "0.1"});
    REQUIRE(driven.at("q").size() == prescribed.at("q").size());
    for (std::size_t k = 0; k < driven.at("q").size(); ++k)
        CHECK(std::abs(driven.at("q")[k] - prescribed.at("q")[k]) < 1e-7);
}

TEST_CASE("speeds jump with the states that they follow, and push what hangs on them", "[states]") {
    // at rest until t = 1; then the cart's jump by 2 turns the bob, a point mass, by -2/l
    const SimulatedColumns columns =
        simulated("kick",
                  "model(m)$ body(cart, ground, hinge = prismatic(x, x), mass = 2)$\n"
                  "body(bob, cart, hinge = revolute(z, q), mass = 1, cm = [0, -1/2, 0])$\n"
                  "state(v, rate = 0)$ speed_constraint(x' = v)$ event(kick, t - 1, rising, set = [v = 2])$",
                  {"--end", "1.02", "--step", "0.01"});
    CHECK(columns.at("x'").front() == 0);
    CHECK(std::abs(columns.at("x'").back() - 2) < 1e-9);
    CHECK(std::abs(columns.at("q'").back() + 4) < 1e-9);
}

TEST_CASE("linearize and equilibrium know states in speed constraints", "[states]") {
    const std::string start =
        "model(m)$ parameters(c = 0)$ body(b, ground, hinge = prismatic(x, x), mass = 7)$\n"
        "state(v, rate = -5*x - 2*v)$ speed_constraint(x' = v + c)$\n";
    const ScriptRun eigenvalues = run_script(start + "linearize()[5];");
    CHECK(eigenvalues.error.empty());
    double real = 0, imaginary = 0;
    REQUIRE(std::sscanf(eigenvalues.output.c_str(), "[[%lf, %lf]", &real, &imaginary) == 2);
    CHECK(std::abs(real + 1) + std::abs(std::abs(imaginary) - 2) < 1e-9);
    const auto rest = [&](const std::string& more) {
        const fs::path folder = scratch_folder("states_in_rows_rest");
        write(folder / "m.lag", start + more);
        return run_lag({"simulate", "m.lag", "--end", "1", "--equilibrium"}, folder);
    };
    CHECK(rest("").status == 0);
    CHECK(rest("initial(v = 1)$").status == 0);
}

TEST_CASE("rows whose states differ contradict each other, and the same one twice is left out", "[states]") {
    const std::string start =
        "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ state(v, rate = 1)$ state(z, rate = 1)$\n"
        "speed_constraint(x' = v, name = first)$ ";
    CHECK(run_script(start + "speed_constraint(x' = z, name = second)$ constraint_matrix();")
              .error.find("constraint row 'second' contradicts 'first'") != std::string::npos);
    const ScriptRun twice = run_script(start + "speed_constraint(2*x' = 2*v, name = second)$ constraint_matrix();");
    CHECK(twice.error.empty());
    CHECK(twice.output.find("matrix([1])") != std::string::npos);
}

TEST_CASE("a coordinate follows a state, and a force keeps it there", "[states]") {
    for (const bool compiled : {true, false}) {
        std::vector<std::string> arguments{"--end", "2", "--step", "0.1"};
        if (!compiled) arguments.push_back("--no-compiler");
        const std::string cart = lagging_cart.substr(0, lagging_cart.find("speed_constraint"));
        // the start takes the state's place: x = 1, not 7
        const SimulatedColumns columns = simulated(
            "place",
            cart + "constraint(x = v, name = drive)$ output(force, -multiplier(drive))$ initial(x = 7, v = 1)$",
            std::move(arguments));
        check_motion(columns, "x", 1e-8, [](double t) { return 3 - 2 * std::exp(-2 * t); });
        check_motion(columns, "x'", 1e-8, [](double t) { return 4 * std::exp(-2 * t); });
        check_motion(columns, "force", 1e-7, [](double t) { return -16 * std::exp(-2 * t); });
    }
}

namespace {

const std::string two_masses =
    "model(m)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$ body(b, ground, hinge = prismatic(x, y), mass = "
    "1)$\n";

}  // namespace

TEST_CASE("a state whose rate holds speeds couples them, and loads go through it", "[states]") {
    // x = 2 y by z' = y': the effective mass at y is 1 + 4
    const SimulatedColumns columns = simulated("coupled",
                                               two_masses +
                                                   "state(z, rate = y')$ constraint(x = 2*z, name = r)$ "
                                                   "hinge_load(y, 1)$ output(load, multiplier(r))$",
                                               {"--end", "2", "--step", "0.1"});
    check_motion(columns, "y", 1e-8, [](double t) { return t * t / 10; });
    check_motion(columns, "x", 1e-8, [](double t) { return t * t / 5; });
    check_motion(columns, "load", 1e-8, [](double) { return -0.4; });
}

TEST_CASE("states in the coefficients of coordinates and speeds", "[states]") {
    const std::string ratio = "state(z, rate = 1)$ initial(z = 1, y = 1/2, y' = 1)$ ";
    // x = z y, as in a slot that knows the time
    const SimulatedColumns place =
        simulated("ratio", two_masses + ratio + "constraint(x = z*y)$ hinge_load(y, -3*y)$ initial(x = 1/2, x' = 3/2)$",
                  {"--end", "3"});
    const SimulatedColumns slot = simulated("slot",
                                            "model(m)$ body(b, ground, hinge = prismatic(x, y), mass = 1)$\n"
                                            "body(a, ground, hinge = [translate(x, (1 + t)*y)], mass = 1)$\n"
                                            "hinge_load(y, -3*y)$ initial(y = 1/2, y' = 1)$",
                                            {"--end", "3"});
    REQUIRE(place.at("y").size() == slot.at("y").size());
    for (std::size_t k = 0; k < slot.at("y").size(); ++k) CHECK(std::abs(place.at("y")[k] - slot.at("y")[k]) < 1e-8);
    // x' = z y': y' sqrt(1 + z^2) stays
    const SimulatedColumns rates =
        simulated("rates", two_masses + ratio + "speed_constraint(x' = z*y', name = r)$\n" + "initial(x' = 1)$",
                  {"--end", "3", "--step", "0.1"});
    check_motion(rates, "y'", 1e-8, [](double t) { return std::sqrt(2 / (1 + (1 + t) * (1 + t))); });
    check_motion(rates, "x'", 1e-8, [](double t) { return (1 + t) * std::sqrt(2 / (1 + (1 + t) * (1 + t))); });
}

TEST_CASE("an event holds a body where it is by a state", "[states]") {
    const std::string falling =
        "model(m)$ gravity([-10, 0, 0])$ body(a, ground, hinge = prismatic(x, x), mass = 1)$ state(place, rate = 0)$\n";
    const SimulatedColumns caught = simulated(
        "caught",
        falling +
            "flag(on, 0)$ constraint(x = place, active = on)$ event(catch, t - 1, rising, set = [on = 1, place = x])$",
        {"--end", "2", "--step", "0.1"});
    check_motion(caught, "x", 1e-8, [](double t) { return t < 1 ? -5 * t * t : -5; });
    // what always holds cannot jump
    const fs::path folder = scratch_folder("states_in_rows_jump");
    write(folder / "m.lag",
          falling + "constraint(x = place, name = hold)$ event(jump, t - 1, rising, set = [place = 2])$");
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "2"}, folder);
    CHECK(run.status != 0);
    CHECK(holds(run.errors, "'hold'"));
}

TEST_CASE("inputs in the rates of states that places follow need rates of their own", "[states]") {
    const std::string script =
        "model(m)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$ input(v)$ state(z, rate = v)$ constraint(x = "
        "z)$\n";
    const fs::path folder = scratch_folder("states_in_rows_inputs");
    write(folder / "m.lag", script);
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "2", "--step", "0.1", "--input", "v=sin(3*t)",
                                    "--tolerance", "1e-11", "--quiet"},
                                   folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns columns = simulated_columns(folder / "m.csv");
    check_motion(columns, "x", 1e-8, [](double t) { return (1 - std::cos(3 * t)) / 3; });
    check_motion(columns, "x'", 1e-8, [](double t) { return std::sin(3 * t); });
}

TEST_CASE("what constraints cannot hold of states is refused", "[states]") {
    const auto error = [](const std::string& more) {
        return run_script("model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ state(v, rate = -v)$\n" + more)
            .error;
    };
    CHECK(error("state(a, rate = x')$ constraint(a = 1, name = n)$").find("'n' holds states alone") !=
          std::string::npos);
    CHECK(error("constraint(v = 1, name = n)$").find("'n' can never hold") != std::string::npos);
    CHECK(error("state(a, rate = x'^2)$ constraint(x = a, name = n)$").find("'n' is not linear in the speed 'x''") !=
          std::string::npos);
    CHECK(error("external(pump, [x], [r])$ state(a, rate = r)$ constraint(x = a, name = n)$")
              .find("'n' holds the state 'a', whose rate is what a routine gives") != std::string::npos);
    CHECK(error("state(a, rate = x'')$ constraint(x = a, name = n)$")
              .find("'n' holds the state 'a', whose rate depends on accelerations or multipliers") !=
          std::string::npos);
    CHECK(error("speed_constraint(x = v)$").find("2:18: a speed constraint is a condition on speeds") == 0);
    CHECK(error("speed_constraint(v = 1)$").find("a condition on speeds, and this one holds none") !=
          std::string::npos);
    CHECK(error("state(a, rate = x'')$ speed_constraint(x' = a, name = n)$")
              .find("'n' holds the state 'a', whose rate depends on accelerations or multipliers") !=
          std::string::npos);
    CHECK(error("speed_constraint(x' = a, name = n)$ state(a, rate = x'')$").find("a is not declared") !=
          std::string::npos);
    const fs::path folder = scratch_folder("states_in_rows_eliminated");
    write(folder / "m.lag", lagging_cart + "options(constraints = eliminate)$ emit(c, \"m.h\")$");
    CHECK(holds(run_lag({"m.lag"}, folder).errors, "constraints = eliminate cannot take 'drive', which holds states"));
}

}  // namespace lag
