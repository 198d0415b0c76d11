// Every example that `lag help` shows runs: alone, or after the statements that it speaks of.
#include <string>
#include <vector>

#include "scripts/command/subcommands/language_help.hpp"
#include "scripts/statements/statement_table.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string bare_rod =
    "model(m)$ gravity([0, -9.81, 0])$\n"
    "body(rod, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1/2, 0], inertia = [1/12, 0, 1/12])$\n";
const std::string rod = bare_rod + "point(tip, rod, [0, -1, 0])$\n";
const std::string arm =
    rod + "body(arm, rod, hinge = revolute(z, q2), at = [0, -1, 0], mass = 1, inertia = [0, 0, 1])$\n";
const std::string fork = rod +
                         "body(arm, ground, hinge = revolute(z, q2), at = [0, 1, 0], mass = 1, inertia = [0, 0, 1])$\n"
                         "point(end, arm, [0, -2, 0])$ close_loop(tip, end, name = loop)$\n";
const std::string energies = "model(m)$ parameters(m = 1, k = 2, c = 3)$\n";

const std::string slider =
    "model(m)$ parameters(c1 = 3, c2 = 2)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";

const std::string cylinder = "model(m)$ parameter(supply, 2, \"Pa\")$ parameter(tau, 1/10, \"s\")$\n";

const std::string bouncing =
    "model(m)$ flag(f, 0)$ body(b, ground, hinge = prismatic(z, h), mass = 1)$ "
    "constraint(h = 0, name = floor_row, active = f)$\n";

const std::string motor = rod + "input(tau, \"N*m\")$ hinge_load(q1, tau)$\n";

const std::string car =
    "model(m)$ input(delta)$ input(throttle)$\n"
    "body(car, ground, hinge = planar(z, [x, y, psi], speeds = [u, v, r]), mass = 1, inertia = [0, 0, 1])$ initial(u = "
    "20)$\n"
    "force(origin(car), [throttle, delta - v, 0], in = car)$ torque(car, [0, 0, delta - r])$\n";

const std::string falling = "model(m)$ body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 1)$\n";
const std::string standing = falling + "contact(foot, z, friction = 3/10, tangent = x')$\n";

const std::string blade =
    "model(m)$ flexible(blade, ground, hinge = revolute(z, psi), beam = [axis = x, length = 2, EIz = 50, rhoA = 3, "
    "modes = [bend_y = 2]])$\n";

// What may stand before an example.
const std::vector<std::string> contexts{"",     "n: 1$\n", "model(m)$\n", bare_rod, rod, arm,     fork,     energies,
                                        slider, cylinder,  bouncing,      motor,    car, falling, standing, blade};

std::string errors_of(const std::string& example) {
    std::string errors;
    for (const std::string& context : contexts) {
        const std::string error = run_script(context + example).error;
        if (error.empty()) return "";
        errors += "  " + error + "\n";
    }
    return errors;
}

}  // namespace

TEST_CASE("every example of a statement or a function runs", "[help]") {
    for (const auto& [name, built_in] : built_ins()) {
        CAPTURE(name, built_in.example);
        CHECK(!built_in.example.empty());
        CHECK(errors_of(built_in.example) == "");
    }
}

TEST_CASE("every example of a keyword, an operator or an argument runs", "[help]") {
    for (const LanguageWord& word : language_words()) {
        CAPTURE(word.word, word.example);
        if (word.example.empty()) continue;
        CHECK(errors_of(word.example) == "");
    }
}

}  // namespace lag
