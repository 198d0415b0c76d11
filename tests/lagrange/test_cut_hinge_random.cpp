// Random trees with random cut hinges of every kind, at closed poses, against the oracle's closure of the full pose:
// rows, rates of the hinges' coordinates, accelerations and multipliers.
#include <map>

#include "tests/catch.hpp"
#include "tests/draws.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

RandomConstraintOptions cuts(std::uint64_t seed) {
    RandomConstraintOptions o;
    o.cuts = seed % 3 == 0 ? 2 : 1;
    o.cut_kind = static_cast<int>(seed % cut_kinds);
    o.loops = seed % 5 == 0 ? 1 : 0;
    o.speeds = seed % 7 == 0 ? 1 : 0;
    return o;
}

}  // namespace

TEST_CASE("random cut hinges: rows, rates, accelerations and multipliers", "[cut]") {
    std::map<int, int> compared;  // by kind of the first cut hinge
    int consistent = 0, states = 0;
    for (std::uint64_t seed = 1; seed <= draws(144, 2); ++seed) {
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 12), cuts(seed));
        const Equations equations = equations_with_constraints(tree.model);
        for (std::uint64_t k = 0; k < 2; ++k) {
            const auto [state, found] = consistent_state(tree, seed * 10 + k);
            ++states;
            if (!found) continue;
            ++consistent;
            const ConstraintVerdict verdict = compare_constraints(tree.model, equations, state);
            if (verdict.well_conditioned) ++compared[static_cast<int>(seed % cut_kinds)];
            if (verdict.found.empty()) continue;
            std::string text;
            for (const std::string& line : verdict.found) text += line + "\n";
            FAIL_CHECK("seed " << seed << ":\n" << text << to_string(tree.model));
        }
    }
    INFO(consistent << " of " << states << " states are consistent");
    CHECK(consistent >= states * 8 / 10);
    for (int kind = 0; kind < cut_kinds; ++kind) {
        INFO("kind " << kind << ": " << compared[kind]);
        CHECK(compared[kind] >= 4);
    }
}

// Off the constraints too: phidot is the rate of phi, and gamma what is left of its rate, along the rows' own q'.
TEST_CASE("random cut hinges: phidot and gamma are the derivatives of phi", "[cut]") {
    for (std::uint64_t seed = 201; seed <= 236; ++seed) {
        CAPTURE(seed);
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 12), cuts(seed));
        const Equations equations = equations_with_constraints(tree.model);
        const OracleState given = random_state(tree.model, seed);
        const OracleState state = with_lines(tree.model, given, Oracle(tree.model, given).result());
        const Eigen::VectorXd none = Eigen::VectorXd::Zero(state.u.size());
        Evaluator<double> value = values_at(tree.model, state, none);
        const Eigen::VectorXd qdot = values_of(equations.kinematic_equations, value);
        Evaluator<Jet<double>> rate = rates_at(tree.model, state, qdot, none);
        for (const ConstraintRow& row : equations.constraints.rows) {
            if (tree.model.constraints[row.constraint].kind != Constraint::Kind::hinge) continue;
            INFO(row.name);
            const double size = 1 + qdot.squaredNorm() + state.u.squaredNorm();
            CHECK(std::abs(rate(row.phi).d - value(row.phidot)) <= 1e-10 * size);
            CHECK(std::abs(rate(row.phidot).d + value(row.gamma)) <= 1e-10 * size * size);
            double linear = 0;
            for (const auto& [speed, coefficient] : row.B)
                linear += value(coefficient) * state.u(static_cast<Eigen::Index>(speed.value));
            OracleState still = state;
            still.u.setZero();
            Evaluator<double> at_rest = values_at(tree.model, still, none);
            CHECK(std::abs(linear + at_rest(row.phidot) - value(row.phidot)) <= 1e-10 * size);
        }
    }
}
