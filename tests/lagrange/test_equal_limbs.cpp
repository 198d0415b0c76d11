// Equal limbs in lanes: the small mechanism's equations, every lane written out, are the oracle's of the whole one.
#include <algorithm>
#include <string>

#include "core/lanes.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

enum class Base { free, quaternion, turntable, prescribed };

// Limbs of three bodies (swing, lift, wheel) on a base; every number of every limb is a parameter of its own, sides
// are mirrored, and the limbs from `whole` on lack the second body.
class Walker {
  public:
    Walker(Base base, int limbs, int whole) : b_("walker") {
        b_.model.gravity = {{b_.number("0.3"), -b_.number("0.2"), -b_.number("9.81")}};
        add_base(base);
        for (int k = 0; k < limbs; ++k) add_limb(k, k < whole);
    }
    Model model() const { return b_.model; }

  private:
    Expr own(const std::string& name, int limb, double value) {
        return b_.parameter(name + "_" + std::to_string(limb), std::to_string(value + 0.013 * limb));
    }
    void add_base(Base base) {
        base_ = b_.body("base", ground);
        if (base == Base::free)
            b_.free(321, {"yaw", "pitch", "roll"}, {"x", "y", "z"}, {"wx", "wy", "wz", "vx", "vy", "vz"});
        if (base == Base::quaternion)
            b_.free_quaternion({"e0", "e1", "e2", "e3"}, {"x", "y", "z"}, {"wx", "wy", "wz", "vx", "vy", "vz"});
        if (base == Base::turntable) b_.revolute(b_.axis(1, 2, 2), "turn");
        if (base == Base::prescribed) b_.rotate(b_.axis(2), b_.driving_input("drive"));
        if (base == Base::prescribed) b_.translate(b_.axis(0), "slide");
        b_.mass(b_.parameter("m_base", "8"), {{b_.number("0.02"), -b_.number("0.01"), b_.number("0.03")}},
                b_.inertia("0.4", "0.5", "0.6"));
    }
    void add_limb(int k, bool is_whole) {
        const std::string n = std::to_string(k);
        const Expr side = b_.integer(k % 2 == 0 ? 1 : -1), front = b_.integer(k < 2 ? 1 : -1);
        const BodyIndex swing = b_.body("swing_" + n, base_);
        b_.revolute(b_.axis(1), "s_" + n);
        b_.newest().at = {{front * own("along", k, 0.5), side * own("across", k, 0.3), -b_.number("0.1")}};
        b_.mass(own("m_swing", k, 1.2), {{-own("c_swing", k, 0.1), side * b_.number("0.02"), b_.integer(0)}},
                b_.inertia("0.011", "0.021", "0.017"));
        b_.hinge_load("s_" + n + "'", b_.input("moment_" + n) - own("stiff", k, 5.0) * b_.q("s_" + n) -
                                          own("damp", k, 0.4) * b_.u("s_" + n + "'"));
        BodyIndex carrier = swing;
        if (is_whole) {
            carrier = b_.body("turn_" + n, swing);
            b_.revolute(b_.axis(2), "steer_" + n);
            b_.newest().at = {{-own("reach", k, 0.25), b_.integer(0), b_.integer(0)}};
            b_.mass(own("m_turn", k, 0.6), {{b_.integer(0), side * own("c_turn", k, 0.03), b_.integer(0)}},
                    b_.inertia("0.004", "0.003", "0.002"));
            b_.hinge_load("steer_" + n + "'", b_.input("steering_" + n));
        }
        const BodyIndex wheel = b_.body("wheel_" + n, carrier);
        b_.revolute(b_.axis(1), "spin_" + n);
        b_.newest().at = {
            {is_whole ? b_.integer(0) : -own("reach", k, 0.25), side * own("offset", k, 0.07), b_.integer(0)}};
        const Expr across = own("j_across", k, 0.02), along = own("j_along", k, 0.03);
        b_.mass(own("m_wheel", k, 0.9), {},
                ModelBuilder::inertia({across, along, across, b_.integer(0), b_.integer(0), b_.integer(0)}));
        // pushed from outside, and held by a line to the base
        b_.force(b_.point("rim_" + n, wheel, {{b_.integer(0), side * b_.number("0.05"), b_.integer(0)}}),
                 {{b_.input("push_" + n), b_.integer(0), b_.number("3.5")}}, b_.axes_of(swing));
        const PointOnBody high =
            b_.point("high_" + n, base_, {{front * own("along_high", k, 0.45), b_.number("0.1"), b_.number("0.4")}});
        const PointOnBody low = b_.point("low_" + n, swing, {{-b_.number("0.2"), b_.integer(0), b_.number("0.02")}});
        b_.model.line_loads.push_back({high, low, b_.input("pull_" + n), false, b_.integer(0), b_.integer(0)});
        b_.model.line_loads.push_back(
            {b_.point("far_" + n, base_, {{b_.number("0.1"), side * b_.number("0.6"), b_.number("0.3")}}),
             b_.point("hub_" + n, wheel, {}), b_.input("rope_" + n), false, b_.integer(0), b_.integer(0)});
    }

    ModelBuilder b_;
    BodyIndex base_;
};

// Largest difference of an acceleration from the oracle's, beside the largest acceleration.
double error_of(const Model& model, const PrototypeLimb& limb, const FormulationChoice& choice, std::uint64_t seed) {
    const MinimalSystem system = minimal_system(limb.model, compute_kinematics(limb.model));
    const Equations equations = form_system(system, {}, choice, {});
    const OracleState state = random_state(model, seed);
    const OracleResult expected = Oracle(model, state).result();
    Evaluator<double> value = values_at(model, with_lines(model, state, expected), expected.udot);
    LaneExpansion in_lane(*model.graph);
    double error = 0, largest = 1;
    for (std::size_t k = 0; k < limb.speeds.size(); ++k) {
        Expr x = equations.solved()->accelerations[k];
        if (!equations.absorbed.empty()) x += equations.absorbed[k];
        for (std::size_t lane = 0; lane < limb.speeds[k].by_lane.size(); ++lane) {
            const auto& u = limb.speeds[k].by_lane[lane];
            const double found = value(in_lane(x, lane));
            const double wanted = u ? expected.udot[static_cast<Eigen::Index>(u->value)] : 0.0;
            error = std::max(error, std::abs(found - wanted));
            largest = std::max(largest, std::abs(wanted));
        }
    }
    for (const PivotCheck& check : equations.solved()->checks)
        for (std::size_t lane = 0; lane < model.graph->lanes(); ++lane)
            CHECK(value(in_lane(check.condition, lane)) != 0);
    for (std::size_t k = 0; k < limb.coordinates.size(); ++k)
        for (std::size_t lane = 0; lane < limb.coordinates[k].by_lane.size(); ++lane)
            if (const auto& q = limb.coordinates[k].by_lane[lane])
                error = std::max(error, std::abs(value(in_lane(equations.kinematic_equations[k], lane)) -
                                                 expected.qdot[static_cast<Eigen::Index>(q->value)]));
    return error / largest;
}

void expect_agreement(const Model& model, std::size_t limbs) {
    const EqualLimbs found = find_equal_limbs(model);
    INFO(found.notes.front());
    REQUIRE(found.prototype);
    CHECK(found.prototype->limbs.size() == limbs);
    for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias})
        for (const bool absorbing : {false, true})
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                const FormulationChoice choice{Formulation::articulated, regrouping, absorbing, {}, false};
                INFO(to_string(choice) << ", seed " << seed);
                CHECK(error_of(model, *found.prototype, choice, seed) < 1e-10);
            }
}

}  // namespace

TEST_CASE("limbs in lanes: three, four and six limbs on every base") {
    for (const Base base : {Base::free, Base::quaternion, Base::turntable, Base::prescribed})
        for (const int limbs : {3, 4, 6}) {
            CAPTURE(static_cast<int>(base), limbs);
            expect_agreement(Walker(base, limbs, limbs).model(), static_cast<std::size_t>(limbs));
        }
}

TEST_CASE("limbs in lanes: some limbs lack a hinge") {
    for (const Base base : {Base::free, Base::turntable}) {
        CAPTURE(static_cast<int>(base));
        expect_agreement(Walker(base, 4, 2).model(), 4);
        expect_agreement(Walker(base, 5, 3).model(), 5);
    }
}

TEST_CASE("limbs in lanes: limbs that are not alike stay as they are, and the note says why") {
    Model model = Walker(Base::free, 4, 4).model();
    SECTION("a load between two limbs") {
        LineLoad bar = model.line_loads.front();
        bar.P = PointOnBody{"left", BodyIndex(2), {}}, bar.Q = PointOnBody{"right", BodyIndex(5), {}};
        model.line_loads.push_back(bar);
        const EqualLimbs found = find_equal_limbs(model);
        CHECK(!found.prototype);
        CHECK(found.notes.front().find("a load acts between swing_1 and a body of another limb") != std::string::npos);
    }
    SECTION("a load of another form") {
        Graph& graph = *model.graph;
        const Expr q = graph.symbol("s_2", Role::coordinate);
        model.hinge_loads.push_back({model.bodies[8].hinge.speeds.front(), graph.unary(Op::exp, q)});
        const EqualLimbs found = find_equal_limbs(model);
        CHECK(found.prototype);  // a term that the others lack, with the factor zero
        expect_agreement(model, 4);
    }
    SECTION("two limbs") {
        const EqualLimbs found = find_equal_limbs(Walker(Base::free, 2, 2).model());
        CHECK(!found.prototype);
    }
}

TEST_CASE("limbs in lanes: names of lane symbols") {
    CHECK(common_name({"swing_fl", "swing_fr", "swing_hl"}) == "swing");
    CHECK(common_name({"swing_fl'", "swing_fr'", "swing_hl'"}) == "swing'");
    CHECK(common_name({"left_leg", "right_leg"}) == "leg");
    CHECK(common_name({"q1", "q4", "q7"}) == "q");
    CHECK(common_name({"a", "b"}) == "a");
}
