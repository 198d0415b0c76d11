// state(z, "unit", "text", rate = e): what scripts say of states, what is refused, and runs against closed forms.
#include <cmath>
#include <complex>
#include <cstdlib>

#include "scripts/pipeline/pipeline.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A mass that a force pushes; the force follows its goal with a lag.
const std::string lagging =
    "model(lagging)$ parameter(tau, 1/5, \"s\")$ parameter(m, 2, \"kg\")$ input(goal, \"N\")$\n"
    "body(b, ground, hinge = prismatic(x, s), mass = m)$\n"
    "state(f, \"N\", \"force of the actuator\", rate = (goal - f)/tau)$\n"
    "hinge_load(s, f)$\n";

// A motor with a coil holds the speed of a wheel by proportional and integral action.
const std::string motor =
    "model(motor)$ parameters(J = 1/50, b = 1/100, k = 3/10, L = 1/200, R = 6/5, kp = 2, ki = 30)$ input(goal)$\n"
    "body(wheel, ground, hinge = revolute(z, phi), inertia = [0, 0, J], mass = 1)$\n"
    "state(error, \"rad\", \"integral of the error\", rate = goal - phi')$\n"
    "state(current, rate = (kp*(goal - phi') + ki*error - R*current - k*phi')/L)$\n"
    "hinge_load(phi, k*current - b*phi')$\n";

SimulatedColumns simulated(const fs::path& folder, const std::string& script, std::vector<std::string> arguments,
                           std::string* header = nullptr) {
    write(folder / "o.lag", script);
    arguments.insert(arguments.begin(), {"simulate", "o.lag"});
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "o.csv", header);
}

void check_motion(const SimulatedColumns& columns, const std::string& name, double tolerance,
                  const std::function<double(double)>& motion) {
    double error = 0;
    for (std::size_t k = 0; k < columns.at("t").size(); ++k)
        error = std::max(error, std::abs(columns.at(name)[k] - motion(columns.at("t")[k])));
    INFO(name);
    CHECK(error <= tolerance);
}

bool shell(const fs::path& folder, const std::string& command) {
    return std::system(("cd '" + folder.string() + "' && " + command).c_str()) == 0;
}

}  // namespace

TEST_CASE("states stand in loads, outputs and derivatives", "[states]") {
    check_assertions(lagging +
                     "check(f' = (goal - f)/tau)$ check(diff(f^2*s, t) = 2*f*s*(goal - f)/tau + f^2*s')$\n"
                     "output(both, f + m*s'' + f'*tau, \"N\")$ initial(f = 3, s' = 1)$\n"
                     "check(right_side() = [f])$ check(generalized_forces() = [f])$\n");
    // the second derivative holds the input's rate
    check_assertions(lagging + "check(f'' = (goal' - (goal - f)/tau)/tau)$");
    // an expression of parameters is a rate too, and time
    check_assertions(
        "model(m)$ parameters(a = 2)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ "
        "state(z, rate = a*t)$ check(diff(z, t) = a*t)$");
}

TEST_CASE("states name states that are declared further down", "[states]") {
    const std::string pair =
        "model(pair)$ parameters(w = 3)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "state(z1, rate = w*z2)$ state(z2, rate = -w*z1)$ initial(z1 = 1)$\n";
    check_assertions(pair + "check(diff(z1^2 + z2^2, t) = 0)$");
    const SimulatedColumns columns = simulated(scratch_folder("states_pair"), pair, {"--end", "2", "--no-compiler"});
    check_motion(columns, "z1", 1e-6, [](double t) { return std::cos(3 * t); });
    check_motion(columns, "z2", 1e-6, [](double t) { return -std::sin(3 * t); });
    // by loops, and with the rate of a later state
    check_assertions(
        "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ n: 3$\n"
        "for i:1 thru n do state(concat(z, i), rate = concat(z, if i = n then 1 else i + 1) - concat(z, i))$\n"
        "check(z1' + z2' + z3' = 0)$");
    check_assertions(
        "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "state(a, rate = b1')$ state(b1, rate = 5*t)$ check(a' = 5*t)$");
    CHECK(run_script("model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
                     "state(a, rate = 2*bb)$ right_side();")
              .error ==
          "2:19: bb is not declared: a name in the equations of motion is a parameter, coordinate, speed, state, input "
          "or external result");
    CHECK(run_script("model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
                     "state(a, rate = 2*bb)$")
              .error.starts_with("2:19: bb is not declared"));
}

TEST_CASE("what states may not be is refused", "[states]") {
    const std::string start =
        "model(m)$ parameters(k = 1)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ "
        "state(z, \"m\", rate = -k*z)$\n";
    const auto error = [&](const std::string& more) { return run_script(start + more).error; };
    CHECK(error("body(c, b, hinge = revolute(z, q), mass = z)$") ==
          "2:43: the mass of body 'c' cannot depend on the state z [it may hold numbers and parameters]");
    CHECK(error("body(c, b, hinge = revolute(z, q), at = [z, 0, 0], mass = 1)$")
              .ends_with("cannot depend on the state z [it may hold numbers and parameters]"));
    CHECK(
        error("body(c, b, hinge = [translate(y, 2*z)], mass = 1)$").find("a hinge slot cannot depend on the state z") !=
        std::string::npos);
    CHECK(error("potential(z*s)$").find("a potential cannot depend on the state z") != std::string::npos);
    CHECK(error("initial(z = s)$").find("the initial value of 'z' cannot depend on the coordinate s") !=
          std::string::npos);
    CHECK(error("initial(zz = 1)$") == "2:9: no coordinate, speed or state is named 'zz' [did you mean 'z'?]");
    CHECK(error("state(z, rate = 1)$") == "2:7: z is declared twice: it is already a state (line 1)");
    CHECK(error("state(y1, \"m\")$") == "2:1: state 'y1' has no rate [such as state(y1, rate = (goal - y1)/tau)]");
    CHECK(error("right_side()$ state(y1, rate = 1)$").find("the description of model 'm' is complete") !=
          std::string::npos);
    CHECK(error("hinge_load(s, z*multiplier(none))$").find("none") != std::string::npos);
    // rates that hold themselves
    CHECK(error("state(y1, rate = y1')$").find("the rate of state 'y1' depends on itself") != std::string::npos);
    CHECK(error("state(y1, rate = 1 + diff(2*y1, t))$").find("the rate of state 'y1' is not known here") !=
          std::string::npos);
    CHECK(error("state(y1, rate = y2')$ state(y2, rate = y1')$ right_side();").find("depends on itself") !=
          std::string::npos);
    // the derivative of a rate that holds an acceleration
    CHECK(error("state(y1, rate = s'' - y1)$ output(o, y1'')$")
              .find("s'' is an acceleration: its time derivative is not") != std::string::npos);
    CHECK(error("state(y1, rate = s'')$ output(o, y1'')$").find("y1' is an acceleration: its time derivative is not") !=
          std::string::npos);
}

TEST_CASE("units of states are checked against their rates", "[states]") {
    const std::string start =
        "model(m)$ parameter(tau, 1/5, \"s\")$ input(goal, \"N\")$ "
        "body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";
    const auto error = [&](const std::string& more) { return run_script(start + more).error; };
    CHECK(error("state(f, \"N\", rate = (goal - f)/tau)$ hinge_load(s, f)$") == "");
    CHECK(error("state(f, \"N\", rate = goal - f)$") ==
          "2:22: the rate of state 'f': 'goal - f' [N] where [N/s] is needed [units are labels: no value is converted; "
          "a name without a unit is not checked]");
    CHECK(error("state(f, \"kN\", rate = (goal - f)/tau)$").find("cannot be added") != std::string::npos);
    CHECK(error("state(f, \"N\", rate = -f/tau)$ hinge_load(s, f*tau)$").find("a hinge load: ") != std::string::npos);
    CHECK(error("state(f, \"N\", rate = -f/tau)$ output(o, f' + goal)$").find("cannot be added") != std::string::npos);
    CHECK(error("state(f, \"N\", rate = -f/tau)$ initial(f = tau)$").find("the initial value of 'f'") !=
          std::string::npos);
    CHECK(error("state(f, \"newton\", rate = 1)$").find("newton") != std::string::npos);
}

TEST_CASE("the names of states' statements give way to a script's own", "[states]") {
    CHECK(run_script("state: 3$ state + 1;").output == "4\n");
    CHECK(run_script("state(x) := 2*x$ state(4);").output == "8\n");
    CHECK(run_script("model(m)$ parameters(state = 2, states = 3)$ state*states;").error == "");
    // `states` in the list of columns
    const std::string named =
        "model(m)$ parameters(states = 3)$ body(b, ground, hinge = prismatic(x, s), mass = states)$ "
        "state(z, rate = -z)$ emit(cpp, \"m.hpp\", jacobian = ";
    const auto columns = [&](const std::string& list) {
        const PipelineResult result = run_pipeline(parse(named + list + ")$", "m.lag"), {});
        const std::string& text = result.files.at(0).text;
        const std::size_t at = text.find("jacobian_column_names = {");
        return text.substr(at, text.find("};", at) - at);
    };
    CHECK(columns("[states]").find("\"states\"") != std::string::npos);
}

TEST_CASE("columns of the jacobian: states, all of them and by name", "[states]") {
    const auto columns = [&](const std::string& list) {
        const PipelineResult result = run_pipeline(
            parse(motor + "emit(cpp, \"m.hpp\", routines = [derivatives, jacobian]" + list + ")$", "m.lag"), {});
        const std::string& text = result.files.at(0).text;
        const std::size_t at = text.find("jacobian_column_names");
        std::string names;
        for (std::size_t k = text.find('{', at); k < text.find("};", at); ++k)
            if (text[k] != '\n' && text[k] != ' ' && text[k] != '{' && text[k] != '"') names += text[k];
        return names.substr(0, names.find('}'));
    };
    CHECK(columns("") == "phi,phi',error,current");
    CHECK(columns(", jacobian = [states]") == "error,current");
    CHECK(columns(", jacobian = [q, current, w]") == "phi,current,goal");
    CHECK(run_script(motor + "emit(cpp, \"m.hpp\", jacobian = [curent])$").error.ends_with("did you mean 'current'?]"));
}

TEST_CASE("linearize: the eigenvalues of a speed control are the roots of its polynomial", "[states]") {
    const ScriptRun run = run_script(motor + "lin: linearize(outputs = [phi', current'])$ lin[5]; lin[2]; lin[4];");
    REQUIRE(run.error == "");
    std::vector<double> found;
    for (const char* at = run.output.c_str(); *at != '\0';) {
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end == at) {
            ++at;
            continue;
        }
        found.push_back(value), at = end;
    }
    REQUIRE(found.size() == 8 + 4 + 2);
    const double J = 0.02, b = 0.01, k = 0.3, L = 0.005, R = 1.2, kp = 2, ki = 30;
    const double c2 = b / J + R / L, c1 = (b * R + k * (kp + k)) / (J * L), c0 = k * ki / (J * L);
    std::complex<double> product = 1, sum = 0;
    int zeros = 0;
    for (std::size_t n = 0; n < 4; ++n) {
        const std::complex<double> s(found[2 * n], found[2 * n + 1]);
        if (s == 0.0) {
            ++zeros;  // the angle is free
            continue;
        }
        product *= s, sum += s;
        CHECK(std::abs(((s + c2) * s + c1) * s + c0) <= 1e-9 * c0);
    }
    CHECK(zeros == 1);
    CHECK(std::abs(product + c0) <= 1e-9 * c0);
    CHECK(std::abs(sum + c2) <= 1e-9 * c2);
    CHECK(found[8] == 0);
    CHECK(found[9] == 0);
    CHECK(found[10] == 1);
    CHECK(found[11] == Approx(kp / L));
    CHECK(found[12] == 0);
    CHECK(found[13] == Approx(kp / L));
    // at a state, with values of states
    CHECK(run_script(motor + "linearize(at = [current = 2, error = 1/10, phi' = 60], inputs = [])[5]$")
              .messages.find("no equilibrium") != std::string::npos);
}

TEST_CASE("simulate: a first-order lag, compiled and evaluated", "[states]") {
    const fs::path folder = scratch_folder("states_lag");
    for (const bool compiled : {true, false}) {
        INFO(compiled);
        std::string header;
        const SimulatedColumns columns =
            simulated(folder, lagging + "output(pull, f + f'*tau)$",
                      with_compiler({"--end", "2", "--input", "goal=3", "--initial", "f=1"}, compiled), &header);
        CHECK(header == "t,s,s',f,pull,kinetic,potential");
        const double tau = 0.2;
        check_motion(columns, "f", 1e-7, [&](double t) { return 3 - 2 * std::exp(-t / tau); });
        check_motion(columns, "s'", 1e-7, [&](double t) { return (3 * t - 2 * tau * (1 - std::exp(-t / tau))) / 2; });
        check_motion(columns, "pull", 1e-6, [](double) { return 3; });
    }
    CHECK(run_lag({"simulate", "o.lag", "--end", "1", "--initial", "g=1"}, folder)
              .errors.find("--initial: the model has no coordinate, speed or state 'g'") != std::string::npos);
    CHECK(run_lag({"simulate", "o.lag", "--end", "1", "--plot", "f,s", "--absolute", "f=1e-9", "--quiet"}, folder)
              .status == 0);
    // work and energy: the actuator's force does all of it
    const CommandRun run = run_lag({"simulate", "o.lag", "--end", "2", "--input", "goal=3"}, folder);
    const std::string words = "largest difference between the change of energy and that work ";
    REQUIRE(holds(run.output, words));
    CHECK(std::stod(run.output.substr(run.output.find(words) + words.size())) < 1e-6);
}

TEST_CASE("simulate: a tire's force builds up over its relaxation length", "[states]") {
    // F' = v (C alpha - F)/sigma is dF/dx = (C alpha - F)/sigma, however the wheel speeds up
    const std::string tire =
        "model(tire)$ parameters(C = 1000, alpha = 0.05, sigma = 0.4, a = 3)$\n"
        "body(wheel, ground, hinge = prismatic(x, x), mass = 2)$ hinge_load(x, 2*a)$\n"
        "state(F, \"N\", rate = abs(x')*(C*alpha - F)/sigma)$ initial(x' = 1)$\n";
    for (const bool compiled : {true, false})
        check_motion(simulated(scratch_folder("states_tire"), tire, with_compiler({"--end", "1"}, compiled)), "F", 1e-5,
                     [](double t) { return 50 * (1 - std::exp(-(t + 1.5 * t * t) / 0.4)); });
}

TEST_CASE("simulate: rates hold accelerations, multipliers, conditions", "[states]") {
    // the impulse of a shelf, the speed regained from its acceleration, the time spent beyond a mark
    const std::string crate =
        "model(crate)$ parameters(m = 3, g = 9.81)$ gravity([0, 0, -g])$\n"
        "body(slide, ground, hinge = [translate(x, x), translate(z, h)], mass = m)$\n"
        "constraint(h = 1, name = shelf)$ hinge_load(x, 6*t)$\n"
        "state(impulse, \"N*s\", rate = -multiplier(shelf))$ state(v, rate = x'')$\n"
        "state(beyond, \"s\", rate = if x > 1/3 then 1 else 0)$ initial(h = 1, v = 5)$\n";
    for (const std::string treatment : {"", "options(constraints = eliminate)$"}) {
        INFO(treatment);
        const SimulatedColumns columns =
            simulated(scratch_folder("states_crate"), crate + treatment, {"--end", "2", "--no-compiler"});
        check_motion(columns, "impulse", 1e-6, [](double t) { return 3 * 9.81 * t; });
        check_motion(columns, "v", 1e-6, [](double t) { return 5 + t * t; });
        check_motion(columns, "beyond", 1e-6, [](double t) { return std::max(0.0, t - 1); });
    }
}

TEST_CASE("simulate --equilibrium: coordinates and states rest together", "[states]") {
    const std::string held =
        "model(held)$ parameters(k = 50, tau = 1/5, goal = 10, m = 2)$\n"
        "body(b, ground, hinge = prismatic(x, s), mass = m)$ state(f, rate = (goal + s - f)/tau)$\n"
        "hinge_load(s, f - k*s - 3*s')$\n";
    const fs::path folder = scratch_folder("states_rest");
    write(folder / "o.lag", held);
    const CommandRun run = run_lag({"simulate", "o.lag", "--end", "1", "--equilibrium"}, folder);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    CHECK(run.output.starts_with("equilibrium, "));
    CHECK(holds(run.output, "  s = 0.204082\n  f = 10.2041\n"));
    check_motion(simulated_columns(folder / "o.csv"), "s", 1e-8, [](double) { return 10.0 / 49; });
    // s'' = (f - 3 s')/m with f' = (s - f)/tau pushes ever more
    write(folder / "o.lag",
          "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ state(f, rate = s - f)$ "
          "hinge_load(s, f - s')$");
    CHECK(holds(run_lag({"simulate", "o.lag", "--end", "1", "--equilibrium"}, folder).output, "unstable equilibrium"));
    write(folder / "o.lag",
          "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ state(f, rate = 2)$ "
          "hinge_load(s, -s - s')$");
    CHECK(holds(run_lag({"simulate", "o.lag", "--end", "1", "--equilibrium"}, folder).errors,
                "nothing says what state f is at rest"));
}

TEST_CASE("compare: a Fortran routine with an order of its own", "[states]") {
    const fs::path folder = scratch_folder("states_compare");
    const auto source = [](const std::string& sign) {
        return "      SUBROUTINE HAND(Y, GOAL, YDOT)\n      DOUBLE PRECISION Y(4), GOAL, YDOT(4)\n"
               "C     CURRENT, SPEED, ERROR, ANGLE\n"
               "      YDOT(1) = (2D0*(GOAL - Y(2)) + 30D0*Y(3) " +
               sign +
               " 1.2D0*Y(1)\n"
               "     1           - 0.3D0*Y(2))/0.005D0\n"
               "      YDOT(2) = (0.3D0*Y(1) - 0.01D0*Y(2))/0.02D0\n      YDOT(3) = GOAL - Y(2)\n"
               "      YDOT(4) = Y(2)\n      END\n";
    };
    write(folder / "motor.lag", motor);
    write(folder / "hand.map",
          "call HAND(Y, GOAL, YDOT)\nY in [current, phi', error, phi]\nGOAL in goal\n"
          "YDOT out [current', phi'', error', phi']\n");
    write(folder / "hand.f", source("-"));
    const CommandRun right = run_lag({"compare", "motor.lag", "hand.f"}, folder);
    INFO(right.errors << right.output);
    CHECK(right.status == 0);
    CHECK(holds(right.output, "the two sides agree"));
    write(folder / "hand.f", source("+"));
    const CommandRun wrong = run_lag({"compare", "motor.lag", "hand.f"}, folder);
    CHECK(wrong.status == 3);
    CHECK(holds(wrong.output, "current'"));
    // its own emitted Fortran, by the model's names; and a script whose states have other names
    write(folder / "both.lag", motor + "emit(fortran77, \"motor.f\")$");
    REQUIRE(run_lag({"both.lag"}, folder).status == 0);
    const CommandRun own =
        run_lag({"compare", "motor.lag", "motor.f", "--right",
                 "call motor_setup(p, c); call motor_derivatives(t, y, w, c, ydot, info); c work 99; info status"},
                folder);
    INFO(own.errors << own.output);
    CHECK(own.status == 0);
    std::string other = motor;
    for (std::size_t at = 0; (at = other.find("current", at)) != std::string::npos; at += 4)
        other.replace(at, 7, "coil");
    write(folder / "other.lag", other);
    CHECK(run_lag({"compare", "motor.lag", "other.lag", "--right", "rename coil current"}, folder).status == 0);
}

TEST_CASE("drivers, packs and batches know states", "[states]") {
    const fs::path folder = scratch_folder("states_drivers");
    write(folder / "lagging.lag", lagging +
                                      "emit(cpp, \"lagging.hpp\", driver = true, batch = true)$ "
                                      "emit(fortran, \"lagging.f90\", driver = true, batch = true)$ initial(f = 7)$");
    REQUIRE(run_lag({"lagging.lag", "--quiet"}, folder).status == 0);
    write(folder / "run.txt", "end 1\nstep 0.005\ngoal 3\ntau 0.25 # slower\nf 1\ns' 2\n");
    REQUIRE(shell(folder,
                  "${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -O1 lagging_main.cpp -o cpp_run && "
                  "./cpp_run run.txt > words && mv lagging.csv cpp.csv"));
    REQUIRE(shell(folder,
                  "${FC:-gfortran} -Wall -Werror -O1 lagging.f90 lagging_main.f90 -o fortran_run && "
                  "./fortran_run run.txt > words && mv lagging.csv fortran.csv"));
    for (const char* file : {"cpp.csv", "fortran.csv"}) {
        std::string header;
        const SimulatedColumns columns = simulated_columns(folder / file, &header);
        CHECK(header == "t,s,s',f,kinetic,potential");
        check_motion(columns, "f", 1e-8, [](double t) { return 3 - 2 * std::exp(-4 * t); });
        check_motion(columns, "s'", 1e-8, [](double t) { return 2 + (3 * t - (1 - std::exp(-4 * t)) / 2) / 2; });
    }
    write(folder / "run.txt", "f nothing\n");
    CHECK_FALSE(shell(folder, "./cpp_run run.txt 2> words"));
    CHECK(holds(contents(folder / "words"), "run.txt:1: nothing is not a number"));
    write(folder / "packs.cpp",
          "#include \"lagging.hpp\"\nint main() {\n"
          "    using P = lag_pack<4>;\n    namespace m = lagging;\n"
          "    P y[3], w[1], c[m::nc + 1], p[m::np], ydot[3], sdot[1];\n    int info = 0;\n"
          "    m::lagging_defaults(p);\n    m::lagging_setup(p, c);\n"
          "    for (std::size_t k = 0; k < 4; ++k) {\n"
          "        const double x = double(k);\n"
          "        y[0].set(k, x), y[1].set(k, 2 * x), y[2].set(k, 3 * x), w[0].set(k, 10);\n    }\n"
          "    m::lagging_derivatives(P(0.0), y, w, c, ydot, info);\n"
          "    m::lagging_state_rates(P(0.0), y, y + 1, y + 2, w, c, sdot, info);\n"
          "    for (std::size_t k = 0; k < 4; ++k) {\n"
          "        const double x = double(k), wanted = (10 - 3 * x) / 0.2;\n"
          "        if (ydot[2][k] - wanted > 1e-12 || wanted - ydot[2][k] > 1e-12) return 1;\n"
          "        if (sdot[0][k] - wanted > 1e-12 || wanted - sdot[0][k] > 1e-12) return 1;\n"
          "        if (ydot[1][k] != 1.5 * x || ydot[0][k] != 2 * x) return 2;\n    }\n"
          "    return m::is_f == 0 && m::ns == 1 ? 0 : 3;\n}\n");
    CHECK(shell(folder, "${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -O1 packs.cpp -o packs && ./packs"));
    write(
        folder / "batches.f90",
        "program batches\n  use lagging_model\n  implicit none\n  integer, parameter :: n = 11\n"
        "  double precision :: p(np), c(nc), t(n), y(n,nq+nu+ns), w(n,nw), ydot(n,nq+nu+ns), udot(n,nu), lambda(n,nl)\n"
        "  integer :: info(n), k\n  call lagging_defaults(p)\n  call lagging_setup(p, c)\n  t = 0\n  w = 10\n"
        "  do k = 1, n\n    y(k,:) = [1.0d0*k, 2.0d0*k, 3.0d0*k]\n  end do\n"
        "  call lagging_derivatives_batch(n, t, y, w, c, ydot, info)\n"
        "  call lagging_accelerations_batch(n, t, y(:,1:1), y(:,2:2), y(:,3:3), w, c, udot, lambda, info)\n"
        "  do k = 1, n\n    if (abs(ydot(k,3) - (10 - 3*k)/0.2d0) > 1d-12) stop 1\n"
        "    if (abs(ydot(k,2) - 1.5d0*k) > 1d-12 .or. abs(udot(k,1) - 1.5d0*k) > 1d-12) stop 2\n  end do\n"
        "  if (is_f /= 1 .or. state_names(1) /= 'f' .or. state_units(1) /= 'N') stop 3\nend program\n");
    CHECK(shell(folder, "${FC:-gfortran} -Wall -Werror -O1 lagging.f90 batches.f90 -o batches && ./batches"));
}

TEST_CASE("dumps and the page about a model show states", "[states]") {
    const fs::path folder = scratch_folder("states_shown");
    write(folder / "lagging.lag", lagging + "emit(c, \"lagging.h\")$ emit(fortran77, \"lagging.f\")$");
    const std::string model = run_lag({"lagging.lag", "--dump", "model"}, folder).output;
    CHECK(holds(model, "state f, f' = "));
    CHECK(holds(model, "  [N]  force of the actuator\n"));
    CHECK(holds(run_lag({"lagging.lag", "--dump", "equations"}, folder).output, "\nf' = "));
    const std::string program = run_lag({"lagging.lag", "--dump", "program"}, folder).output;
    CHECK(holds(program, " ns = 1"));
    CHECK(holds(program, "state f [N] force of the actuator\n"));
    CHECK(holds(program,
                "routine state_rates(in t, in q[nq], in u[nu], in s[ns], in w[nw], in c[nc], out sdot[ns], "
                "out info)"));
    REQUIRE(run_lag({"lagging.lag", "--quiet"}, folder).status == 0);
    const std::string c = contents(folder / "lagging.h"), f = contents(folder / "lagging.f");
    CHECK(holds(c, "lagging_is_f = 0"));
    CHECK(holds(c, "lagging_state_names"));
    CHECK(holds(c, "lagging_state_units"));
    CHECK(holds(c, "y(nq+nu+ns) = [q; u; s]"));
    CHECK(holds(f, "SUBROUTINE lagging_state_sizes(ns)"));
    CHECK(holds(f, "SUBROUTINE lagging_initial(p, q, u, s)"));
    REQUIRE(run_lag({"doc", "lagging.lag"}, folder).status == 0);
    CHECK(holds(contents(folder / "lagging.html"), "States"));
    CHECK(holds(contents(folder / "lagging.html"), "force of the actuator"));
}

}  // namespace lag
