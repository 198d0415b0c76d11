// Cut hinges one kind at a time: rows by their plain definitions, a four-bar linkage both ways, a chain whose joint is
// cut instead of a tree hinge.
#include <cmath>
#include <functional>

#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

void bar(ModelBuilder& b, const std::string& name, BodyIndex inboard, const std::string& q, const std::string& at) {
    b.body(name, inboard);
    b.revolute(b.axis(2), q);
    b.newest().at = b.vector(at, "0", "0");
    b.mass(b.number("1.5"), b.vector("0.4", "0", "0"), b.inertia("0.1", "0.2", "0.3"));
}

// Crank 1, coupler 3, rocker 2, base 3; closed by `close(coupler, rocker)`.
ModelBuilder fourbar(const std::function<Constraint(ModelBuilder&, BodyIndex, BodyIndex)>& close) {
    ModelBuilder b("fourbar");
    bar(b, "crank", ground, "q1", "0");
    bar(b, "coupler", BodyIndex{1}, "q2", "1");
    bar(b, "rocker", ground, "q3", "3");
    b.model.gravity = b.vector("0", "-10", "0");
    b.model.constraints.push_back(close(b, BodyIndex{2}, BodyIndex{3}));
    return b;
}

Constraint by_cut_hinge(ModelBuilder& b, BodyIndex coupler, BodyIndex rocker) {
    b.body("pin", rocker);
    b.revolute(b.axis(2), "q4");
    b.newest().at = b.vector("2", "0", "0");
    b.newest().outboard_at = b.vector("3", "0", "0");
    return b.cut(coupler, "pin");
}

Constraint by_points(ModelBuilder& b, BodyIndex coupler, BodyIndex rocker) {
    const PointOnBody P = b.point("P", rocker, b.vector("2", "0", "0")),
                      Q = b.point("Q", coupler, b.vector("3", "0", "0"));
    return {Constraint::Kind::loop, "pin", {}, P, Q};
}

// Two bodies on free hinges, B cut to A by what `hinge` makes; masses that make every motion count.
ModelBuilder two_bodies(const std::function<void(ModelBuilder&)>& hinge) {
    ModelBuilder b("two");
    for (const std::string n : {"A", "B"}) {
        b.body(n, ground);
        b.free(321, {n + "a", n + "b", n + "c"}, {n + "x", n + "y", n + "z"},
               {n + "w1", n + "w2", n + "w3", n + "v1", n + "v2", n + "v3"});
        b.mass(b.integer(n == "A" ? 2 : 1), b.vector("0.1", "0.2", "-0.1"), b.inertia("0.3", "0.4", "0.5"));
    }
    b.body("joint", BodyIndex{1});
    b.newest().at = b.vector("0.5", "-0.2", "0.3");
    b.newest().outboard_at = b.vector("-0.1", "0.6", "0.2");
    b.orient(0, b.number("0.7"));
    hinge(b);
    b.model.constraints.push_back(b.cut(BodyIndex{2}, "joint"));
    return b;
}

// What the rows' definitions need: hinge axes and B's axes as columns in ground components, s from A's to B's point.
struct Pose {
    Matrix3d H, B;
    Vector3d s;
};
Pose pose_of(const Model& model, const OracleState& state) {
    const Oracle oracle(model, state);
    const VectorXd none = VectorXd::Zero(state.u.size());
    const std::vector<BodyMotion> motion = oracle.motion(none);
    const CutHinge& cut = model.constraints[0].cut;
    Evaluator<double> value = values_at(model, state, none);
    const Matrix3d R_HA = values_of(cut.orient, value);
    const PointOnBody a{"", cut.A, cut.at}, b{"", cut.B, cut.outboard_at};
    return {motion[cut.A.value].R_NB * R_HA.transpose(), motion[cut.B.value].R_NB,
            oracle.point(b, none).p - oracle.point(a, none).p};
}

void check_rows(const std::function<void(ModelBuilder&)>& hinge,
                const std::function<std::vector<double>(const Pose&, const OracleState&)>& definition) {
    const ModelBuilder b = two_bodies(hinge);
    const Equations equations = equations_with_constraints(b.model);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const OracleState state = random_state(b.model, seed);
        Evaluator<double> value = values_at(b.model, state, VectorXd::Zero(state.u.size()));
        const std::vector<double> expected = definition(pose_of(b.model, state), state);
        REQUIRE(equations.constraints.rows.size() == expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            INFO(equations.constraints.rows[k].name);
            CHECK(value(equations.constraints.rows[k].phi) == Approx(expected[k]).margin(1e-12));
        }
    }
}

}  // namespace

TEST_CASE("a four-bar linkage moves alike with a cut hinge and with a closed loop", "[cut]") {
    const ModelBuilder cut = fourbar(by_cut_hinge), loop = fourbar(by_points);
    const Equations by_cut = equations_with_constraints(cut.model), by_loop = equations_with_constraints(loop.model);
    REQUIRE(by_cut.constraints.rows.size() == 2);  // as planar as the loop
    CHECK(by_cut.constraints.notes.size() == 3);
    CHECK(cut.model.coordinates.size() == 4);
    CHECK(cut.model.speeds.size() == 3);
    // from one closed pose along the motion, by Runge-Kutta of order 4 in both; q4 is the angle between the two bars
    OracleState now = zero_state(loop.model);
    now.q << 0.9, -0.5, 1.2;
    now.u << 1.5, 0, 0;
    REQUIRE(make_consistent(loop.model, now));
    OracleState with_angle = zero_state(cut.model);
    with_angle.q << now.q, now.q(0) + now.q(1) - now.q(2);
    with_angle.u = now.u;
    const auto rates = [](const ModelBuilder& b, const Equations& equations, OracleState state) {
        const DescriptorNumbers n = descriptor_numbers(b.model, equations, state);
        VectorXd ydot(n.qdot.size() + n.udot.size());
        ydot << n.qdot, n.udot;
        return ydot;
    };
    const auto step = [&](const ModelBuilder& b, const Equations& equations, OracleState& state, double h) {
        const auto moved = [&](const VectorXd& by) {
            OracleState s = state;
            s.q += by.head(s.q.size());
            s.u += by.tail(s.u.size());
            return s;
        };
        const VectorXd k1 = rates(b, equations, state), k2 = rates(b, equations, moved(h / 2 * k1)),
                       k3 = rates(b, equations, moved(h / 2 * k2)), k4 = rates(b, equations, moved(h * k3));
        state = moved(h / 6 * (k1 + 2 * k2 + 2 * k3 + k4));
    };
    for (int k = 0; k < 200; ++k) {
        step(loop, by_loop, now, 0.005);
        step(cut, by_cut, with_angle, 0.005);
    }
    for (Eigen::Index k = 0; k < 3; ++k) CHECK(with_angle.q(k) == Approx(now.q(k)).epsilon(1e-12));
    CHECK(std::abs(with_angle.q(0) - 0.9) > 0.5);  // it has moved
    CHECK(with_angle.q(3) == Approx(now.q(0) + now.q(1) - now.q(2)).epsilon(1e-12));
    const DescriptorNumbers a = descriptor_numbers(cut.model, by_cut, with_angle),
                            b = descriptor_numbers(loop.model, by_loop, now);
    CHECK((a.udot - b.udot).norm() <= 1e-9 * b.udot.norm());
    CHECK((a.lambda - b.lambda).norm() <= 1e-9 * b.lambda.norm());
}

TEST_CASE("the rows of a cut hinge are what their definitions say, closed or not", "[cut]") {
    const auto column = [](const Matrix3d& m, int k) -> Vector3d { return m.col(k); };
    SECTION("revolute") {
        check_rows([](ModelBuilder& b) { b.revolute(b.axis(2), "q"); },
                   [&](const Pose& p, const OracleState&) -> std::vector<double> {
                       const Vector3d n = column(p.B, 2);
                       return {p.s(0), p.s(1), p.s(2), column(p.H, 0).dot(n), column(p.H, 1).dot(n)};
                   });
    }
    SECTION("prismatic") {
        check_rows([](ModelBuilder& b) { b.prismatic(b.axis(0), "q"); },
                   [&](const Pose& p, const OracleState&) -> std::vector<double> {
                       return {p.s.dot(column(p.H, 1)), p.s.dot(column(p.H, 2)), column(p.B, 0).dot(column(p.H, 1)),
                               column(p.B, 0).dot(column(p.H, 2)), column(p.B, 1).dot(column(p.H, 2))};
                   });
    }
    SECTION("screw") {
        check_rows([](ModelBuilder& b) { b.screw(b.axis(1), b.number("0.3"), "q"); },
                   [&](const Pose& p, const OracleState& state) -> std::vector<double> {
                       const Vector3d s = p.s - 0.3 * state.q(12) * column(p.H, 1), n = column(p.B, 1);
                       return {s(0), s(1), s(2), column(p.H, 2).dot(n), column(p.H, 0).dot(n)};
                   });
    }
    SECTION("cylindrical") {
        check_rows(
            [](ModelBuilder& b) { b.cylindrical(b.axis(2), "q", "s"); },
            [&](const Pose& p, const OracleState&) -> std::vector<double> {
                const Vector3d n = column(p.B, 2);
                return {p.s.dot(column(p.H, 0)), p.s.dot(column(p.H, 1)), column(p.H, 0).dot(n), column(p.H, 1).dot(n)};
            });
    }
    SECTION("universal") {
        check_rows([](ModelBuilder& b) { b.universal(b.axis(2), b.axis(0), "q1", "q2"); },
                   [&](const Pose& p, const OracleState&) -> std::vector<double> {
                       return {p.s(0), p.s(1), p.s(2), column(p.H, 2).dot(column(p.B, 0))};
                   });
    }
    SECTION("planar") {
        check_rows([](ModelBuilder& b) { b.planar(1, "x", "y", "q"); },
                   [&](const Pose& p, const OracleState&) -> std::vector<double> {
                       const Vector3d n = column(p.B, 1);
                       return {p.s.dot(column(p.H, 1)), column(p.H, 2).dot(n), column(p.H, 0).dot(n)};
                   });
    }
    SECTION("spherical") {
        const auto separation = [](const Pose& p, const OracleState&) -> std::vector<double> {
            return {p.s(0), p.s(1), p.s(2)};
        };
        check_rows([](ModelBuilder& b) { b.spherical(313, {"a", "b", "c"}, {"w1", "w2", "w3"}); }, separation);
        check_rows(
            [](ModelBuilder& b) {
                b.spherical_quaternion({"e0", "e1", "e2", "e3"}, {"w1", "w2", "w3"});
            },
            separation);
        check_rows(
            [](ModelBuilder& b) { b.rotate(b.axis(0), "a"), b.rotate(b.axis(1), "b"), b.rotate(b.axis(2), "c"); },
            separation);
    }
    SECTION("free") {
        check_rows(
            [](ModelBuilder& b) {
                b.free_quaternion({"e0", "e1", "e2", "e3"}, {"x", "y", "z"}, {"w1", "w2", "w3", "v1", "v2", "v3"});
            },
            [](const Pose&, const OracleState&) -> std::vector<double> { return {}; });
    }
    SECTION("fixed") {
        check_rows([](ModelBuilder&) {},
                   [&](const Pose& p, const OracleState&) -> std::vector<double> {
                       return {p.s(0),
                               p.s(1),
                               p.s(2),
                               column(p.B, 0).dot(column(p.H, 1)),
                               column(p.B, 0).dot(column(p.H, 2)),
                               column(p.B, 1).dot(column(p.H, 2))};
                   });
    }
    SECTION("a locked turn and a locked offset") {
        check_rows(
            [](ModelBuilder& b) { b.rotate(b.axis(2), b.number("0.4")), b.translate(b.axis(0), b.number("0.2")); },
            [&](const Pose& p, const OracleState&) -> std::vector<double> {
                const Matrix3d E = p.H * Eigen::AngleAxisd(0.4, Vector3d::UnitZ()).toRotationMatrix();
                const Vector3d s = p.s - 0.2 * column(E, 0);
                return {s(0),
                        s(1),
                        s(2),
                        column(p.B, 0).dot(column(E, 1)),
                        column(p.B, 0).dot(column(E, 2)),
                        column(p.B, 1).dot(column(E, 2))};
            });
    }
}

// A chain of three, its last joint once in the tree, once cut with the last body hanging free on ground.
TEST_CASE("a joint moves alike in the tree and cut", "[cut]") {
    struct Kind {
        std::string name;
        std::function<void(ModelBuilder&)> make;
    };
    const std::vector<Kind> kinds{
        {"revolute", [](ModelBuilder& b) { b.revolute(b.axis(1, 2, -1), "j1"); }},
        {"prismatic", [](ModelBuilder& b) { b.prismatic(b.axis(1), "j1"); }},
        {"screw", [](ModelBuilder& b) { b.screw(b.axis(0), b.number("0.2"), "j1"); }},
        {"cylindrical", [](ModelBuilder& b) { b.cylindrical(b.axis(2), "j1", "j2"); }},
        {"universal", [](ModelBuilder& b) { b.universal(b.axis(2), b.axis(0), "j1", "j2"); }},
        {"planar", [](ModelBuilder& b) { b.planar(0, "j1", "j2", "j3"); }},
        {"list", [](ModelBuilder& b) { b.rotate(b.axis(0), "j1"), b.translate(b.axis(1), "j2"); }},
        {"driven", [](ModelBuilder& b) { b.cylindrical(b.axis(2), sin(b.time()), "j1"); }},
        {"coupled", [](ModelBuilder& b) { b.cylindrical(b.axis(2), b.number("0.5") * b.q("q1"), "j1"); }},
    };
    for (const Kind& kind : kinds) {
        INFO(kind.name);
        const auto base = [&](ModelBuilder& b) {
            b.model.gravity = b.vector("1", "-9", "3");
            b.body("first", ground);
            b.revolute(b.axis(2), "q1");
            b.mass(b.integer(2), b.vector("0.3", "0.1", "0"), b.inertia("0.3", "0.4", "0.5"));
            b.body("second", BodyIndex{1});
            b.revolute(b.axis(0), "q2");
            b.newest().at = b.vector("0.7", "0", "0.2");
            b.mass(b.integer(1), b.vector("0.2", "0.1", "0.3"), b.inertia("0.2", "0.4", "0.5"));
        };
        const auto joint = [&](ModelBuilder& b, const std::string& name) {
            b.body(name, BodyIndex{2});
            b.newest().at = b.vector("0.1", "0.5", "-0.2");
            b.newest().outboard_at = b.vector("-0.3", "0.2", "0.1");
            b.orient(1, b.number("0.6"));
            kind.make(b);
        };
        const auto last_mass = [](ModelBuilder& b) {
            b.mass(b.integer(3), b.vector("0.1", "-0.2", "0.2"), b.inertia("0.6", "0.5", "0.4"));
        };
        ModelBuilder tree("tree");
        base(tree);
        joint(tree, "last");
        last_mass(tree);
        for (std::size_t k = 2; k < tree.model.speeds.size(); ++k)
            tree.hinge_load(tree.model.speeds[k].name,
                            tree.integer(2) - tree.integer(3) * symbol(tree.model, SpeedIndex{k}));
        ModelBuilder cut("cut");
        base(cut);
        cut.body("last", ground);
        cut.free_quaternion({"e0", "e1", "e2", "e3"}, {"x", "y", "z"}, {"w1", "w2", "w3", "v1", "v2", "v3"});
        last_mass(cut);
        joint(cut, "joint");
        cut.model.constraints.push_back(cut.cut(BodyIndex{3}, "joint"));
        const std::size_t first = 2 + 7;
        for (std::size_t k = first; k < cut.model.coordinates.size(); ++k) {
            const Kinematics kinematics = compute_kinematics(cut.model);
            cut.model.hinge_loads.push_back(
                {{}, cut.integer(2) - cut.integer(3) * kinematics.coordinate_rates[k], CoordinateIndex{k}});
        }
        const Equations of_tree = equations_with_constraints(tree.model),
                        of_cut = equations_with_constraints(cut.model);
        const OracleState state = random_state(tree.model, 5);
        const DescriptorNumbers reference = descriptor_numbers(tree.model, of_tree, state);
        const Oracle oracle(tree.model, state);
        const BodyMotion last = oracle.motion(reference.udot)[3];
        // the same state with the last body free
        OracleState same = zero_state(cut.model);
        same.t = state.t;
        const Eigen::Quaterniond e(last.R_NB);
        const Matrix3d R_BN = last.R_NB.transpose();
        same.q << state.q.head(2), e.w(), e.x(), e.y(), e.z(), last.p, state.q.tail(state.q.size() - 2);
        same.u << state.u.head(2), R_BN * last.w, R_BN * last.v;
        const DescriptorNumbers n = descriptor_numbers(cut.model, of_cut, same);
        CHECK(n.phi.norm() <= 1e-12);
        CHECK(n.phidot.norm() <= 1e-12);
        const Vector3d alpha = R_BN * last.alpha, vdot = R_BN * (last.a - last.w.cross(last.v));
        VectorXd expected(8);
        expected << reference.udot.head(2), alpha, vdot;
        CHECK((n.dense.head(8) - expected).norm() <= 1e-9 * expected.norm());
        // the joint's coordinates have the tree's rates
        CHECK((n.qdot.tail(state.q.size() - 2) - state.u.tail(state.q.size() - 2)).norm() <= 1e-11);
    }
}
