// The oracle against closed forms, so that what the product is compared with is itself beyond doubt: textbook
// pendulums, Euler's equations, a prescribed motion, the laws of energy and momentum, hinge reactions, and the
// published acceptance numbers.
#include <cmath>
#include <functional>

#include "tests/catch.hpp"
#include "tests/support/acceptance.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

using namespace lag;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

VectorXd values(std::initializer_list<double> list) {
    VectorXd v(static_cast<Eigen::Index>(list.size()));
    Eigen::Index i = 0;
    for (const double x : list) v(i++) = x;
    return v;
}

double distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    REQUIRE(a.size() == b.size());
    return a.size() == 0 ? 0.0 : (a - b).cwiseAbs().maxCoeff();
}

Model double_pendulum() {
    ModelBuilder b("double_pendulum");
    const Expr m1 = b.parameter("m1", "1"), m2 = b.parameter("m2", "0.8"), l1 = b.parameter("l1", "1"),
               l2 = b.parameter("l2", "0.7"), g = b.parameter("g", "9.81"), tau2 = b.input("tau2"), zero = b.integer(0);
    b.model.gravity = {{zero, -g, zero}};
    const BodyIndex upper = b.body("upper", ground);
    b.revolute(b.axis(2), "q1");
    const Expr J1 = m1 * l1 * l1 / 12, J2 = m2 * l2 * l2 / 12;
    b.mass(m1, {{zero, -l1 / 2, zero}}, ModelBuilder::inertia({J1, zero, J1, zero, zero, zero}));
    b.body("lower", upper);
    b.revolute(b.axis(2), "q2");
    b.newest().at = {{zero, -l1, zero}};
    b.mass(m2, {{zero, -l2 / 2, zero}}, ModelBuilder::inertia({J2, zero, J2, zero, zero, zero}));
    b.hinge_load("q2'", tau2);
    return b.model;
}

Model floating_base() {
    ModelBuilder b("floating_base");
    const Expr m = b.parameter("m", "60"), mA = b.parameter("mA", "4"), mB = b.parameter("mB", "3"),
               g = b.parameter("g", "9.81"), zero = b.integer(0);
    b.model.gravity = {{zero, zero, -g}};
    const Expr tauA = b.input("tauA"), tauB = b.input("tauB"), fx = b.input("fx");
    const BodyIndex base = b.body("base", ground);
    b.free(321, {"psi", "theta", "phi"}, {"x", "y", "z"}, {"p", "q", "r", "u", "v", "w"});
    b.mass(
        m, b.vector("0.01", "0", "0.05"),
        ModelBuilder::inertia({b.number("2"), b.number("3"), b.number("4"), b.number("0.1"), zero, -b.number("0.2")}));
    const BodyIndex armA = b.body("armA", base);
    b.revolute(b.axis(1), "a");
    b.newest().at = b.vector("0.2", "0", "0.4");
    b.mass(mA, b.vector("0", "0", "0.2"), b.inertia("0.1", "0.1", "0.02"));
    const BodyIndex armB = b.body("armB", armA);
    b.revolute(b.axis(1, 1, 0), "b");
    b.newest().at = b.vector("0", "0", "0.4");
    b.orient(2, b.model.graph->pi() / 6);
    b.mass(mB, b.vector("0", "0.1", "0.15"), b.inertia("0.05", "0.06", "0.03"));
    b.hinge_load("a'", tauA);
    b.hinge_load("b'", tauB);
    const PointOnBody hand = b.point("hand", armB, b.vector("0", "0", "0.3"));
    b.force(hand, {{fx, zero, zero}}, b.axes_of(armB));
    b.spring(hand, b.origin(base), b.integer(50), b.integer(2), b.number("0.5"));
    return b.model;
}

Model chain(int n) {
    ModelBuilder b("chain");
    const Expr m = b.parameter("m", "1"), l = b.parameter("l", "1"), g = b.parameter("g", "9.81"), zero = b.integer(0);
    const Expr j = b.model.graph->symbol("j", Role::parameter);
    b.model.parameters.insert(b.model.parameters.begin() + 2, {"j", b.model.graph->rational(1, 12), "", ""});
    b.model.gravity = {{zero, -g, zero}};
    BodyIndex inboard = ground;
    for (int i = 1; i <= n; ++i) {
        inboard = b.body("rod" + std::to_string(i), inboard);
        b.revolute(b.axis(2), "q" + std::to_string(i));
        if (i > 1) b.newest().at = {{l, zero, zero}};
        b.mass(m, {{l / 2, zero, zero}}, ModelBuilder::inertia({zero, zero, j, zero, zero, zero}));
    }
    return b.model;
}

void check_acceptance(const Model& model, const std::string& name) {
    const auto states = read_acceptance(std::string(LAG_SOURCE_DIR) + "/samples/acceptance/" + name + ".json");
    REQUIRE(states.size() == 5);
    for (const AcceptanceState& given : states) {
        OracleState state = zero_state(model);
        state.q = as_vector(given.at("q"));
        state.u = as_vector(given.at("u"));
        state.w = as_vector(given.at("w"));
        const Oracle oracle(model, state);
        const OracleResult& r = oracle.result();
        const auto nu = static_cast<std::size_t>(state.u.size());
        REQUIRE(given.at("M").size() == nu * nu);
        const Eigen::MatrixXd M = as_vector(given.at("M")).reshaped(state.u.size(), state.u.size());
        CHECK(distance(r.M, M) < 1e-10 * M.cwiseAbs().maxCoeff());
        CHECK(distance(r.f, as_vector(given.at("f"))) < 1e-10 * r.f_magnitude.maxCoeff());
        CHECK(distance(r.qdot, as_vector(given.at("qdot"))) < 1e-11);
        CHECK(distance(r.udot, as_vector(given.at("udot"))) < 1e-9 * (1 + r.udot.cwiseAbs().maxCoeff()));
        CHECK(std::abs(r.kinetic - given.at("kinetic")[0]) < 1e-11 * (1 + r.kinetic));
    }
}

// y = [q; u] over `steps` steps of classical Runge-Kutta, accelerations from the oracle
OracleState integrate(const Model& model, OracleState state, double h, int steps) {
    const auto rates = [&](const VectorXd& dq, const VectorXd& du, const VectorXd& q, const VectorXd& u, double c) {
        OracleState moved = state;
        moved.q = q + c * dq;
        moved.u = u + c * du;
        moved.t = state.t + c;
        const Oracle oracle(model, moved);
        return std::pair{oracle.result().qdot, oracle.result().udot};
    };
    for (int k = 0; k < steps; ++k) {
        const VectorXd q = state.q, u = state.u, none_q = VectorXd::Zero(q.size()), none_u = VectorXd::Zero(u.size());
        const auto a = rates(none_q, none_u, q, u, 0);
        const auto b = rates(a.first, a.second, q, u, h / 2);
        const auto c = rates(b.first, b.second, q, u, h / 2);
        const auto d = rates(c.first, c.second, q, u, h);
        state.q = q + h / 6 * (a.first + 2 * b.first + 2 * c.first + d.first);
        state.u = u + h / 6 * (a.second + 2 * b.second + 2 * c.second + d.second);
        state.t += h;
    }
    return state;
}

}  // namespace

TEST_CASE("oracle: pendulum") {
    ModelBuilder b("pendulum");
    const Expr m = b.parameter("m", "2"), l = b.parameter("l", "0.75"), zero = b.integer(0);
    b.model.gravity = b.vector("0", "-9.81", "0");
    b.body("bob", ground);
    b.revolute(b.axis(2), "q");
    b.mass(m, {{zero, -l, zero}}, b.inertia("0.1", "0.2", "0.3"));
    OracleState state = zero_state(b.model);
    state.q(0) = 0.4;
    state.u(0) = 1.5;
    const Oracle oracle(b.model, state);
    const OracleResult& r = oracle.result();
    CHECK(r.M(0, 0) == Approx(2 * 0.75 * 0.75 + 0.3).epsilon(1e-14));
    CHECK(r.f(0) == Approx(-2 * 9.81 * 0.75 * std::sin(0.4)).epsilon(1e-14));
    CHECK(r.kinetic == Approx(0.5 * (2 * 0.75 * 0.75 + 0.3) * 1.5 * 1.5).epsilon(1e-14));
    CHECK(r.potential == Approx(-2 * 9.81 * 0.75 * std::cos(0.4)).epsilon(1e-14));

    // tension: m (g cos q + l q'^2) along the rod, m (l q'' + g sin q) across it, no moment about the frictionless axis
    const HingeReaction reaction = oracle.reaction(BodyIndex{1}, r.udot);
    CHECK(reaction.force(1) == Approx(2 * (9.81 * std::cos(0.4) + 0.75 * 1.5 * 1.5)).epsilon(1e-13));
    CHECK(reaction.force(0) == Approx(2 * (0.75 * r.udot(0) + 9.81 * std::sin(0.4))).epsilon(1e-13));
    CHECK(std::abs(reaction.moment(2)) < 1e-13 * reaction.moment_magnitude);
}

TEST_CASE("oracle: double pendulum, hand-derived model") {
    const Model model = double_pendulum();
    OracleState state = zero_state(model);
    const double m1 = 1, m2 = 0.8, l1 = 1, l2 = 0.7, g = 9.81, q1 = 0.3, q2 = -1.1, u1 = 0.7, u2 = 1.3, tau = 0.9;
    state.q = values({q1, q2});
    state.u = values({u1, u2});
    state.w = values({tau});
    const Oracle oracle(model, state);
    const OracleResult& r = oracle.result();
    const double c2 = std::cos(q2), h = m2 * l1 * l2 * std::sin(q2) / 2;
    const double m12 = m2 * l2 * l2 / 3 + m2 * l1 * l2 * c2 / 2;
    CHECK(r.M(0, 0) == Approx((m1 / 3 + m2) * l1 * l1 + m2 * l2 * l2 / 3 + m2 * l1 * l2 * c2).epsilon(1e-14));
    CHECK(r.M(0, 1) == Approx(m12).epsilon(1e-14));
    CHECK(r.M(1, 0) == Approx(m12).epsilon(1e-14));
    CHECK(r.M(1, 1) == Approx(m2 * l2 * l2 / 3).epsilon(1e-14));
    const double arm2 = m2 * g * l2 * std::sin(q1 + q2) / 2;
    CHECK(r.f(0) == Approx(h * u2 * (2 * u1 + u2) - (m1 / 2 + m2) * g * l1 * std::sin(q1) - arm2).epsilon(1e-13));
    CHECK(r.f(1) == Approx(tau - h * u1 * u1 - arm2).epsilon(1e-13));
}

TEST_CASE("oracle: Euler's equations of a torque-free body, angles and Euler parameters") {
    const double A = 1.2, B = 0.9, C = 0.6;
    const Vector3d w(0.8, -1.4, 0.5);
    const Vector3d expected((B - C) / A * w(1) * w(2), (C - A) / B * w(2) * w(0), (A - B) / C * w(0) * w(1));
    for (const int sequence : {121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323, 0}) {
        ModelBuilder b("top");
        b.body("rotor", ground);
        if (sequence != 0)
            b.spherical(sequence, {"a1", "a2", "a3"}, {"w1", "w2", "w3"});
        else
            b.spherical_quaternion({"e0", "e1", "e2", "e3"}, {"w1", "w2", "w3"});
        b.mass(b.integer(3), b.vector("0", "0", "0"), b.inertia("1.2", "0.9", "0.6"));
        OracleState state = zero_state(b.model);
        state.q = sequence != 0 ? values({0.5, 0.7, -0.4}) : values({0.5, -0.1, 0.7, 0.5});
        state.u = w;
        const Oracle oracle(b.model, state);
        CAPTURE(sequence);
        CHECK(distance(oracle.result().udot, expected) < 1e-14);
        CHECK(distance(oracle.motion(oracle.result().udot)[1].w, oracle.motion(oracle.result().udot)[1].R_NB * w) <
              1e-14);
        if (sequence == 0) {  // e' = E(e) w / 2
            const VectorXd& e = state.q;
            const VectorXd edot =
                values({-e(1) * w(0) - e(2) * w(1) - e(3) * w(2), e(0) * w(0) - e(3) * w(1) + e(2) * w(2),
                        e(3) * w(0) + e(0) * w(1) - e(1) * w(2), -e(2) * w(0) + e(1) * w(1) + e(0) * w(2)});
            CHECK(distance(oracle.result().qdot, edot / 2) < 1e-15);
        }
        if (sequence == 321) {  // the aircraft's angles
            const double th = 0.7, ph = -0.4;
            const double turn = w(1) * std::sin(ph) + w(2) * std::cos(ph);
            CHECK(oracle.result().qdot(0) == Approx(turn / std::cos(th)).epsilon(1e-14));
            CHECK(oracle.result().qdot(1) == Approx(w(1) * std::cos(ph) - w(2) * std::sin(ph)).epsilon(1e-14));
            CHECK(oracle.result().qdot(2) == Approx(w(0) + turn * std::tan(th)).epsilon(1e-14));
        }
    }
}

TEST_CASE("oracle: a free body keeps v' + w x v = F / m in its own axes") {
    ModelBuilder b("body");
    b.model.gravity = b.vector("0", "0", "-9.81");
    b.body("plate", ground);
    b.free(123, {"a1", "a2", "a3"}, {"x", "y", "z"}, {"w1", "w2", "w3", "v1", "v2", "v3"});
    b.mass(b.integer(4), b.vector("0", "0", "0"), b.inertia("0.3", "0.4", "0.5"));
    OracleState state = zero_state(b.model);
    state.q = values({0.3, -0.6, 1.0, 1, 2, 3});
    state.u = values({0.4, 0.5, -0.9, 2, -1, 0.5});
    const Oracle oracle(b.model, state);
    const Eigen::Matrix3d R = oracle.motion(oracle.result().udot)[1].R_NB;
    const Vector3d w = state.u.head(3), v = state.u.tail(3);
    const Vector3d vdot = R.transpose() * Vector3d(0, 0, -9.81) - w.cross(v);
    CHECK(distance(oracle.result().udot.tail(3), vdot) < 1e-14);
    CHECK(distance(oracle.result().qdot.tail(3), R * v) < 1e-14);
}

TEST_CASE("oracle: planar hinge with body-fixed speeds") {
    // m (v1' - r v2) = F1, m (v2' + r v1) = F2; x' = v1 cos q - v2 sin q, for every hinge axis
    for (int axis = 0; axis < 3; ++axis) {
        ModelBuilder b("puck");
        const BodyIndex puck = b.body("puck", ground);
        b.planar(axis, {"x", "y", "q"}, {"v1", "v2", "r"});
        b.mass(b.integer(2), b.vector("0", "0", "0"), b.inertia("0.3", "0.3", "0.3"));
        Vec3<Expr> push = b.vector("0", "0", "0");
        push[static_cast<std::size_t>((axis + 1) % 3)] = b.integer(3);
        b.force(b.origin(puck), push, b.axes_of(puck));
        OracleState state = zero_state(b.model);
        state.q = values({0.2, 0.1, 0.6});
        state.u = values({1.1, -0.4, 0.8});
        const Oracle oracle(b.model, state);
        CAPTURE(axis);
        CHECK(distance(oracle.result().udot, values({1.5 + 0.8 * -0.4, -0.8 * 1.1, 0})) < 1e-14);
        const double c = std::cos(0.6), s = std::sin(0.6);
        CHECK(distance(oracle.result().qdot, values({1.1 * c + 0.4 * s, 1.1 * s - 0.4 * c, 0.8})) < 1e-15);
    }
}

TEST_CASE("oracle: a pendulum on a driven slider feels the slider's acceleration") {
    // s(t) = delta + t^3 along x, pendulum about z:  m l^2 q'' = -m l (g sin q + s'' cos q)
    ModelBuilder b("driven");
    b.model.gravity = b.vector("0", "-9.81", "0");
    const Expr delta = b.driving_input("delta"), t = b.time();
    const BodyIndex slider = b.body("slider", ground);
    b.prismatic(b.axis(0), delta + t * t * t);
    b.mass(b.integer(5), b.vector("0", "0", "0"), b.inertia("0", "0", "0"));
    b.body("bob", slider);
    b.revolute(b.axis(2), "q");
    b.mass(b.integer(2), b.vector("0", "-0.5", "0"), b.inertia("0", "0", "0"));
    OracleState state = zero_state(b.model);
    state.t = 0.3;
    state.w = values({0.1, 0.7, -2.0});
    state.q = values({0.9});
    state.u = values({-1.2});
    const Oracle oracle(b.model, state);
    const double sd = 0.7 + 3 * 0.09, sdd = -2.0 + 6 * 0.3;
    CHECK(oracle.result().M(0, 0) == Approx(0.5).epsilon(1e-15));
    CHECK(oracle.result().f(0) == Approx(-(9.81 * std::sin(0.9) + sdd * std::cos(0.9))).epsilon(1e-14));
    const double vx = sd - 1.2 * 0.5 * std::cos(0.9), vy = -1.2 * 0.5 * std::sin(0.9);
    CHECK(oracle.result().kinetic == Approx(0.5 * 5 * sd * sd + vx * vx + vy * vy).epsilon(1e-14));
    const HingeReaction drive = oracle.reaction(BodyIndex{1}, oracle.result().udot);
    const double power = drive.force(0) * sd + oracle.applied_power();
    CHECK(oracle.kinetic_rate(oracle.result().udot) == Approx(power).epsilon(1e-12));
}

TEST_CASE("oracle: a coupled slot is a gear") {
    // the second wheel turns by -2 q: M = J1 + 4 J2
    ModelBuilder b("gear");
    b.body("wheel", ground);
    b.revolute(b.axis(2), "q");
    b.mass(b.integer(0), b.vector("0", "0", "0"), b.inertia("0", "0", "0.3"));
    b.body("pinion", ground);
    b.revolute(b.axis(2), -(b.integer(2) * b.q("q")));
    b.mass(b.integer(0), b.vector("0", "0", "0"), b.inertia("0", "0", "0.1"));
    b.hinge_load("q'", b.integer(7));
    const Oracle oracle(b.model, zero_state(b.model));
    CHECK(oracle.result().M(0, 0) == Approx(0.7).epsilon(1e-15));
    CHECK(oracle.result().udot(0) == Approx(10).epsilon(1e-15));
}

TEST_CASE("oracle: spring, line force, potential and dissipation") {
    ModelBuilder b("slider");
    const BodyIndex block = b.body("block", ground);
    b.prismatic(b.axis(0), "s");
    b.mass(b.integer(2), b.vector("0", "0", "0"), b.inertia("0", "0", "0"));
    const PointOnBody wall = b.point("wall", ground, b.vector("0", "3", "0"));
    b.spring(wall, b.origin(block), b.integer(40), b.integer(5), b.integer(2));
    b.model.potentials.push_back({b.q("s") * b.q("s") * b.q("s")});
    b.model.dissipations.push_back({b.u("s'") * b.u("s'") * b.number("0.5")});
    OracleState state = zero_state(b.model);
    state.q = values({4});
    state.u = values({1.5});
    const Oracle oracle(b.model, state);
    // distance 5, rate 0.8 * 1.5 = 1.2, tension 40 * 3 + 5 * 1.2 = 126 along 4/5
    CHECK(oracle.result().lines.at(0).distance == Approx(5).epsilon(1e-15));
    CHECK(oracle.result().lines.at(0).rate == Approx(1.2).epsilon(1e-15));
    CHECK(oracle.result().f(0) == Approx(-126 * 0.8 - 3 * 16 - 1.5).epsilon(1e-14));
    CHECK(oracle.result().potential == Approx(0.5 * 40 * 9 + 64).epsilon(1e-14));
}

TEST_CASE("oracle: a mechanism without loads keeps its energy") {
    Model model = floating_base();
    model.line_loads.clear();
    OracleState state = zero_state(model);
    state.q = values({0.1, 0.2, 0.3, 0, 0, 0, 0.5, -0.4});
    state.u = values({0.5, -0.3, 0.8, 1, 0, -0.5, 1.2, -2});
    const Oracle before(model, state);
    const Oracle after(model, integrate(model, state, 1e-3, 60));
    const double energy = before.result().kinetic + before.result().potential;
    CHECK(std::abs(after.result().kinetic - before.result().kinetic) > 1);  // it fell: the test is not about rest
    CHECK(std::abs(after.result().kinetic + after.result().potential - energy) < 1e-9 * before.result().kinetic);
}

TEST_CASE("oracle: acceptance numbers of the double pendulum") {
    check_acceptance(double_pendulum(), "double_pendulum");
}
TEST_CASE("oracle: acceptance numbers of the floating base") {
    check_acceptance(floating_base(), "floating_base");
}
TEST_CASE("oracle: acceptance numbers of the chain") {
    check_acceptance(chain(10), "chain");
}
