// Contacts and dry friction beside the other features of a script, against the complete enumeration of the oracle, and
// at the borders of their laws.
#include <cmath>

#include "tests/scripts/test_contact_case.hpp"
#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

// At random states at which contacts touch: what the emitted code does is what the enumeration finds. How often it
// finds one motion.
int compare_with_enumeration(const std::string& script, std::uint64_t states) {
    ContactCase c(script);
    int one = 0;
    for (std::uint64_t seed = 1; seed <= states; ++seed) {
        INFO(script << "state " << seed);
        c.draw(seed);
        c.touch();
        if (!c.is_still(1e-9)) continue;
        const ContactMotions motions = contact_motions(contact_problem(c.model, c.state, {}));
        if (motions.margin < 1e-7 || !motions.is_one()) continue;
        ++one;
        REQUIRE(c.call(RoutineName::modes) == 0);
        const Eigen::VectorXd udot = c.accelerations(), expected = motions.found.front().udot;
        CHECK((udot - expected).norm() < 1e-9 * (1 + expected.norm()));
    }
    return one;
}

std::string foot(const std::string& name, const std::string& body, const std::string& at) {
    return "parameter(h" + name + ", 0)$ point(p" + name + ", " + body + ", " + at + ")$ contact(c" + name +
           ", position(p" + name + ")[3] - h" + name + ", friction = 1/3, tangent = velocity(p" + name + ")[1])$\n";
}

const std::string in_plane =
    "body(b1, ground, hinge = [translate(x, x), translate(z, z), rotate(y, th)], mass = 2, "
    "cm = [1/5, 0, 1/7], inertia = [1, 1, 1])$\n";

}  // namespace

TEST_CASE("contacts beside a prescribed motion are those of the enumeration", "[contacts]") {
    const std::string script = "model(m)$ gravity([1, 0, -9])$\n" + in_plane +
                               "body(arm, b1, hinge = rotate(y, 1/3 + 1/2*sin(2*t)), at = [1, 0, 0], mass = 1, "
                               "cm = [0, 0, -1/2], inertia = [1/5, 1/5, 1/5])$\n"
                               "body(hand, arm, hinge = revolute(y, q), at = [0, 0, -1], mass = 1/2, "
                               "cm = [1/3, 0, -1/4], inertia = [1/9, 1/9, 1/9])$\n" +
                               foot("1", "arm", "[1/4, 0, -1]") + foot("2", "hand", "[1/3, 0, -1]") +
                               foot("3", "b1", "[-1, 0, -1]") + "hinge_friction(q, 2)$\n";
    CHECK(compare_with_enumeration(script, 40) >= 8);
}

TEST_CASE("contacts beside Euler parameters and a state are those of the enumeration", "[contacts]") {
    const std::string script =
        "model(m)$ gravity([1, 0, -9])$\n"
        "body(b1, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], "
        "speeds = [wx, wy, wz, vx, vy, vz]), mass = 2, cm = [1/9, 0, 1/7], inertia = [1, 3/2, 2])$\n"
        "state(push, rate = 3*(2 - push) - vx)$ force(origin(b1), [4*push, push^2, 0])$\n" +
        foot("1", "b1", "[1, 1/2, -1]") + foot("2", "b1", "[-1, 1/3, -1]") + foot("3", "b1", "[0, -1, -1]");
    CHECK(compare_with_enumeration(script, 40) >= 8);
}

TEST_CASE("contacts beside massless bodies are those of the enumeration", "[contacts]") {
    const std::string script = "model(m)$ gravity([1, 0, -9])$\n" + in_plane +
                               "body(hub, b1, hinge = prismatic(z, s), at = [1/2, 0, -1])$\n"
                               "body(wheel, hub, hinge = revolute(y, q), mass = 1, inertia = [1/9, 1/5, 1/9])$\n"
                               "hinge_load(s, -20*s - 3*s')$ parameters(r = 1/4, h1 = 0)$\n"
                               "contact(c1, position(origin(wheel))[3] - r - h1, friction = 1/3, tangent = "
                               "velocity(origin(wheel))[1] - r*(th' + q'))$\n" +
                               foot("2", "hub", "[1/5, 0, -1/2]") + foot("3", "b1", "[-1, 0, -1]") +
                               "hinge_friction(q, 1/2 + normal_force(c1)/10)$\n";
    CHECK(compare_with_enumeration(script, 40) >= 8);
}

// The limit holds a root of the bearing's reactions. Found here by passing the limit on from one enumeration to the
// next, as a number: no derivative of it enters.
TEST_CASE("a limit that is not linear in the reactions agrees with a fixed point", "[contacts]") {
    ContactCase c(
        "model(m)$ gravity([1, 0, -9])$\n"
        "body(hub, ground, hinge = [translate(x, x), translate(z, z)])$\n"
        "body(disc, hub, hinge = revolute(y, q), mass = 2, cm = [1/5, 0, 1/20], inertia = [0, 1/4, 0])$\n"
        "constraint(x = 0, name = ahead)$ constraint(z = 0, name = up)$\n"
        "hinge_friction(q, sqrt(multiplier(ahead)^2 + multiplier(up)^2)/20)$\n");
    for (const double rate : {4.0, -4.0}) {
        for (const double angle : {-1.0, 0.0, 0.7, 2.0}) {
            CAPTURE(rate, angle);
            c.state = zero_state(c.model);
            c.state.q(2) = angle, c.state.u(2) = rate;
            ContactProblem problem = contact_problem(c.model, c.state, bilateral_rows(c.model, c.state));
            REQUIRE(problem.frictions.size() == 1);
            problem.frictions[0].limit_lambda.setZero();
            problem.frictions[0].limit = 1;
            ContactMotion motion;
            for (int step = 0; step < 60; ++step) {
                const ContactMotions motions = contact_motions(problem);
                REQUIRE(motions.is_one());
                motion = motions.found.front();
                problem.frictions[0].limit = motion.lambda.norm() / 20;
            }
            REQUIRE(c.call(RoutineName::modes) == 0);
            CHECK((c.accelerations() - motion.udot).norm() < 1e-9 * (1 + motion.udot.norm()));
        }
    }
}

TEST_CASE("a stop with friction slows what slides along it", "[contacts]") {
    // Falls for 1/2 m, 0.316 s, then slides with N = m g and the friction acts on both bodies.
    const ContactRun run = run_contacts("stop_friction",
                                        "model(m)$ gravity([0, 0, -10])$\n"
                                        "body(cart, ground, hinge = prismatic(x, x), mass = 3)$\n"
                                        "body(bob, cart, hinge = prismatic(z, h), mass = 1)$\n"
                                        "initial(x' = 2, h = 0)$ limit(h, 0, 2, friction = 1/4, tangent = x')$\n"
                                        "output(N, normal_force(h_low))$ output(F, friction_force(h_low))$\n",
                                        {"--end", "4", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    // 4 kg are slowed by 1/4 of 10 N: they stand after 2/(2.5/4) = 3.2 s and 3.2 m
    CHECK(run.time_of("h_low_sticks") == Approx(3.2).epsilon(1e-8));
    CHECK(run.columns.at("x").back() == Approx(3.2).epsilon(1e-8));
    CHECK(run.columns.at("N").back() == Approx(10).epsilon(1e-9));
    CHECK(std::abs(run.columns.at("F").back()) < 1e-9);
}

TEST_CASE("eliminate refuses contacts and says what to use", "[contacts]") {
    const std::filesystem::path folder = scratch_folder("contacts_eliminate");
    write(folder / "o.lag",
          "model(m)$ options(constraints = eliminate)$ gravity([0, 0, -10])$\n"
          "body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 2)$\n"
          "body(c, b, hinge = prismatic(x, s), mass = 1)$ constraint(s - x = 0)$\n"
          "contact(foot, z, friction = 1/2, tangent = x')$\nemit(cpp, \"m.hpp\")$\n");
    const CommandRun run = run_lag({"o.lag"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "constraints = eliminate cannot take 'foot', a row of a contact or of dry friction"));
    CHECK(holds(run.errors, "hint: use options(constraints = multipliers)"));
    CHECK(!std::filesystem::exists(folder / "m.hpp"));
}

// Sticking and sliding at rest have the same acceleration there: none.
TEST_CASE("contacts and dry friction on what constraints hold have loads within their limits", "[contacts]") {
    const std::string block = "hinge = [translate(x, x), translate(y, y), translate(z, z)], mass = 7/10",
                      arm =
                          "body(b, a, hinge = revolute([1, 2, 3], q), mass = 3/2, cm = [1/5, 1/7, 0], inertia = "
                          "[1/10, 1/5, 1/6])$\nhinge_friction(q, 1/2)$ initial(q' = 1)$\n";
    const auto start = [](const std::string& hinge, const std::string& options) {
        return "model(m)$ gravity([0, 0, -10])$\n" + options + "body(a, ground, " + hinge + ")$\n";
    };
    const auto still = run_contacts("held_still", start("hinge = fixed", "") + arm, {"--end", "0.1"}, false);
    REQUIRE(still.run.status == 0);
    for (const std::string treatment : {"multipliers", "null_space"}) {
        const auto held = run_contacts(
            "held_" + treatment,
            start(block, "options(constraints = " + treatment + ")$\n") + arm +
                "constraint(3*x + 7*y - z/3 = 0)$ constraint(x/7 - y/11 + 13*z/10 = 0)$\n"
                "constraint(x/3 + y/19 + z/17 = 0)$ hinge_friction(x, 3)$\n"
                "contact(foot, z + 2*x - 3*y/7, friction = 3/10, tangent = x' - y'/3)$\n"
                "output(rubs, friction_force(x))$ output(N, normal_force(foot))$ output(F, friction_force(foot))$\n",
            {"--end", "0.1"}, false);
        INFO(treatment);
        REQUIRE(held.run.status == 0);
        CHECK(held.events.empty());
        const std::vector<double>&q = held.columns.at("q"), &alone = still.columns.at("q");
        REQUIRE(q.size() == alone.size());
        for (std::size_t k = 0; k < q.size(); ++k) {
            CHECK(std::abs(q[k] - alone[k]) < 1e-7);
            CHECK(std::abs(held.columns.at("rubs")[k]) <= 3 + 1e-12);
            CHECK(held.columns.at("N")[k] >= 0);
            CHECK(std::abs(held.columns.at("F")[k]) <= 0.3 * held.columns.at("N")[k]);
        }
    }
}

TEST_CASE("a block on an incline at its limit angle stays", "[contacts]") {
    const ContactRun run = run_contacts("limit_angle", block_on_incline("atan(3/10)", "0"), {"--end", "1"});
    REQUIRE(run.run.status == 0);
    CHECK(std::abs(run.columns.at("x").back()) < 1e-9);
    CHECK(run.columns.at("F").back() == Approx(20 * 0.3 / std::sqrt(1.09)).epsilon(1e-9));
    const ContactRun up = run_contacts("limit_angle_up", block_on_incline("atan(3/10)", "3"), {"--end", "1"});
    REQUIRE(up.run.status == 0);
    CHECK(up.columns.at("x").back() == Approx(9 / (2 * 10 * 0.6 / std::sqrt(1.09))).epsilon(1e-7));
}

TEST_CASE("closed contacts that depend on each other are an error with advice", "[contacts]") {
    const std::string table =
        "model(m)$ gravity([0, 0, -10])$\n"
        "body(top, ground, hinge = [translate(z, z), rotate(y, pitch), rotate(x, roll)], mass = 2, "
        "inertia = [2, 3, 1])$ hinge_load(pitch, -6*pitch)$\n"
        "for k in [1, 2, 3, 4] do (\n"
        "  point(concat(p, k), top, [(-1)^k, if k > 2 then 1 else -1, -1]),\n"
        "  contact(concat(leg, k), position(concat(p, k))[3]))$\ninitial(z = 1)$\n";
    const std::filesystem::path folder = scratch_folder("contacts_redundant");
    write(folder / "o.lag", table + "linearize();\n");
    const CommandRun run = run_lag({"o.lag"}, folder);
    INFO(run.errors);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "at this state the constraints are dependent at constraint leg"));
    CHECK(holds(run.errors, "leave the contact out with at = [leg"));
    write(folder / "o.lag", table + "linearize(at = [leg4_closed = 0]);\n");
    CHECK(run_lag({"o.lag"}, folder).status == 0);
}

// The foot moves with q2 and e3 alone: held, its row is rounding, and the share of its load in the friction's limit is huge.
TEST_CASE("friction by the load of an open contact whose motion others hold", "[contacts]") {
    const std::string beam = "rhoA = 1, rhoIx = 1/4, EIz = 37, modes = [bend_y = 1]";
    const ContactRun run = run_contacts(
        "held_foot",
        "model(m)$ gravity([0, -981/100, 0])$ flag(held, 0)$ flag(where, 0)$\n"
        "flexible(b1, ground, hinge = revolute(z, q2), beam = [axis = x, length = 1.01, " +
            beam +
            ", shapes = clamped_clamped], coordinates = [e3])$\n"
            "body(b4, b1, hinge = fixed, at = node(b1, 1.01))$\n"
            "flexible(b5, b4, hinge = revolute(z, 0.34), at = [0, -0.03, 0], beam = [axis = x, length = 0.6, " +
            beam +
            ", shapes = clamped_free], coordinates = [e6])$\n"
            "point(P, b5, [0, 0.59, 0])$ limit(q2, 0.215, 0.595, restitution = 0.36)$\n"
            "contact(foot, position(P)[2] - 0.653)$ hinge_friction(e6, 0.26*normal_force(foot) + 0.1)$\n"
            "constraint(e3 = where, active = held, name = row)$\n"
            "event(hold, t - 0.227, rising, set = [where = e3, held = 1])$\n"
            "initial(e3 = -0.001, e6 = -0.001, q2 = 0.313, q2' = 0.706)$\n",
        {"--end", "0.5"});
    CHECK(run.run.status == 0);
    CHECK(run.time_of("q2_low") > 0.227);
    CHECK(run.time_of("q2_low_opens") > 0.3);
}

}  // namespace lag
