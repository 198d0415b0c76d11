// Contacts and dry friction along time: closed forms and published numbers.
#include <cmath>

#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

using Names = std::vector<std::string>;

double last(const ContactRun& run, const std::string& column) {
    return run.columns.at(column).back();
}

}  // namespace

TEST_CASE("a block on an incline rests below the angle of friction and slides above it", "[contacts]") {
    // tan 0.2914567944778671 = 0.3
    for (const auto& [alpha, sticks] : {std::pair{"1/5", true}, std::pair{"29/100", true}, std::pair{"2/5", false}}) {
        CAPTURE(alpha);
        const ContactRun run = run_contacts("incline", block_on_incline(alpha, "0"), {"--end", "2"});
        REQUIRE(run.run.status == 0);
        const double a = std::string(alpha) == "2/5" ? 0.4 : 0.2;
        if (sticks) {
            CHECK(std::abs(last(run, "x")) < 1e-12);
            CHECK(run.events.empty());
        } else {
            CHECK(last(run, "x") == Approx(-10 * (std::sin(a) - 0.3 * std::cos(a)) * 2).epsilon(1e-8));
            CHECK(last(run, "N") == Approx(20 * std::cos(a)).epsilon(1e-9));
            CHECK(last(run, "F") == Approx(0.3 * 20 * std::cos(a)).epsilon(1e-9));
        }
    }
}

TEST_CASE("a block that is thrown up an incline comes to rest, or turns back", "[contacts]") {
    const ContactRun run = run_contacts("thrown", block_on_incline("1/5", "3"), {"--end", "2", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    const double slowing = 10 * (std::sin(0.2) + 0.3 * std::cos(0.2));
    REQUIRE(run.names() == Names{"foot_sticks"});
    CHECK(run.events[0].t == Approx(3 / slowing).epsilon(1e-8));
    CHECK(last(run, "x") == Approx(9 / (2 * slowing)).epsilon(1e-8));
    CHECK(last(run, "F") == Approx(20 * std::sin(0.2)).epsilon(1e-8));
    const ContactRun back =
        run_contacts("turned", block_on_incline("1/2", "3"), {"--end", "2", "--tolerance", "1e-10"});
    REQUIRE(back.run.status == 0);
    const double up = 10 * (std::sin(0.5) + 0.3 * std::cos(0.5)), down = 10 * (std::sin(0.5) - 0.3 * std::cos(0.5));
    REQUIRE(back.names() == Names{"foot_sticks"});
    CHECK(back.events[0].t == Approx(3 / up).epsilon(1e-8));
    CHECK(last(back, "x") == Approx(9 / (2 * up) - down * std::pow(2 - 3 / up, 2) / 2).epsilon(1e-7));
}

TEST_CASE("an oscillator on a belt sticks and slips", "[contacts]") {
    // The belt moves at 1/10 m/s; the friction of the mass is 6 N where it sticks and 4 N where it slides.
    const std::string script =
        "model(m)$ parameters(m = 2, k = 50, v = 1/10, s = 6, d = 4)$ gravity([0, -10, 0])$ flag(slides, 0)$\n"
        "body(b, ground, hinge = planar(z, [x, y, 0]), mass = m)$ hinge_load(x, -k*x)$\n"
        "contact(belt, y, friction = (if slides > 0 then d else s)/(10*m), tangent = x' - v)$\n"
        "event(lets_go, s - k*x, falling, set = [slides = 1])$\n"
        "event(grips, x' - v, rising, set = [slides = 0])$ initial(x' = v)$\n";
    const ContactRun run = run_contacts("belt", script, {"--end", "9", "--tolerance", "1e-11"});
    REQUIRE(run.run.status == 0);
    std::vector<double> slips;
    for (const EventLine& event : run.events)
        if (event.name == "lets_go") slips.push_back(event.t);  // belt_slips is zero then too
    // it sticks for 2 D/v and slides for (2 pi - 2 atan(D w/v))/w, with D the difference of the frictions over k
    const double w = 5, D = 2.0 / 50, v = 0.1, pi = std::acos(-1.0);
    const double period = 2 * D / v + (2 * pi - 2 * std::atan(D * w / v)) / w;
    REQUIRE(slips.size() >= 4);
    CHECK(slips[0] == Approx(6.0 / 50 / v).epsilon(1e-8));
    for (std::size_t k = 1; k < slips.size(); ++k) CHECK(slips[k] - slips[k - 1] == Approx(period).epsilon(1e-6));
}

TEST_CASE("a rocking block rocks, and loses the known share at every impact", "[contacts]") {
    const ContactRun run = run_contacts("rocking", rocking_block, {"--end", "3", "--tolerance", "1e-11"});
    REQUIRE(run.run.status == 0);
    int impacts = 0;
    double before = 0;
    for (const EventLine& event : run.events) {
        if (event.name != "left" && event.name != "right") continue;
        const double flat = 9.81, lost = event.values.at("energy before") - flat,
                     kept = event.values.at("energy after") - flat;
        if (lost < 1e-6) continue;
        INFO(event.t);
        // 0.7 of the speed
        CHECK(kept == Approx(0.49 * lost).epsilon(1e-6));
        if (impacts > 0) CHECK(lost == Approx(before).epsilon(1e-6));
        before = kept;
        ++impacts;
    }
    CHECK(impacts >= 3);
}

TEST_CASE("a bouncing ball comes to rest", "[contacts]") {
    {
        const ContactRun run = run_contacts("ball", resting_ball, {"--end", "6", "--tolerance", "1e-11"});
        REQUIRE(run.run.status == 0);
        const double first = std::sqrt(0.2), e = 0.8, end = first * (1 + 2 * e / (1 - e));
        double t = first, v = 10 * first;
        for (std::size_t k = 0; k < run.events.size(); ++k) {
            CHECK(run.events[k].name == "floor");
            CHECK(std::abs(run.events[k].t - t) < 1e-6);
            v *= e;
            t += 2 * v / 10;
        }
        CHECK(run.events.size() > 30);
        CHECK(std::abs(run.events.back().t - end) < 2 * 1e-3 / (10 * (1 - e)));
        CHECK(std::abs(last(run, "h")) < 1e-6);
        CHECK(last(run, "h'") == 0);
    }
}

TEST_CASE("friction in a bearing grows with its load until the disc stands", "[contacts]") {
    const ContactRun run = run_contacts(
        "disc",
        "model(m)$ parameters(m = 2, J = 1/2, mu = 1/5, r = 1/20, k = 7)$ gravity([0, 0, -10])$\n"
        "body(bearing, ground, hinge = prismatic(z, h), mass = m)$\n"
        "body(disc, bearing, hinge = revolute(x, q), inertia = [J, 0, 0])$ constraint(h = 0, name = hold)$\n"
        "hinge_load(h, -k*t)$ hinge_friction(q, -mu*r*multiplier(hold))$ initial(q' = 3)$\n",
        {"--end", "12", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    REQUIRE(run.names() == Names{"q_sticks"});
    // J w = J w0 - mu r (20 t + 7 t^2/2)
    const double t = (-20 + std::sqrt(400 + 14 * 1.5 / 0.01)) / 7;
    CHECK(run.events[0].t == Approx(t).epsilon(1e-8));
    CHECK(last(run, "q'") == Approx(0).margin(1e-12));
    CHECK(last(run, "q") == Approx(3 * t - 0.01 / 0.5 * (10 * t * t + 7 * t * t * t / 6)).epsilon(1e-7));
}

TEST_CASE("the balls of a cradle hand a blow on as contacts", "[contacts]") {
    std::string script = "model(m)$\n";
    for (const char* k : {"1", "2", "3", "4", "5"})
        script += std::string("body(b") + k + ", ground, hinge = prismatic(x, x" + k + "), mass = 1)$\n";
    for (const auto& [a, b] : {std::pair{"1", "2"}, std::pair{"2", "3"}, std::pair{"3", "4"}, std::pair{"4", "5"}})
        script += std::string("contact(c") + a + ", x" + b + " - x" + a + " + 1/1000, restitution = 1)$\n";
    const ContactRun run = run_contacts("cradle", script + "initial(x1' = 1)$\n", {"--end", "0.1", "--step", "0.001"});
    REQUIRE(run.run.status == 0);
    CHECK(run.names() == Names{"c1", "c2", "c3", "c4"});
    for (const char* k : {"1", "2", "3", "4"}) CHECK(std::abs(last(run, std::string("x") + k + "'")) < 1e-9);
    CHECK(last(run, "x5'") == Approx(1).epsilon(1e-9));
}

TEST_CASE("a table stands on four legs, is dragged, and tips", "[contacts]") {
    const auto table = [](const std::string& mu) {
        return "model(m)$ parameters(m = 20, a = 1/2, b = 2/5, h = 7/10, J = 2)$ input(F)$ gravity([0, 0, -10])$\n"
               "body(top, ground, hinge = [translate(x, x), translate(z, z), rotate(y, pitch), rotate(x, roll)],\n"
               "     mass = m, inertia = [J, J, J])$\n"
               "point(p1, top, [a, b, -h])$ point(p2, top, [a, -b, -h])$ point(p3, top, [-a, b, -h])$\n"
               "point(p4, top, [-a, -b, -h])$ force(origin(top), [F, 0, 0])$ initial(z = h)$\n"
               "for k thru 4 do (foot : concat(p, k),\n"
               "  contact(concat(leg, k), position(foot)[3], friction = " +
               mu + ", tangent = velocity(foot)[1]))$\n";
    };
    const auto run = [&](const std::string& mu, const std::string& force) {
        return run_contacts("table", table(mu), {"--end", "0.5", "--input", "F=" + force});
    };
    const ContactRun stands = run("2/5", "79");
    REQUIRE(stands.run.status == 0);
    for (const char* q : {"x", "pitch", "roll"}) CHECK(std::abs(last(stands, q)) < 1e-9);
    const ContactRun dragged = run("2/5", "90");
    REQUIRE(dragged.run.status == 0);
    CHECK(last(dragged, "x") == Approx((90 - 80) / 20.0 * 0.125).epsilon(1e-7));
    CHECK(std::abs(last(dragged, "pitch")) < 1e-9);
    // F h > m g a: it tips about its front legs before it slides
    const double tipping = 20 * 10 * 0.5 / 0.7;
    const ContactRun still = run("1", std::to_string(tipping * 0.999));
    REQUIRE(still.run.status == 0);
    CHECK(std::abs(last(still, "pitch")) < 1e-9);
    const ContactRun tips = run("1", std::to_string(tipping * 1.05));
    REQUIRE(tips.run.status == 0);
    CHECK(last(tips, "pitch") > 1e-3);
}

TEST_CASE("a double pendulum hits a floor as Pereira and Nikravesh computed", "[contacts]") {
    const ContactRun run = run_contacts(
        "pereira",
        "model(m)$ a: %pi/10$ b: %pi/6$\n"
        "body(b1, ground, hinge = revolute(z, q1), cm = [0, -1/2, 0], mass = 1, inertia = [0, 0, 1/12])$\n"
        "body(b2, b1, hinge = revolute(z, q2), at = [0, -1, 0], cm = [0, -1/2, 0], mass = 1, inertia = [0, 0, 1/12])$\n"
        "contact(tip, cos(a) + cos(b) - cos(q1) - cos(q1 + q2), restitution = 1/2, friction = 9/20,\n"
        "  tangent = cos(q1)*q1' + cos(q1 + q2)*(q1' + q2'))$\n"
        "output(slip, cos(q1)*q1' + cos(q1 + q2)*(q1' + q2'))$\n"
        "initial(q1 = a, q2 = b - a, q1' = -1, q2' = -1)$\n",
        {"--end", "1e-6", "--step", "1e-6"});
    REQUIRE(run.run.status == 0);
    REQUIRE(run.names() == Names{"tip"});
    const auto& values = run.events[0].values;
    CHECK(-values.at("impulse tip") == Approx(1.137).epsilon(1e-3));
    CHECK(std::abs(last(run, "slip")) == Approx(0.281).epsilon(5e-3));
    CHECK(values.at("energy before") - values.at("energy after") == Approx(0.987).epsilon(1e-3));
}

TEST_CASE("Painleve's rod is reported and never answered", "[contacts]") {
    const ContactRun run = run_contacts(
        "painleve",
        "model(m)$ parameters(a = 11/10, mu = 2)$ gravity([0, -981/100, 0])$\n"
        "body(rod, ground, hinge = planar(z, [x, y, q]), mass = 1, inertia = [0, 0, 1/3])$\n"
        "contact(tip, y - sin(a + q), friction = mu, tangent = x' + sin(a + q)*q')$ initial(y = sin(a), x' = -1)$\n",
        {"--end", "1"});
    CHECK(run.run.status == 1);
    CHECK(holds(run.run.errors, "'tip'"));
}

TEST_CASE("a pendulum hits its stop while the cart below it slides", "[contacts]") {
    const ContactRun run = run_contacts("cart", pendulum_on_sliding_cart, {"--end", "2", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    REQUIRE(run.time_of("q_high") > 0);
    const double hit = run.time_of("q_high");
    CHECK(run.time_of("runner") > hit);  // the blow lifts the cart, which lands again
    for (const double q : run.columns.at("q")) CHECK(q < 0.5 + 1e-9);
    for (const double y : run.columns.at("y")) CHECK(y > -1e-9);
}

TEST_CASE("a joint that starts at rest on its stop is held there", "[contacts]") {
    const std::string script =
        "model(m)$ input(F)$ gravity([0, 0, -10])$ body(b, ground, hinge = prismatic(z, h), mass = 1)$\n"
        "limit(h, 0, 1, restitution = 1/2)$ hinge_load(h, F)$\n";
    {
        const ContactRun run = run_contacts("held", script, {"--end", "2"});
        REQUIRE(run.run.status == 0);
        CHECK(run.names().empty());  // it is closed from the start
        for (const double h : run.columns.at("h")) CHECK(std::abs(h) < 1e-12);
    }
    // a force of 20 t lifts it at t = 1/2
    const ContactRun lifted =
        run_contacts("lifted", script, {"--end", "0.7", "--input", "F=20*t", "--tolerance", "1e-10"});
    REQUIRE(lifted.run.status == 0);
    CHECK(lifted.names() == Names{"h_low_opens"});
    CHECK(lifted.time_of("h_low_opens") == Approx(0.5).epsilon(1e-8));
    CHECK(last(lifted, "h") == Approx(20 * std::pow(0.2, 3) / 6).epsilon(1e-6));
}

TEST_CASE("what waits for an input alone happens when the input says", "[contacts]") {
    const std::string script =
        "model(m)$ input(F)$ body(b, ground, hinge = prismatic(z, h), mass = 1)$ flag(on, 0)$\n"
        "hinge_load(h, F)$ event(strong, F - 10, rising, set = [on = 1])$\n";
    const ContactRun run = run_contacts("input", script, {"--end", "0.7", "--input", "F=20*t"});
    REQUIRE(run.run.status == 0);
    CHECK(run.time_of("strong") == Approx(0.5).epsilon(1e-8));
}

TEST_CASE("a rod slides on a corner and leaves it", "[contacts]") {
    // a slender rod of 2 m lies across an edge at (0, 0); without friction it slips and turns
    const std::string script =
        "model(m)$ parameters(m = 1, J = 1/3)$ gravity([0, -981/100, 0])$\n"
        "body(rod, ground, hinge = planar(z, [x, y, q]), mass = m, inertia = [0, 0, J])$\n"
        "contact(edge, y*cos(q) - x*sin(q))$ initial(x = 1/5)$ output(N, normal_force(edge))$\n"
        "output(along, x*cos(q) + y*sin(q))$\n";
    const ContactRun run = run_contacts("rod", script, {"--end", "0.3", "--tolerance", "1e-11"});
    REQUIRE(run.run.status == 0);
    // at the start: m x s with s = 1/5: q'' = -N s/J, y'' = N/m - g, y'' = s q'': N = m g J/(J + m s^2)
    CHECK(run.columns.at("N").front() == Approx(9.81 * (1.0 / 3) / (1.0 / 3 + 0.04)).epsilon(1e-10));
    for (std::size_t k = 0; k < run.columns.at("t").size(); ++k) {
        const double x = run.columns.at("x")[k], y = run.columns.at("y")[k], q = run.columns.at("q")[k];
        CHECK(std::abs(y * std::cos(q) - x * std::sin(q)) < 1e-9);
    }
    CHECK(last(run, "along") > 0.2);
}

}  // namespace lag
