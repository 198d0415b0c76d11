// Andrews' squeezing mechanism against published numbers: E. Hairer, G. Wanner, "Solving Ordinary Differential
// Equations II", Springer, 1996, section VII.7; F. Mazzia, C. Magherini, "Test Set for Initial Value Problem Solvers",
// release 2.4, 2008, problem "andrews": accelerations and multipliers at rest, and the state after 0.03 s, found there
// by DAE solvers in another formulation (index 3).
#include <array>

#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

// The test set's order is beta, Theta, gamma, Phi, delta, Omega, epsilon; the sample declares K5 and K7 before the rods
// they carry.
VectorXd in_our_order(const std::array<double, 7>& published) {
    VectorXd ours(7);
    ours << published[0], published[1], published[2], published[4], published[3], published[6], published[5];
    return ours;
}

// Classical Runge-Kutta, constant steps.
OracleState integrated(const CompiledModel& model, OracleState state, double duration, int steps) {
    const double h = duration / steps;
    const Eigen::Index n = state.q.size();
    const auto slope = [&](const VectorXd& y) {
        OracleState at = state;
        at.q = y.head(n), at.u = y.tail(n);
        int info = -1;
        const VectorXd ydot = model.derivatives(at, info);
        REQUIRE(info == 0);
        return ydot;
    };
    VectorXd y(2 * n);
    y << state.q, state.u;
    for (int step = 0; step < steps; ++step) {
        const VectorXd k1 = slope(y), k2 = slope(y + h / 2 * k1), k3 = slope(y + h / 2 * k2), k4 = slope(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    state.q = y.head(n), state.u = y.tail(n);
    return state;
}

}  // namespace

TEST_CASE("Andrews' squeezing mechanism: published accelerations, multipliers, and state after 0.03 s") {
    const auto script = std::filesystem::path(LAG_SOURCE_DIR) / "samples" / "squeezer.lag";
    const auto out = std::filesystem::path(scratch_root()) / "squeezer";
    emit_sample(script, out);
    const Model model = model_of(script);
    for (const char* file : {"squeezer.hpp", "squeezer.f90"}) {
        INFO(file);
        CompiledModel compiled(model, (out / file).string());
        OracleState state = zero_state(model);
        const VectorXd p = compiled.defaults();
        compiled.setup(p);
        compiled.initial(p, state.q, state.u);
        VectorXd lambda = VectorXd::Zero(6), published_lambda = VectorXd::Zero(6);
        int info = -1;
        const VectorXd udot = compiled.accelerations(state, lambda, info);
        CHECK(info == 0);
        const VectorXd published = in_our_order({14222.4439199541138706, -10666.8329399655854029, 0, 0, 0, 0, 0});
        CHECK((udot - published).norm() <= 1e-12 * published.norm());
        published_lambda.head(2) << 98.5668703962410896, -6.12268834425566266;
        CHECK((lambda - published_lambda).norm() <= 1e-12 * published_lambda.norm());

        const OracleState end = integrated(compiled, state, 0.03, 6000);
        const VectorXd q =
            in_our_order({15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
                          0.5244099658805304, 0.5347301163226948, 1.048080741042263});
        const VectorXd u = in_our_order({1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385,
                                         0.5735699284790808, -19.29337464421385, 0.3231791658026955});
        CHECK((end.q - q).norm() <= 1e-7 * q.norm());
        CHECK((end.u - u).norm() <= 1e-7 * u.norm());
    }
}
