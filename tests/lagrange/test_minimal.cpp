// constraints = eliminate: random mechanisms against the oracle, choices of dependent speeds, refusals.
#include <set>

#include "core/errors.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/minimal_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_constraints.hpp"

using namespace lag;

namespace {}  // namespace

TEST_CASE("eliminate: random loops and conditions on random trees agree with the oracle") {
    std::set<std::uint64_t> compared;
    int states = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        CAPTURE(seed);
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 10), mixture(seed, 2));
        if (tree.model.constraints.empty()) continue;
        const Model model = eliminating(tree.model, tree.near);
        const MinimalForm form = minimal_form(model);
        for (std::uint64_t k = 0; k < 3; ++k) {
            const auto [state, found] = consistent_state(tree, seed * 10 + k);
            if (!found) continue;
            const MinimalVerdict verdict = compare_minimal(model, form, state);
            if (verdict.compared) compared.insert(seed), ++states;
            for (const std::string& line : verdict.found) FAIL_CHECK(line);
        }
    }
    CHECK(compared.size() >= 50);
    CHECK(states >= 100);
}
