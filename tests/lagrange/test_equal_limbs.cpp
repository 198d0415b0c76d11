// Equal limbs in lanes: the small mechanism's equations, every lane written out, are the oracle's of the whole one.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/calculus.hpp"
#include "core/lanes.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/limbs_on_limbs.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"
#include "tests/catch.hpp"
#include "tests/draws.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

enum class Base { free, quaternion, turntable, prescribed, ground };

struct Form {
    bool is_turned = false;    // every limb but the second has axes of its own
    bool is_opposite = false;  // hinges of the left limbs turn about the opposite axes
    int arms = 0;              // on a neck, beside the limbs; the base carries as many fins
    int fingers = 0;           // on the first body of each limb
};

// Limbs of three bodies (swing, lift, wheel) on a base; every number of every limb is a parameter of its own, sides
// are mirrored, and the limbs from `whole` on lack the second body.
class Walker {
  public:
    Walker(Base base, int limbs, int whole, Form form = {}) : b_("walker"), form_(form) {
        b_.model.gravity = {{b_.number("0.3"), -b_.number("0.2"), -b_.number("9.81")}};
        add_base(base);
        for (int k = 0; k < limbs; ++k) add_limb(k, k < whole);
        if (form.arms > 0) add_arms(form.arms);
    }
    Model model() const { return b_.model; }

  private:
    Expr own(const std::string& name, int limb, double value) {
        return b_.parameter(name + "_" + std::to_string(limb), std::to_string(value + 0.013 * limb));
    }
    Vec3<Expr> axis(int limb, int k) const { return form_.is_opposite && limb % 2 == 1 ? -b_.axis(k) : b_.axis(k); }
    void add_base(Base base) {
        if (base == Base::ground) return;
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
        if (form_.is_turned && k != 1) {
            b_.orient(2, own("turn", k, 0.4));
            if (k % 2 == 0) b_.orient(0, -own("tilt", k, 0.3));
        }
        b_.revolute(axis(k, 1), "s_" + n);
        b_.newest().at = {{front * own("along", k, 0.5), side * own("across", k, 0.3), -b_.number("0.1")}};
        b_.mass(own("m_swing", k, 1.2), {{-own("c_swing", k, 0.1), side * b_.number("0.02"), b_.integer(0)}},
                b_.inertia("0.011", "0.021", "0.017"));
        b_.hinge_load("s_" + n + "'", b_.input("moment_" + n) - own("stiff", k, 5.0) * b_.q("s_" + n) -
                                          own("damp", k, 0.4) * b_.u("s_" + n + "'"));
        BodyIndex carrier = swing;
        if (is_whole) {
            carrier = b_.body("turn_" + n, swing);
            b_.revolute(axis(k, 2), "steer_" + n);
            b_.newest().at = {{-own("reach", k, 0.25), b_.integer(0), b_.integer(0)}};
            b_.mass(own("m_turn", k, 0.6), {{b_.integer(0), side * own("c_turn", k, 0.03), b_.integer(0)}},
                    b_.inertia("0.004", "0.003", "0.002"));
            b_.hinge_load("steer_" + n + "'", b_.input("steering_" + n));
        }
        for (int f = 0; f < form_.fingers; ++f) add_finger(swing, k, f, n + std::to_string(f));
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

    // Two bodies, pushed and held by lines to the limb and to the base; every other one of them bends the other way.
    void add_finger(BodyIndex swing, int k, int f, const std::string& n) {
        const int own_number = 7 * k + f;
        b_.body("knuckle_" + n, swing);
        const BodyIndex knuckle(b_.model.bodies.size() - 1);
        b_.revolute(form_.is_opposite && (k + f) % 2 == 1 ? -b_.axis(1) : b_.axis(1), "bend_" + n);
        b_.newest().at = {{own("reach_" + std::to_string(f), k, 0.2), own("side", own_number, 0.1), b_.integer(0)}};
        b_.mass(own("m_knuckle", own_number, 0.2),
                {{b_.number("0.05"), b_.integer(0), own("c_knuckle", own_number, 0.01)}},
                b_.inertia("0.002", "0.003", "0.004"));
        b_.hinge_load("bend_" + n + "'",
                      b_.input("grip_" + n) - own("stiff_finger", own_number, 2) * b_.q("bend_" + n));
        b_.body("tip_of_" + n, knuckle);
        b_.prismatic(b_.axis(0), "out_" + n);
        b_.mass(b_.number("0.1"), {{b_.number("0.02"), own("c_tip", own_number, 0.01), b_.integer(0)}},
                b_.inertia("0.001", "0.001", "0.002"));
        const BodyIndex tip(b_.model.bodies.size() - 1);
        const PointOnBody end =
            b_.point("end_" + n, tip, {{b_.number("0.03"), b_.integer(0), own("end", own_number, 0.02)}});
        b_.force(end, {{b_.input("press_" + n), b_.number("0.4"), b_.integer(0)}}, b_.axes_of(knuckle));
        b_.model.line_loads.push_back(
            {b_.point("root_" + n, swing, {{b_.integer(0), b_.number("0.3"), b_.number("0.2")}}), end,
             b_.input("tendon_" + n), false, b_.integer(0), b_.integer(0)});
        b_.model.line_loads.push_back(
            {b_.point("post_" + n, base_, {{b_.number("0.4"), b_.number("0.1"), b_.number("0.7")}}), end,
             b_.input("string_" + n), false, b_.integer(0), b_.integer(0)});
    }

    void add_arms(int arms) {
        const BodyIndex neck = b_.body("neck", base_);
        b_.revolute(b_.axis(1, 2, 2), "nod");
        b_.newest().at = {{b_.number("0.2"), b_.integer(0), b_.number("0.4")}};
        b_.mass(b_.number("1.5"), {{b_.number("0.05"), b_.integer(0), b_.number("0.1")}},
                b_.inertia("0.05", "0.04", "0.03"));
        for (int k = 0; k < arms; ++k) {
            const std::string n = std::to_string(k);
            const BodyIndex arm = b_.body("arm_" + n, neck);
            b_.revolute(axis(k, 0), "arm_angle_" + n);
            b_.newest().at = {{b_.integer(0), own("arm_at", k, 0.2), b_.number("0.1")}};
            b_.mass(own("m_arm", k, 0.7), {{b_.number("0.1"), -own("c_arm", k, 0.1), b_.integer(0)}},
                    b_.inertia("0.02", "0.03", "0.025"));
            b_.body("rod_" + n, arm);
            b_.prismatic(axis(k, 2), "rod_way_" + n);
            b_.mass(b_.number("0.3"), {{b_.number("0.2"), b_.integer(0), own("c_rod", k, 0.1)}},
                    b_.inertia("0.004", "0.003", "0.002"));
            b_.hinge_load("rod_way_" + n + "'", b_.input("rod_force_" + n) - b_.number("9") * b_.q("rod_way_" + n));
            const PointOnBody tip = b_.point("tip_" + n, BodyIndex(b_.model.bodies.size() - 1), {});
            const PointOnBody high = b_.point("tied_" + n, base_, {{b_.number("0.7"), own("tied", k, 0.4), {}}});
            b_.model.line_loads.push_back({high, tip, b_.input("tie_" + n), false, b_.integer(0), b_.integer(0)});
        }
        for (int k = 0; k < arms; ++k) {
            b_.body("fin_" + std::to_string(k), base_);
            b_.revolute(axis(k, 1), "fin_angle_" + std::to_string(k));
            b_.newest().at = {{-own("fin_at", k, 0.6), b_.integer(0), b_.number("0.1")}};
            b_.mass(own("m_fin", k, 0.2), {{-b_.number("0.1"), b_.integer(0), b_.number("0.02")}},
                    b_.inertia("0.002", "0.003", "0.004"));
        }
    }

    ModelBuilder b_;
    Form form_;
    BodyIndex base_ = ground;
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
            const double sign = limb.speeds[k].is_mirrored[lane] ? -1.0 : 1.0;
            const double wanted = u ? sign * expected.udot[static_cast<Eigen::Index>(u->value)] : 0.0;
            error = std::max(error, std::abs(found - wanted));
            largest = std::max(largest, std::abs(wanted));
        }
    }
    for (const PivotCheck& check : equations.solved()->checks)
        for (std::size_t lane = 0; lane < model.graph->lanes_of(check.condition); ++lane)
            CHECK(value(in_lane(check.condition, lane)) != 0);
    for (std::size_t k = 0; k < limb.coordinates.size(); ++k)
        for (std::size_t lane = 0; lane < limb.coordinates[k].by_lane.size(); ++lane)
            if (const auto& q = limb.coordinates[k].by_lane[lane])
                error = std::max(error, std::abs((limb.coordinates[k].is_mirrored[lane] ? -1.0 : 1.0) *
                                                     value(in_lane(equations.kinematic_equations[k], lane)) -
                                                 expected.qdot[static_cast<Eigen::Index>(q->value)]));
    return error / largest;
}

// Largest difference of a derivative of the inverse dynamics from that of its expressions, lane by lane, beside the largest.
double slope_error_of(const Model& model, const PrototypeLimb& limb, const FormulationChoice& choice,
                      std::uint64_t seed) {
    const MinimalSystem system = minimal_system(limb.model, compute_kinematics(limb.model));
    Graph& graph = *limb.model.graph;
    std::vector<Expr> symbols;
    for (std::size_t q = 0; q < limb.coordinates.size(); ++q) symbols.push_back(symbol(limb.model, CoordinateIndex{q}));
    for (std::size_t u = 0; u < limb.speeds.size(); ++u) symbols.push_back(symbol(limb.model, SpeedIndex{u}));
    const auto slopes = slopes_of_inverse_dynamics_of_tree(system, choice, symbols);
    REQUIRE(slopes);
    const std::vector<Expr> rows = inverse_dynamics_of_tree(system, choice);
    const OracleState state = random_state(model, seed);
    const OracleResult expected = Oracle(model, state).result();
    Evaluator<double> value = values_at(model, with_lines(model, state, expected), expected.udot);
    LaneExpansion in_lane(graph);
    double error = 0, largest = 1;
    for (std::size_t s = 0; s < symbols.size(); ++s) {
        const std::size_t lanes = graph.lanes_of(symbols[s]);
        Differentiator derivative(graph);
        derivative.seed(symbols[s], graph.integer(1));
        if (lanes > 0) derivative.keep_lanes_apart();
        for (std::size_t u = 0; u < rows.size(); ++u) {
            const std::size_t of_row = graph.lanes_of(symbol(limb.model, SpeedIndex{u}));
            if (lanes > 0 && of_row > 0 && lanes != of_row) continue;
            const Expr wanted = derivative(graph.own(rows[u]) - graph.own(slopes->loads[u]));
            for (std::size_t lane = 0; lane < std::max<std::size_t>({lanes, of_row, 1}); ++lane) {
                const double expected_value = value(in_lane(wanted, lane));
                error = std::max(error, std::abs(value(in_lane(slopes->of_inertia[u][s], lane)) - expected_value));
                largest = std::max(largest, std::abs(expected_value));
            }
        }
        CHECK(!derivative.lanes_met());
    }
    return error / largest;
}

// All groups that were found in lanes.
void expect_agreement(const Model& model, const EqualLimbs& found) {
    const PrototypeLimb prototype = prototype_limb(found.model, found.groups);
    for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias})
        for (const bool absorbing : {false, true})
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                FormulationChoice choice{Formulation::articulated, regrouping, absorbing, {}, false};
                if (seed == 2) choice.blocks = absorbing ? PivotBlocks{3, 3} : PivotBlocks{2, 2};
                INFO(to_string(choice) << ", seed " << seed);
                CHECK(error_of(model, prototype, choice, seed) < 1e-10);
                if (!absorbing && seed == 1) CHECK(slope_error_of(model, prototype, choice, seed) < 1e-10);
            }
}

// With all groups of limbs in lanes, of so many each.
void expect_agreement(const Model& model, const std::vector<std::size_t>& limbs) {
    const EqualLimbs found = find_equal_limbs(model);
    INFO(found.notes.front());
    std::vector<std::size_t> sizes;
    for (const Limbs& group : found.groups) sizes.push_back(group.size());
    REQUIRE(sizes == limbs);
    expect_agreement(model, found);
}

// Chains of different numbers of hinges on a free body, about and along any of their bodies' axes, which are turned by
// quarter turns against each other; with every kind of load on them.
class UnlikeChains {
  public:
    explicit UnlikeChains(std::uint64_t seed) : b_("unlike"), random_(seed) {
        b_.model.gravity = {{b_.number("0.3"), -b_.number("0.2"), -b_.number("9.81")}};
        base_ = b_.body("base", ground);
        b_.free(321, {"yaw", "pitch", "roll"}, {"x", "y", "z"}, {"wx", "wy", "wz", "vx", "vy", "vz"});
        b_.mass(b_.number("8"), {{b_.number("0.02"), -b_.number("0.01"), b_.number("0.03")}},
                b_.inertia("0.4", "0.5", "0.6"));
        const int longest = random_.integer(3, 5);
        add_chain("a", longest);
        add_chain("b", random_.integer(std::max(1, longest - 3), longest));
        if (random_.chance(0.3)) add_chain("c", random_.integer(1, longest));
    }
    const Model& model() const { return b_.model; }

  private:
    Expr drawn(double least, double most) {
        return b_.model.graph->rational(std::lround(1000 * random_.between(least, most)), 1000);
    }
    Vec3<Expr> drawn_vector(double size, double share) {
        Vec3<Expr> v;
        for (std::size_t i = 0; i < 3; ++i) v[i] = random_.chance(share) ? drawn(-size, size) : b_.integer(0);
        return v;
    }
    void add_chain(const std::string& chain, int hinges) {
        BodyIndex inboard = base_;
        for (int k = 0; k < hinges; ++k) {
            const std::string n = chain + std::to_string(k);
            const BodyIndex own = b_.body("body_" + n, inboard);
            const Expr quarter = b_.model.graph->pi() / b_.integer(2);
            for (int turns = random_.chance(0.4) ? random_.integer(1, 2) : 0; turns > 0; --turns)
                b_.orient(random_.integer(0, 2), b_.integer(random_.integer(1, 3)) * quarter);
            const Vec3<Expr> axis = b_.axis(random_.integer(0, 2));
            const std::string q = "q_" + n;
            if (random_.chance(0.85))
                b_.revolute(random_.chance(0.3) ? -axis : axis, q);
            else
                b_.prismatic(random_.chance(0.3) ? -axis : axis, q);
            b_.newest().at = drawn_vector(0.5, 0.4);
            b_.mass(drawn(0.5, 2), drawn_vector(0.2, 0.5), b_.inertia("0.05", "0.06", "0.07"));
            b_.hinge_load(q + "'", b_.input("moment_" + n) - drawn(1, 5) * b_.q(q) - drawn(0.1, 1) * b_.u(q + "'"));
            add_loads(n, own, inboard);
            inboard = own;
        }
    }
    void add_loads(const std::string& n, BodyIndex own, BodyIndex inboard) {
        const PointOnBody point = b_.point("point_" + n, own, drawn_vector(0.3, 0.7));
        if (random_.chance(0.3)) b_.force(point, drawn_vector(5, 0.8), b_.axes_of(random_.chance(0.5) ? own : inboard));
        if (random_.chance(0.3)) {
            TorqueLoad torque;
            torque.body = own, torque.reaction = inboard,
            torque.frame = b_.axes_of(random_.chance(0.5) ? own : inboard);
            torque.components = drawn_vector(3, 0.8);
            b_.model.torques.push_back(torque);
        }
        if (random_.chance(0.3)) {
            const PointOnBody far = b_.point("far_" + n, base_, {{drawn(1, 2), drawn(1, 2), drawn(1, 2)}});
            b_.spring(far, point, drawn(1, 9), drawn(0.1, 1), drawn(0.5, 1));
        }
    }

    ModelBuilder b_;
    Random random_;
    BodyIndex base_;
};

}  // namespace

TEST_CASE("limbs in lanes: two, three, four and six limbs on every base") {
    for (const Base base : {Base::free, Base::quaternion, Base::turntable, Base::prescribed})
        for (const int limbs : {2, 3, 4, 6}) {
            CAPTURE(static_cast<int>(base), limbs);
            expect_agreement(Walker(base, limbs, limbs).model(), {static_cast<std::size_t>(limbs)});
        }
}

TEST_CASE("limbs in lanes: on ground, beside one another") {
    for (const int limbs : {2, 3, 5})
        expect_agreement(Walker(Base::ground, limbs, limbs).model(), {static_cast<std::size_t>(limbs)});
    expect_agreement(Walker(Base::ground, 4, 2, {true, true}).model(), {4});
    expect_agreement(Walker(Base::ground, 2, 2, {false, true, 2}).model(), {2, 2, 2});
}

TEST_CASE("limbs in lanes: more limbs than lanes are several groups") {
    for (const Base base : {Base::free, Base::quaternion, Base::turntable, Base::ground}) {
        CAPTURE(static_cast<int>(base));
        expect_agreement(Walker(base, 10, 10).model(), {8, 2});
        expect_agreement(Walker(base, 17, 17, {true, true}).model(), {8, 8});
    }
    // those that lack a hinge are alike themselves
    expect_agreement(Walker(Base::free, 14, 9).model(), {8, 5});
    expect_agreement(Walker(Base::free, 11, 6).model(), {6, 5});
}

TEST_CASE("limbs in lanes: some limbs lack a hinge") {
    for (const Base base : {Base::free, Base::turntable}) {
        CAPTURE(static_cast<int>(base));
        expect_agreement(Walker(base, 4, 2).model(), {4});
        expect_agreement(Walker(base, 5, 3).model(), {5});
    }
}

TEST_CASE("limbs in lanes: a limb whose axes are not turned beside others whose axes are") {
    for (const int limbs : {2, 4}) {
        CAPTURE(limbs);
        expect_agreement(Walker(Base::free, limbs, limbs, {true, false}).model(), {static_cast<std::size_t>(limbs)});
    }
}

TEST_CASE("limbs in lanes: hinges about opposite axes") {
    for (const Base base : {Base::free, Base::turntable}) {
        CAPTURE(static_cast<int>(base));
        expect_agreement(Walker(base, 2, 2, {false, true}).model(), {2});
        expect_agreement(Walker(base, 4, 2, {false, true}).model(), {4});
        expect_agreement(Walker(base, 5, 5, {true, true}).model(), {5});
    }
}

TEST_CASE("limbs in lanes: groups on two bodies, of equal and of different numbers of limbs") {
    for (const Base base : {Base::free, Base::quaternion, Base::turntable, Base::prescribed})
        for (const int arms : {2, 3}) {
            CAPTURE(static_cast<int>(base), arms);
            const auto many = static_cast<std::size_t>(arms);
            expect_agreement(Walker(base, 2, 2, {false, true, arms}).model(), {2, many, many});
            expect_agreement(Walker(base, 4, 2, {true, false, arms}).model(), {4, many, many});
        }
}

TEST_CASE("limbs in lanes: fingers of two limbs are lanes of their own") {
    for (const Base base : {Base::free, Base::quaternion, Base::turntable, Base::prescribed})
        for (const int fingers : {2, 3, 4})
            for (const bool is_opposite : {false, true}) {
                CAPTURE(static_cast<int>(base), fingers, is_opposite);
                const Model model = Walker(base, 2, 2, {false, is_opposite, 0, fingers}).model();
                const EqualLimbs found = find_equal_limbs(model);
                REQUIRE(found.groups.size() == 1);
                const PrototypeLimb outer = prototype_limb(model, found.groups);
                std::vector<std::string> notes;
                const auto both = with_limbs_on_limbs(model, outer, most_lanes, notes);
                REQUIRE(both);
                REQUIRE(both->limbs.size() == 2);
                CHECK(both->limbs[1].size() == 2 * static_cast<std::size_t>(fingers));
                CHECK(both->limbs[1][1] == "knuckle_10");  // the first finger of the second limb
                CHECK(both->model.bodies.size() + 2 * static_cast<std::size_t>(fingers - 1) ==
                      outer.model.bodies.size());
                for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias})
                    for (const bool absorbing : {false, true}) {
                        FormulationChoice choice{Formulation::articulated, regrouping, absorbing, {}, false};
                        if (absorbing) choice.blocks = PivotBlocks{2, 3};
                        INFO(to_string(choice));
                        CHECK(error_of(model, *both, choice, 1) < 1e-10);
                    }
            }
    std::vector<std::string> notes;
    const Model many = Walker(Base::free, 3, 3, {false, false, 0, 2}).model();
    CHECK(!with_limbs_on_limbs(many, prototype_limb(many, find_equal_limbs(many).groups), most_lanes, notes));
    const Model few = Walker(Base::free, 2, 2, {false, false, 0, 3}).model();
    CHECK(!with_limbs_on_limbs(few, prototype_limb(few, find_equal_limbs(few).groups), 4, notes));
}

TEST_CASE("limbs in lanes: a load between limbs of two groups leaves one of them as it is") {
    Model model = Walker(Base::free, 3, 3, {false, false, 2}).model();
    LineLoad bar = model.line_loads.front();
    const auto named = [&](const std::string& name) {
        return BodyIndex(
            static_cast<std::size_t>(std::ranges::find(model.bodies, name, &Body::name) - model.bodies.begin()));
    };
    bar.P = PointOnBody{"left", named("swing_1"), {}}, bar.Q = PointOnBody{"right", named("arm_0"), {}};
    model.line_loads.push_back(bar);
    expect_agreement(model, {3, 2});
}

TEST_CASE("limbs in lanes: axes that are turned by a matrix in one limb alone are no rotations of others") {
    Model model = Walker(Base::free, 4, 4, {true, false}).model();
    Body& body = model.bodies[5];  // the second limb's first, which is not turned
    CHECK(body.name == "swing_1");
    std::swap(body.orient(0, 0), body.orient(0, 1));
    std::swap(body.orient(1, 1), body.orient(1, 0));
    body.orient(0, 1) = -body.orient(0, 1);
    expect_agreement(model, {3});
}

TEST_CASE("limbs in lanes: a torque that is the same in all limbs bears on the base as often") {
    Model model = Walker(Base::free, 3, 3).model();
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        if (!model.bodies[b].name.starts_with("wheel")) continue;
        TorqueLoad torque;
        torque.body = BodyIndex(b), torque.reaction = BodyIndex(1);
        torque.frame = FrameOnBody{"base axes", BodyIndex(1), model.bodies[1].orient};
        torque.components = {{model.graph->rational(1, 2), model.graph->integer(2), model.graph->integer(0)}};
        model.torques.push_back(torque);
    }
    expect_agreement(model, {3});
}

TEST_CASE("limbs in lanes: limbs that are not alike stay as they are, and the note says why") {
    Model model = Walker(Base::free, 4, 4).model();
    SECTION("a load between two limbs") {
        LineLoad bar = model.line_loads.front();
        bar.P = PointOnBody{"left", BodyIndex(2), {}}, bar.Q = PointOnBody{"right", BodyIndex(5), {}};
        model.line_loads.push_back(bar);
        const EqualLimbs found = find_equal_limbs(model);
        CHECK(found.groups.empty());
        CHECK(found.notes.front().find("a load acts between swing_1 and a body of another limb") != std::string::npos);
    }
    SECTION("a load of another form") {
        Graph& graph = *model.graph;
        const Expr q = graph.symbol("s_2", Role::coordinate);
        model.hinge_loads.push_back({model.bodies[8].hinge.speeds.front(), graph.unary(Op::exp, q)});
        const EqualLimbs found = find_equal_limbs(model);
        CHECK(found.groups.size() == 1);  // a term that the others lack, with the factor zero
        expect_agreement(model, {4});
    }
    SECTION("one limb") {
        const EqualLimbs found = find_equal_limbs(Walker(Base::free, 1, 1).model());
        CHECK(found.groups.empty());
    }
}

TEST_CASE("limbs in lanes: chains with other hinges fit in the longest one, whatever axes they have") {
    std::size_t with_lanes = 0, unequal = 0;
    const std::uint64_t all = draws(120, 4);
    for (std::uint64_t seed = 1; seed <= all; ++seed) {
        const UnlikeChains chains(seed);
        const EqualLimbs found = find_equal_limbs(chains.model());
        if (found.groups.empty()) continue;
        INFO("seed " << seed << ": " << found.notes.front());
        ++with_lanes;
        for (const Limbs& group : found.groups)
            for (const auto& limb : group)
                if (std::ranges::any_of(limb, [](const auto& b) { return !b; })) ++unequal;
        expect_agreement(chains.model(), found);
    }
    CHECK(with_lanes * 4 > all);
    CHECK(unequal * 5 > all);
}

TEST_CASE("limbs in lanes: an arm and a folding panel of a satellite") {
    ModelBuilder b("satellite");
    const BodyIndex bus = b.body("bus", ground);
    b.free(321, {"yaw", "pitch", "roll"}, {"x", "y", "z"}, {"wx", "wy", "wz", "vx", "vy", "vz"});
    b.mass(b.number("60"), {}, b.inertia("4", "3", "5"));
    BodyIndex inboard = bus;
    int hinge = 0;
    const auto add = [&](const std::string& name, int axis, const Vec3<Expr>& at) {
        inboard = b.body(name, inboard);
        b.revolute(b.axis(axis), "q" + std::to_string(++hinge));
        b.newest().at = at;
        b.mass(b.number("3"), b.vector("0.03", "0.06", "0.02"), b.inertia("0.2", "0.3", "0.25"));
    };
    add("shoulder", 2, b.vector("0.4", "0", "0")), add("upper", 1, b.vector("0.2", "0", "0"));
    add("lower", 0, b.vector("0.9", "0", "0")), add("hand", 1, b.vector("0.8", "0", "0"));
    inboard = bus;
    add("inner", 1, b.vector("0", "1.2", "0")), add("middle", 1, b.vector("0", "1.6", "0"));
    add("outer", 0, b.vector("0.2", "1.1", "0"));
    const EqualLimbs found = find_equal_limbs(b.model);
    REQUIRE(found.groups.size() == 1);
    // two parallel hinges are the first and the third one of the arm, without the one at right angles between them
    CHECK(found.groups[0][1] ==
          std::vector<std::optional<BodyIndex>>{BodyIndex(6), std::nullopt, BodyIndex(7), BodyIndex(8)});
    expect_agreement(b.model, found);
}

TEST_CASE("limbs in lanes: names of lane symbols") {
    CHECK(common_name({"swing_fl", "swing_fr", "swing_hl"}) == "swing");
    CHECK(common_name({"swing_fl'", "swing_fr'", "swing_hl'"}) == "swing'");
    CHECK(common_name({"left_leg", "right_leg"}) == "leg");
    CHECK(common_name({"q1", "q4", "q7"}) == "q");
    CHECK(common_name({"a", "b"}) == "a");
}
