// trim against closed forms: steady turns, rest on constraints, Euler parameters; what it refuses.
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

// "[x = 1.5, q1' = -2.0]" by name
std::map<std::string, double> values_of(const std::string& text) {
    std::map<std::string, double> values;
    std::size_t at = text.find('[') + 1;
    while (at < text.size()) {
        const std::size_t equals = text.find(" = ", at);
        if (equals == std::string::npos) break;
        values[text.substr(at, equals - at)] = std::strtod(text.c_str() + equals + 3, nullptr);
        at = text.find(", ", equals);
        if (at == std::string::npos) break;
        at += 2;
    }
    return values;
}

std::map<std::string, double> trimmed_by(const std::string& script) {
    const ScriptRun run = run_script(script);
    INFO(script << run.messages);
    REQUIRE(run.error == "");
    return values_of(run.output);
}

// A single-track car: linear tires, forces across the body, small slip angles written as they are.
const std::string car = R"(model(car)$ parameters(m = 1500, J = 2500, a = 1.2, b = 1.6, Cf = 80000, Cr = 90000)$
input(delta)$ input(throttle)$
body(chassis, ground, hinge = planar(z, [x, y, psi], speeds = [u, v, r]), mass = m, inertia = [0, 0, J])$
point(front, chassis, [a, 0, 0])$ point(rear, chassis, [-b, 0, 0])$
force(front, [0, -Cf*((v + a*r)/u - delta), 0], in = chassis)$
force(rear, [0, -Cr*(v - b*r)/u, 0], in = chassis)$
force(origin(chassis), [throttle, 0, 0], in = chassis)$ initial(u = 20)$
)";

const std::string ordinary_car =
    R"(model(car)$ parameters(m = 1500, J = 2500, a = 1.2, b = 1.6, Cf = 80000, Cr = 90000)$
input(delta)$ input(throttle)$
body(chassis, ground, hinge = planar(z, [x, y, psi]), mass = m, inertia = [0, 0, J])$
point(front, chassis, [a, 0, 0])$ point(rear, chassis, [-b, 0, 0])$
u: velocity(origin(chassis), in = chassis)[1]$ v: velocity(origin(chassis), in = chassis)[2]$ r: psi'$
force(front, [0, -Cf*((v + a*r)/u - delta), 0], in = chassis)$
force(rear, [0, -Cr*(v - b*r)/u, 0], in = chassis)$
force(origin(chassis), [throttle, 0, 0], in = chassis)$ initial(x' = 20)$
)";

const std::string bead = R"(model(bead)$ parameters(l = 0.5, g = 9.81, m = 2)$ input(wind)$ gravity([0, -g, 0])$
body(point, ground, hinge = [translate(x, x1), translate(y, y1)], mass = m)$ constraint(x1^2 + y1^2 = l^2, name = wire)$
force(origin(point), [wind, 0, 0])$ initial(y1 = -0.4)$
)";

const std::string pendulum = R"(model(pendulum)$ parameters(m = 2, l = 0.5, g = 10)$ input(tau)$
gravity([0, -g, 0])$ body(bob, ground, hinge = revolute(z, q), mass = m, cm = [0, -l, 0])$ hinge_load(q, tau)$
)";

}  // namespace

TEST_CASE("trim: a car's steady turn follows its understeer gradient", "[trim]") {
    const double m = 1500, a = 1.2, b = 1.6, Cf = 80000, Cr = 90000, L = a + b;
    for (const double speed : {8.0, 20.0, 35.0})
        for (const double r : {-0.1, 0.05, 0.3}) {
            INFO(speed << " m/s, " << r << " rad/s");
            const auto s =
                trimmed_by(car + "trim(given = [u = " + std::to_string(speed) + ", r = " + std::to_string(r) +
                           "], find = [delta, throttle], free = [x, y, psi]);");
            const double lateral = speed * r, gradient = m / L * (b / Cf - a / Cr);
            const double slip = b * r - m * a * speed * lateral / (L * Cr);
            REQUIRE(s.size() == 8);
            CHECK(s.at("delta") == Approx(L * r / speed + gradient * lateral).epsilon(1e-12));
            CHECK(s.at("v") == Approx(slip).epsilon(1e-12).margin(1e-14));
            CHECK(s.at("throttle") == Approx(-m * slip * r).epsilon(1e-12).margin(1e-12));
            CHECK(s.at("u") == Approx(speed).epsilon(1e-15));
            CHECK(s.at("x") == 0);
        }
}

TEST_CASE("trim: what it gives is a state for linearize", "[trim]") {
    // lateral dynamics of the single-track car about straight driving, by hand
    check_assertions(car + R"(s: trim(given = [u = 20], find = [throttle], free = [x, y, psi])$
A: linearize(at = s)[1]$ near(p, q) := abs(float(p - q)) < 1e-12*(1 + abs(float(q)))$
assert(near(A[5, 5], -(80000 + 90000)/1500/20) and near(A[5, 6], -20 - (80000*1.2 - 90000*1.6)/1500/20))$
assert(near(A[6, 5], -(80000*1.2 - 90000*1.6)/2500/20) and near(A[6, 6], -(80000*1.2^2 + 90000*1.6^2)/2500/20))$
assert(is(subst(s, u) = 20) and length(s) = 7)$)");
}

TEST_CASE("trim: rest on constraints, by multipliers and eliminated", "[trim]") {
    for (const double wind : {0.0, 5.0, -40.0}) {
        const double angle = std::atan2(wind, 2 * 9.81);
        for (const std::string treatment :
             {"", "options(constraints = eliminate, dependent = [y1'])$ ", "options(stabilization = [3, 4])$ "}) {
            INFO(wind << treatment);
            const auto s = trimmed_by(bead + treatment + "trim(given = [wind = " + std::to_string(wind) + "]);");
            CHECK(s.at("x1") == Approx(0.5 * std::sin(angle)).margin(1e-12));
            CHECK(s.at("y1") == Approx(-0.5 * std::cos(angle)).epsilon(1e-12));
            CHECK(s.at("wind") == wind);
            for (const auto& [name, value] : s)
                if (name.back() == '\'') CHECK(value == 0);
        }
    }
    // a place is given, the force that holds it there is found
    const auto s = trimmed_by(bead + "trim(given = [x1 = 0.3], find = [wind]);");
    CHECK(s.at("y1") == Approx(-0.4).epsilon(1e-12));
    CHECK(s.at("wind") == Approx(2 * 9.81 * 0.75).epsilon(1e-12));
    // a parameter is found
    CHECK(trimmed_by(bead + "trim(given = [x1 = 0.3, wind = 6], find = [m]);").at("m") ==
          Approx(6 / (9.81 * 0.75)).epsilon(1e-12));
}

TEST_CASE("trim: a four-bar linkage is held by a torque", "[trim]") {
    // a parallelogram with arms of length 1 at the angle q, the coupler stays level: torque = (m1 + m3)/2 g cos q + mc g cos q
    const std::string linkage = R"(model(linkage)$ parameters(g = 10)$ input(tau)$ gravity([0, -g, 0])$
body(left, ground, hinge = revolute(z, q1), mass = 2, cm = [1/2, 0, 0], inertia = [0, 0, 1/6])$
body(coupler, left, hinge = revolute(z, q2), at = [1, 0, 0], mass = 3, cm = [1, 0, 0], inertia = [0, 0, 1])$
body(right, ground, hinge = revolute(z, q3), at = [2, 0, 0], mass = 2, cm = [1/2, 0, 0], inertia = [0, 0, 1/6])$
point(P, coupler, [2, 0, 0])$ point(Q, right, [1, 0, 0])$ close_loop(P, Q)$ hinge_load(q1, tau)$
initial(q1 = 0.7, q2 = -0.7, q3 = 0.7)$
)";
    for (const std::string treatment : {"", "options(constraints = eliminate, dependent = [q2', q3'])$ "}) {
        const auto s = trimmed_by(linkage + treatment + "trim(given = [q1 = 1], find = [tau]);");
        CHECK(s.at("tau") == Approx(10 * (1 + 1 + 3) * std::cos(1.0)).epsilon(1e-11));
        CHECK(s.at("q2") == Approx(-1).epsilon(1e-12));
        CHECK(s.at("q3") == Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("trim: Euler parameters", "[trim]") {
    // a rod on a ball hinge, pushed sideways: it hangs along the sum of the forces, and may turn about itself as it likes
    const auto s = trimmed_by(R"(model(rod)$ parameters(g = 9.81)$ input(push)$ gravity([0, 0, -g])$
body(rod, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p, q, r]), mass = 1, cm = [0, 0, -0.5],
     inertia = [0.01, 0.01, 0.02])$ force(cm(rod), [push, 0, 0])$ trim(given = [push = 4]);)");
    CHECK(s.at("e0") * s.at("e0") + s.at("e1") * s.at("e1") + s.at("e2") * s.at("e2") + s.at("e3") * s.at("e3") ==
          Approx(1).epsilon(1e-14));
    const double half = std::atan2(4, 9.81) / 2;
    CHECK(s.at("e0") == Approx(std::cos(half)).epsilon(1e-12));
    CHECK(s.at("e2") == Approx(-std::sin(half)).epsilon(1e-12));
    CHECK(s.at("e1") == Approx(0).margin(1e-12));
    CHECK(s.at("p") == 0);
}

TEST_CASE("trim: a conical pendulum turns steadily", "[trim]") {
    // tan(theta) = (l sin(theta)) w^2/g
    const auto s = trimmed_by(R"(model(cone)$ parameters(l = 2, g = 9.81)$ input(drive)$ gravity([0, 0, -g])$
body(bob, ground, hinge = [rotate(z, turn), rotate(y, tilt)], mass = 3, cm = [0, 0, -l])$ hinge_load(turn, drive)$
initial(tilt = -0.8, turn' = 3)$ trim(given = [turn' = 3], find = [drive], free = [turn]);)");
    CHECK(std::cos(s.at("tilt")) == Approx(9.81 / (2 * 9)).epsilon(1e-12));
    CHECK(s.at("drive") == Approx(0).margin(1e-10));
}

TEST_CASE("trim: states of the script rest as well", "[trim]") {
    const auto s = trimmed_by(R"(model(drive)$ parameters(J = 2, k = 3, L = 1/8, R = 1, d = 1/2)$ input(volts)$
body(wheel, ground, hinge = revolute(z, q), inertia = [0, 0, J])$ state(current, "", "", rate = (volts - R*current - k*q')/L)$
hinge_load(q, k*current - d*q')$ trim(given = [q' = 4], find = [volts], free = [q]);)");
    CHECK(s.at("current") == Approx(0.5 * 4 / 3).epsilon(1e-13));
    CHECK(s.at("volts") == Approx(0.5 * 4 / 3 + 3 * 4).epsilon(1e-13));
}

TEST_CASE("trim: the numbers of unknowns and equations must match", "[trim]") {
    const std::string rule =
        " [each coordinate, speed or state in 'given' takes one unknown away, each name in 'find' adds one: ";
    CHECK(first_error(pendulum + "trim(given = [q = 1]);") ==
          "1 unknown for 2 equations: unknown is q'; zero must be q', q''" + rule + "1 too few]");
    CHECK(first_error(pendulum + "trim(find = [tau, m]);") ==
          "4 unknowns for 2 equations: unknown are q, q', tau, m; zero must be q', q''" + rule + "2 too many]");
    CHECK(trimmed_by(pendulum + "trim(given = [q = 1], find = [tau]);").at("tau") ==
          Approx(2 * 0.5 * 10 * std::sin(1.0)).epsilon(1e-14));
}

TEST_CASE("trim: a failure names the worst rows", "[trim]") {
    const std::string error = first_error(pendulum + "trim(given = [tau = 11]);");
    INFO(error);
    CHECK(error.find("no steady motion was found: where the search ends, q'' is ") == 0);
    CHECK(error.find("start nearer to it with initial(..)") != std::string::npos);
}

TEST_CASE("trim: a steady turn needs quasi-velocities", "[trim]") {
    const std::string ask = "trim(given = [x' = 20, psi' = 0.3], find = [delta, throttle], free = [x, y, psi]);";
    const std::string error = first_error(ordinary_car + ask);
    INFO(error);
    CHECK(error.find("the motion is steady for a moment only: ") == 0);
    CHECK(error.find("as psi moves on") != std::string::npos);
    CHECK(error.find("a steady turn needs quasi-velocities") != std::string::npos);
    // straight ahead they do
    CHECK(trimmed_by(ordinary_car + "trim(given = [x' = 20, psi' = 0], find = [delta, throttle], free = [x, y, psi]);")
              .at("delta") == 0);
}

TEST_CASE("trim: wrong names and values", "[trim]") {
    CHECK(first_error(pendulum + "trim(find = [q]);") ==
          "'q' is no input or parameter of the model [coordinates, speeds and states are found anyway, unless they are "
          "given "
          "or free]");
    CHECK(first_error(pendulum + "trim(find = [taw]);") ==
          "'taw' is no input or parameter of the model [did you mean 'tau'?]");
    CHECK(first_error(pendulum + "trim(free = [p]);") ==
          "'p' is no coordinate of the model [free coordinates may go on at any rate: x, y and the heading of a "
          "vehicle]");
    CHECK(first_error(pendulum + "trim(given = [tau = 1], find = [tau]);") == "'tau' is given and to be found");
    CHECK(first_error(pendulum + "trim(given = [q = l], find = [l]);") ==
          "the value of 'q' depends on 'l', which is to be found");
    CHECK(first_error(pendulum + "trim(given = [q = 1, q = 2]);") == "'q' is given twice");
    CHECK(first_error(pendulum + "trim(free = [q, q]);") == "'q' is named twice");
    CHECK(first_error("trim();").find("model") != std::string::npos);
    CHECK(first_error(pendulum + "external(motor, [q], [push])$ hinge_load(q, push)$ trim();")
              .find("the model calls 'motor', a routine of the user's, which is not at hand here") !=
          std::string::npos);
    const std::string hole = "hinge_load(q, -1/q)$ trim();";
    CHECK(first_error(pendulum + hole).find("has no ") != std::string::npos);
    // the words stay free for a script's own use
    CHECK(run_script("trim: 3$ modes(x) := x + trim$ save: modes(1); save;").output == "4\n4\n");
}

TEST_CASE("trim: equations that depend on time are noted", "[trim]") {
    const ScriptRun run = run_script(pendulum + "hinge_load(q, sin(t))$ trim()$");
    CHECK(run.error == "");
    CHECK(run.messages.find("steady at this moment only") != std::string::npos);
    CHECK(run_script(pendulum + "trim()$").messages == "");
}

// The mechanism with its springs, dampers and tires written out; where it goes on by itself nothing may change.
TEST_CASE("trim: the HMMWV in a turn at 20 m/s with a fifth of its weight sideways", "[trim]") {
    const fs::path folder = scratch_folder("trim_hmmwv");
    std::string script = contents(fs::path(LAG_SOURCE_DIR) / "samples/hmmwv10/hmmwv10.lag");
    script.replace(script.find("tires: 0$"), 9, "tires: 2$");
    for (std::size_t at; (at = script.find("\nemit(")) != std::string::npos;)
        script.erase(at, script.find('\n', at + 1) - at);
    const ScriptRun run = run_script(script + "turn;");
    INFO(run.error << run.messages);
    REQUIRE(run.error == "");
    const auto s = values_of(run.output);
    CHECK(s.at("u") == 20);
    CHECK(s.at("r") == Approx(0.2 * 9.81 / 20).epsilon(1e-15));
    CHECK(s.at("rack") < 0);  // it steers to the left
    CHECK(s.at("roll") > 0);  // and leans to the right
    // turned over in a quarter of a second by an integrator that knows nothing of the search
    std::vector<std::string> words{"simulate", "a.lag",         "--end",   "0.25",        "--step",
                                   "0.25",     "--no-compiler", "--quiet", "--tolerance", "1e-9"};
    const auto add = [&](const std::string& option, const std::string& name) {
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "=%.17g", s.at(name));
        words.insert(words.end(), {option, name + text.data()});
    };
    for (const auto& [name, value] : s) add(name == "rack_force" || name == "drive" ? "--input" : "--initial", name);
    write(folder / "a.lag", script);
    const CommandRun simulated = run_lag(words, folder);
    INFO(simulated.errors);
    REQUIRE(simulated.status == 0);
    std::istringstream lines(contents(folder / "a.csv"));
    std::string head, first, last;
    std::getline(lines, head), std::getline(lines, first), std::getline(lines, last);
    std::istringstream names(head), before(first), after(last);
    std::map<std::string, std::pair<double, double>> moved;
    for (std::string name, b, a;
         std::getline(names, name, ',') && std::getline(before, b, ',') && std::getline(after, a, ',');)
        moved[name] = {std::strtod(b.c_str(), nullptr), std::strtod(a.c_str(), nullptr)};
    for (const std::string name :
         {"p", "q", "r", "u", "v", "w", "roll", "pitch", "z", "rack", "jounce_fl", "spin_rr'", "tau_fl", "kappa_rl"}) {
        INFO(name);
        CHECK(moved.at(name).second == Approx(moved.at(name).first).epsilon(1e-6).margin(1e-7));
    }
    // the heading turns at r over the cosines of the lean, the path is a circle of the radius speed/rate
    const double rate = s.at("r") / (std::cos(s.at("roll")) * std::cos(s.at("pitch")));
    CHECK(moved.at("yaw").second == Approx(0.25 * rate).epsilon(1e-6));
}

}  // namespace lag
