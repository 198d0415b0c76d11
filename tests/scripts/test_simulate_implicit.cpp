// `lag simulate --method ida` and `ida1`: IDA of the residual, constraints as rows of speeds or of accelerations. Against
// published numbers, a closed form and the method bdf, which solves for the accelerations.
#include <cmath>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

SimulatedColumns columns_of(const std::string& name, const std::string& script, std::vector<std::string> arguments,
                            bool compiled) {
    const std::filesystem::path folder = scratch_folder("simulate_implicit_" + name);
    write(folder / "o.lag", script);
    arguments.insert(arguments.begin(), {"simulate", "o.lag"});
    const CommandRun run = run_lag(with_compiler(arguments, compiled), folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "o.csv");
}

std::string error_of(const std::string& script, const std::string& method) {
    const std::filesystem::path folder = scratch_folder("simulate_implicit_wrong");
    write(folder / "o.lag", script);
    const CommandRun run = run_lag({"simulate", "o.lag", "--end", "1", "--method", method}, folder);
    CHECK(run.status == 1);
    return run.errors;
}

}  // namespace

// F. Mazzia, C. Magherini, "Test Set for Initial Value Problem Solvers", release 2.4, 2008, problem "andrews".
TEST_CASE("Andrews' squeezing mechanism at index 2 and index 1", "[implicit]") {
    const std::string script = contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples" / "squeezer.lag");
    const std::map<std::string, double> published{
        {"beta", 15.81077119629904},    {"theta", -15.75637105984298},   {"gamma", 0.04082224013073101},
        {"phi", -0.5347301163226948},   {"delta", 0.5244099658805304},   {"omega", 0.5347301163226948},
        {"epsilon", 1.048080741042263}, {"beta'", 1139.920302151208},    {"theta'", -1424.379294994111},
        {"gamma'", 11.03291221937134},  {"phi'", 19.29337464421385},     {"delta'", 0.5735699284790808},
        {"omega'", -19.29337464421385}, {"epsilon'", 0.3231791658026955}};
    for (const std::string method : {"ida", "ida1"}) {
        CAPTURE(method);
        const SimulatedColumns end =
            columns_of("squeezer_" + method, script,
                       {"--end", "0.03", "--step", "0.03", "--method", method, "--tolerance", "1e-10"}, true);
        for (const auto& [name, value] : published) {
            CAPTURE(name);
            CHECK(std::abs(end.at(name).back() - value) < 2e-6 * std::max(1.0, std::abs(value)));
        }
    }
}

TEST_CASE("a slider on a line that time moves", "[implicit]") {
    // x = sin(t), y = 2 x: the multiplier carries m (x'' + 2 y'') and the spring
    const std::string script =
        "model(s)$ parameters(m = 2, k = 3)$\n"
        "body(b, ground, hinge = [translate(x, x1), translate(y, y1)], mass = m)$\n"
        "constraint(y1 = 2*x1, name = line)$ constraint(x1 = sin(t), name = drive)$ hinge_load(y1, -k*y1)$\n"
        "initial(x1 = 0, y1 = 0, x1' = 1, y1' = 2)$ output(push, multiplier(line))$ emit(c, \"s.c\")$\n";
    for (const std::string method : {"ida", "ida1"}) {
        CAPTURE(method);
        const SimulatedColumns o =
            columns_of("slider", script, {"--end", "3", "--method", method, "--tolerance", "1e-10"}, method == "ida");
        for (std::size_t k = 0; k < o.at("t").size(); ++k) {
            const double t = o.at("t")[k];
            REQUIRE(std::abs(o.at("x1")[k] - std::sin(t)) < 1e-7);
            REQUIRE(std::abs(o.at("y1'")[k] - 2 * std::cos(t)) < 1e-7);
            // m y'' + k y along the line
            REQUIRE(std::abs(std::abs(o.at("push")[k]) - std::abs((-2.0 * 2 + 3 * 2) * std::sin(t))) < 1e-6);
        }
    }
}

TEST_CASE("events, switches, states, inputs and quasi-velocities as bdf has them", "[implicit]") {
    const std::string script =
        "model(o)$ input(w)$\n" + four_bar_linkage +
        "state(F, rate = (w - F)/0.05)$ hinge_load(q1, F - 0.02*q1')$\n"
        "hinge_load(q3, if q3 > 1.74 then -40*(q3 - 1.74) else 0)$\n"
        "flag(on, 0)$ event(passed, q1 - 0.45, rising, set = [on = 1])$ hinge_load(q2, -0.3*on*q2')$\n"
        "body(top, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p, q, r]), mass = 1, inertia = "
        "[1, 2, 3])$\n"
        "initial(p = 0.1, q = 3, r = 0.2)$ emit(c, \"o.c\")$\n";
    const std::vector<std::string> run{"--end", "1.5", "--input", "w=sin(3*t)/2", "--tolerance", "1e-10", "--method"};
    const auto with = [&](const char* method) {
        std::vector<std::string> all = run;
        all.emplace_back(method);
        return columns_of(std::string("all_") + method, script, all, true);
    };
    const SimulatedColumns expected = with("bdf");
    for (const char* method : {"ida", "ida1"}) {
        CAPTURE(method);
        const SimulatedColumns found = with(method);
        for (const auto& [name, values] : expected) {
            if (name == "on") CHECK(values.back() == 1);
            CAPTURE(name);
            for (std::size_t k = 0; k < values.size(); ++k)
                REQUIRE(std::abs(found.at(name)[k] - values[k]) < 1e-5 * std::max(1.0, std::abs(values[k])));
        }
    }
}

TEST_CASE("models without a residual are refused", "[implicit]") {
    const std::string cart =
        "model(o)$ body(b, ground, hinge = [translate(x, x), translate(y, y)], mass = 1)$ gravity([0, -9.81, 0])$\n";
    CHECK(holds(error_of(cart + "constraint(y = x^2)$ options(constraints = eliminate)$ emit(c, \"o.c\")$\n", "ida"),
                "--method ida: constraints = eliminate leaves no multipliers to solve for"));
    CHECK(holds(error_of(cart + "limit(y, -1, 5, restitution = 0.5)$ emit(c, \"o.c\")$\n", "ida1"),
                "--method ida1: the model has contacts, dry friction or stops"));
    CHECK(
        holds(error_of(cart + "procedure(pad, [x], [push], push: -x)$ external(pad, [x], [push])$ hinge_load(x, push)$ "
                              "emit(c, \"o.c\")$\n",
                       "ida"),
              "--method ida: the slopes of what 'pad' computes are not known"));
}

}  // namespace lag
