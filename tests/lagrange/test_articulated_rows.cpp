// Constraint rows in the articulated recursion: accelerations and multipliers against the oracle; operations in
// proportion to the loops of a ladder.
#include <cmath>

#include "core/graph.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/lagrange/minimal_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

FormulationChoice articulated(std::uint64_t seed) {
    FormulationChoice choice;
    choice.formulation = Formulation::articulated;
    choice.absorbing = seed % 2 == 0;
    choice.regrouping = seed % 3 == 0 ? Regrouping::masses : seed % 3 == 1 ? Regrouping::inertias : Regrouping::none;
    choice.loop_axes = seed % 5 == 0   ? LoopAxes::fewest_entries
                       : seed % 5 == 1 ? LoopAxes::own_speeds
                                       : LoopAxes::stated;
    return choice;
}

struct Tally {
    std::size_t consistent = 0, compared = 0, rows = 0, moved = 0;
};

// What brings coordinates and speeds onto the rows, or onto some of them: through the null space of these rows, with the
// oracle's M. True where the numbers are good enough to tell.
bool compare_motion_onto_rows(const Model& model, const Equations& equations, const OracleState& given,
                              std::uint64_t seed) {
    const std::vector<ConstraintRow>& held =
        equations.whole ? equations.whole->constraints.rows : equations.system_rows.rows.rows;
    REQUIRE(equations.motion_onto_rows != nullptr);
    Random random(seed);
    std::vector<std::size_t> numbers;
    std::vector<Expr> r;
    for (std::size_t k = 0; k < held.size(); ++k) {
        if (seed % 2 == 0 && held.size() > 1 && random.chance(0.3)) continue;
        numbers.push_back(k);
        r.push_back(model.graph->rational(random.integer(-300, 300), 100));
    }
    const OracleResult free = Oracle(model, given).result();
    const OracleState state = with_lines(model, given, free);
    Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(free.f.size()));
    const auto m = static_cast<Eigen::Index>(numbers.size());
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(m, free.f.size());
    for (Eigen::Index k = 0; k < m; ++k)
        for (const auto& [speed, coefficient] : held[numbers[static_cast<std::size_t>(k)]].B)
            B(k, static_cast<Eigen::Index>(speed.value)) = value(coefficient);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(free.f.size());
    const ConstrainedMotion expected = constrained_motion(free.M, none, B, values_of(r, value));
    if (expected.restraint < 0.02 || expected.inertia < 1e-3 || free.condition < 1e-4) return false;
    const SolvedAccelerations motion = (*equations.motion_onto_rows)(numbers, r);
    REQUIRE(motion.multipliers.size() == numbers.size());
    for (const PivotCheck& check : motion.checks) CHECK(value(check.condition) == 1);
    const Eigen::VectorXd d = values_of(motion.accelerations, value), l = values_of(motion.multipliers, value);
    CHECK((d - expected.udot).norm() <= 1e-9 * expected.udot.norm());
    CHECK((l - expected.lambda).norm() <= 1e-9 * expected.lambda.norm());
    return true;
}

void compare_at(Tally& tally, const ConstrainedTree& tree, const Equations& equations, std::uint64_t seed) {
    const auto [state, found] = consistent_state(tree, seed);
    if (!found) return;
    ++tally.consistent;
    const ConstraintVerdict verdict = compare_constraints(tree.model, equations, state);
    for (const std::string& line : verdict.found) FAIL_CHECK(line);
    if (compare_motion_onto_rows(tree.model, equations, state, seed)) ++tally.moved;
    if (!verdict.well_conditioned) return;
    ++tally.compared;
    tally.rows += equations.constraints.rows.size();
    for (const std::string& line : verdict.plan) FAIL_CHECK(line);
}

}  // namespace

TEST_CASE("articulated rows: random loops, conditions and cut hinges move as the oracle says") {
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 160; ++seed) {
        CAPTURE(seed);
        RandomConstraintOptions constraints = mixture(seed, 3);
        constraints.cuts = seed % 4 == 0 ? 1 : 0;
        constraints.cut_kind = static_cast<int>(seed) % cut_kinds;
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(7, 12), constraints);
        const Equations equations = equations_with_constraints(tree.model, articulated(seed));
        REQUIRE(equations.solved() != nullptr);
        for (std::uint64_t k = 0; k < 2; ++k) compare_at(tally, tree, equations, seed * 10 + k);
    }
    CHECK(tally.consistent >= 280);
    CHECK(tally.compared >= 160);
    CHECK(tally.rows >= 400);
    CHECK(tally.moved >= 160);
}

TEST_CASE("articulated rows: all speeds are moved onto them where some are solved out") {
    std::size_t moved = 0;
    for (std::uint64_t seed = 301; seed <= 340; ++seed) {
        CAPTURE(seed);
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 10), mixture(seed, 2));
        const Model model = eliminating(tree.model, tree.near);
        FormulationChoice choice = articulated(seed);
        choice.formulation = Formulation::composite;
        Equations equations;
        try {
            equations = form_equations(minimal_system(model, compute_kinematics(model)), {}, choice);
        } catch (const ModelError&) {
            continue;  // rows drawn at random that no speed can be solved from
        }
        REQUIRE(equations.whole != nullptr);
        if (compare_motion_onto_rows(equations.whole->model, equations, random_state(model, seed), seed)) ++moved;
    }
    CHECK(moved >= 15);
}

TEST_CASE("articulated rows: they hold away from consistent states too") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 201; seed <= 240; ++seed) {
        CAPTURE(seed);
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(7, 12), mixture(seed, 3));
        const Equations equations = equations_with_constraints(tree.model, articulated(seed));
        const ConstraintVerdict verdict =
            compare_constraints(tree.model, equations, random_state(tree.model, seed + 1));
        for (const std::string& line : verdict.found) FAIL_CHECK(line);
        if (!verdict.well_conditioned) continue;
        ++compared;
        for (const std::string& line : verdict.plan) FAIL_CHECK(line);
    }
    CHECK(compared >= 15);
}

namespace {

// Four-bars and slider-cranks in series about one axis, on ground or on a body that moves in space; a gear at the end.
class Linkage {
  public:
    explicit Linkage(std::uint64_t seed) : random_(seed), b_("linkage"), axis_(random_.integer(0, 2)) {
        b_.model.gravity = {{number(-3, 3), number(-3, 3), number(-9, 9)}};
        BodyIndex base = ground;
        if (seed % 3 != 0) {
            base = b_.body("swing", ground);
            b_.revolute(b_.axis((axis_ + 1) % 3), "tilt");
            heavy();
            if (seed % 3 == 1) {
                base = b_.body("arm", base);
                b_.revolute(b_.axis((axis_ + 2) % 3), "lean");
                b_.newest().at = anywhere();
                heavy();
            }
        }
        const int rungs = random_.integer(1, 3);
        for (int k = 1; k <= rungs; ++k) base = rung(std::to_string(k), base);
    }

    const Model& model() const { return b_.model; }

  private:
    Expr number(double low, double high) {
        return b_.model.graph->rational(std::lround(random_.between(low, high) * 100), 100);
    }
    Vec3<Expr> anywhere() { return {{number(-1, 1), number(-1, 1), number(-1, 1)}}; }
    Vec3<Expr> in_plane() {
        Vec3<Expr> v = anywhere();
        v[static_cast<std::size_t>(axis_)] = b_.integer(0);
        return v;
    }
    void heavy() { b_.mass(number(1, 3), anywhere(), b_.inertia("0.4", "0.5", "0.3")); }
    BodyIndex link(const std::string& name, BodyIndex inboard) {
        const BodyIndex body = b_.body(name, inboard);
        b_.revolute(b_.axis(axis_), "q" + name);
        b_.newest().at = in_plane();
        heavy();
        return body;
    }
    // The coupler, on which the next one hangs.
    BodyIndex rung(const std::string& k, BodyIndex base) {
        const BodyIndex crank = link("crank" + k, base), coupler = link("coupler" + k, crank);
        BodyIndex rocker;
        if (random_.chance(0.3)) {
            rocker = b_.body("slider" + k, base);
            b_.prismatic(b_.axis((axis_ + 1) % 3), "s" + k);
            b_.newest().at = in_plane();
            heavy();
        } else {
            rocker = link("rocker" + k, base);
        }
        const Vec3<Expr> on_coupler = in_plane(), on_rocker = in_plane();
        b_.model.constraints.push_back({Constraint::Kind::loop,
                                        "pin" + k,
                                        {},
                                        b_.point("E" + k, coupler, on_coupler),
                                        b_.point("F" + k, rocker, on_rocker)});
        b_.hinge_load("qcrank" + k + "'", b_.input("w" + k));
        return coupler;
    }

    Random random_;
    ModelBuilder b_;
    int axis_;
};

}  // namespace

TEST_CASE("articulated rows: linkages of loops that leave one freedom") {
    std::size_t followed = 0, compared = 0, moved = 0;
    for (std::uint64_t seed = 1; seed <= 36; ++seed) {
        const Linkage linkage(seed);
        const Model& model = linkage.model();
        const Kinematics own = compute_kinematics(model);
        for (const bool non_rotating : {false, true}) {
            CAPTURE(seed, non_rotating);
            FormulationChoice choice = articulated(seed);
            choice.loop_axes = LoopAxes::own_speeds, choice.non_rotating_axes = non_rotating;
            const Kinematics held = non_rotating ? in_non_rotating_axes(own).value_or(own) : own;
            const Equations equations = form_equations(model, held, {}, choice);
            for (const Expr& e : equations.solved()->lacking) followed += e.is_zero() ? 0 : 1;
            for (std::uint64_t k = 0; k < 2; ++k) {
                OracleState state = random_state(model, 10 * seed + k);
                if (k == 1) make_consistent(model, state);
                const ConstraintVerdict verdict = compare_constraints(model, equations, state);
                for (const std::string& line : verdict.found) FAIL_CHECK(line);
                if (compare_motion_onto_rows(model, equations, state, 10 * seed + k)) ++moved;
                if (!verdict.well_conditioned) continue;
                ++compared;
                for (const std::string& line : verdict.plan) FAIL_CHECK(line);
            }
        }
    }
    CHECK(followed >= 100);
    CHECK(compared >= 80);
    CHECK(moved >= 80);
}
