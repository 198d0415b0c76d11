// Outputs that hold derivatives of accelerations and multipliers, in all languages: against differences of the
// accelerations and multipliers that the same file computes.
#include <cmath>
#include <functional>

#include "tests/catch.hpp"
#include "tests/compiled/running_sample.hpp"

using namespace lag;

namespace {

std::string emits(const std::string& name) {
    return " emit(cpp, \"" + name + ".hpp\")$ emit(fortran, \"" + name + ".f90\")$ emit(c, \"" + name +
           ".h\")$ emit(fortran77, \"" + name + ".f\")$";
}

std::string four_bar(const std::string& name) {
    return "model(" + name +
           ")$ parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, ma = 0.5, mb = 1.2, mc = 1, g = 9.81, k = 2)$\n"
           "gravity([0, -g, 0])$\n"
           "body(crank, ground, hinge = revolute(z, q1), mass = ma, cm = [a/2, 0, 0], inertia = [0, 0, ma*a^2/12])$\n"
           "body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = mb, cm = [b/2, 0, 0],\n"
           "     inertia = [0, 0, mb*b^2/12])$\n"
           "body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = mc, cm = [c/2, 0, 0],\n"
           "     inertia = [0, 0, mc*c^2/12])$\n"
           "hinge_load(q1, -k*q1)$ point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$\n"
           "close_loop(P, Q, name = J)$ output(x1, q1'')$ output(x2, q3'')$ output(x3, multiplier(J)[1])$\n"
           "for s in [g, k, mb] do for i:1 thru 3 do\n"
           "  output(concat(x, i, \"_\", s), diff([q1'', q3'', multiplier(J)[1]][i], s))$\n" +
           emits(name);
}

// The output `value`_`symbol` is the slope of the output `value`: differences of fourth order, within 1e-8 of 1 + its size.
void check_slope(RunningSample& sample, const std::string& value, const std::string& symbol,
                 const std::function<void(double)>& move) {
    constexpr double h = 1e-3;
    const auto at = [&](double steps) {
        move(steps * h);
        const double result = sample.output(value);
        move(-steps * h);
        return result;
    };
    const double expected = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
    INFO(value << " by " << symbol << sample.language());
    CHECK(std::abs(sample.output(value + "_" + symbol) - expected) <= 1e-8 * (1 + std::abs(expected)));
}

}  // namespace

TEST_CASE("slopes of a four-bar's accelerations and forces, as emitted", "[outputs]") {
    for (const std::string language : {".hpp", ".h", ".f90", ".f"}) {
        RunningSample sample(ScriptText{"slopes_loop", four_bar("slopes_loop")}, language);
        sample.state.q << 0.7, 0.4, 1.9;  // anywhere: the rows' rates count, not their errors
        sample.state.u << 0.3, -0.8, 1.1;
        for (const std::string symbol : {"g", "k", "mb"})
            for (const std::string value : {"x1", "x2", "x3"})
                check_slope(sample, value, symbol, [&](double by) { sample.set(symbol, sample.p(symbol) + by); });
    }
}

TEST_CASE("slopes by coordinates, speeds and inputs, as emitted", "[outputs]") {
    const std::string script =
        "model(slopes_tree)$ parameters(m = 2, l = 0.5)$ input(w)$ gravity([0, -9.81, 0])$\n"
        "options(formulation = articulated)$ body(cart, ground, hinge = prismatic(x, w))$\n"
        "body(first, cart, hinge = revolute(z, q1), mass = m, cm = [l, 0, 0], inertia = [0, 0, 1])$\n"
        "body(second, first, hinge = revolute(y, q2), at = [l, 0, 0], mass = m, cm = [l, 0, 0], inertia = [1, 2, 1])$\n"
        "hinge_load(q2, 0.3 - sin(q2))$ initial(q1 = 0.4, q2 = 0.7, q1' = 1, q2' = -2)$\n"
        "output(x, q1''*q2'')$ output(x_q2, diff(q1''*q2'', q2))$ output(x_u, diff(q1''*q2'', q1'))$\n"
        "output(x_w, diff(q1''*q2'', w''))$" +
        emits("slopes_tree");
    for (const std::string language : {".hpp", ".h", ".f90", ".f"}) {
        RunningSample sample(ScriptText{"slopes_tree", script}, language);
        check_slope(sample, "x", "q2", [&](double by) { sample.state.q(1) += by; });
        check_slope(sample, "x", "u", [&](double by) { sample.state.u(0) += by; });
        check_slope(sample, "x", "w", [&](double by) { sample.state.w(2) += by; });
    }
}
