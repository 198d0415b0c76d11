// The main programs of all four languages and `lag simulate`: one motion.
#include <cmath>
#include <filesystem>

#include "tests/scripts/test_contact_scripts.hpp"
#include "tests/scripts/test_main_programs.hpp"
#include "tests/scripts/test_sid_text.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

void require_same_events(const fs::path& found, const std::vector<EventLine>& expected) {
    const std::vector<EventLine> events = events_in(found);
    REQUIRE(events.size() == expected.size());
    for (std::size_t k = 0; k < events.size(); ++k) {
        INFO(expected[k].name);
        CHECK(events[k].name == expected[k].name);
        CHECK(std::abs(events[k].t - expected[k].t) < 1e-6);
        for (const auto& [heading, value] : expected[k].values)
            CHECK(std::abs(events[k].values.at(heading) - value) < 1e-5 * (1 + std::abs(value)));
    }
}

// `settings` beside end, step and output; a row at every step.
void require_agreement(const std::string& name, const std::string& script, const std::string& end,
                       const std::string& settings, double margin = 1e-7, const std::string& step = "0.001") {
    const fs::path folder = scratch_folder("drivers_" + name);
    const bool has_events = holds(script, "event(") || holds(script, "contact(") || holds(script, "_friction(");
    write(folder / "m.lag", script + emits_of_main_programs());
    write(folder / "in.txt", "end " + end + "\nstep " + step + "\noutput table.csv\n" + settings);
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", end, "--step", step, "--tolerance", "1e-11"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns expected = simulated_columns(folder / "m.csv");
    for (const MainProgram& way : main_programs()) {
        INFO(way.language);
        const int status = shell(folder, way.compile + " && timeout 60 ./run in.txt");
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        const SimulatedColumns found = simulated_columns(folder / "table.csv");
        if (has_events) require_same_events(folder / "table_events.csv", events_in(folder / "m_events.csv"));
        REQUIRE(found.size() == expected.size());
        for (const auto& [column, values] : expected) {
            INFO(column);
            REQUIRE(found.at(column).size() == values.size());
            double apart = 0;
            for (std::size_t k = 0; k < values.size(); ++k)
                apart = std::max(apart, std::abs(values[k] - found.at(column)[k]) / (1 + std::abs(values[k])));
            CHECK(apart < margin);
        }
    }
}

}  // namespace

TEST_CASE("drivers of a flexible body from a file, with parameters, on a node", "[drivers]") {
    const fs::path file = scratch_folder("drivers_sid_file") / "b.sid";
    write(file, beam_as_sid());
    require_agreement("sid",
                      "model(m)$ gravity([0, -9.81, 0])$\nflexible(b, ground, hinge = revolute(z, psi), sid = \"" +
                          fs::absolute(file).string() +
                          "\", inboard_at = node(b, 7), sid_parameters = true, damping = 1/100)$\n"
                          "body(hand, b, hinge = revolute(y, q), at = node(b, 3), mass = 50, cm = [0.1, 0.05, 0], "
                          "inertia = [1, 1, 1])$\n"
                          "initial(psi' = 2, q = 0.3, q' = 1, b_1 = 0.01)$ output(y, position(cm(hand))[2])$\n",
                      "0.5", "", 1e-7, "0.0005");
}

TEST_CASE("drivers of a model with states and an input", "[drivers]") {
    require_agreement("states",
                      "model(m, \"a motor's wheel\")$ parameters(J = 2, k = 3, L = 1/8, R = 1, kp = 4, ki = 5)$\n"
                      "body(wheel, ground, hinge = revolute(z, q), inertia = [0, 0, J])$\n"
                      "state(error, \"rad\", \"integral of the speed error\", rate = 1 - q')$\n"
                      "state(current, rate = (kp*error' + ki*error - R*current - k*q')/L)$\n"
                      "hinge_load(q, k*current)$ initial(q' = 1/2, current = 1/2)$ output(power, k*current*q')$\n",
                      "1", "");
}

TEST_CASE("drivers of a loop with states and a table", "[drivers]") {
    require_agreement("loop",
                      "model(m)$\n" + four_bar_linkage.substr(0, four_bar_linkage.size()) +
                          "state(heat, rate = q1'^2 - heat)$ hinge_load(q1, table(q1, [-1, 1/4, 1/2, 3], [0, 1/20, 0, "
                          "1/10], interpolation = smooth))$\n"
                          "output(warmth, 2*heat)$\n",
                      "0.2", "project 1\n");
}

TEST_CASE("drivers of a mechanism whose speed follows a state", "[drivers]") {
    require_agreement("driven",
                      "model(m)$ parameters(tau = 1/2)$ gravity([0, -9, 0])$\n"
                      "body(cart, ground, hinge = prismatic(x, x), mass = 2)$\n"
                      "body(bob, cart, hinge = revolute(z, q), mass = 1, cm = [0, -1/2, 0])$\n"
                      "state(v, rate = (sin(3*t) + q - v)/tau)$ speed_constraint(x' = v + t, name = drive)$\n"
                      "event(kick, t - 0.4567, rising, set = [v = v + 1])$\n"
                      "output(force, multiplier(drive))$ initial(q = 1/3, v = 1)$\n",
                      "1", "project 1\n");
}

TEST_CASE("drivers locate and apply events as simulate does", "[drivers]") {
    require_agreement("caught",
                      bouncing_ball("event(caught, bounces - 5/2, rising, set = [held = 1])$\n"
                                    "event(thrown, t - 3, rising, impulse = [h' = 8], set = [held = 0])$\n"
                                    "event(done, t - 7/2, rising, stop = true)$ state(z, rate = h - z)$\n"),
                      "5", "");
    // the last row of a run that an event stops is at the event
    // and steps that are fixed pass the corners of its cams without a stop
    require_agreement("cannon", cannon, "1", "", 1e-5, "0.0001");
}

TEST_CASE("drivers run contacts and dry friction as simulate does", "[drivers]") {
    require_agreement("incline", block_on_incline("1/5", "3"), "2", "");
    require_agreement("resting_ball", resting_ball, "5", "", 1e-6, "0.01");
    require_agreement("rocking_block", rocking_block, "2.5", "", 1e-5);
    require_agreement("cart", pendulum_on_sliding_cart, "2", "", 1e-6);
    require_agreement("slope",
                      "model(m)$ parameters(g = 981/100)$ gravity([g*sin(1/5), 0, -g*cos(1/5)])$\n"
                      "body(b, ground, hinge = [translate(x, x), translate(y, y), translate(z, z)], mass = 2)$\n"
                      "contact(foot, z, friction = 1/2, tangent = [x', y'])$ initial(y' = 4)$\n",
                      "1.2", "", 1e-5);
    // a contact without friction beside one in space
    require_agreement("walled",
                      "model(m)$ gravity([0, 0, -10])$\n"
                      "body(b, ground, hinge = [translate(x, x), translate(y, y), translate(z, z)], mass = 2)$\n"
                      "contact(wall, 1/2 - x)$ contact(foot, z, friction = 1/2, tangent = [x', y'])$ limit(y, -1, 1)$\n"
                      "initial(x' = 4, y' = 3)$\n",
                      "1", "", 1e-5);
    require_agreement("wheel",
                      "model(m)$ body(wheel, ground, hinge = revolute(z, q), inertia = [0, 0, 2])$ initial(q' = 1)$\n"
                      "hinge_friction(q, 3)$ hinge_load(q, 4*sin(t))$ state(z, rate = q' - z)$\n",
                      "6", "", 1e-6);
}

TEST_CASE("drivers open, hit and slip closed contacts where their rates jump, as simulate does", "[drivers]") {
    const std::string block =
        "model(m)$ gravity([0, 0, -10])$ body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 1)$\n";
    require_agreement("kinks",
                      block +
                          "contact(foot, z - table(t, [0, 1/20, 1/10, 1], [0, 0, -1/90, -1/90]), friction = 1/5, "
                          "tangent = x')$ initial(x' = 3/40)$\n",
                      "0.2", "");
    require_agreement("belt", block + "contact(foot, z, friction = 1/5, tangent = x' - (if t < 1/10 then 0 else 1))$\n",
                      "1", "");
    require_agreement(
        "edge", block + "contact(foot, z - table(x, [0, 1/10, 1/5, 1], [0, 0, -1/10, -1/10]))$ initial(x' = 1)$\n",
        "0.5", "", 1e-6);
}

TEST_CASE("drivers open closed contacts whose gaps jump, as simulate does", "[drivers]") {
    require_agreement("table_edge",
                      "model(m)$ gravity([0, 0, -10])$\n"
                      "body(b, ground, hinge = [translate(x, x), translate(y, y), translate(z, z)], mass = 1)$\n"
                      "contact(foot, z - (if x + y < 1 then 0 else -1), friction = 1/5, tangent = [x', y'])$\n"
                      "limit(y, -2, 1/5)$ initial(x' = 3, y' = 1)$\n",
                      "1", "", 1e-6);
    require_agreement("one_foot",
                      "model(m)$ gravity([0, 0, -10])$ flag(gone, 0)$\n"
                      "body(b, ground, hinge = [translate(x, x), translate(z, z), rotate(y, th)], mass = 1, inertia = "
                      "[1, 1/10, 1])$\n"
                      "point(p1, b, [1/2, 0, 0])$ point(p2, b, [-1/2, 0, 0])$\n"
                      "contact(front, position(p1)[3] + gone)$ contact(rear, position(p2)[3])$\n"
                      "event(pull, t - 1/10, rising, set = [gone = 1])$\n",
                      "0.5", "", 1e-6);
}

// The assembly moves a held value by up to its tolerance, some 1e-11.
TEST_CASE("drivers and simulate start with held values to the last bit", "[drivers]") {
    const fs::path folder = scratch_folder("drivers_held");
    const std::string linkage = four_bar_linkage.substr(0, four_bar_linkage.find("initial("));
    write(folder / "m.lag", "model(m)$ " + linkage +
                                "initial(q1 = 0.3, q2 = 0.8, q3 = 1.5, q1' = 2, hold = [q1, q1'])$\n" +
                                emits_of_main_programs());
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    const std::vector<std::pair<std::string, std::string>> starts{
        {"0.3", "2"}, {"0.475", "-1.85"}, {"-0.418", "2.65"}, {"0.076", "-1.05"}, {"-0.31", "2.32"}};
    const auto check_start = [&](const std::string& q1, const std::string& u1) {
        const SimulatedColumns found = simulated_columns(folder / "m.csv");
        const auto first = [&](const std::string& column) { return found.at(column).front(); };
        CHECK(first("q1") == std::stod(q1));
        CHECK(first("q1'") == std::stod(u1));
        const double coupler = first("q1") + first("q2");
        CHECK(std::abs(0.1 * std::cos(first("q1")) + 0.3 * std::cos(coupler) - 0.25 * std::cos(first("q3")) - 0.35) <
              1e-8);
        CHECK(std::abs(0.1 * std::sin(first("q1")) + 0.3 * std::sin(coupler) - 0.25 * std::sin(first("q3"))) < 1e-8);
    };
    for (const auto& [q1, u1] : starts) {
        INFO("simulate, " << q1 << ", " << u1);
        REQUIRE(run_lag({"simulate", "m.lag", "--end", "0.01", "--step", "0.01", "--initial", "q1=" + q1, "--initial",
                         "q1'=" + u1, "--quiet"},
                        folder)
                    .status == 0);
        check_start(q1, u1);
    }
    for (const MainProgram& way : main_programs()) {
        const int compiled = shell(folder, way.compile);
        INFO(way.language << ": " << contents(folder / "log"));
        REQUIRE(compiled == 0);
        for (const auto& [q1, u1] : starts) {
            INFO(q1 << ", " << u1);
            write(folder / "in.txt", "end 0.01\nstep 0.01\noutput m.csv\nq1 " + q1 + "\nq1' " + u1 + "\n");
            REQUIRE(shell(folder, "timeout 60 ./run in.txt") == 0);
            check_start(q1, u1);
        }
    }
}

TEST_CASE("drivers hold a joint that starts at rest on its stop", "[drivers]") {
    const std::string joint =
        "model(m)$ gravity([0, 0, -10])$ body(b, ground, hinge = prismatic(z, h), mass = 1)$\n"
        "limit(h, 0, 1, restitution = 1/2)$\n";
    require_agreement("held", joint, "1", "");
    require_agreement("lifted", joint + "hinge_load(h, 20*t)$\n", "0.7", "");
}

TEST_CASE("drivers let a row drift that an event does not switch", "[drivers]") {
    // long steps: the rod is off by 1e-4 where it swings through the bottom, and where the hook catches it
    const fs::path folder = scratch_folder("drivers_drift");
    write(folder / "m.lag",
          "model(m)$ gravity([0, -10, 0])$ flag(n, 0)$ flag(held, 0)$ flag(where, 0)$\n"
          "body(a, ground, hinge = prismatic(x, x))$ body(b, a, hinge = prismatic(y, y), mass = 1)$ initial(x = 1)$\n"
          "constraint(x^2 + y^2 = 1, name = rod)$ constraint(x = where, name = hook, active = held)$\n"
          "event(passes, x, falling, set = [n = n + 1])$\n"
          "event(grab, x + 1/2, falling, set = [held = 1, where = x])$\n" +
              emits_of_main_programs());
    write(folder / "in.txt", "end 1\nstep 0.05\noutput table.csv\n");
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    // from the side to the bottom: sqrt(l/g) K(1/2); and on to 30 degrees beyond
    const double bottom = std::sqrt(0.1) * std::comp_ellint_1(std::sqrt(0.5));
    const double beyond =
        std::sqrt(0.1) * std::ellint_1(std::sqrt(0.5), std::asin(std::sqrt(2) * std::sin(std::acos(-1.0) / 12)));
    for (const MainProgram& way : main_programs()) {
        const int status = shell(folder, way.compile + " && timeout 60 ./run in.txt");
        INFO(way.language << ": " << contents(folder / "log"));
        REQUIRE(status == 0);
        const std::vector<EventLine> events = events_in(folder / "table_events.csv");
        REQUIRE(events.size() == 2);
        CHECK(events[0].name == "passes");
        CHECK(std::abs(events[0].t - bottom) < 1e-4);
        CHECK(events[1].name == "grab");
        CHECK(std::abs(events[1].t - bottom - beyond) < 1e-4);
        const SimulatedColumns found = simulated_columns(folder / "table.csv");
        CHECK(std::abs(found.at("x").back() + 0.5) < 1e-9);
        CHECK(std::abs(found.at("y").back() + std::sqrt(0.75)) < 1e-9);
    }
}

TEST_CASE("drivers end where events follow one another without end", "[drivers]") {
    const fs::path folder = scratch_folder("drivers_endless");
    const std::string emits = emits_of_main_programs();
    const std::string twice =
        "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ initial(x' = 1)$\n"
        "event(ping, x - 1, falling, impulse = [x' = -2*x'])$ event(pong, x - 1, rising, impulse = [x' = -2*x'])$\n";
    const std::string hook =
        "model(m)$ flag(held, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ initial(x' = 1)$\n"
        "constraint(x = 1, name = hook, active = held)$ event(grab, x - 1/2, rising, set = [held = 1])$\n";
    const std::string beyond =
        "model(m)$ gravity([0, 0, -10])$ body(b, ground, hinge = prismatic(z, h), mass = 1)$\n"
        "limit(h, 0, 4/5)$ initial(h = 1)$\n";
    const std::string moved =
        "model(m)$ flag(where, 0)$ flag(held, 1)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
        "constraint(x = where, name = hook, active = held)$ event(pull, t - 1, rising, set = [where = 1/2])$\n";
    const std::string floor =
        "model(m)$ gravity([0, -10, 0])$ flag(lift, 0)$ body(b, ground, hinge = prismatic(y, h), mass = 1)$\n"
        "initial(h = 3, h' = 20)$ event(raise, t - 1, rising, set = [lift = 30])$\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {floor + "contact(foot, h - lift, restitution = 1/2)$\n", "the gap of foot has jumped below zero"},
        {floor + "contact(foot, h - (if t > 1/2 then 40 else 0))$\n", "the gap of foot has jumped below zero"},
        {twice, "more than 100 at one time"},
        {bouncing_ball(""), "would pass unseen"},
        {ball_on_table("4/5"), "would pass unseen"},
        {ball_on_table("0"), "would pass unseen"},
        {hook, "event grab switches hook on where it is broken by -"},
        {moved, "event pull switches hook on where it is broken by -"},
        {beyond, "h_high is open at the start, but its gap is below zero"}};
    for (const auto& [script, words] : cases) {
        write(folder / "m.lag", script + emits);
        write(folder / "in.txt", "end 6\nstep 0.01\n");
        REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
        for (const MainProgram& way : main_programs()) {
            const int status = shell(folder, way.compile + " && timeout 60 ./run in.txt");
            INFO(way.language << ": " << contents(folder / "log"));
            CHECK(status == 256);
            CHECK(holds(contents(folder / "log"), words));
        }
    }
}

}  // namespace lag
