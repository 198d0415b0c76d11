// Kinematics between points and axes, momenta and hinge reactions on random trees, against the oracle's moving bodies.
// Motion observed in a body A:  v = v_P - v_A - w_A x r,   a = a_P - a_A - alpha_A x r - w_A x (w_A x r) - 2 w_A x v.
#include "lagrange/formulations/momenta.hpp"
#include "lagrange/kinematics/paths.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

FrameOnBody own_axes(const Model& model, std::size_t b) {
    FrameOnBody frame{model.bodies[b].name, BodyIndex{b}, {}, true};
    for (std::size_t i = 0; i < 3; ++i) frame.R_FB(i, i) = model.graph->integer(1);
    return frame;
}

// One random tree at a random state, with a random u'.
struct Sample {
    Model model;
    OracleState state;
    VectorXd udot;
    std::vector<BodyMotion> motion;
    Random random;

    Sample(std::uint64_t seed, const RandomModelOptions& options)
        : model(random_tree(seed, options)), state(random_state(model, seed)), random(seed) {
        udot = VectorXd::Zero(state.u.size());
        for (Eigen::Index i = 0; i < udot.size(); ++i) udot(i) = random.between(-1, 1);
        const Oracle oracle(model, state);
        state = with_lines(model, state, oracle.result());
        motion = oracle.motion(udot);
    }
    std::size_t any_body() {
        return static_cast<std::size_t>(random.integer(0, static_cast<int>(model.bodies.size()) - 1));
    }
    PointOnBody any_point() {
        PointOnBody P{"P", BodyIndex{any_body()}, {}};
        for (std::size_t i = 0; i < 3; ++i) P.location[i] = model.graph->rational(random.integer(-9, 9), 10);
        return P;
    }
    FrameOnBody any_frame() {
        FrameOnBody frame = own_axes(model, any_body());
        if (random.chance(0.5)) return frame;
        frame.R_FB =
            frame_rotation(*model.graph, random.integer(0, 2), model.graph->rational(random.integer(-9, 9), 10));
        frame.aligned = false;
        return frame;
    }
    // ground components -> components in the frame
    Matrix3d R_FN(const FrameOnBody& frame, Evaluator<double>& value) const {
        return values_of(frame.R_FB, value) * motion[frame.body.value].R_NB.transpose();
    }
};

double error(const Vector3d& a, const Vector3d& b) {
    return (a - b).norm() / (1 + b.norm());
}

}  // namespace

TEST_CASE("kinematics as values on random trees") {
    RandomModelOptions options;
    options.max_bodies = 7;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Sample s(seed, options);
        // once in the axes a script sees in mid-description, once with bodies of revolution in non-spinning axes
        Kinematics kinematics;
        if (seed % 2 == 0)
            kinematics = compute_kinematics(s.model);
        else
            extend_kinematics(kinematics, s.model);
        Evaluator<double> value = values_at(s.model, s.state, s.udot);
        const Oracle oracle(s.model, s.state);
        for (int trial = 0; trial < 4; ++trial) {
            const PointOnBody P = s.any_point(), Q = s.any_point();
            const FrameOnBody F = s.any_frame(), G = s.any_frame();
            const BodyIndex A{s.any_body()}, B{s.any_body()};
            const PointMotion p = oracle.point(P, s.udot), q = oracle.point(Q, s.udot);
            const Matrix3d R = s.R_FN(F, value);
            const BodyMotion& a = s.motion[A.value];
            const Vector3d r = p.p - a.p, v = p.v - a.v - a.w.cross(r);
            const Vector3d acc = p.a - a.a - a.alpha.cross(r) - a.w.cross(a.w.cross(r)) - 2 * a.w.cross(v);
            CAPTURE(seed, P.body.value, Q.body.value, A.value, B.value, F.body.value, G.body.value);
            CHECK(error(values_of(position(kinematics, P, Q, F), value), R * (q.p - p.p)) < 1e-12);
            CHECK(error(values_of(velocity(kinematics, P, A, F), value), R * v) < 1e-12);
            CHECK(error(values_of(acceleration(s.model, kinematics, P, A, F), value), R * acc) < 1e-11);
            const Vector3d w = s.motion[B.value].w - a.w;
            CHECK(error(values_of(angular_velocity(kinematics, B, A, F), value), R * w) < 1e-12);
            const Matrix3d turned = values_of(rotation_between(s.model, kinematics, F, G), value);
            CHECK((turned - R * s.R_FN(G, value).transpose()).norm() < 1e-13);
            if ((q.p - p.p).norm() < 1e-3) continue;
            const LineBetween line = line_between(kinematics, P, Q);
            CHECK(value(line.distance) == Approx((q.p - p.p).norm()).epsilon(1e-12));
            CHECK(std::abs(value(line.rate) - (q.p - p.p).dot(q.v - p.v) / (q.p - p.p).norm()) <
                  1e-11 * (1 + (q.v - p.v).norm()));
        }
    }
}

TEST_CASE("momenta and hinge reactions on random trees") {
    RandomModelOptions options;
    options.max_bodies = 7;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Sample s(seed, options);
        const Kinematics kinematics = compute_kinematics(s.model);
        Evaluator<double> value = values_at(s.model, s.state, s.udot);
        const Oracle oracle(s.model, s.state);
        for (std::size_t b = 1; b < s.model.bodies.size(); ++b) {
            const FrameOnBody F = s.any_frame();
            const Matrix3d R = s.R_FN(F, value);
            CAPTURE(seed, b);
            CHECK(error(values_of(momentum(s.model, kinematics, BodyIndex{b}, F), value), R * s.motion[b].momentum) <
                  1e-12);
            CHECK(error(values_of(angular_momentum(s.model, kinematics, BodyIndex{b}, F), value),
                        R * s.motion[b].angular_momentum) < 1e-12);
            const auto [force, moment] = reaction(s.model, kinematics, {}, BodyIndex{b});
            const HingeReaction expected = oracle.reaction(BodyIndex{b}, s.udot);
            CHECK((values_of(force, value) - expected.force).norm() <= 1e-11 * (expected.force_magnitude + 1e-3));
            CHECK((values_of(moment, value) - expected.moment).norm() <= 1e-11 * (expected.moment_magnitude + 1e-3));
        }
    }
}

TEST_CASE("prescribed and coupled motion: q' of a coordinate on a quasi hinge drives another body") {
    // a wheel geared to an Euler angle of a ball hinge: its rate is the kinematic equation's, not a speed
    ModelBuilder b("geared");
    b.body("head", ground);
    b.spherical(321, {"psi", "theta", "phi"}, {"w1", "w2", "w3"});
    b.mass(b.integer(2), b.vector("0", "0", "0"), b.inertia("0.3", "0.3", "0.3"));
    const BodyIndex wheel = b.body("wheel", ground);
    b.revolute(b.axis(2), b.integer(3) * b.q("psi"));
    b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("0.1", "0.2", "0.4"));
    OracleState state = zero_state(b.model);
    state.q << 0.4, 0.6, -0.9;
    state.u << 0.5, -0.8, 1.1;
    Kinematics kinematics;
    extend_kinematics(kinematics, b.model);
    Evaluator<double> value = values_at(b.model, state, VectorXd::Zero(3));
    const double psi_rate = (-0.8 * std::sin(-0.9) + 1.1 * std::cos(-0.9)) / std::cos(0.6);
    const Vector3d w = values_of(angular_velocity(kinematics, wheel, ground, own_axes(b.model, 0)), value);
    CHECK(w(2) == Approx(3 * psi_rate).epsilon(1e-14));
}
