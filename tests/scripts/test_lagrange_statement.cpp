// lagrange(T, V, ..): against the same systems described as trees, and against equations derived by hand.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

int count(const std::string& text, const std::string& word) {
    int n = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
    return n;
}

}  // namespace

TEST_CASE("lagrange: a double pendulum from its energies is the tree's") {
    const ScriptRun run = run_script(
        "model(tree)$ parameters(m1 = 2, m2 = 1, l1 = 1, l2 = 1/2, J1 = 1/5, g = 9.81, c = 3)$ input(tau)$\n"
        "gravity([0, -g, 0])$\n"
        "body(A, ground, hinge = revolute(z, a), mass = m1, cm = [0, -l1/2, 0], inertia = [0, 0, J1])$\n"
        "body(B, A, hinge = [rotate(z, -a), rotate(z, b)], at = [0, -l1, 0], mass = m2, cm = [0, -l2, 0])$\n"
        "hinge_load(a, -c*a')$ hinge_load(b, tau)$\n"
        "M: mass_matrix()$ f: right_side()$ Q: generalized_forces()$ E: [kinetic_energy(), potential_energy()]$\n"
        "model(energies)$ parameters(m1 = 2, m2 = 1, l1 = 1, l2 = 1/2, J1 = 1/5, g = 9.81, c = 3)$ input(tau)$\n"
        "r1: l1/2*[sin(a), -cos(a)]$ r2: 2*r1 + l2*[sin(b), -cos(b)]$\n"
        "T: m1*dot(diff(r1, t), diff(r1, t))/2 + J1*a'^2/2 + m2*dot(r2', r2')/2$\n"
        "lagrange(T, m1*g*r1[2] + m2*g*r2[2], coordinates = [a, b], loads = [0, tau])$\n"
        "dissipation(c*a'^2/2)$\n"
        "coordinates(); speeds();\n"
        "check(mass_matrix() = M)$ check(right_side() = f)$ check(generalized_forces() = Q)$\n"
        "check([kinetic_energy(), potential_energy()] = E)$\n"
        "check(kinematic_equations() = [a', b'])$\n");
    CHECK(run.error == "");
    CHECK(run.output.find("[a, b]\n[a', b']\n") == 0);
    CHECK(count(run.output, "check: proved") + count(run.output, "check: tested") == 5);
}

TEST_CASE("lagrange: names by concat, intermediate names, a chain of masses") {
    const ScriptRun run = run_script(
        "n: 4$ model(chain)$ parameters(m = 2, k = 3)$\n"
        "for i:1 thru n do coordinate(concat(q, i), \"m\")$\n"
        "q(i) := if i = 0 or i > n then 0 else concat(q, i)$\n"
        "T: sum(m*diff(q(i), t)^2/2, i, 1, n)$\n"
        "V: sum(k*(q(i + 1) - q(i))^2/2, i, 0, n)$\n"
        "lagrange(T, V, coordinates = makelist(q(i), i, 1, n))$\n"
        "check(mass_matrix() = m*ident(4))$\n"
        "check(right_side() = -k*(matrix([2, -1, 0, 0], [-1, 2, -1, 0], [0, -1, 2, -1], [0, 0, -1, 2]) . "
        "coordinates()))$\n");
    CHECK(run.error == "");
    CHECK(count(run.output, "check: ") == 2);
}

TEST_CASE("lagrange: a moving support brings its derivatives along, as a driven hinge does") {
    const ScriptRun run = run_script(
        "model(driven)$ parameters(m = 2, l = 1, g = 9.81)$ input(s, \"m\")$ gravity([0, -g, 0])$\n"
        "body(cart, ground, hinge = prismatic(x, s))$\n"
        "body(bob, cart, hinge = revolute(z, a), mass = m, cm = [0, -l, 0])$\n"
        "M: mass_matrix()$ f: right_side()$ E: kinetic_energy()$\n"
        "model(energies)$ parameters(m = 2, l = 1, g = 9.81)$ input(s, \"m\")$\n"
        "x: s + l*sin(a)$ y: -l*cos(a)$\n"
        "lagrange(m*((s' + l*a'*cos(a))^2 + y'^2)/2, m*g*y, coordinates = [a])$\n"
        "check(mass_matrix() = M)$ check(right_side() = f)$ check(kinetic_energy() = E)$\n");
    CHECK(run.error == "");
    CHECK(count(run.output, "check: ") == 3);
}

TEST_CASE("lagrange: beside bodies, whose coordinates its energies may hold") {
    // an inerter of b kg between two sliders, and a mass that slides along the second one
    const ScriptRun run = run_script(
        "model(mixed)$ parameters(m1 = 1, m2 = 2, m3 = 3, b = 4, k = 5)$\n"
        "body(first, ground, hinge = prismatic(x, x1), mass = m1)$\n"
        "body(second, ground, hinge = prismatic(x, x2), mass = m2)$\n"
        "lagrange(b*(x2' - x1')^2/2 + m3*(x2' + s')^2/2, k*s^2/2, coordinates = [s])$\n"
        "coordinates();\n"
        "check(mass_matrix() = matrix([m1 + b, -b, 0], [-b, m2 + b + m3, m3], [0, m3, m3]))$\n"
        "check(right_side() = [0, 0, -k*s])$\n");
    CHECK(run.error == "");
    CHECK(run.output.find("[x1, x2, s]\n") == 0);
    CHECK(count(run.output, "check: proved") == 2);
}

TEST_CASE("lagrange: a particle in a rotating frame, relativistic energies are refused") {
    // x'' = 2 w y' + w^2 x, y'' = -2 w x' + w^2 y
    const ScriptRun run = run_script(
        "model(frame)$ parameters(m = 2, w = 3)$\n"
        "lagrange(m*((x' - w*y)^2 + (y' + w*x)^2)/2, 0, coordinates = [x, y])$\n"
        "check(right_side() = m*[2*w*y' + w^2*x, -2*w*x' + w^2*y])$\n");
    CHECK(run.error == "");
    const ScriptRun refused = run_script("model(frame)$ lagrange(-sqrt(1 - x'^2), 0, coordinates = [x])$\n");
    CHECK(refused.error.find("1:15: the kinetic energy is not quadratic in 'x''") == 0);
}
