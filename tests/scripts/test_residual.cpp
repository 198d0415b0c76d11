// The residual of the equations of motion: zero where the model's own derivatives say so, and its sparse derivatives against
// differences, for a loop with a state, in both forms.
#include <cmath>

#include "scripts/command/simulate/model.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/syntax.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

const std::string four_bar =
    "model(fb)$ parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, ma = 0.5, mb = 1.2, mc = 1, g = 9.81, k = 2)$\n"
    "gravity([0, -g, 0])$ input(T)$ state(z, rate = T - 3*z + q1')$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = ma, cm = [a/2, 0, 0], inertia = [0, 0, ma*a^2/12])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = mb, cm = [b/2, 0, 0], inertia = [0, 0, "
    "mb*b^2/12])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = mc, cm = [c/2, 0, 0], inertia = [0, 0, "
    "mc*c^2/12])$\n"
    "hinge_load(q1, z - k*q1)$ point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q, name = "
    "J)$\n";

using Values = std::vector<double>;

}  // namespace

TEST_CASE("the residual vanishes where the equations hold, and its derivatives are those of differences",
          "[residual]") {
    const auto mechanics = lagrange_mechanics();
    const Model model = interpret(parse(four_bar, "script.lag"), *mechanics).model;
    for (const int index : {1, 2}) {
        INFO("index " << index);
        const Program program = lowered_program(model, {}, {{RoutineName::residual_jacobian, {}, index}});
        const JacobianPattern pattern = program.derivative_tables.front().pattern;
        const auto runner = evaluated_model({program, {}, {}});
        Frame frame;
        runner->call(RoutineName::defaults, frame);
        runner->use_parameters(frame[Slot::p]);
        const Values y{1, 0.4, 2, 0.3, -0.8, 1.1, 0.7};
        frame[Slot::t] = {0.2}, frame[Slot::y] = y, frame[Slot::w] = {0.9};
        frame[Slot::q] = {1, 0.4, 2}, frame[Slot::u] = {0.3, -0.8, 1.1}, frame[Slot::s] = {0.7};
        runner->call(RoutineName::derivatives, frame);
        runner->call(RoutineName::accelerations, frame);
        runner->call(RoutineName::constraints, frame);
        const Values phidot = frame[Slot::phidot];
        runner->call(RoutineName::residual, frame);
        const Values r = frame[Slot::r];
        REQUIRE(r.size() == 9);
        for (std::size_t i = 0; i < 7; ++i) CHECK(std::abs(r[i]) < 1e-12);
        for (std::size_t i = 0; i < 2; ++i) CHECK(std::abs(r[7 + i] - (index == 2 ? phidot[i] : 0)) < 1e-12);

        for (double& rate : frame[Slot::ydot]) rate += 0.3;  // anywhere else
        frame[Slot::lambda][0] += 0.5;
        runner->call(RoutineName::residual_jacobian, frame);
        const Values jac = frame[Slot::jac];
        REQUIRE(jac.size() == pattern.rows.size());
        std::vector<Values> full(9, Values(7 + 7 + 2 + 1, 0.0));
        for (std::size_t k = 0; k < jac.size(); ++k) full[pattern.rows[k]][pattern.columns[k]] = jac[k];
        std::size_t column = 0;
        for (const Slot slot : {Slot::y, Slot::ydot, Slot::lambda, Slot::w})
            for (std::size_t j = 0; j < frame[slot].size(); ++j, ++column) {
                constexpr double h = 1e-5;
                const double x = frame[slot][j];
                const auto at = [&](double value) {
                    frame[slot][j] = value;
                    runner->call(RoutineName::residual, frame);
                    return frame[Slot::r];
                };
                const Values above = at(x + h), below = at(x - h);
                frame[slot][j] = x;
                for (std::size_t i = 0; i < 9; ++i)
                    CHECK(std::abs((above[i] - below[i]) / (2 * h) - full[i][column]) < 1e-8);
            }
        REQUIRE(column == 17);
    }
}

}  // namespace lag
