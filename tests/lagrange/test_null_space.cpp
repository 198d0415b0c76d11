// Accelerations by a basis of the null space of B: random loops, conditions, cut hinges and massless bodies move as the
// oracle says, and their multipliers are the oracle's.
#include <utility>

#include "core/errors.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random_constraints.hpp"

using namespace lag;

namespace {

FormulationChoice in_null_space(std::uint64_t seed) {
    FormulationChoice choice;
    choice.formulation = seed % 2 == 0 ? Formulation::composite : Formulation::turner;
    choice.absorbing = seed % 4 < 2;
    choice.regrouping = seed % 3 == 0 ? Regrouping::masses : seed % 3 == 1 ? Regrouping::inertias : Regrouping::none;
    choice.loop_axes = seed % 5 == 0   ? LoopAxes::fewest_entries
                       : seed % 5 == 1 ? LoopAxes::own_speeds
                                       : LoopAxes::stated;
    choice.null_space = true;
    return choice;
}

}  // namespace

TEST_CASE("null space: random loops, conditions and cut hinges move as the oracle says") {
    std::size_t consistent = 0, compared = 0, rows = 0;
    for (std::uint64_t seed = 1; seed <= 160; ++seed) {
        CAPTURE(seed);
        RandomConstraintOptions constraints = mixture(seed, 3);
        constraints.cuts = seed % 4 == 0 ? 1 : 0;
        constraints.cut_kind = static_cast<int>(seed) % cut_kinds;
        ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(7, 12), constraints);
        tree.model.treatment.mode = ConstraintTreatment::Mode::null_space;
        const Equations equations = equations_with_constraints(tree.model, in_null_space(seed));
        REQUIRE((equations.solved() != nullptr || equations.constraints.rows.empty()));
        for (std::uint64_t k = 0; k < 2; ++k) {
            const auto [state, found] = consistent_state(tree, seed * 10 + k);
            if (!found) continue;
            ++consistent;
            const ConstraintVerdict verdict = compare_constraints(tree.model, equations, state);
            for (const std::string& line : verdict.found) FAIL_CHECK(line);
            if (!verdict.well_conditioned) continue;
            ++compared;
            rows += equations.constraints.rows.size();
            for (const std::string& line : verdict.plan) FAIL_CHECK(line);
        }
    }
    CHECK(consistent >= 280);
    CHECK(compared >= 160);
    CHECK(rows >= 400);
}
