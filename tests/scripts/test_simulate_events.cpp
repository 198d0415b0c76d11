// lag simulate with events: published times, closed forms, and what ends a run.
#include <cmath>
#include <filesystem>

#include "tests/scripts/test_event_rows.hpp"
#include "tests/scripts/test_main_programs.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct EventRun {
    CommandRun run;
    SimulatedColumns columns;
    std::vector<EventLine> events;
};

EventRun run_events(const std::string& name, const std::string& script, std::vector<std::string> more,
                    bool compiled = true) {
    const fs::path folder = scratch_folder("simulate_events_" + name);
    write(folder / "o.lag", script);
    more.insert(more.begin(), {"simulate", "o.lag"});
    EventRun result{run_lag(with_compiler(more, compiled), folder), {}, {}};
    UNSCOPED_INFO(result.run.errors);
    if (fs::exists(folder / "o.csv")) {
        result.columns = simulated_columns(folder / "o.csv");
        result.events = events_in(folder / "o_events.csv");
    }
    return result;
}

}  // namespace

TEST_CASE("the events of an automatic cannon", "[events]") {
    const EventRun cycle = run_events("cannon", cannon, {"--end", "1", "--tolerance", "1e-11"});
    REQUIRE(cycle.run.status == 0);
    const std::vector<std::string> names{"front", "fire", "free", "latch", "turn", "home"};
    const std::vector<double> times{0.19743017, 0.21740947, 0.23111774, 0.34599122, 0.37130415, 0.44644774};
    REQUIRE(cycle.events.size() == names.size());
    for (std::size_t k = 0; k < names.size(); ++k) {
        INFO(names[k]);
        CHECK(cycle.events[k].name == names[k]);
        CHECK(std::abs(cycle.events[k].t - times[k]) < 5e-8);
    }
    CHECK(cycle.columns.at("t").back() == Approx(times.back()).epsilon(1e-6));  // it stops there
    CHECK(cycle.columns.at("xb'").back() == Approx(38.49323).epsilon(1e-6));
    CHECK(std::abs(cycle.columns.at("xs").back()) < 1e-9);
    CHECK(cycle.columns.at("xs'").back() == Approx(0).margin(1e-9));  // the receiver holds it again
    CHECK(std::abs(cycle.events[3].values.at("impulse lock")) == Approx(23.35688).epsilon(1e-6));
    // speeds: where t1 and t2 happen, by the energy at them: half of the moving mass times the speed's square
    const double all = 2.919 + 0.2368;
    CHECK(cycle.events[0].values.at("energy before") == Approx(all / 2 * 141.40612 * 141.40612).epsilon(1e-6));
    CHECK(cycle.events[1].values.at("energy before") == Approx(all / 2 * 107.85195 * 107.85195).epsilon(1e-6));
    CHECK(cycle.events[1].values.at("energy after") == Approx(all / 2 * 170.99969 * 170.99969).epsilon(1e-6));
    // the acceleration while the sear brakes the barrel; 4500 was published
    const auto& t = cycle.columns.at("t");
    for (std::size_t k = 0; k < t.size(); ++k)
        if (t[k] > 0.3461 && t[k] < 0.3712) CHECK(cycle.columns.at("a")[k] == Approx(4514.31133).epsilon(1e-6));
}

TEST_CASE("an event whose function starts at zero does not happen where that leaves zero the other way", "[events]") {
    struct Start {
        std::string load, step, tolerance;
    };
    for (const Start& start : {Start{"-264/100", "0.0809", "1e-6"}, Start{"-428/1000", "0.0291", "1e-12"},
                               Start{"-2560", "0.00393", "1e-8"}, Start{"-173/10", "0.0025", "1e-10"}}) {
        INFO(start.load);
        const std::string end = std::to_string(2 * std::stod(start.step));
        const EventRun run =
            run_events("leaves_zero",
                       "model(o)$ flag(n, 0)$ body(b, ground, hinge = translate(x, x), mass = 1)$ "
                       "body(b2, ground, hinge = translate(x, y), mass = 1)$ constraint(y = x, name = both)$ "
                       "hinge_load(x, " +
                           start.load +
                           ")$ event(kick, x', rising, impulse = [x' = 1], set = [n = n + 1])$ "
                           "initial(x = 1, y = 1)$ output(count, n)$",
                       {"--end", end, "--step", start.step, "--tolerance", start.tolerance}, false);
        REQUIRE(run.run.status == 0);
        CHECK(run.events.empty());
        CHECK(run.columns.at("count").back() == 0);
    }
}

TEST_CASE("a bouncing ball follows its closed form until it would bounce without end", "[events]") {
    const double first = std::sqrt(0.2), e = 0.8, end = first * (1 + 2 * e / (1 - e));
    for (const bool compiled : {true, false}) {
        const EventRun run =
            run_events("ball", bouncing_ball(""), {"--end", "6", "--step", "0.01", "--tolerance", "1e-12"}, compiled);
        CHECK(run.run.status == 1);
        CHECK(holds(run.run.errors, "events follow one another without end at t = 4.02"));
        CHECK(holds(run.run.errors, "'bump' "));
        REQUIRE(run.events.size() > 40);
        double t = first, v = 10 * first;
        for (std::size_t k = 0; k < run.events.size(); ++k) {
            CHECK(std::abs(run.events[k].t - t) < 1e-7 * end);
            CHECK(run.events[k].values.at("energy after") == Approx(v * v * e * e).epsilon(1e-5).margin(1e-9));
            v *= e;
            t += 2 * v / 10;
        }
        for (const double h : run.columns.at("h")) CHECK(h > -1e-9);
        CHECK(run.columns.at("t").back() > end - 0.02);
    }
}

TEST_CASE("a ball on a table that an input places does not fall through it either", "[events]") {
    for (const std::string restitution : {"4/5", "0"})
        for (const char* table : {"table=0", "table=sin(t)/20"}) {
            CAPTURE(restitution, table);
            const EventRun run =
                run_events("table", ball_on_table(restitution), {"--end", "6", "--step", "0.01", "--input", table});
            CHECK(run.run.status == 1);
            CHECK(holds(run.run.errors, "events follow one another without end at t = "));
            CHECK(run.events.size() >= (restitution == "0" ? 1u : 30u));
            for (const double h : run.columns.at("h")) CHECK(h > -0.06);
        }
}

TEST_CASE("a ball is caught, rests, and is thrown again", "[events]") {
    const EventRun run =
        run_events("caught",
                   bouncing_ball("event(caught, bounces - 5/2, rising, set = [held = 1])$\n"
                                 "event(thrown, t - 3, rising, impulse = [h' = 8], set = [held = 0])$\n"
                                 "event(done, t - 7/2, rising, stop = true)$\n"),
                   {"--end", "6", "--step", "0.01", "--tolerance", "1e-11"});
    REQUIRE(run.run.status == 0);
    std::vector<std::string> names;
    for (const EventLine& one : run.events) names.push_back(one.name);
    CHECK(names == std::vector<std::string>{"bump", "bump", "bump", "caught", "thrown", "done"});
    CHECK(run.events[2].t == run.events[3].t);
    CHECK(run.events[4].t == 3);
    const double third = std::sqrt(0.2) * (1 + 2 * 0.8 + 2 * 0.64);
    CHECK(run.events[2].t == Approx(third).epsilon(1e-9));
    for (std::size_t k = 0; k < run.columns.at("t").size(); ++k) {
        const double t = run.columns.at("t")[k], h = run.columns.at("h")[k];
        if (t > third + 1e-6 && t < 3) CHECK(std::abs(h) < 1e-10);
        if (t >= 3) CHECK(std::abs(h - (4 * (t - 3) - 5 * (t - 3) * (t - 3))) < 1e-8);
    }
    CHECK(run.columns.at("t").back() == 3.5);
    CHECK(holds(run.run.output, "6 events, the last one 'done' at t = 3.5, which stops the run"));
}

TEST_CASE("five touching balls hand a blow on, one contact after the other", "[events]") {
    for (const double e : {1.0, 0.9}) {
        std::string script = "model(cradle)$ parameters(e = " + std::to_string(e) + ")$\n";
        for (int k = 1; k <= 5; ++k) {
            const std::string n = std::to_string(k), m = std::to_string(k - 1);
            script += "body(b" + n + ", ground, hinge = prismatic(x, x" + n + "), mass = 1)$\n";
            if (k == 1) continue;
            script += "flag(f" + n + ", 0)$ constraint(x" + n + " - x" + m + " = 0, name = c" + n + ", active = f" + n +
                      ")$\nevent(hit" + n + ", x" + n + " - x" + m + ", falling, impact = [c" + n +
                      "], restitution = e)$\n";
        }
        script += "initial(x1 = -1, x1' = 1)$\n";
        const EventRun run = run_events("cradle", script, {"--end", "1.5", "--step", "0.05"});
        REQUIRE(run.run.status == 0);
        // the first pair that approaches, again and again
        std::vector<double> v{1, 0, 0, 0, 0};
        std::size_t count = 0;
        for (std::size_t k = 1; k < v.size();) {
            if (!(v[k] < v[k - 1])) {
                ++k;
                continue;
            }
            REQUIRE(count < run.events.size());
            CHECK(run.events[count].name == "hit" + std::to_string(k + 1));
            CHECK(run.events[count++].t == Approx(1).epsilon(1e-12));
            const double middle = (v[k] + v[k - 1]) / 2, half = e * (v[k - 1] - v[k]) / 2;
            v[k - 1] = middle - half, v[k] = middle + half;
            k = 1;
        }
        CHECK(count == run.events.size());
        CHECK(v[4] == Approx(std::pow((1 + e) / 2, 4)).epsilon(1e-12));
        for (std::size_t k = 0; k < v.size(); ++k)
            CHECK(std::abs(run.columns.at("x" + std::to_string(k + 1) + "'").back() - v[k]) < 1e-12);
    }
}

TEST_CASE("a lock holds a coordinate wherever it is", "[events]") {
    const EventRun run = run_events(
        "lock",
        "model(lock)$ flag(locked, 0)$ flag(q_lock, 0)$ body(wheel, ground, hinge = revolute(z, q), inertia = [0, 0, "
        "2])$\n"
        "constraint(q = q_lock, name = pawl, active = locked)$ event(stop_it, t - 1, rising, set = [q_lock = q, locked "
        "= 1])$\n"
        "event(let_go, t - 2, rising, impulse = [q' = 1/2], set = [locked = 0])$ initial(q' = 1)$ hinge_load(q, -q)$\n",
        {"--end", "3", "--step", "0.1"});
    REQUIRE(run.run.status == 0);
    const double w = std::sqrt(0.5), held = std::sin(w) / w;
    for (std::size_t k = 0; k < run.columns.at("t").size(); ++k) {
        const double t = run.columns.at("t")[k], q = run.columns.at("q")[k];
        const double expected = t <= 1  ? std::sin(w * t) / w
                                : t < 2 ? held
                                        : held * std::cos(w * (t - 2)) + 0.25 / w * std::sin(w * (t - 2));
        CHECK(std::abs(q - expected) < 1e-7);
    }
}

TEST_CASE("a coordinate is set back, step after step", "[events]") {
    // a hopper on stairs: free fall of 1/5 m between them, half of the speed is left each time: v = 2 m/s at impact,
    // 1 m/s after, where v^2/4 = v^2 - 4
    const EventRun run = run_events(
        "periodic",
        "model(hopper)$ gravity([0, 0, -10])$ flag(held, 0)$ body(b, ground, hinge = prismatic(z, h), mass = 1)$\n"
        "constraint(h = 0, name = stair, active = held)$ flag(count, 0)$\n"
        "event(land, h, falling, impulse = [h' = -h'/2], set = [h = h + 3/20, count = count + 1])$\n"
        "initial(h = 3/20, h' = -1)$\n",
        {"--end", "5", "--step", "0.01"});
    REQUIRE(run.run.status == 0);
    REQUIRE(run.events.size() > 40);
    for (std::size_t k = 0; k < run.events.size(); ++k)
        CHECK(run.events[k].t == Approx(0.1 * static_cast<double>(k + 1)).epsilon(1e-7));
}

TEST_CASE("a row that is switched on off its position ends the run by name", "[events]") {
    const EventRun run = run_events("off",
                                    "model(off)$ flag(held, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
                                    "constraint(x = 1, name = hook, active = held)$\n"
                                    "event(grab, x - 1/2, rising, set = [held = 1])$ initial(x' = 1)$\n",
                                    {"--end", "2"});
    CHECK(run.run.status == 1);
    CHECK(holds(run.run.errors, "event 'grab' switches 'hook' on where it is broken by -0.5"));
    CHECK(run.columns.at("t").back() == Approx(0.5));
}

TEST_CASE("events without end at one time are listed", "[events]") {
    const EventRun run = run_events("endless",
                                    "model(m)$ flag(a, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
                                    "event(ping, x - 1, falling, impulse = [x' = -2*x'])$\n"
                                    "event(pong, x - 1, rising, impulse = [x' = -2*x'])$ initial(x' = 1)$\n",
                                    {"--end", "2"});
    CHECK(run.run.status == 1);
    CHECK(holds(run.run.errors, "more than 100 at one time"));
    CHECK(holds(run.run.errors, "'ping' 50 times, 'pong' 50 times"));
}

TEST_CASE("at the start a function of coordinates fires by its rate, others wait", "[events]") {
    const auto names = [](const EventRun& run) {
        std::string all;
        for (const EventLine& one : run.events) all += one.name + " ";
        return all;
    };
    const EventRun run = run_events("start",
                                    "model(m)$ flag(n, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
                                    "event(up, x, rising, set = [n = n + 1])$ event(down, x, falling, set = [n = n])$\n"
                                    "event(speed, x' - 1, falling, set = [n = n])$ initial(x' = 1)$\n"
                                    "hinge_load(x, -1)$\n",
                                    {"--end", "3"});
    REQUIRE(run.run.status == 0);
    CHECK(names(run) == "up down ");
    CHECK(run.events.at(0).t == 0);
    CHECK(run.events.at(1).t == Approx(2).epsilon(1e-9));
}

TEST_CASE("what starts at rest passes zero at the start, and goes on", "[events]") {
    // a spring that begins where the body is; a blow on another body
    const std::string script =
        "model(o)$ flag(on, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
        "body(other, ground, hinge = prismatic(y, y), mass = 1)$ hinge_load(x, 1 - 4*on*x)$\n"
        "event(touches, x, rising, set = [on = 1])$ event(strikes, x, rising, impulse = [y' = 2])$\n"
        "event(falls, -x, falling, impulse = [x' = -(1 - on)*x'])$\n";
    const auto require_end = [](const SimulatedColumns& columns) {
        REQUIRE(columns.at("t").back() == 1);
        CHECK(columns.at("x").back() == Approx((1 - std::cos(2.0)) / 4).epsilon(1e-5));
        CHECK(columns.at("y").back() == Approx(2).epsilon(1e-9));
    };
    for (const bool compiled : {true, false}) {
        const EventRun run = run_events("passes", script, {"--end", "1"}, compiled);
        REQUIRE(run.run.status == 0);
        REQUIRE(run.events.size() == 3);
        for (const EventLine& one : run.events) CHECK(one.t == 0);
        require_end(run.columns);
    }
    const fs::path folder = scratch_folder("simulate_events_passes_main");
    write(folder / "m.lag", script + emits_of_main_programs());
    write(folder / "in.txt", "step 0.01\noutput m.csv\nend 1\n");
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    for (const MainProgram& way : main_programs()) {
        INFO(way.language);
        REQUIRE(shell(folder, way.compile) == 0);
        REQUIRE(shell(folder, "timeout 60 ./run in.txt") == 0);
        CHECK(events_in(folder / "m_events.csv").size() == 3);
        require_end(simulated_columns(folder / "m.csv"));
    }
}

TEST_CASE("at the start rounding fires nothing where nothing moves a function", "[events]") {
    // dry friction holds the turn, and no load has a part along x: x stays where it is
    const EventRun run = run_events(
        "start_still",
        "model(m)$ gravity([0, -1.96, 5])$ flag(n, 0)$\n"
        "body(a, ground, hinge = planar(y, [z, x, turn], speeds = [vz, vx, w]), mass = 1, cm = [0, -1, 0],\n"
        "     inertia = [1, 0.68, 0.8])$\n"
        "body(b, a, hinge = prismatic(z, s), at = [0, -0.039, -0.98], outboard_at = [0, 0, 0.37], mass = 2.53,\n"
        "     cm = [0, 0, -0.4], inertia = [0.66, 0.66, 0.755])$\n"
        "hinge_friction(turn, 3.66)$\n"
        "event(falls, x + 0.384, falling, set = [n = n + 1])$ event(rises, x + 0.384, rising, set = [n = n + 1])$\n"
        "initial(turn = 0.221, s = -0.667, s' = 0.646, z = 0.646, x = -0.384)$\n",
        {"--end", "0.02", "--step", "0.002", "--no-compiler"});
    REQUIRE(run.run.status == 0);
    CHECK(run.events.empty());
    CHECK(run.columns.at("x").back() == Approx(-0.384).epsilon(1e-12));
}

}  // namespace lag
