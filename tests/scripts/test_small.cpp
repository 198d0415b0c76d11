// small, large, small_order: Sayers' published small-variable car, orders of what is left out, and what is refused.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "scripts/pipeline/equations_at_state.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

using Values = std::map<std::string, double>;

// Rates by the names of what they are rates of.
Values rates_of(const std::string& script, const Values& state) {
    const DescribedModel described = described_model(parse(script, "script.lag"), {}, {});
    EquationsAtState equations(described.model);
    equations.place({});
    for (const Role role : {Role::coordinate, Role::speed, Role::input})
        for (const auto& [name, value] : state)
            if (equations.knows({name, role})) equations.set({name, role}, value);
    const Eigen::VectorXd values = equations.values(equations.rates());
    Values rates;
    for (std::size_t k = 0; k < equations.state().size(); ++k)
        rates[equations.state()[k].name] = values(static_cast<Eigen::Index>(k));
    return rates;
}

std::string sample(const std::string& name) {
    return contents(fs::path(LAG_SOURCE_DIR) / "samples" / name);
}

std::string without_emits(std::string script) {
    for (std::size_t at = 0; (at = script.find("emit(", at)) != std::string::npos;)
        script.erase(at, script.find('$', at) + 1 - at);
    return script;
}

struct Count {
    long add = 0, mul = 0, div = 0, sqrt = 0, call = 0;
};
Count derivatives_of(const fs::path& folder, const std::string& file) {
    const CommandRun run = run_lag({file, "--language", "cpp"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    Count count;
    const std::size_t at = run.output.find("derivatives ");
    REQUIRE(at != std::string::npos);
    REQUIRE(std::sscanf(run.output.c_str() + at, "derivatives %ld add, %ld mul, %ld div, %ld sqrt, %ld call",
                        &count.add, &count.mul, &count.div, &count.sqrt, &count.call) == 5);
    return count;
}

}  // namespace

TEST_CASE("Sayers' car with small variables: his numbers", "[small]") {
    // section 9.1, appendix B: q = (x, y, yaw, roll), u = (vy, r, roll')
    const Values rates =
        rates_of(without_emits(sample("car_small.lag")),
                 {{"x", 10}, {"y", 20}, {"yaw", 0.7}, {"roll", 0.05}, {"vy", 20}, {"r", 0.2}, {"roll'", 0.3}});
    const Values expected{{"x", 727.482883546631},
                          {"y", 638.8995649917747},
                          {"yaw", 0.2},
                          {"roll", 0.3},
                          {"vy", -268.9489496599745},
                          {"r", -0.15106573855908587},
                          {"roll'", -0.669493313374804}};
    for (const auto& [name, value] : expected) {
        CAPTURE(name);
        CHECK(std::abs(rates.at(name) - value) < 1e-12 * 1000);  // of the largest component
    }
}

TEST_CASE("Sayers' car with small variables: its operations", "[small]") {
    const fs::path folder = scratch_folder("small_car");
    write(folder / "car_small.lag", sample("car_small.lag"));
    const Count count = derivatives_of(folder, "car_small.lag");
    CHECK(count.add <= 14);
    CHECK(count.mul + count.div + count.sqrt + count.call <= 18);
    CHECK(holds(contents(folder / "car_small.hpp"), "small: roll, r, roll', vy"));
}

TEST_CASE("Sayers' first spacecraft with his small variables", "[small]") {
    const fs::path folder = scratch_folder("small_spacecraft");
    std::string script = sample("spacecraft1.lag");
    script.erase(script.find("check("), script.find("emit(") - script.find("check("));
    script.insert(script.find("emit("), "small(q1, q2, q3, q4, q5, q6, q9, q10)$ large(KB, BB)$\n");
    write(folder / "s.lag", script);
    const Count count = derivatives_of(folder, "s.lag");
    CHECK(count.add <= 265);              // 60 % of 442
    CHECK(count.mul + count.div <= 308);  // of 514
}

TEST_CASE("what small quantities leave out is of second order", "[small]") {
    std::string full = sample("spacecraft1.lag");
    full.erase(full.find("check("));
    const std::string small = full + "small(q1, q2, q3, q4, q5, q6, q9, q10)$\n";
    const Values direction{{"q4", 0.3},  {"q5", -0.2},  {"q6", 0.5},  {"q9", 0.4}, {"q10", -0.6},
                           {"w1", 0.7},  {"w2", -0.1},  {"w3", 0.45}, {"v1", 0.3}, {"v2", -0.8},
                           {"v3", 0.25}, {"q9'", 0.35}, {"q10'", 0.2}};
    // at rest but for what is small: so are all accelerations
    const Values fixed{{"q7", 0.9}, {"q8", -0.4}, {"clock_command", 0.9}, {"camera_command", -0.4}};
    double before = 0;
    for (const double scale : {1e-3, 1e-4}) {
        Values state = fixed;
        for (const auto& [name, value] : direction) state[name] = scale * value;
        const Values exact = rates_of(full, state), kept = rates_of(small, state);
        double error = 0;
        for (const auto& [name, value] : exact) error = std::max(error, std::abs(value - kept.at(name)));
        if (before > 0) CHECK(error < before / 90);  // a hundred times less for a tenth of the state
        CHECK(error > 0);
        before = error;
    }
}

TEST_CASE("orders of small and large quantities", "[small]") {
    const std::string slider =
        "model(m)$ parameters(k = 5, g = 3, l = 2)$ input(w)$\n"
        "body(b, ground, hinge = prismatic(x, s), mass = 2)$ body(p, b, hinge = revolute(z, q), mass = 1, cm = [0, -l, "
        "0])$ gravity([0, -g, 0])$\n";
    const auto agrees = [&](const std::string& text, const std::string& equation) {
        CAPTURE(text);
        CHECK(first_error(slider + text + " check(" + equation + ")$") == "");
    };
    agrees("small(q)$", "mass_matrix() = matrix([3, l], [l, l^2])");
    agrees("small(q)$", "right_side() = [0, -g*l*q]");
    agrees("small(q)$ options(small_order = 4)$", "right_side() = [l*q*q'^2, g*l*q^3/6 - g*l*q]");
    agrees("small(q)$ options(small_order = 3)$", "mass_matrix() = matrix([3, l - l*q^2/2], [l - l*q^2/2, l^2])");
    agrees("hinge_load(s, k*s^2 + w*s)$ small(s)$", "right_side()[1] = l*q'^2*sin(q) + s*w");
    agrees("hinge_load(s, k*s^2 + w*s)$ small(s, w)$", "right_side()[1] = l*q'^2*sin(q)");
    agrees("hinge_load(s, k*s^2 + k*s^3)$ small(s)$ large(k)$", "right_side()[1] = k*s^2 + l*q'^2*sin(q)");
    agrees("hinge_load(s, sqrt(1 + s)*exp(s)/(1 + 2*s))$ small(s, q)$", "right_side()[1] = 1 - s/2");
    agrees("hinge_load(s, if s > 1 then k*s^2 else -s)$ small(s, q)$", "right_side()[1] = if s > 1 then 0 else -s");
    agrees("hinge_load(s, abs(s) + max(s, 2*s))$ small(s, q)$", "right_side()[1] = abs(s) + max(s, 2*s)");
}

TEST_CASE("the load of a constraint is not small", "[small]") {
    // a bead on a ring hangs at its lowest point: x'' = -g x/l, by the ring's load on it
    for (const std::string treatment : {"multipliers", "eliminate"}) {
        CAPTURE(treatment);
        const ScriptRun run = run_script(
            "model(m)$ parameters(l = 2, g = 8)$ gravity([0, -g, 0])$\n"
            "body(b, ground, hinge = [translate(x, x), translate(y, y)], mass = 3)$ constraint(x^2 + y^2 = l^2)$\n"
            "initial(y = -l)$ small(x)$ options(constraints = " +
            treatment + ")$ linearize()[5];");
        CHECK(run.error == "");
        CHECK(run.output == "[[0.0, -2.0], [0.0, 2.0]]\n");
    }
}

TEST_CASE("quasi-velocities of small coordinates are small", "[small]") {
    const std::string craft =
        "model(m)$ parameters(J = 2)$ body(b, ground, hinge = free(sequence = 321, angles = [a, b1, c], position = [x, "
        "y, "
        "z], speeds = [p, q, r, u, v, w]), mass = 3, inertia = [J, 2*J, 3*J])$\n";
    CHECK(first_error(craft + "small(a, b1, c)$ check(right_side() = [0, 0, 0, 3*(r*v - q*w), 3*(p*w - r*u), 3*(q*u - "
                              "p*v)])$") == "");
    CHECK(run_script(craft + "small(a, b1, c)$ kinematic_equations();").output !=
          run_script(craft + "kinematic_equations();").output);
    CHECK(first_error(craft + "small(a, b1, c, y, z)$ check(right_side() = [0, 0, 0, 0, -3*r*u, 3*q*u])$") == "");
}

TEST_CASE("what small and large refuse", "[small]") {
    const std::string slider =
        "model(m)$ parameters(k = 5)$ flag(f, 0)$ body(b, ground, hinge = prismatic(x, s), mass = 2)$\n";
    const auto error_of = [&](const std::string& text) { return first_error(slider + text); };
    CHECK(
        holds(error_of("small(ss)$"), "'ss' is no coordinate, speed, state, input or parameter of the model [did you"));
    CHECK(holds(error_of("small(s)$ large(s)$"), "'s' cannot be small and large"));
    CHECK(holds(error_of("small(f)$"), "'f' is a flag"));
    CHECK(holds(error_of("right_side()$ small(s)$"), "is complete: a result or an emit above has used it"));
    CHECK(holds(error_of("options(small_order = 0)$"), "small_order is a whole number from 1 to 5"));
    CHECK(holds(error_of("hinge_load(s, sqrt(s))$ small(s)$ right_side();"), "the root of a small quantity"));
    CHECK(holds(error_of("hinge_load(s, sin(k))$ small(s)$ large(k)$ right_side();"), "the argument of sin is large"));
    // a name of the script's own comes first
    CHECK(first_error("small(x) := x^2$ assert(small(3) = 9)$") == "");
}

TEST_CASE("a half-car by hand agrees with small motions", "[small]") {
    const fs::path folder = scratch_folder("small_half_car");
    for (const std::string name : {"half_car.lag", "half_car_by_hand.f", "half_car_by_hand.map"})
        write(folder / name, sample("half_car/" + name));
    const CommandRun run = run_lag({"compare", "half_car.lag", "half_car_by_hand.f"}, folder);
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
    CHECK(holds(run.output + run.errors, "without small terms"));
}

}  // namespace lag
