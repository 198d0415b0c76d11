// lag simulate --equilibrium with contacts, with coordinates held, and where nothing holds something; against rest in
// closed form.
#include <cmath>
#include <filesystem>
#include <numbers>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct StartedAtRest {
    CommandRun run;
    SimulatedColumns rows;
};
StartedAtRest start_at_rest(const std::string& name, const std::string& script, std::vector<std::string> more = {}) {
    const fs::path folder = scratch_folder("simulate_equilibrium_" + name);
    write(folder / "o.lag", script);
    std::vector<std::string> words{"simulate", "o.lag", "--equilibrium"};
    if (std::ranges::find(more, "--end") == more.end()) words.insert(words.end(), {"--end", "1", "--step", "0.25"});
    words.insert(words.end(), more.begin(), more.end());
    StartedAtRest result{run_lag(words, folder), {}};
    if (result.run.status == 0) result.rows = simulated_columns(folder / "o.csv");
    return result;
}

// x down the incline, z off it; a spring along x and a stop at x = 1/100
const std::string incline =
    "model(o)$ parameters(g = 981/100, k = 500, a = 3/10)$ gravity([g*sin(a), 0, -g*cos(a)])$\n"
    "body(slide, ground, hinge = prismatic(x, x))$ body(block, slide, hinge = prismatic(z, z), mass = 2)$\n"
    "hinge_load(x, -k*x)$ initial(z = 1/10)$ contact(floor, z, friction = 3/10, tangent = x')$\n"
    "contact(stop, 1/100 - x)$\n";

const std::string two_pendulums =
    "model(o)$ gravity([0, -981/100, 0])$\n"
    "body(one, ground, hinge = revolute(z, q1), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
    "body(two, one, hinge = revolute(z, q2), at = [1, 0, 0], mass = 2, cm = [1/2, 0, 0], inertia = [0, 0, 1/6])$\n";

const std::string cart_and_pendulum =
    "model(o)$ gravity([0, -981/100, 0])$\n"
    "body(cart, ground, hinge = prismatic(x, x), mass = 3)$\n"
    "body(bob, cart, hinge = revolute(z, q), mass = 2, cm = [1/2, 0, 0])$ hinge_load(q, -5*q)$\n"
    "initial(x = 4/10, q = -1)$\n";

}  // namespace

TEST_CASE("a block rests on an incline, against a stop or before it", "[simulate]") {
    const double pull = 2 * 9.81 * std::sin(0.3);
    REQUIRE(pull > 5);  // more than the spring's load at the stop
    for (const double stiffness : {500.0, 800.0}) {
        CAPTURE(stiffness);
        const StartedAtRest rest = start_at_rest("incline", incline + "flag(valve_closed, 1)$",
                                                 {"--define", "k=" + std::to_string(static_cast<int>(stiffness))});
        INFO(rest.run.errors << rest.run.output);
        REQUIRE(rest.run.status == 0);
        const double x = std::min(0.01, pull / stiffness);
        for (const std::size_t row : {0U, 4U}) {
            CHECK(rest.rows.at("x").at(row) == Approx(x).margin(1e-10));
            CHECK(rest.rows.at("z").at(row) == Approx(0).margin(1e-10));
        }
        CHECK(holds(rest.run.output, "  floor_closed = 1\n"));
        CHECK(holds(rest.run.output, stiffness < 600 ? "stop_closed = 1\n" : "stop_closed = 0\n"));
        CHECK(!holds(rest.run.output, "valve_closed"));  // no contact's
    }
}

TEST_CASE("friction alone may hold a block, and what flies away is named", "[simulate]") {
    const std::string block =
        "model(o)$ parameters(g = 981/100, a = 1/5)$ gravity([g*sin(a), 0, -g*cos(a)])$\n"
        "body(slide, ground, hinge = prismatic(x, x))$ body(block, slide, hinge = prismatic(z, z), mass = 2)$\n"
        "initial(x = 3, z = 1/10)$ contact(floor, z, friction = 3/10, tangent = x')$\n";
    const StartedAtRest rest = start_at_rest("friction", block);
    INFO(rest.run.errors << rest.run.output);
    REQUIRE(rest.run.status == 0);
    CHECK(holds(rest.run.output, "nothing but friction holds x: it stays\n"));
    CHECK(rest.rows.at("x").back() == Approx(3).margin(1e-10));
    const StartedAtRest steep = start_at_rest("steep", block, {"--define", "a=2/5"});  // tan(0.4) > 0.3
    CHECK(steep.run.status == 1);
    CHECK(holds(steep.run.errors, "no equilibrium was found: nothing holds the motion with speed x'"));
    const StartedAtRest flies = start_at_rest("flies", block, {"--define", "g=-5"});
    CHECK(flies.run.status == 1);
    CHECK(holds(flies.run.errors, "no equilibrium was found: nothing holds the motion with speed z'"));
}

TEST_CASE("a table rests on its three legs", "[simulate]") {
    std::string script =
        "model(o)$ gravity([0, 0, -10])$\n"
        "body(lift, ground, hinge = prismatic(z, z), mass = 1, inertia = [1, 1, 1])$\n"
        "body(roll, lift, hinge = revolute(x, a), mass = 1, inertia = [1, 1, 1])$\n"
        "body(table, roll, hinge = revolute(y, b), mass = 6, cm = [1/10, 1/5, 0], inertia = [1, 1, 1])$\n";
    int number = 0;
    for (const std::string at : {"[1, 1, 0]", "[-1, 1, 0]", "[0, -1, 0]"}) {
        const std::string leg = "leg" + std::to_string(++number);
        script += "point(" + leg + "_end, table, " + at + ")$ contact(" + leg + ", dot(position(" + leg +
                  "_end), [0, 0, 1]))$\n";
    }
    const StartedAtRest rest = start_at_rest("table", script + "initial(z = 1/10, a = 1/50)$\n", {});
    INFO(rest.run.errors << rest.run.output);
    REQUIRE(rest.run.status == 0);
    for (const std::string name : {"z", "a", "b"})
        for (const std::size_t row : {0U, 4U}) CHECK(rest.rows.at(name).at(row) == Approx(0).margin(1e-8));
}

TEST_CASE("a coordinate held keeps its start, the others find rest beside it", "[simulate]") {
    const std::string start = "initial(q1 = 4/10, q2 = -6/5";
    const double hanging = -std::numbers::pi / 2 - 0.4;
    const StartedAtRest by_option = start_at_rest("hold", two_pendulums + start + ")$\n", {"--hold", "q1"}),
                        by_script = start_at_rest("hold_script", two_pendulums + start + ", hold = [q1])$\n"),
                        interpreted = start_at_rest("hold_interpreted", two_pendulums + start + ")$\n",
                                                    {"--hold", "q1", "--no-compiler"});
    for (const StartedAtRest* rest : {&by_option, &by_script, &interpreted}) {
        INFO(rest->run.errors << rest->run.output);
        REQUIRE(rest->run.status == 0);
        CHECK(rest->rows.at("q1").front() == 0.4);
        CHECK(rest->rows.at("q2").front() == Approx(hanging).margin(1e-9));
        CHECK(rest->rows.at("q1'").front() == 0);
        CHECK(rest->rows.at("q1").back() < 0.3);  // let go
        CHECK(holds(rest->run.output, "equilibrium with q1 held, largest acceleration once it is let go "));
    }
    const StartedAtRest without = start_at_rest("hold_none", two_pendulums + start + ")$\n");
    REQUIRE(without.run.status == 0);
    CHECK(without.rows.at("q1").front() == Approx(-std::numbers::pi / 2).margin(1e-9));
}

TEST_CASE("what nothing holds is named", "[simulate]") {
    double low = -1.5, high = 0;  // 5 q + m g l cos(q) = 0
    for (int k = 0; k < 200; ++k) {
        const double middle = (low + high) / 2;
        (5 * middle + 2 * 9.81 * 0.5 * std::cos(middle) < 0 ? low : high) = middle;
    }
    for (const std::string option : {"", "--no-compiler"}) {
        const StartedAtRest rest =
            start_at_rest("free", cart_and_pendulum, option.empty() ? std::vector<std::string>{} : std::vector{option});
        INFO(rest.run.errors << rest.run.output);
        REQUIRE(rest.run.status == 0);
        CHECK(rest.rows.at("q").front() == Approx(low).margin(1e-9));
        CHECK(rest.rows.at("x").front() == 0.4);
        CHECK(holds(rest.run.output, "nothing holds x: it stays\n"));
    }
    const StartedAtRest both = start_at_rest("free_held", cart_and_pendulum, {"--hold", "q"});
    CHECK(both.run.status == 1);
    CHECK(holds(both.run.errors,
                "no equilibrium was found: nothing holds the motion with speed x': hold a coordinate; --hold x keeps "
                "it where it starts"));
    const StartedAtRest all = start_at_rest("all_held", cart_and_pendulum, {"--hold", "q,x"});
    INFO(all.run.errors);
    REQUIRE(all.run.status == 0);
    CHECK(all.rows.at("q").front() == -1);
    CHECK(all.rows.at("x").front() == 0.4);
}

TEST_CASE("rows that stand against what is held, with and without dependent speeds", "[simulate]") {
    const std::string linked =
        "model(o)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ body(d, ground, hinge = prismatic(y, y), mass = "
        "2)$\nconstraint(x + y = 1, name = link)$ hinge_load(x, 2 - 3*x)$ hinge_load(y, -4*y)$\n";
    for (const std::string treatment : {"", "options(constraints = eliminate)$\n"}) {
        INFO(treatment);
        const StartedAtRest free = start_at_rest("linked", linked + treatment);
        INFO(free.run.errors);
        REQUIRE(free.run.status == 0);
        CHECK(free.rows.at("x").front() == Approx(6.0 / 7).margin(1e-9));  // 2 - 3 x + 4 y = 0
        const StartedAtRest one = start_at_rest("linked_one", linked + treatment, {"--hold", "x"});
        INFO(one.run.errors);
        REQUIRE(one.run.status == 0);
        CHECK(one.rows.at("x").front() == 0);
        CHECK(one.rows.at("y").front() == Approx(1).margin(1e-10));
        for (const bool compiles : {true, false}) {
            std::vector<std::string> words{"--hold", "x,y"};
            if (!compiles) words.push_back("--no-compiler");
            const StartedAtRest both = start_at_rest("linked_both", linked + treatment, words);
            CHECK(both.run.status == 1);
            CHECK(
                holds(both.run.errors, "the constraint 'link' cannot be met while x, y are held; let one of them go"));
        }
    }
}

TEST_CASE("rest from a start at which the loop is far from closed", "[simulate]") {
    std::string chain = "model(o)$ gravity([0, -981/100, 0])$\n";
    for (int k = 1; k <= 4; ++k) {
        const std::string n = std::to_string(k);
        chain += "body(b" + n + ", " + (k == 1 ? "ground" : "b" + std::to_string(k - 1)) + ", hinge = revolute(z, q" +
                 n + ")" + (k == 1 ? "" : ", at = [1, 0, 0]") +
                 ", mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n";
    }
    chain += "point(P, b4, [1, 0, 0])$ point(Q, ground, [5/2, 0, 0])$ close_loop(P, Q, name = nail)$\n";
    // symmetric: both outer rods as steep as moments about their ends say
    const double outer = 1.1258536;
    for (const std::string start :
         {"q1 = 1/20, q2 = 9/5, q3 = -7/5, q4 = 9/5", "q1 = 1/5, q2 = -19/10, q3 = 1, q4 = 1/7",
          "q1 = -7/10, q2 = 11/10, q3 = -4/5, q4 = -1/5"}) {
        INFO(start);
        for (const bool compiles : {true, false}) {
            const std::vector<std::string> words =
                compiles ? std::vector<std::string>{} : std::vector<std::string>{"--no-compiler"};
            const StartedAtRest rest = start_at_rest("afar", chain + "initial(" + start + ")$\n", words);
            INFO(rest.run.errors << rest.run.output);
            REQUIRE(rest.run.status == 0);
            CHECK(rest.rows.at("q1").front() == Approx(-outer).margin(1e-6));
            CHECK(holds(rest.run.output, "equilibrium, largest acceleration"));
        }
        const StartedAtRest held = start_at_rest("afar_held", chain + "initial(" + start + ")$\n", {"--hold", "q1"});
        INFO(held.run.errors << held.run.output);
        REQUIRE(held.run.status == 0);
    }
    // three rods straight up cannot be closed by the fourth
    const StartedAtRest none = start_at_rest("afar_none", chain + "initial(q1 = 3/2)$\n", {"--hold", "q1,q2,q3"});
    CHECK(none.run.status == 1);
    CHECK(holds(none.run.errors, "the constraint 'nail.x' cannot be met while q1, q2 are held; let one of them go"));
    const StartedAtRest two = start_at_rest("afar_two", chain + "initial(q1 = 3/2)$\n", {"--hold", "q1,q2"});
    CHECK(two.run.status == 1);
    INFO(two.run.errors);
    CHECK(holds(two.run.errors, "cannot be met while q1, q2 are held; let one of them go"));
}

TEST_CASE("a stiff cantilever of many links bends as its moments say", "[simulate]") {
    for (const int n : {6, 7, 12, 40}) {
        CAPTURE(n);
        constexpr double stiffness = 20000, length = 0.05, g = 9.81, link = 0.1, tip = 3;
        std::string script = "model(o)$ gravity([0, -981/100, 0])$\n";
        for (int k = 1; k <= n; ++k) {
            const std::string number = std::to_string(k);
            script += "body(b" + number + ", " + (k == 1 ? "ground" : "b" + std::to_string(k - 1)) +
                      ", hinge = revolute(z, q" + number + ")" + (k == 1 ? "" : ", at = [1/20, 0, 0]") +
                      ", mass = 1/10, cm = [1/40, 0, 0], inertia = [0, 0, 1/48000])$\nhinge_load(q" + number +
                      ", -20000*q" + number + ")$\n";
        }
        script += "body(tip, b" + std::to_string(n) + ", hinge = fixed, at = [1/20, 0, 0], mass = 3)$\n";
        // the moment of the weight outboard of each hinge, again and again: bending changes it by little
        const auto count = static_cast<std::size_t>(n);
        std::vector<double> q(count, 0.0);
        for (int sweep = 0; sweep < 200; ++sweep) {
            std::vector<double> x(count + 1, 0.0), angle(count, 0.0);
            for (std::size_t k = 0; k < count; ++k) {
                angle[k] = q[k] + (k > 0 ? angle[k - 1] : 0);
                x[k + 1] = x[k] + length * std::cos(angle[k]);
            }
            for (std::size_t k = 0; k < count; ++k) {
                double moment = tip * g * (x[count] - x[k]);
                for (std::size_t j = k; j < count; ++j) moment += link * g * ((x[j] + x[j + 1]) / 2 - x[k]);
                q[k] = -moment / stiffness;
            }
        }
        const StartedAtRest rest = start_at_rest("cantilever", script, {"--end", "0.0001", "--step", "0.0001"});
        INFO(rest.run.errors << rest.run.output);
        REQUIRE(rest.run.status == 0);
        CHECK(holds(rest.run.output, "equilibrium, largest acceleration"));
        for (std::size_t k = 0; k < count; ++k)
            CHECK(rest.rows.at("q" + std::to_string(k + 1)).front() == Approx(q[k]).margin(1e-9));
    }
}

TEST_CASE("the search goes downhill from a start beside an unstable rest, and keeps one", "[simulate]") {
    const std::string pendulum =
        "model(o)$ gravity([0, -981/100, 0])$\n"
        "body(rod, ground, hinge = revolute(z, q), mass = 1, cm = [1, 0, 0], inertia = [0, 0, 1/3])$\n";
    const StartedAtRest beside = start_at_rest("beside_top", pendulum + "initial(q = 1.55)$\n"),
                        on_top = start_at_rest("on_top", pendulum + "initial(q = 1.5707963267948966)$\n");
    REQUIRE(beside.run.status == 0);
    CHECK(std::sin(beside.rows.at("q").front()) == Approx(-1).margin(1e-12));
    REQUIRE(on_top.run.status == 0);
    CHECK(on_top.rows.at("q").front() == Approx(std::numbers::pi / 2).margin(1e-12));
    CHECK(holds(on_top.run.output, "unstable equilibrium"));
}

TEST_CASE("what --hold refuses", "[simulate]") {
    const StartedAtRest unknown = start_at_rest("unknown", cart_and_pendulum, {"--hold", "xx"});
    CHECK(unknown.run.status == 1);
    CHECK(holds(unknown.run.errors, "--hold: the model has no coordinate 'xx'"));
    const fs::path folder = scratch_folder("simulate_equilibrium_alone");
    write(folder / "o.lag", cart_and_pendulum);
    const CommandRun alone = run_lag({"simulate", "o.lag", "--end", "1", "--hold", "x"}, folder);
    CHECK(alone.status == 2);
    CHECK(holds(alone.errors, "--hold is of use with --equilibrium alone"));
}

TEST_CASE("what falls comes to rest on a spring that does not touch it at the start", "[simulate]") {
    // a wheel above the road, which pushes and does not pull; a body on it
    const std::string quarter =
        "model(o)$ gravity([0, 0, -981/100])$ parameters(above = 1/50)$\n"
        "body(wheel, ground, hinge = prismatic(z, zw), mass = 40)$ body(car, wheel, hinge = prismatic(z, z), mass = "
        "400)$\n"
        "hinge_load(z, -20000*(z - 1/2))$ force(origin(wheel), [0, 0, max(0, -200000*zw)])$\n"
        "initial(zw = above, z = 1/2)$\n";
    for (const char* above : {"1/50", "30"}) {
        const StartedAtRest rest = start_at_rest("above", quarter, {"--define", std::string("above=") + above});
        INFO(rest.run.errors << rest.run.output);
        REQUIRE(rest.run.status == 0);
        CHECK(rest.rows.at("zw").at(0) == Approx(-440 * 9.81 / 200000).margin(1e-12));
        CHECK(rest.rows.at("z").at(0) == Approx(0.5 - 400 * 9.81 / 20000).margin(1e-12));
    }
    // nothing below
    const StartedAtRest falls = start_at_rest(
        "falls", "model(o)$ gravity([0, 0, -981/100])$ body(b, ground, hinge = prismatic(z, height), mass = 4)$\n");
    CHECK(falls.run.status == 1);
    CHECK(holds(falls.run.errors, "nothing holds the motion with speed height'"));
}

TEST_CASE("a stop is met on the side of it where the search began", "[simulate]") {
    // a body on an arm with a one-sided spring below its tip; without the stop the arm would turn over, to the other side of
    // the stop
    const StartedAtRest rest = start_at_rest(
        "side",
        "model(o)$ gravity([0, -981/100, 0])$ body(car, ground, hinge = prismatic(y, z), mass = 5)$\n"
        "body(arm, car, hinge = revolute(z, q), mass = 1, cm = [1, 0, 0])$ point(tip, arm, [1, 0, 0])$\n"
        "body(rod, car, hinge = prismatic(y, s), mass = 1/100)$ constraint(s = sin(q))$ limit(s, -1/2, 1/2)$\n"
        "force(tip, [0, max(0, -2000*position(tip)[2]), 0])$ initial(z = -1/20)$\n");
    INFO(rest.run.errors << rest.run.output);
    REQUIRE(rest.run.status == 0);
    CHECK(rest.rows.at("q").at(0) == Approx(std::numbers::pi / 6).margin(1e-10));
    CHECK(rest.rows.at("z").at(0) == Approx(-0.5 - 6.01 * 9.81 / 2000).margin(1e-10));
}

}  // namespace lag
