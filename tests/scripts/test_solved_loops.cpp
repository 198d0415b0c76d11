// options(joints = solved), treat = solved: coordinates of loops as expressions. Poses against closed forms written here,
// motions against the same mechanisms with rows and multipliers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <random>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

CommandRun ran(std::vector<std::string> arguments, const fs::path& folder) {
    CommandRun run = run_lag(std::move(arguments), folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return run;
}

SimulatedColumns simulated(const fs::path& folder, const std::string& script, const std::string& end,
                           std::vector<std::string> more = {}) {
    write(folder / "m.lag", script);
    std::vector<std::string> arguments{"simulate", "m.lag", "--no-compiler", "--end", end, "--step", end, "--quiet"};
    if (more.empty()) more = {"--tolerance", "1e-10"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ran(arguments, folder);
    return simulated_columns(folder / "m.csv");
}

// How many speeds a script has.
std::string speeds_of(const fs::path& folder, const std::string& script) {
    write(folder / "n.lag", script + "\nprint(\"sizes\", length(speeds()))$\n");
    const std::string text = ran({"n.lag"}, folder).output;
    const std::size_t at = text.find("sizes ");
    REQUIRE(at != std::string::npos);
    return text.substr(at + 6, text.find('\n', at) - at - 6);
}

std::string sample(const std::string& name, const std::string& option) {
    std::string text = contents(fs::path(LAG_SOURCE_DIR) / "samples" / name);
    for (std::size_t at; (at = text.find("\nemit(")) != std::string::npos;)
        text.erase(at + 1, text.find('\n', at + 1) - at);
    for (std::size_t at; (at = text.find("\ncheck(")) != std::string::npos;)
        text.erase(at + 1, text.find(")$", at + 1) + 1 - at);
    const std::size_t model = text.find(")$\n", text.find("\nmodel("));
    return text.insert(model + 2, option);
}

const std::string solved = " options(joints = solved)$\n";

}  // namespace

TEST_CASE("the sample of the RSUP loop has its published sizes, places, accelerations and energies in three forms") {
    const fs::path folder = scratch_folder("solved_rsup");
    struct Known {
        double th, s, at_rest, at_rate_1, energy;
    };
    const std::vector<Known> all{{0, 0, 0, -0.15, 343.35},
                                 {0.5, -2.560683784, 0.495149220243, 0.775312190141, 313.327123304},
                                 {1, -4.62406657284, 1.47502577653, 2.21676613993, 230.609140514},
                                 {2, -4.15625344397, 1.35324891402, 0.535075604446, -3.96001166319},
                                 {3, 1.50350646249, 0.123978603755, 0.446252485255, -144.695659791}};
    std::string text = contents(fs::path(LAG_SOURCE_DIR) / "samples/rsup.lag");
    for (std::size_t at; (at = text.find("\nemit(")) != std::string::npos;)
        text.erase(at + 1, text.find('\n', at + 1) - at);
    for (const auto& [form, expected] :
         {std::pair("tree=1", "4 3"), std::pair("absolute=1", "18 17"), std::pair("solved=1", "1")}) {
        CAPTURE(form);
        const std::string script = "tree: 0$\n" + text;
        const bool has_rows = std::string(form) != "solved=1";
        write(folder / "n.lag", script + "\nprint(\"sizes\", length(speeds())" +
                                    (has_rows ? ", length(constraint_matrix())" : "") + ")$\n");
        const std::string sizes = ran({"n.lag", "--define", form}, folder).output;
        CHECK(sizes.find(std::string("sizes ") + expected + "\n") != std::string::npos);
        const std::string model = ran({"--dump", "model", "n.lag", "--define", form}, folder).output;
        CHECK((model.find("joint crank is rows between") != std::string::npos) ==
              std::string(expected).starts_with("18"));
        for (const Known& known : all)
            for (const int rate : {0, 1}) {
                CAPTURE(known.th, rate);
                // the pose in closed form, so that the start of the rows needs no search
                const double l = std::sqrt(209), c = std::cos(known.th), d = std::sin(known.th);
                const double root = std::sqrt(109 - (2 - 5 * c) * (2 - 5 * c));
                const double s = 10 - 5 * d - root, s_rate = -5 * c + (2 - 5 * c) * 5 * d / root;
                const double x = 10 / l, y = (-10 + s + 5 * d) / l, z = (2 - 5 * c) / l, y_rate = (s_rate + 5 * c) / l,
                             z_rate = 5 * d / l;
                const auto start = [&](const std::string& q, double value, double slope) {
                    return fmt::format("initial({0} = {1:.17g}, {0}' = {2:.17g})$ ", q, value, rate * slope);
                };
                const std::string starts = start("th", known.th, 1) + start("s", s, s_rate) +
                                           start("qa", std::atan2(-z, x), -z_rate * x / (x * x + z * z)) +
                                           start("qb", std::asin(y), y_rate / std::sqrt(1 - y * y)) +
                                           "output(energy, potential_energy())$\n";
                std::string moved = script;
                moved.insert(moved.find("output(push"), starts.substr(0, starts.find("output(")));
                const SimulatedColumns columns =
                    simulated(folder, moved + starts.substr(starts.find("output(")), "0.0001", {"--define", form});
                CHECK(std::abs(columns.at("push")[0] - (rate == 0 ? known.at_rest : known.at_rate_1)) < 1e-10);
                CHECK(std::abs(columns.at("slide")[0] - known.s) < 1e-9);
                CHECK(std::abs(columns.at("s")[0] - s) < 1e-12);
                CHECK(std::abs(columns.at("energy")[0] - known.energy) < 1e-8);
            }
    }
}

// Lengths at random; the rocker's angle and the coupler's by the cosine rule, in both of their poses.
TEST_CASE("random four-bars with one coordinate stand as the cosine rule says and move as with rows") {
    const fs::path folder = scratch_folder("solved_four_bars");
    std::mt19937 random(5);
    const auto between = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random() % 1001) / 1000;
    };
    for (int draw = 0; draw < 12; ++draw) {
        const double crank = between(0.3, 0.6), coupler = between(1.2, 1.6), rocker = between(1.2, 1.6),
                     base = between(1.2, 1.5);
        const double q1 = between(-3, 3), up = between(-1, 1), side = draw % 2 == 0 ? 1 : -1;
        // from the crank's pin to the rocker's pivot
        const double px = base - crank * std::cos(q1), py = up * 0.2 - crank * std::sin(q1), p = std::hypot(px, py);
        const double at_pin = side * std::acos((p * p + coupler * coupler - rocker * rocker) / (2 * p * coupler));
        const double turned = std::atan2(py, px) + at_pin;  // of the coupler
        const double q3 = std::atan2(crank * std::sin(q1) + coupler * std::sin(turned) - up * 0.2,
                                     crank * std::cos(q1) + coupler * std::cos(turned) - base);
        const double q2 = std::remainder(turned - q1, 2 * std::numbers::pi);
        const auto script = [&](const std::string& option, bool joints) {
            const auto number = [](double x) { return fmt::format("{:.17g}", x); };
            const std::string parts =
                joints ? "joint(O, ground, crank, hinge = revolute(z, q1))$ joint(A, crank, coupler, hinge = "
                         "revolute(z, q2), at = [" +
                             number(crank) + ", 0, 0])$\njoint(C, ground, rocker, hinge = revolute(z, q3), at = [" +
                             number(base) + ", " + number(up * 0.2) +
                             ", 0])$\njoint(B, coupler, rocker, hinge = revolute(z, q4), at = [" + number(coupler) +
                             ", 0, 0], outboard_at = [" + number(rocker) +
                             ", 0, 0])$\nbody(crank, mass = 1, cm = [0.2, 0.1, 0], inertia = [0, 0, 0.1])$ "
                             "body(coupler, mass = 2, "
                             "cm = [0.5, -0.1, 0], inertia = [0, 0, 0.3])$ body(rocker, mass = 1.5, cm = [0.4, 0, 0], "
                             "inertia = [0, 0, 0.2])$\n" +
                             "options(tree = [O, A, C])$ hinge_load(q4, 1 - q4')$ output(a4, q4'')$ output(v4, q4')$\n"
                       : "body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [0.2, 0.1, 0], inertia = [0, 0, "
                         "0.1])$\n"
                         "body(coupler, crank, hinge = revolute(z, q2), at = [" +
                             number(crank) +
                             ", 0, 0], mass = 2, cm = [0.5, -0.1, 0], inertia = [0, 0, 0.3])$\nbody(rocker, ground, "
                             "hinge = revolute(z, q3), at = [" +
                             number(base) + ", " + number(up * 0.2) +
                             ", 0], mass = 1.5, cm = [0.4, 0, 0], inertia = [0, 0, 0.2])$\npoint(P, coupler, [" +
                             number(coupler) + ", 0, 0])$ point(Q, rocker, [" + number(rocker) +
                             ", 0, 0])$ close_loop(P, Q)$\n";
            return "model(m)$ gravity([1, -9, 0])$" + option + parts +
                   "hinge_load(q3, 2*sin(q2) - q3')$ hinge_load(q1, 3)$ torque(coupler, [0, 0, cos(q3)])$\n" +
                   fmt::format("initial(q1 = {:.17g}, q2 = {:.17g}, q3 = {:.17g}, q1' = 0.7, hold = [q1, q1'])$\n", q1,
                               q2, q3) +
                   "output(a1, q1'')$ output(a2, q2'')$ output(a3, q3'')$ output(v3, q3')$ output(c, cos(q2 - q3))$\n"
                   "output(x, position(cm(coupler))[1])$ output(ay, acceleration(cm(rocker))[2])$\n";
        };
        for (const bool joints : {false, true}) {
            CAPTURE(draw, joints);
            CHECK(speeds_of(folder, script(solved, joints)) == "1");
            const SimulatedColumns rows = simulated(folder, script(" ", joints), "0.05"),
                                   one = simulated(folder, script(solved, joints), "0.05");
            CHECK(std::abs(std::remainder(one.at("q2")[0] - q2, 2 * std::numbers::pi)) < 1e-10);
            CHECK(std::abs(std::remainder(one.at("q3")[0] - q3, 2 * std::numbers::pi)) < 1e-10);
            for (const char* name : {"a1", "a2", "a3", "v3", "c", "x", "ay", "a4", "v4"}) {
                if (!joints && name[1] == '4') continue;
                CAPTURE(name);
                CHECK(std::abs(one.at(name)[0] - rows.at(name)[0]) < 1e-8 * (1 + std::abs(rows.at(name)[0])));
                CHECK(std::abs(one.at(name)[1] - rows.at(name)[1]) < 1e-5 * (1 + std::abs(rows.at(name)[1])));
            }
        }
    }
}

TEST_CASE("loops in turn: slider-crank, squeezer and straight-line linkage have one coordinate and the same motion") {
    const fs::path folder = scratch_folder("solved_samples");
    const std::string turned = "\noutput(turned, turn'')$ initial(turn' = 3, hold = [turn, turn'])$\n",
                      driven = "\noutput(driven, q1'')$ initial(q1' = 1, hold = [q1, q1'])$\n",
                      squeezed = "\noutput(b1, beta'')$ output(d1, delta'')$ output(o1, omega'')$ output(g1, gamma)$\n";
    for (const auto& [name, more, end, outputs] :
         {std::tuple("slider_crank.lag", turned, "0.05", std::vector<std::string>{"turned"}),
          std::tuple("squeezer.lag", squeezed, "0.005", std::vector<std::string>{"b1", "d1", "o1", "g1"}),
          std::tuple("peaucellier.lag", driven, "0.05", std::vector<std::string>{"driven", "line_x", "line_y"})}) {
        CAPTURE(name);
        const auto script = [&, name = name, more = more](const std::string& option) {
            std::string text = sample(name, option);
            for (std::size_t at; (at = text.find("\noutput(pin_")) != std::string::npos;)
                text.erase(at + 1, text.find('\n', at + 1) - at);
            return text + more;
        };
        CHECK(speeds_of(folder, script(solved)) == "1");
        const SimulatedColumns rows = simulated(folder, script(" "), end), one = simulated(folder, script(solved), end);
        for (const std::string& output : outputs) {
            CAPTURE(output);
            CHECK(std::abs(one.at(output)[0] - rows.at(output)[0]) < 1e-8 * (1 + std::abs(rows.at(output)[0])));
            CHECK(std::abs(one.at(output)[1] - rows.at(output)[1]) < 1e-4 * (1 + std::abs(rows.at(output)[1])));
        }
    }
}

TEST_CASE("a stop beside a loop that one hinge asks to be solved bounces as beside rows") {
    const fs::path folder = scratch_folder("solved_stop");
    const auto script = [](const std::string& rocker, const std::string& start) {
        return "model(m)$ gravity([0, -9.81, 0])$\n"
               "body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
               "body(coupler, crank, hinge = revolute(z, q2), at = [1, 0, 0], mass = 3, cm = [3/2, 0, 0],\n"
               "     inertia = [0, 0, 9/4])$\n"
               "body(rocker, ground, hinge = revolute(z, q3), at = [3, 1, 0], mass = 2, cm = [1, 0, 0],\n"
               "     inertia = [0, 0, 2/3]" +
               rocker +
               ")$\n"
               "point(P, coupler, [3, 0, 0])$ point(Q, rocker, [2, 0, 0])$ close_loop(P, Q)$\n"
               "initial(q1 = 1, q2 = -0.6, q3 = 2" +
               start + ")$ limit(q1, -2, 5, restitution = 0.5)$\n";
    };
    const std::string closed = script(", treat = solved", ""), rows = script("", ", hold = [q1]");
    write(folder / "alone.lag", closed);  // nothing asks for a result
    ran({"alone.lag"}, folder);
    CHECK(speeds_of(folder, closed) == "1");
    CHECK(speeds_of(folder, rows) == "3");
    const SimulatedColumns found = simulated(folder, closed, "2"), expected = simulated(folder, rows, "2");
    for (const char* column : {"q1", "q2", "q3", "kinetic", "potential"})
        CHECK(std::abs(found.at(column).back() - expected.at(column).back()) < 1e-6);
}

TEST_CASE("Bricard's mechanism, solved, moves as with rows, past poses in which its divisors vanish") {
    const fs::path folder = scratch_folder("solved_bricard");
    const auto script = [](const std::string& option) {
        return sample("bricard.lag", option) + "\ninitial(q5' = 1, hold = [q5, q5'])$\n";
    };
    CHECK(speeds_of(folder, script(solved)) == "5");  // of the mechanism; the equations have one
    const SimulatedColumns rows = simulated(folder, script(" "), "8"), one = simulated(folder, script(solved), "8");
    for (const char* name : {"P3x", "P3y", "P3z", "q5'", "kinetic", "potential"}) {
        CAPTURE(name);
        CHECK(std::abs(one.at(name).back() - rows.at(name).back()) < 1e-5);
    }
}

}  // namespace lag
