// Stops are contacts: closed forms of joints that hit, rest on and leave their stops, and random mechanisms with stops,
// dry friction and loads of time, speed and position, of which every row of a run must be possible.
#include <algorithm>
#include <cmath>

#include "tests/scripts/test_contact_scripts.hpp"
#include "tests/support/random.hpp"

namespace lag {

namespace {

const std::string slider = "model(m)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$\n";

double last_of(const ContactRun& run, const std::string& column) {
    return run.columns.at(column).back();
}

// Stops q_low, q_high at these places, with outputs that say their loads.
std::string stops_of(const std::string& q, const std::string& low, const std::string& high, const std::string& e) {
    return "limit(" + q + ", " + low + ", " + high + ", restitution = " + e + ")$\n" + "output(N_low_" + q +
           ", normal_force(" + q + "_low))$ output(N_high_" + q + ", normal_force(" + q + "_high))$\n";
}

// What holds at every row and event of a run, whatever the mechanism: each coordinate is between its stops, no stop
// pulls, no event of a stop gives energy.
void check_possible(const ContactRun& run, const std::vector<std::string>& joints, double low, double high) {
    for (const std::string& q : joints) {
        for (const double place : run.columns.at(q)) {
            CHECK(place >= low - 2e-6);
            CHECK(place <= high + 2e-6);
        }
        for (const std::string side : {"low", "high"}) {
            const std::vector<double>& loads = run.columns.at("N_" + side + "_" + q);
            const double most = std::max(1.0, *std::ranges::max_element(loads));
            for (const double load : loads) CHECK(load >= -1e-6 * most);
        }
    }
    for (const EventLine& event : run.events) {
        const double before = event.values.at("energy before"), after = event.values.at("energy after");
        INFO(event.name << " at " << event.t);
        CHECK(after <= before + 1e-7 * (1 + std::abs(before)));
    }
    CHECK(run.events.size() < 2000);
}

}  // namespace

TEST_CASE("a load that jumps at a time frees a joint that friction holds", "[stops]") {
    const std::string jump = slider + "hinge_load(x, if t > 13/10 then -5 else -3)$ hinge_friction(x, 4)$\n",
                      hits = jump + "limit(x, 0, 1/2, restitution = 1/2)$ initial(x = 1/2, x' = 1)$\n";
    for (const std::string step : {"0.5", "0.3", "0.05"}) {
        INFO(step);
        const ContactRun alone = run_contacts("jump", jump, {"--end", "2", "--step", step}, step != "0.05");
        REQUIRE(alone.run.status == 0);
        CHECK(alone.names() == std::vector<std::string>{"x_slips"});
        CHECK(alone.time_of("x_slips") == 1.3);
        CHECK(last_of(alone, "x") == Approx(-0.245).epsilon(1e-8));  // x'' = -1 from then on
        // it leaves the upper stop with half its speed, and has come to rest before
        const ContactRun stopped = run_contacts("jump_stop", hits, {"--end", "2", "--step", step}, step != "0.05");
        REQUIRE(stopped.run.status == 0);
        CHECK(stopped.time_of("x_slips") == 1.3);
        CHECK(last_of(stopped, "x") == Approx(0.375 - 0.245).epsilon(1e-6));
        CHECK(last_of(stopped, "x'") == Approx(-0.7).epsilon(1e-6));
    }
}

TEST_CASE("a joint that friction holds at its stop does not pass through it", "[stops]") {
    const std::string script = slider + "hinge_load(x, -3*t)$ hinge_friction(x, 2)$\n" + stops_of("x", "0", "2", "0");
    for (const std::string step : {"0.5", "0.07"}) {
        const ContactRun run = run_contacts("through", script, {"--end", "3", "--step", step});
        REQUIRE(run.run.status == 0);
        check_possible(run, {"x"}, 0, 2);
        CHECK(std::abs(last_of(run, "x")) < 1e-9);
        CHECK(last_of(run, "N_low_x") >= 9 - 2 - 1e-6);  // friction takes at most 2 of the load
        CHECK(last_of(run, "N_low_x") <= 9 + 2 + 1e-6);
    }
}

TEST_CASE("whether a joint rests on its stop is decided after the impact", "[stops]") {
    // x' = -1/2 - exp(2 t)/2 until it hits the stop at rest, then x = (exp(2 s) - 1)/4 - s/2
    const std::string script =
        slider + "hinge_load(x, 1 + 2*x')$ initial(x = 1/5, x' = -1)$\n" + stops_of("x", "0", "100", "0");
    const ContactRun run = run_contacts("glued", script, {"--end", "2", "--step", "0.1", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    double hit = 0.2;  // where 1/5 - (exp(2 t) - 1)/4 - t/2 = 0
    for (int k = 0; k < 50; ++k) hit -= (0.2 - std::expm1(2 * hit) / 4 - hit / 2) / (-std::exp(2 * hit) / 2 - 0.5);
    const double s = 2 - hit;
    CHECK(run.time_of("x_low") == Approx(hit).epsilon(1e-7));
    CHECK(last_of(run, "x") == Approx(std::expm1(2 * s) / 4 - s / 2).epsilon(1e-6));
}

TEST_CASE("a damper brings a joint to rest on its stop", "[stops]") {
    const std::string script =
        slider + "hinge_load(x, -1 - 2*x')$ initial(x = 1, x' = -4)$\n" + stops_of("x", "0", "2", "0");
    for (const std::string step : {"0.5", "0.013"}) {
        const ContactRun run = run_contacts("damper", script, {"--end", "3", "--step", step});
        REQUIRE(run.run.status == 0);
        CHECK(run.names() == std::vector<std::string>{"x_low"});
        check_possible(run, {"x"}, 0, 2);
        CHECK(std::abs(last_of(run, "x")) < 1e-9);
        CHECK(last_of(run, "N_low_x") == Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("a load that sets in while a joint lies on its stop presses it on", "[stops]") {
    // x = 1 - 3 t + t^2 until 0
    const std::string script = slider +
                               "hinge_load(x, if t > 2 then -5 else 0)$ initial(x = 1, x' = -3)$ "
                               "hinge_friction(x, 2)$\n" +
                               stops_of("x", "0", "2", "0");
    const ContactRun run = run_contacts("sets_in", script, {"--end", "4", "--step", "0.5"});
    REQUIRE(run.run.status == 0);
    CHECK(run.time_of("x_low") == Approx((3 - std::sqrt(5)) / 2).epsilon(1e-7));
    check_possible(run, {"x"}, 0, 2);
    CHECK(std::abs(last_of(run, "x")) < 1e-9);
    CHECK(last_of(run, "N_low_x") >= 3 - 1e-6);
    CHECK(last_of(run, "N_low_x") <= 7 + 1e-6);
}

TEST_CASE("two masses between stops exchange their momentum through a spring and come to rest", "[stops]") {
    // both stops of the first mass and of the second beside one another: their rows depend on each other while a row of
    // the user's ties the masses
    const std::string script =
        "model(m)$ flag(tied, 1)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$\n"
        "body(b, ground, hinge = prismatic(x, y), mass = 2)$ constraint(x = y, name = tie, active = tied)$\n"
        "hinge_load(x, -6)$ event(cut, t - 1, rising, impulse = [y' = 3], set = [tied = 0])$\n" +
        stops_of("x", "0", "1", "1/2") + stops_of("y", "0", "1", "1/2");
    const ContactRun run = run_contacts("tied", script, {"--end", "2.9", "--step", "0.1"});
    REQUIRE(run.run.status == 0);
    const auto cut = std::ranges::find(run.columns.at("t"), 1.0) - run.columns.at("t").begin();
    // tied, the two are pressed on by 6 in all, however the stops share it
    const auto before = static_cast<std::size_t>(cut) - 2;
    CHECK(run.columns.at("N_low_x")[before] + run.columns.at("N_low_y")[before] == Approx(6).epsilon(1e-9));
    CHECK(std::abs(last_of(run, "x")) < 1e-9);
    for (const double place : run.columns.at("y")) CHECK((place > -2e-6 && place < 1 + 2e-6));
    CHECK(last_of(run, "kinetic") == Approx(2 * 1.5 * 1.5 / 2 / 4).epsilon(1e-6));  // it has hit the high stop
}

TEST_CASE("a stop that is touched and left within one step of the integrator is hit", "[stops]") {
    // x = -cos(t), and after each hit at 1 - depth the same motion mirrored: the hits are 2 acos(depth - 1) apart
    for (const auto& [depth, text] : {std::pair{1e-2, "1/100"}, std::pair{1e-4, "1/10000"}, std::pair{1e-6, "1/10^6"}})
        for (const std::string step : {"20", "0.7"}) {
            INFO(text << " " << step);
            const std::string script =
                slider + "hinge_load(x, -x)$ initial(x = -1)$ contact(wall, 1 - " + text + " - x, restitution = 1)$\n";
            const ContactRun run = run_contacts("dip", script, {"--end", "20", "--step", step, "--tolerance", "1e-11"});
            REQUIRE(run.run.status == 0);
            REQUIRE(run.events.size() == 3);
            for (std::size_t k = 0; k < 3; ++k) {
                const double hit = std::acos(depth - 1), speed = std::sin(hit);
                CHECK(run.events[k].t == Approx((2.0 * double(k) + 1) * hit).margin(1e-7 / speed));
                CHECK(run.events[k].values.at("impulse wall") == Approx(-2 * speed).margin(1e-7 / speed));
            }
        }
}

TEST_CASE("a stop that moves up to a body at rest and back within one step of the integrator hits it", "[stops]") {
    // the load is zero until the hit, and the steps are as long as the run lets them be
    for (const auto& [reach, text] : {std::pair{1.1, "11/10"}, std::pair{1.001, "1001/1000"}}) {
        INFO(text);
        const std::string script =
            slider + "initial(x = 1)$ contact(wall, x - " + text + "*sin(t), restitution = 1/2)$\n";
        const ContactRun run = run_contacts("moving", script, {"--end", "3", "--step", "3"});
        REQUIRE(run.run.status == 0);
        const double hit = std::asin(1 / reach), speed = 1.5 * reach * std::cos(hit);
        REQUIRE(run.names() == std::vector<std::string>{"wall"});
        CHECK(run.events[0].t == Approx(hit).epsilon(1e-9));
        CHECK(run.events[0].values.at("impulse wall") == Approx(-speed).epsilon(1e-7));
        CHECK(last_of(run, "x") == Approx(1 + speed * (3 - hit)).epsilon(1e-7));
    }
}

TEST_CASE("runs of random mechanisms with stops and dry friction are possible at every row", "[stops]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Random random(seed);
        const auto number = [&](int low, int high) { return std::to_string(random.integer(low, high)) + "/7"; };
        std::string script = "model(m)$ gravity([0, -" + number(20, 70) + ", 0])$\n", last = "ground";
        std::vector<std::string> joints;
        const int bodies = random.integer(1, 3);
        for (int k = 1; k <= bodies; ++k) {
            const std::string n = std::to_string(k), q = "q" + n;
            script += "body(b" + n + ", " + last + ", hinge = revolute(z, " + q + "), at = [0, " +
                      (k == 1 ? "0" : "-1") + ", 0], mass = " + number(5, 15) + ", cm = [" + number(-2, 2) +
                      ", -1/2, 0], inertia = [0, 0, " + number(1, 3) + "])$\n";
            const std::string push = random.pick(std::vector<std::string>{
                number(-40, 40) + "*sin(" + number(5, 30) + "*t)", "if t > 1 then " + number(-40, 40) + " else 0",
                number(-30, 30) + "*t", number(-9, -1) + "*" + q + "'", number(-40, -10) + "*" + q});
            script += "hinge_load(" + q + ", " + push + ")$ initial(" + q + "' = " + number(-20, 20) + ")$\n";
            if (random.chance(0.5)) script += "hinge_friction(" + q + ", " + number(1, 20) + ")$\n";
            script += stops_of(q, "-3/7", "3/7", random.chance(0.5) ? "0" : number(1, 6));
            joints.push_back(q), last = "b" + n;
        }
        INFO("seed " << seed << "\n" << script);
        const ContactRun run = run_contacts("random", script, {"--end", "2", "--step", "0.02"});
        REQUIRE(run.run.status == 0);
        check_possible(run, joints, -3.0 / 7, 3.0 / 7);
    }
}

TEST_CASE("stops stand beside jacobians, routines of the user's and linearize", "[stops]") {
    const std::filesystem::path folder = scratch_folder("stops_beside");
    std::string emits, jacobians;
    const std::vector<std::pair<std::string, std::string>> files{
        {"c", "m.h"}, {"cpp", "m.hpp"}, {"fortran", "m.f90"}, {"fortran77", "m.f"}};
    for (const auto& [language, file] : files) {
        emits += "emit(" + language + ", \"" + file + "\", driver = true)$\n";
        jacobians += "emit(" + language + ", \"j" + file + "\", jacobian = [x])$\n";
    }
    const std::string routine = "external(tire, [x, x'], [push])$ hinge_load(x, push)$\n";
    const auto run = [&](const std::string& file, const std::string& text, std::vector<std::string> words) {
        write(folder / file, text);
        words.push_back(file);
        const CommandRun result = run_lag(words, folder);
        INFO(result.errors);
        CHECK(result.status == 0);
    };
    run("emitted.lag", slider + routine + "limit(x, 0, 1)$\n" + emits, {});
    run("jacobian.lag", slider + "hinge_load(x, -4*x - 2*x')$ limit(x, -1, 1)$\n" + jacobians, {});
    run("linear.lag",
        slider + "hinge_load(x, -4*x - 2*x')$ limit(x, -1, 1)$ assert(linearize()[1] = matrix([0, 1], [-4, -2]))$\n",
        {});
    // the routine says after the impact that the joint is pressed on
    write(folder / "tire.f",
          "      SUBROUTINE tire(x, v, push)\n      DOUBLE PRECISION x, v, push\n"
          "      push = -1.0D0 - 2.0D0*v\n      END\n");
    run("o.lag", slider + routine + "initial(x = 1, x' = -4)$\n" + stops_of("x", "0", "2", "0"),
        {"simulate", "--end", "3", "--step", "0.5", "--source", "tire.f"});
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    CHECK(std::abs(columns.at("x").back()) < 1e-9);
    CHECK(columns.at("N_low_x").back() == Approx(1).epsilon(1e-9));
}

TEST_CASE("a body that starts beyond its stop and leaves it ends the run", "[stops]") {
    const std::string stop =
        "model(m)$ gravity([0, 0, -10])$ body(b, ground, hinge = prismatic(z, h), mass = 1)$ limit(h, 0, 4/5)$\n";
    for (const bool compiled : {true, false}) {
        const ContactRun beyond =
            run_contacts("beyond", stop + "initial(h = 1)$\n", {"--end", "1", "--step", "0.1"}, compiled);
        CHECK(beyond.run.status == 1);
        CHECK(holds(beyond.run.errors,
                    "'h_high' is open at the start, but its gap is below zero\n"
                    "hint: start with a gap of zero or more: see initial(..)"));
        const ContactRun on_it = run_contacts("on_it", stop + "initial(h = 4/5)$\n",
                                              {"--end", "0.3", "--step", "0.1", "--tolerance", "1e-11"}, compiled);
        REQUIRE(on_it.run.status == 0);
        CHECK(on_it.columns.at("h").back() == Approx(0.8 - 5 * 0.09).epsilon(1e-8));
    }
}

TEST_CASE("a gap that jumps below zero ends the run", "[stops]") {
    const std::string body =
                          "model(m)$ flag(lift, 0)$ body(b, ground, hinge = prismatic(y, h), mass = 1)$\n"
                          "event(raise, t - 1/2, rising, set = [lift = 6/5])$\n",
                      by_event = "contact(foot, h - lift, restitution = 1/2)$\n",
                      by_time = "contact(foot, h - (if t > 1/2 then 6/5 else 0), restitution = 1/2)$\n";
    for (const bool compiled : {true, false})
        for (const std::string& contact : {by_event, by_time})
            for (const std::string rate : {"1/100", "-1/100"}) {
                const ContactRun jumped =
                    run_contacts("jumped", body + contact + "initial(h = 1, h' = " + rate + ")$\n",
                                 {"--end", "1", "--step", "0.1"}, compiled);
                INFO(contact << rate);
                CHECK(jumped.run.status == 1);
                CHECK(holds(jumped.run.errors, "at t = 0.5: the gap of 'foot' has jumped below zero\n"));
            }
    const ContactRun above =
        run_contacts("above", body + by_event + "initial(h = 2)$\n", {"--end", "1", "--step", "0.1"}, true);
    CHECK(above.run.status == 0);
}

}  // namespace lag
