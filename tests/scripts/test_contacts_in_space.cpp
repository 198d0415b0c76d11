// Contacts with two slip speeds: a block that stops, one that begins to slide where masses differ by direction, one on a
// slope, a disc on three feet that spins and slides, a cube that tumbles. References: closed forms, and the disc's equations
// written out by hand and integrated by SciPy (DOP853, 1e-12).
#include <cmath>

#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

double last(const ContactRun& run, const std::string& column) {
    return run.columns.at(column).back();
}

// A point mass with x, y and z.
std::string block(const std::string& gravity, const std::string& initial) {
    return "model(m)$ parameters(g = 981/100)$ gravity(" + gravity +
           ")$\n"
           "body(b, ground, hinge = [translate(x, x), translate(y, y), translate(z, z)], mass = 2)$\n"
           "contact(foot, z, friction = 1/2, tangent = [x', y'])$\ninitial(" +
           initial + ")$\n";
}

// Eight points of a body, or some of them.
std::string corners(int count) {
    std::string text;
    for (int k = 0; k < count; ++k) {
        const auto sign = [&](int bit) { return std::string((k >> bit & 1) != 0 ? "a" : "-a"); };
        const std::string n = std::to_string(k + 1);
        text += "point(P" + n + ", b, [" + sign(0) + ", " + sign(1) + ", " + sign(2) + "])$ contact(c" + n +
                ", position(P" + n + ")[3], restitution = e, friction = mu, tangent = [velocity(P" + n +
                ")[1], velocity(P" + n + ")[2]])$\n";
    }
    return text;
}

// Between events the integrator's error, at events none.
void check_that_energy_never_rises(const ContactRun& run) {
    for (const auto& event : run.events)
        CHECK(event.values.at("energy after") <= event.values.at("energy before") + 1e-9);
    const std::vector<double>&kinetic = run.columns.at("kinetic"), &potential = run.columns.at("potential");
    for (std::size_t k = 1; k < kinetic.size(); ++k)
        CHECK(kinetic[k] + potential[k] <= kinetic[k - 1] + potential[k - 1] + 1e-8);
}

}  // namespace

TEST_CASE("a block that is thrown along a floor stops where friction has used up its energy", "[contacts]") {
    const ContactRun run =
        run_contacts("block", block("[0, 0, -g]", "x' = 3, y' = 4"), {"--end", "1.5", "--tolerance", "1e-12"});
    REQUIRE(run.run.status == 0);
    REQUIRE(run.events.size() == 1);
    CHECK(run.events[0].name == "foot_sticks");
    CHECK(std::abs(run.events[0].t - 5 / 4.905) < 1e-10);
    CHECK(std::abs(last(run, "x") - 0.6 * 25 / 9.81) < 1e-10);
    CHECK(std::abs(last(run, "y") - 0.8 * 25 / 9.81) < 1e-10);
}

TEST_CASE("a block that is thrown along a floor slides on along a smooth wall", "[contacts]") {
    const ContactRun run =
        run_contacts("wall", block("[0, 0, -g]", "x' = 4, y' = 3") + "contact(wall, 1/2 - x)$\n", {"--end", "1.2"});
    REQUIRE(run.run.status == 0);
    const double c = 4.905, v = std::sqrt(25 - 2 * c * 0.5 / 0.8), hit = (5 - v) / c, left = 0.6 * v;
    CHECK(run.names() == std::vector<std::string>{"wall", "foot_sticks"});
    CHECK(std::abs(run.time_of("wall") - hit) < 1e-7);
    CHECK(std::abs(run.time_of("foot_sticks") - (hit + left / c)) < 1e-7);
    CHECK(std::abs(last(run, "x") - 0.5) < 1e-7);
    CHECK(std::abs(last(run, "y") - (0.375 + left * left / (2 * c))) < 1e-7);
    check_that_energy_never_rises(run);
}

// v' = b - c v/|v| ends after v0 c/(c^2 - b^2) where v0 stands across b.
TEST_CASE("a block that is thrown across a slope turns downhill and stops", "[contacts]") {
    const ContactRun run =
        run_contacts("slope", block("[g*sin(1/5), 0, -g*cos(1/5)]", "y' = 4"), {"--end", "2", "--tolerance", "1e-11"});
    REQUIRE(run.run.status == 0);
    const double b = 9.81 * std::sin(0.2), c = 0.5 * 9.81 * std::cos(0.2);
    REQUIRE(!run.events.empty());
    CHECK(run.events.back().name == "foot_sticks");
    CHECK(std::abs(run.events.back().t - 4 * c / (c * c - b * b)) < 1e-7);
    check_that_energy_never_rises(run);
}

// At the onset F - c d = M a d with |d| = 1: the root a of F1^2/(c + M1 a)^2 + F2^2/(c + M2 a)^2 = 1.
TEST_CASE("what begins to slide does so against its acceleration", "[contacts]") {
    const ContactRun run = run_contacts("onset",
                                        "model(m)$ parameters(g = 981/100)$ gravity([0, 0, -g])$\n"
                                        "body(a, ground, hinge = translate(x, x), mass = 3)$\n"
                                        "body(b, a, hinge = [translate(y, y), translate(z, z)], mass = 2)$\n"
                                        "contact(foot, z, friction = 1/2, tangent = [x', y'])$\n"
                                        "hinge_load(x, 12)$ hinge_load(y, 9)$ output(ax, x'')$ output(ay, y'')$\n"
                                        "output(Fx, friction_force(foot)[1])$ output(Fy, friction_force(foot)[2])$\n",
                                        {"--end", "0.1"});
    REQUIRE(run.run.status == 0);
    const double c = 9.81;
    double low = 0, high = 100;
    for (int k = 0; k < 200; ++k) {
        const double a = (low + high) / 2;
        (std::hypot(12 / (c + 5 * a), 9 / (c + 2 * a)) > 1 ? low : high) = a;
    }
    const double dx = 12 / (c + 5 * low), dy = 9 / (c + 2 * low);
    CHECK(run.columns.at("Fx").front() == Approx(-c * dx).epsilon(1e-10));
    CHECK(run.columns.at("Fy").front() == Approx(-c * dy).epsilon(1e-10));
    CHECK(run.columns.at("ax").front() == Approx(low * dx).epsilon(1e-10));
    CHECK(run.columns.at("ay").front() == Approx(low * dy).epsilon(1e-10));
}

TEST_CASE("a disc on three feet spins and slides to rest", "[contacts]") {
    const ContactRun run = run_contacts(
        "disc",
        "model(m)$ parameters(m = 2, r = 1/10, h = 1/50)$ gravity([0, 0, -981/100])$\n"
        "body(d, ground, hinge = [translate(x, x), translate(y, y), translate(z, z), rotate(z, psi), rotate(y, "
        "pitch),\n"
        "     rotate(x, roll)], mass = m, cm = [0, 0, h], inertia = [m*r^2/4, m*r^2/4, m*r^2/2])$\n"
        "initial(x' = 1, psi' = 15)$\n"
        "for k thru 3 do (P : concat(P, k), point(P, d, [r*cos(2*%pi*k/3), r*sin(2*%pi*k/3), 0]),\n"
        "    contact(concat(foot, k), position(P)[3], friction = 3/10, tangent = [velocity(P)[1], velocity(P)[2]]))$\n",
        {"--end", "1", "--tolerance", "1e-11"});
    REQUIRE(run.run.status == 0);
    CHECK(run.events.back().t == Approx(0.47504).epsilon(1e-5));
    CHECK(last(run, "x") == Approx(0.273739107).margin(1e-8));
    CHECK(last(run, "y") == Approx(-0.000408950703).margin(1e-8));
    CHECK(last(run, "psi") == Approx(2.76305234).margin(1e-7));
    CHECK(last(run, "kinetic") < 1e-12);
    check_that_energy_never_rises(run);
}

TEST_CASE("a cube tumbles to rest on a floor", "[contacts]") {
    const ContactRun run =
        run_contacts("cube",
                     "model(m)$ parameters(m = 1, a = 1/10, mu = 2/5, e = 3/10)$ gravity([0, 0, -981/100])$\n"
                     "body(b, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], speeds = [p, "
                     "q, r, u, v, w]),\n"
                     "     mass = m, inertia = [2*m*a^2/3, 2*m*a^2/3, 2*m*a^2/3])$\n"
                     "initial(z = 3/10, u = 1, v = 1/2, p = 3, q = 5, r = 1)$\n" +
                         corners(8),
                     {"--end", "1.5", "--tolerance", "1e-9"});
    REQUIRE(run.run.status == 0);
    CHECK(last(run, "kinetic") < 1e-9);
    CHECK(last(run, "z") == Approx(0.1).margin(1e-6));  // on one of its faces
    check_that_energy_never_rises(run);
}

// Rows that depend on each other begin to differ as its trunk turns a little.
TEST_CASE("a quadruped begins to trot on eight points", "[contacts]") {
    const ContactRun run = run_contacts(
        "trot",
        "model(m)$ parameters(k = 250, d = 6, length = 1/2)$ gravity([0, 0, -981/100])$\n"
        "input(bend)$ options(contact_speed = 1/100)$\n"
        "body(trunk, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], speeds = [wx, wy, wz, "
        "vx, vy, vz]),\n"
        "     mass = 18, inertia = [1/10, 2/5, 2/5])$\n"
        "leg(name, a, b, phase) := (\n"
        "  hip: concat(name, _hip), knee: concat(name, _knee), thigh: concat(name, _thigh), shank: concat(name, "
        "_shank),\n"
        "  body(thigh, trunk, hinge = revolute(y, hip), at = [a, b, 0], mass = 8/5, cm = [0, 0, -3/50], inertia = "
        "[9/1000, 9/1000, 1/500]),\n"
        "  body(shank, thigh, hinge = revolute(y, knee), at = [0, 0, -6/25], mass = 7/20, cm = [0, 0, -13/100],\n"
        "       inertia = [1/250, 1/250, 1/10000]),\n"
        "  hinge_load(hip, k*(7/10 + bend*max(0, sin(12*t + phase)) - hip) - d*diff(hip, t)),\n"
        "  hinge_load(knee, k*(-7/5 - 2*bend*max(0, sin(12*t + phase)) - knee) - d*diff(knee, t)),\n"
        "  initial(hip = 7/10, knee = -7/5),\n"
        "  for n thru 2 do (\n"
        "    P: concat(name, _pad, n),\n"
        "    point(P, shank, [0, (3 - 2*n)*15/1000, -13/50]),\n"
        "    contact(concat(name, n), position(P)[3], friction = 4/5, tangent = [velocity(P)[1], velocity(P)[2]])))$\n"
        "leg(fl, 11/50, 3/20, 0)$ leg(fr, 11/50, -3/20, %pi)$ leg(hl, -11/50, 3/20, %pi)$ leg(hr, -11/50, -3/20, 0)$\n"
        "initial(z = length*cos(7/10))$\n",
        {"--end", "0.3", "--input", "bend=0.3*min(1,t)"});
    REQUIRE(run.run.status == 0);
    CHECK(run.events.size() > 10);
    for (const auto& event : run.events)
        CHECK(event.values.at("energy after") <= event.values.at("energy before") + 1e-9);
    CHECK(last(run, "z") > 0.3);
    CHECK(std::abs(last(run, "wx")) < 0.5);
}

}  // namespace lag
