// A double pendulum in absolute coordinates under every treatment of its constraints that keeps all speeds: accelerations
// beside the closed form in two angles; momenta (Sofer, Bach and Brauchli's formulations 4 and 6) off the constraints: the
// size of their forbidden part and the energy of their allowed part, both of them found by the test's own projection.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/random.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace fs = std::filesystem;

namespace {

constexpr double g = 9.81, m1 = 1, m2 = 2, l1 = 0.5, c1 = 0.25, c2 = 0.3, I1 = 0.02, I2 = 0.05, decay = 3;

const char* const script =
    R"(model(dp)$ parameters(g = 9.81, m1 = 1, m2 = 2, l1 = 1/2, c2 = 3/10, mu = 3)$ gravity([0, -g, 0])$
options(joints = absolute)$
body(b1, ground, hinge = revolute(z, q1), mass = m1, cm = [l1/2, 0, 0], inertia = [0.01, 0.01, 0.02])$
body(b2, b1, hinge = revolute(z, q2), at = [l1, 0, 0], mass = m2, cm = [c2, 0, 0], inertia = [0.01, 0.01, 0.05])$
)";

// Coordinates q1, q2, then x, y, turn of both bodies; speeds the rates of these six.
struct Pendulum {
    double a = 0, b = 0, da = 0, db = 0;  // angles from x, and their rates
    VectorXd q() const {
        VectorXd q(8);
        q << a, b - a, c1 * std::cos(a), c1 * std::sin(a), a, l1 * std::cos(a) + c2 * std::cos(b),
            l1 * std::sin(a) + c2 * std::sin(b), b;
        return q;
    }
    VectorXd u() const {
        VectorXd u(6);
        u << -c1 * std::sin(a) * da, c1 * std::cos(a) * da, da, -l1 * std::sin(a) * da - c2 * std::sin(b) * db,
            l1 * std::cos(a) * da + c2 * std::cos(b) * db, db;
        return u;
    }
    VectorXd udot() const {
        const double s = std::sin(b - a), c = std::cos(b - a);
        Eigen::Matrix2d M;
        M << I1 + m1 * c1 * c1 + m2 * l1 * l1, m2 * l1 * c2 * c, m2 * l1 * c2 * c, I2 + m2 * c2 * c2;
        const Eigen::Vector2d f(m2 * l1 * c2 * s * db * db - (m1 * c1 + m2 * l1) * g * std::cos(a),
                                -m2 * l1 * c2 * s * da * da - m2 * c2 * g * std::cos(b));
        const Eigen::Vector2d w = M.inverse() * f;
        const auto turned = [](double angle, double rate, double acceleration) {
            return Eigen::Vector2d(-std::sin(angle) * acceleration - std::cos(angle) * rate * rate,
                                   std::cos(angle) * acceleration - std::sin(angle) * rate * rate);
        };
        VectorXd udot(6);
        udot << c1 * turned(a, da, w(0)), w(0), l1 * turned(a, da, w(0)) + c2 * turned(b, db, w(1)), w(1);
        return udot;
    }
};

const VectorXd masses = (VectorXd(6) << m1, m1, I1, m2, m2, I2).finished();

// Rates of the two pins' errors by speed, from places and angles of the bodies.
MatrixXd pins(const VectorXd& q) {
    const double a = q(4), b = q(7);
    MatrixXd B(4, 6);
    B << 1, 0, c1 * std::sin(a), 0, 0, 0,                        //
        0, 1, -c1 * std::cos(a), 0, 0, 0,                        //
        -1, 0, (l1 - c1) * std::sin(a), 1, 0, c2 * std::sin(b),  //
        0, -1, -(l1 - c1) * std::cos(a), 0, 1, -c2 * std::cos(b);
    return B;
}

struct Projected {
    VectorXd v;       // what the pins allow of u
    double size = 0;  // of what they do not, p^T M^-1 p
    double energy = 0;
};
Projected projected(const VectorXd& q, const VectorXd& u) {
    const MatrixXd B = pins(q), A = masses.cwiseInverse().asDiagonal();
    const VectorXd rest = A * B.transpose() * (B * A * B.transpose()).ldlt().solve(B * u);
    Projected result{u - rest, rest.dot(masses.cwiseProduct(rest)), 0};
    result.energy = 0.5 * result.v.dot(masses.cwiseProduct(result.v)) + g * (m1 * q(3) + m2 * q(6));
    return result;
}

struct Emitted {
    Model model;
    fs::path folder;
};
Emitted emitted(const std::string& treatment, const std::string& more) {
    const fs::path folder = fs::path(scratch_root()) / "momentum" / treatment;
    fs::create_directories(folder);
    const fs::path file = folder / "dp.lag";
    std::string emits = "options(constraints = " + treatment + more + ")$\n";
    for (const char* one : {"cpp, \"a.hpp\"", "c, \"a.h\"", "fortran, \"a.f90\"", "fortran77, \"a.f\""})
        emits += std::string("emit(") + one + ")$\n";
    std::ofstream(file) << script << emits;
    emit_sample(file, folder / "out");
    return {model_of(file), folder / "out"};
}

// One second of classical Runge-Kutta in 4000 steps from a state off the pins' rates.
std::pair<Projected, Projected> run(const CompiledModel& compiled, OracleState state) {
    const Pendulum start{0.4, 1.1, 1.5, -2};
    VectorXd y(14);
    y << start.q(), start.u() + (VectorXd(6) << 0.3, -0.2, 0.5, -0.1, 0.4, 0.2).finished();
    const Projected first = projected(y.head(8), y.tail(6));
    const double h = 1.0 / 4000;
    const auto slope = [&](const VectorXd& at) {
        state.q = at.head(8), state.u = at.tail(6);
        int info = -1;
        VectorXd ydot = compiled.derivatives(state, info);
        REQUIRE(info == 0);
        return ydot;
    };
    for (int k = 0; k < 4000; ++k) {
        const VectorXd k1 = slope(y), k2 = slope(y + h / 2 * k1), k3 = slope(y + h / 2 * k2), k4 = slope(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return {first, projected(y.head(8), y.tail(6))};
}

}  // namespace

TEST_CASE("an absolute double pendulum moves as in two angles, whatever becomes of the multipliers") {
    for (const char* const treatment : {"multipliers", "null_space", "auto", "momentum", "momentum_decay"}) {
        const Emitted e = emitted(treatment, "");
        CHECK(emitted_files(e.folder).size() == 4);
        for (const fs::path& file : emitted_files(e.folder)) {
            CAPTURE(treatment, file.filename().string());
            CompiledModel compiled(e.model, file.string());
            compiled.setup(compiled.defaults());
            Random random(5);
            for (int k = 0; k < 20; ++k) {
                const Pendulum at{random.between(-3, 3), random.between(-3, 3), random.between(-2, 2),
                                  random.between(-2, 2)};
                OracleState state = zero_state(e.model);
                state.q = at.q(), state.u = at.u();
                int info = -1;
                VectorXd lambda(4);
                const VectorXd expected = at.udot(), ours = compiled.accelerations(state, lambda, info);
                CHECK(info == 0);
                CHECK((ours - expected).norm() <= 1e-14 * (1 + expected.norm()));
                const VectorXd ydot = compiled.derivatives(state, info);
                CHECK(info == 0);
                CHECK((ydot.tail(6) - expected).norm() <= 1e-14 * (1 + expected.norm()));
                CHECK((ydot.segment(2, 6) - at.u()).norm() <= 1e-14);
                // M u' + B^T lambda = f
                VectorXd f = masses.cwiseProduct(-expected);
                f(1) -= m1 * g, f(4) -= m2 * g;
                const MatrixXd B = compiled.constraint_matrix(state, 4);
                CHECK((B.transpose() * lambda - f).norm() <= 1e-13 * (1 + f.norm()));
            }
        }
    }
}

TEST_CASE("momenta off the constraints keep the size of what these forbid, or it decays") {
    const Emitted kept = emitted("momentum", ""), decaying = emitted("momentum_decay", ", decay = mu");
    OracleState state = zero_state(kept.model);
    for (const bool decays : {false, true}) {
        CAPTURE(decays);
        const Emitted& e = decays ? decaying : kept;
        CompiledModel compiled(e.model, (e.folder / "a.hpp").string());
        compiled.setup(compiled.defaults());
        const auto [first, last] = run(compiled, state);
        CHECK(first.size > 0.1);
        CHECK(std::abs(last.size / first.size - (decays ? std::exp(-2 * decay) : 1)) <= 1e-10);
        CHECK(std::abs(last.energy - first.energy) <= 1e-10 * std::abs(first.energy));
    }
    // with multipliers nothing keeps it
    const Emitted plain = emitted("multipliers", "");
    CompiledModel compiled(plain.model, (plain.folder / "a.hpp").string());
    compiled.setup(compiled.defaults());
    const auto [first, last] = run(compiled, state);
    CHECK(std::abs(last.size / first.size - 1) > 1e-3);
}
