// constraints = eliminate beside cut hinges: every coordinate of theirs carries a load, and conditions hold some of
// them. Accelerations, multipliers and everything between against the oracle's null-space solution.
#include <map>

#include "tests/catch.hpp"
#include "tests/lagrange/minimal_check.hpp"
#include "tests/support/random_constraints.hpp"

using namespace lag;

namespace {

RandomConstraintOptions cuts(std::uint64_t seed) {
    RandomConstraintOptions o;
    o.cuts = seed % 3 == 0 ? 2 : 1;
    o.cut_kind = static_cast<int>(seed % cut_kinds);
    o.loops = seed % 5 == 0 ? 1 : 0;
    o.positions = static_cast<int>(seed % 2);
    o.speeds = seed % 7 == 0 ? 1 : 0;
    return o;
}

}  // namespace

TEST_CASE("eliminate: random cut hinges with loads on all their coordinates agree with the oracle", "[cut]") {
    std::map<int, int> compared;  // by kind of the first cut hinge
    for (std::uint64_t seed = 1; seed <= 108; ++seed) {
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 12), cuts(seed));
        const Model model = eliminating(tree.model, tree.near);
        const MinimalForm form = minimal_form(model);
        if (form.equations.solved_out.rows.empty()) continue;  // a free hinge
        for (std::uint64_t k = 0; k < 2; ++k) {
            const auto [state, found] = consistent_state(tree, seed * 10 + k);
            if (!found) continue;
            const MinimalVerdict verdict = compare_minimal(model, form, state);
            if (verdict.compared) ++compared[static_cast<int>(seed % cut_kinds)];
            if (verdict.found.empty()) continue;
            std::string text;
            for (const std::string& line : verdict.found) text += line + "\n";
            FAIL_CHECK("seed " << seed << ":\n" << text << to_string(tree.model));
        }
    }
    for (int kind = 0; kind < cut_kinds; ++kind) {
        if (kind == 8 || kind == 9) continue;  // free hinges: rows of the other constraints alone
        INFO("kind " << kind << ": " << compared[kind]);
        CHECK(compared[kind] >= 3);
    }
}
