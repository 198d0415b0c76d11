// States in speed constraints: runs against closed forms and against the same motion in a slot; what is refused.
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

TEST_CASE("what speed constraints cannot hold of states is refused", "[states]") {
    const auto error = [](const std::string& more) {
        return run_script("model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ state(v, rate = -v)$\n" + more)
            .error;
    };
    CHECK(error("constraint(x = v)$").starts_with("2:12: a constraint cannot depend on the state v"));
    CHECK(error("speed_constraint(x = v)$").find("2:18: a speed constraint is a condition on speeds") == 0);
    CHECK(error("speed_constraint(v = 1)$").find("a condition on speeds, and this one holds none") !=
          std::string::npos);
    CHECK(error("speed_constraint(v*x' = 1, name = n)$") ==
          "2:1: 'n' holds a state in the coefficient of the speed 'x'' [states stand beside the speeds of a speed "
          "constraint, not before them]");
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
