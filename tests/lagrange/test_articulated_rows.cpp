// Constraint rows in the articulated recursion: accelerations and multipliers against the oracle; operations in
// proportion to the loops of a ladder.
#include "core/graph.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
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
    std::size_t consistent = 0, compared = 0, rows = 0;
};

void compare_at(Tally& tally, const ConstrainedTree& tree, const Equations& equations, std::uint64_t seed) {
    const auto [state, found] = consistent_state(tree, seed);
    if (!found) return;
    ++tally.consistent;
    const ConstraintVerdict verdict = compare_constraints(tree.model, equations, state);
    for (const std::string& line : verdict.found) FAIL_CHECK(line);
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
