// `lag simulate --method partition`: motions through dead points and singular positions against closed forms.
#include <cmath>
#include <set>
#include <sstream>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

struct Run {
    CommandRun command;
    SimulatedColumns columns;
    std::vector<std::string> choices;  // of independent coordinates
};

Run run_partitioned(const std::string& name, const std::string& script, std::vector<std::string> arguments,
                    bool compiled = false) {
    const std::filesystem::path folder = scratch_folder("simulate_partition_" + name);
    write(folder / "o.lag", script);
    arguments.insert(arguments.begin(), {"simulate", "o.lag", "--method", "partition"});
    Run run{run_lag(with_compiler(arguments, compiled), folder), {}, {}};
    INFO(run.command.errors);
    REQUIRE(run.command.status == 0);
    run.columns = simulated_columns(folder / "o.csv");
    std::istringstream lines(contents(folder / "o_partitions.csv"));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "t,growth before,growth after,independent");
    while (std::getline(lines, line)) {
        double t = 0, before = 0, after = 0;
        REQUIRE(std::sscanf(line.c_str(), "%lf,%lf,%lf", &t, &before, &after) == 3);
        if (!run.choices.empty()) CHECK(before > 2 * after);
        run.choices.push_back(line.substr(line.rfind(',') + 1));
    }
    return run;
}

// No bar of this linkage can turn fully: the sum of its shortest and longest sides exceeds that of the others.
const std::string rockers =
    "model(rockers)$\n"
    "body(left, ground, hinge = revolute(z, q1), mass = 1, cm = [1, 0, 0], inertia = [0, 0, 1/3])$\n"
    "body(coupler, left, hinge = revolute(z, q2), at = [2, 0, 0], mass = 2, cm = [1, 0, 0], inertia = [0, 0, 2/3])$\n"
    "body(right, ground, hinge = revolute(z, q3), at = [5/2, 0, 0], mass = 1, cm = [1, 0, 0], inertia = [0, 0, 1/3])$\n"
    "point(P, coupler, [2, 0, 0])$ point(Q, right, [2, 0, 0])$ close_loop(P, Q)$\n"
    "initial(q1 = 1.2, q2 = -1, q3 = 2, q1' = 3)$\n";

}  // namespace

TEST_CASE("a four-bar goes through its dead points on changing coordinates", "[partition]") {
    const Run run = run_partitioned("rockers", rockers, {"--end", "10", "--tolerance", "1e-10"});
    const SimulatedColumns& o = run.columns;
    // it changes more than once, and more than one coordinate serves
    CHECK(run.choices.size() > 3);
    CHECK(std::set<std::string>(run.choices.begin(), run.choices.end()).size() >= 2);
    CHECK(holds(run.command.output, "independent at the start: " + run.choices.front()));
    // each bar turns back: its speed has both signs
    for (const char* speed : {"q1'", "q2'", "q3'"}) {
        CAPTURE(speed);
        const auto [least, most] = std::ranges::minmax_element(o.at(speed));
        CHECK(*least < -0.1);
        CHECK(*most > 0.1);
    }
    // the loop, by hand, and the energy, which nothing changes
    for (std::size_t k = 0; k < o.at("t").size(); ++k) {
        const double a = o.at("q1")[k], b = a + o.at("q2")[k], c = o.at("q3")[k];
        REQUIRE(std::abs(2 * std::cos(a) + 2 * std::cos(b) - 2.5 - 2 * std::cos(c)) < 1e-11);
        REQUIRE(std::abs(2 * std::sin(a) + 2 * std::sin(b) - 2 * std::sin(c)) < 1e-11);
        REQUIRE(std::abs(o.at("kinetic")[k] / o.at("kinetic")[0] - 1) < 1e-6);
    }
    // compiled, the same
    const Run compiled = run_partitioned("compiled", rockers, {"--end", "2", "--step", "0.02"}, true);
    for (std::size_t k = 0; k < compiled.columns.at("t").size(); ++k)
        REQUIRE(std::abs(compiled.columns.at("q1")[k] - o.at("q1")[k]) < 1e-4);
}

TEST_CASE("N four-bars pass the positions in which all bars lie in line", "[partition]") {
    // The problem of N windows of the IFToMM benchmark library: rods of 1 m and 1 kg. While the posts stay parallel,
    // ((N + 1)/3 + N)/2 a'^2 + g ((N + 1)/2 + N) cos(a) is constant. Flat, at a = 90 degrees, the mechanism has N + 1 ways to go on.
    const int n = 3;
    std::string script =
        "model(windows)$ gravity([0, -9.81, 0])$\n"
        "rod(name, inboard, q, place, along) := body(name, inboard, hinge = revolute(z, q), at = place, mass = 1,"
        " cm = along/2, inertia = [0, 0, 1/12])$\n"
        "for k:0 thru 3 do rod(concat(post, k), ground, concat(a, k), [k, 0, 0], [0, 1, 0])$\n"
        "for k:1 thru 3 do (rod(concat(beam, k), concat(post, k - 1), concat(b, k), [0, 1, 0], [1, 0, 0]),\n"
        " point(concat(P, k), concat(beam, k), [1, 0, 0]), point(concat(Q, k), concat(post, k), [0, 1, 0]),\n"
        " close_loop(concat(P, k), concat(Q, k), name = concat(loop, k)))$\n"
        "initial(a0' = -1, a1' = -1, a2' = -1, a3' = -1, b1' = 1, b2' = 1, b3' = 1)$\n";
    const Run run = run_partitioned("windows", script, {"--end", "3", "--tolerance", "1e-10"});
    const SimulatedColumns& o = run.columns;
    const double inertia = ((n + 1) / 3.0 + n) / 2, weight = 9.81 * ((n + 1) / 2.0 + n);
    const double energy = inertia + weight;
    for (std::size_t k = 0; k < o.at("t").size(); ++k) {
        const double a = o.at("a0")[k], rate = o.at("a0'")[k];
        CAPTURE(o.at("t")[k], a);
        REQUIRE(std::abs(inertia * rate * rate + weight * std::cos(a) - energy) < 1e-5 * energy);
        for (const char* post : {"a1", "a2", "a3"}) REQUIRE(std::abs(o.at(post)[k] - a) < 1e-6);
    }
    CHECK(o.at("a0").back() < -2 * 3.141592653589793);  // more than a turn: it was in line twice
}

TEST_CASE("Peaucellier's linkage draws its line on independent coordinates", "[partition]") {
    // The crank's rate by the energy, a' = sqrt(I(0)/I(a)); at t = 0.8 s a = 0.793417283, a' = 0.973014777 by an
    // integration of 24 Cartesian coordinates. The pen is at y = 1.25 tan(a/2) on x = 1.25, whatever the motion.
    const std::string script =
        "model(peaucellier)$ arm: 3/2$ side: 1$ c: 1/2$\n"
        "bar(name, inboard, angle, place, l) := body(name, inboard, hinge = revolute(z, angle), at = place, mass = l,"
        " cm = [l/2, 0, 0], inertia = [0, 0, l^3/12])$\n"
        "bar(crank, ground, q1, [c, 0, 0], c)$\n"
        "bar(upper_arm, ground, q2, [0, 0, 0], arm)$ bar(lower_arm, ground, q3, [0, 0, 0], arm)$\n"
        "bar(upper_inner, upper_arm, q4, [arm, 0, 0], side)$ bar(lower_inner, lower_arm, q5, [arm, 0, 0], side)$\n"
        "bar(upper_outer, upper_arm, q6, [arm, 0, 0], side)$ bar(lower_outer, lower_arm, q7, [arm, 0, 0], side)$\n"
        "point(tip, crank, [c, 0, 0])$ point(i1, upper_inner, [side, 0, 0])$ point(i2, lower_inner, [side, 0, 0])$\n"
        "point(pen, upper_outer, [side, 0, 0])$ point(pen2, lower_outer, [side, 0, 0])$\n"
        "close_loop(tip, i1, name = lead)$ close_loop(i1, i2, name = near)$ close_loop(pen, pen2, name = far)$\n"
        "angle(r) := acos((arm^2 + r^2 - side^2)/(2*arm*r))$ knee(r) := acos((arm^2 + side^2 - r^2)/(2*arm*side))$\n"
        "initial(q2 = angle(1), q3 = -angle(1), q4 = knee(1) - %pi, q5 = %pi - knee(1), q6 = knee(5/4) - %pi,"
        " q7 = %pi - knee(5/4), q1' = 1, q2' = 1/2, q3' = 1/2)$\n"
        "output(x, position(pen)[1])$ output(y, position(pen)[2])$\n";
    const Run run = run_partitioned("peaucellier", script, {"--end", "0.8", "--tolerance", "1e-11"});
    const SimulatedColumns& o = run.columns;
    CHECK(o.at("q1'").front() == Approx(1).epsilon(1e-12));
    for (std::size_t k = 0; k < o.at("t").size(); ++k) {
        REQUIRE(std::abs(o.at("x")[k] - 1.25) < 1e-11);
        REQUIRE(std::abs(o.at("y")[k] - 1.25 * std::tan(o.at("q1")[k] / 2)) < 1e-11);
    }
    CHECK(std::abs(o.at("q1").back() - 0.793417283) < 1e-8);
    CHECK(std::abs(o.at("q1'").back() - 0.973014777) < 1e-8);
    CHECK(std::abs(o.at("y").back() - 0.523648617) < 1e-8);
}

TEST_CASE("the method partition says which models it does not take", "[partition]") {
    const std::filesystem::path folder = scratch_folder("simulate_partition_refused");
    const auto error = [&](const std::string& script) {
        write(folder / "o.lag", script);
        return run_lag({"simulate", "o.lag", "--end", "1", "--no-compiler", "--method", "partition"}, folder).errors;
    };
    const std::string slider = "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";
    CHECK(holds(error(slider), "takes no model without constraints"));
    CHECK(holds(error(rockers + "event(done, t - 1/2, rising, stop = true)$"), "takes no model with events or flags"));
    CHECK(holds(error(rockers + "options(constraints = eliminate)$"), "takes no model with constraints = eliminate"));
    const std::string sleigh =
        "model(m)$ body(b, ground, hinge = planar(z, [x, y, a], speeds = [u, v, r]), mass = 1, inertia = [0, 0, 1])$\n";
    CHECK(holds(error(sleigh + "constraint(x = y)$"), "whose speeds are not the rates"));
    const std::string blade =
        "model(m)$ body(b, ground, hinge = planar(z, [x, y, a]), mass = 1, inertia = [0, 0, 1])$\n";
    CHECK(holds(error(blade + "speed_constraint(x'*sin(a) = y'*cos(a))$ initial(x' = 1)$"), "conditions on speeds"));
}

TEST_CASE("a parallelogram passes its change point wherever rows are", "[partition]") {
    // all bars at rest relative to each other but for the turn: q1 = 1 - 2 t, without loads
    const std::string parallelogram =
        "model(par)$\n"
        "body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [.5, 0, 0], inertia = [0, 0, .1])$\n"
        "body(d, a, hinge = revolute(z, q4), at = [1, 0, 0], mass = 1, cm = [1, 0, 0], inertia = [0, 0, .1])$\n"
        "body(b, ground, hinge = revolute(z, q2), at = [2, 0, 0], mass = 1, cm = [.5, 0, 0], inertia = [0, 0, .1])$\n"
        "point(P, d, [2, 0, 0])$ point(Q, b, [1, 0, 0])$ close_loop(P, Q)$\n"
        "initial(q1 = 1, q2 = 1, q4 = -1, q1' = -2, q2' = -2, q4' = 2, hold = [q1, q1'])$\n";
    const auto require_turn = [](const SimulatedColumns& o) {
        for (std::size_t k = 0; k < o.at("t").size(); ++k) {
            const double t = o.at("t")[k];
            CAPTURE(t);
            CHECK(o.at("q1")[k] == Approx(1 - 2 * t).margin(1e-6));
            CHECK(o.at("q2")[k] == Approx(1 - 2 * t).margin(1e-6));
            CHECK(o.at("q4")[k] == Approx(2 * t - 1).margin(1e-6));
            CHECK(o.at("q1'")[k] == Approx(-2).margin(1e-5));
            CHECK(o.at("q4'")[k] == Approx(2).margin(1e-5));
        }
    };
    for (const std::string step : {"0.2", "0.25", "0.5", "0.1", "0.05", "0.125", "0.3", "1", "0.01"}) {
        CAPTURE(step);
        const Run run = run_partitioned("change_point", parallelogram, {"--end", "2", "--step", step});
        CHECK(run.columns.at("q1").back() == Approx(-3).margin(1e-6));
        require_turn(run.columns);
    }
    // the run ends at the change point
    require_turn(run_partitioned("change_point_end", parallelogram, {"--end", "0.5", "--step", "0.1"}).columns);
    // backward differences give up there, and say what does not
    const std::filesystem::path folder = scratch_folder("simulate_partition_bdf");
    write(folder / "o.lag", parallelogram);
    const CommandRun bdf = run_lag({"simulate", "o.lag", "--end", "2", "--step", "0.25", "--no-compiler"}, folder);
    CHECK(bdf.status == 1);
    CHECK(holds(bdf.errors, "the mechanism is near a singular position"));
    CHECK(holds(bdf.errors, "; --method partition goes through positions that a motion passes"));
}

TEST_CASE("inputs that end with the run need no step beyond it", "[partition]") {
    const std::string driven =
        "model(driven)$ input(w)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$\n"
        "body(b, ground, hinge = prismatic(y, y), mass = 2)$ constraint(x = y)$ hinge_load(x, w)$\n";
    const Run run = run_partitioned("input_end", driven, {"--end", "1", "--step", "0.25", "--input", "w=3*sqrt(1-t)"});
    // x'' = sqrt(1 - t): x = 4/15 (1 - t)^(5/2) + 2/3 t - 4/15
    for (std::size_t k = 0; k < 5; ++k) {
        const double t = run.columns.at("t").at(k);
        CHECK(run.columns.at("x").at(k) == Approx(4.0 / 15 * std::pow(1 - t, 2.5) + 2 * t / 3 - 4.0 / 15).margin(1e-6));
    }
}

}  // namespace lag
