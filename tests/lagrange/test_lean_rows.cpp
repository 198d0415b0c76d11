// Loops in the axes of their links (lean_rows.hpp): the same accelerations, and multipliers in the axes of the stated
// rows; fewer entries, and an order of elimination that uses those of one row alone.
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

FormulationChoice lean(LoopAxes axes) {
    FormulationChoice choice;
    choice.loop_axes = axes;
    return choice;
}

std::size_t entries_of(const ConstraintRows& rows) {
    std::size_t entries = 0;
    for (const ConstraintRow& row : rows.rows) entries += row.B.size();
    return entries;
}

}  // namespace

TEST_CASE("random constraints: lean rows give the same motion and multipliers") {
    std::size_t turned = 0, firm = 0, compared = 0;
    for (std::uint64_t seed = 1; seed <= 160; ++seed) {
        CAPTURE(seed);
        const LoopAxes axes = seed % 2 == 0 ? LoopAxes::fewest_entries : LoopAxes::own_speeds;
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(7, 12), mixture(seed, 3));
        const Equations equations = equations_with_constraints(tree.model, lean(axes));
        if (axes == LoopAxes::fewest_entries)
            CHECK(entries_of(equations.system_rows.rows) <= entries_of(equations.constraints));
        turned += equations.system_rows.loops.size(), firm += equations.system_rows.firm.size();
        const auto [state, found] = consistent_state(tree, seed * 10);
        const ConstraintVerdict verdict = compare_constraints(tree.model, equations, state);
        for (const std::string& line : verdict.found) FAIL_CHECK(line);
        if (!found || !verdict.well_conditioned) continue;
        ++compared;
        for (const std::string& line : verdict.plan) FAIL_CHECK(line);
    }
    CHECK(compared >= 60);
    CHECK(turned >= 30);
    CHECK(firm >= 100);
}
