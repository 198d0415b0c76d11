// Tables that rest, slide and rock to rest on more contacts than they need: closed forms, and how much work a run takes.
#include <cmath>
#include <sstream>

#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

constexpr double mass = 20, g = 10;

// Six degrees of freedom, friction along x.
std::string table(const std::string& alpha, const std::string& mu, const std::string& initial) {
    return "model(m)$ parameters(m = 20, g = 10, a = 1/2, b = 2/5, h = 7/10, alpha = " + alpha +
           ")$ input(F)$\n"
           "gravity([-g*sin(alpha), 0, -g*cos(alpha)])$\n"
           "body(top, ground, hinge = [translate(x, x), translate(y, y), translate(z, z), rotate(z, yaw),\n"
           "     rotate(y, pitch), rotate(x, roll)], mass = m, inertia = [2, 3, 4])$\n"
           "point(p1, top, [a, b, -h])$ point(p2, top, [a, -b, -h])$ point(p3, top, [-a, b, -h])$\n"
           "point(p4, top, [-a, -b, -h])$ force(origin(top), [F, 0, 0])$\n"
           "for k thru 4 do (foot : concat(p, k), contact(concat(leg, k), position(foot)[3], friction = " +
           mu + ", tangent = velocity(foot)[1]))$\ninitial(" + initial + ")$\n";
}

// Of the integrator: "t = 1, 501 rows, 502 steps".
long steps_of(const ContactRun& run) {
    const std::size_t end = run.run.output.find(" steps");
    if (end == std::string::npos) return -1;
    const std::size_t from = run.run.output.rfind(' ', end - 1);
    long steps = -1;
    std::istringstream(run.run.output.substr(from, end - from)) >> steps;
    return steps;
}

double last(const ContactRun& run, const std::string& column) {
    return run.columns.at(column).back();
}

}  // namespace

TEST_CASE("a table on four legs rests on an incline in few steps", "[contacts]") {
    const ContactRun run = run_contacts("resting", table("1/5", "2/5", "z = h"), {"--end", "1"});
    REQUIRE(run.run.status == 0);
    CHECK(run.events.empty());
    CHECK(steps_of(run) > 0);
    CHECK(steps_of(run) < 600);  // 500 rows
    for (const char* q : {"x", "y", "yaw", "pitch", "roll"}) CHECK(std::abs(last(run, q)) < 1e-12);
}

TEST_CASE("a table that rests where all of its coordinates are zero takes few steps", "[contacts]") {
    std::string script =
        "model(m)$ gravity([0, 0, -10])$\n"
        "body(lift, ground, hinge = prismatic(z, z), mass = 1, inertia = [1, 1, 1])$\n"
        "body(roll, lift, hinge = revolute(x, a), mass = 1, inertia = [1, 1, 1])$\n"
        "body(top, roll, hinge = revolute(y, b), mass = 6, cm = [1/10, 1/5, 0], inertia = [1, 1, 1])$\n";
    int number = 0;
    for (const std::string at : {"[1, 1, 0]", "[-1, 1, 0]", "[-1, -1, 0]", "[1, -1, 0]"}) {
        const std::string leg = "leg" + std::to_string(++number);
        script += "point(" + leg + "_end, top, " + at + ")$ contact(" + leg + ", position(" + leg + "_end)[3])$\n";
    }
    const ContactRun run =
        run_contacts("zero", script + "initial(z = 3/2, a = 7/10, b = -6/10)$\n", {"--end", "0.1", "--equilibrium"});
    REQUIRE(run.run.status == 0);
    CHECK(run.events.empty());
    CHECK(steps_of(run) > 0);
    CHECK(steps_of(run) < 1000);  // 500 rows
    for (const char* q : {"z", "a", "b"}) CHECK(std::abs(last(run, q)) < 1e-12);
}

TEST_CASE("a table that slides comes to rest on all of its legs", "[contacts]") {
    const ContactRun run = run_contacts("sliding", table("0", "2/5", "z = h, x' = 2"), {"--end", "1"});
    REQUIRE(run.run.status == 0);
    const double slowing = 2 * g / 5;
    // rounding decides which of the legs that slide is the first one at rest; it holds all the others
    REQUIRE(run.events.size() == 1);
    CHECK(run.events[0].name.ends_with("_sticks"));
    CHECK(run.events[0].t == Approx(2 / slowing).epsilon(1e-8));
    CHECK(last(run, "x") == Approx(4 / (2 * slowing)).epsilon(1e-8));
    CHECK(last(run, "x'") == Approx(0).margin(1e-9));
    for (const char* q : {"y", "yaw", "pitch", "roll"}) CHECK(std::abs(last(run, q)) < 1e-9);
    CHECK(steps_of(run) < 1000);
}

TEST_CASE("a table that is pulled to and fro sticks and slides as one block", "[contacts]") {
    const ContactRun run = run_contacts("pulled", table("0", "2/5", "z = h"),
                                        {"--end", "0.8", "--input", "F=100*sin(7*t)", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    // it slides where the force is 80 N, until the impulse of the friction has taken all speed
    const double limit = 2 * mass * g / 5, pi = std::acos(-1.0), begin = std::asin(limit / 100) / 7;
    const auto speed = [&](double t) {
        return (100.0 / 7 * (std::cos(7 * begin) - std::cos(7 * t)) - limit * (t - begin)) / mass;
    };
    double low = 2.5 / 7, high = pi / 7 + begin;
    REQUIRE((speed(low) > 0 && speed(high) < 0));
    while (high - low > 1e-14) (speed((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
    const double way =
        (100.0 / 7 * ((low - begin) * std::cos(7 * begin) - (std::sin(7 * low) - std::sin(7 * begin)) / 7) -
         limit * std::pow(low - begin, 2) / 2) /
        mass;
    // rigid legs may share the friction in other ways meanwhile
    const double again = pi / 7 + begin;
    for (const double expected : {begin, again}) {
        double nearest = 1;
        for (const EventLine& event : run.events)
            if (event.name.ends_with("_slips")) nearest = std::min(nearest, std::abs(event.t - expected));
        CHECK(nearest < 1e-8);
    }
    bool rested = false;
    for (std::size_t k = 0; k < run.columns.at("t").size(); ++k) {
        const double t = run.columns.at("t")[k];
        if (t < low || t > again) continue;
        rested = true;
        CHECK(run.columns.at("x")[k] == Approx(way).epsilon(1e-7));
    }
    CHECK(rested);
}

TEST_CASE("a table that falls onto its legs rocks to rest, and gains nothing", "[contacts]") {
    const ContactRun run = run_contacts(
        "rocking_table", table("0", "3/5", "z = h + 3/100, roll = 1/25, pitch = 1/100, x' = 2/5, pitch' = 4/5"),
        {"--end", "1"});
    REQUIRE(run.run.status == 0);
    CHECK(run.events.size() < 60);
    CHECK(steps_of(run) < 6000);
    for (std::size_t k = 1; k < run.events.size(); ++k) {
        INFO(run.events[k].t);
        CHECK(run.events[k].values.at("energy before") <= run.events[k - 1].values.at("energy after") + 1e-5);
        CHECK(run.events[k].values.at("energy after") <= run.events[k].values.at("energy before") + 1e-9);
    }
    CHECK(last(run, "z") == Approx(0.7).epsilon(1e-9));
    CHECK(last(run, "kinetic") < 1e-12);
    for (const char* q : {"pitch", "roll"}) CHECK(std::abs(last(run, q)) < 1e-8);
}

TEST_CASE("friction that holds a load which grows takes few steps", "[contacts]") {
    // a pendulum on a cart that is shaken: it sticks until m l s'' is the limit of its friction
    const ContactRun run =
        run_contacts("held_load",
                     "model(m)$ gravity([0, -10, 0])$ input(s)$\n"
                     "body(cart, ground, hinge = [translate(x, s)], mass = 2)$\n"
                     "body(p, cart, hinge = revolute(z, q), cm = [0, -1, 0], mass = 1, inertia = [0, "
                     "0, 1/10])$ hinge_friction(q, 1/2)$\n",
                     {"--end", "0.2", "--step", "0.004", "--input", "s=0.3*sin(5*t)"});
    REQUIRE(run.run.status == 0);
    CHECK(run.time_of("q_slips") == Approx(std::asin(0.5 / 7.5) / 5).epsilon(1e-8));
    CHECK(steps_of(run) < 1000);
}

TEST_CASE("an indefinite motion of contacts names all contacts that touch", "[contacts]") {
    // four feet that slide while the table turns: rigid legs share its weight in more than one way
    const ContactRun run = run_contacts("indefinite", table("0", "2/5", "z = h, x' = 1/100, yaw' = 1"), {"--end", "1"});
    CHECK(run.run.status == 1);
    for (const char* leg : {"'leg1'", "'leg2'", "'leg3'", "'leg4'"}) CHECK(holds(run.run.errors, leg));
}

}  // namespace lag
