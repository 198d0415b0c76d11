// Plans that take pivots in groups: against Eigen, against single pivots, and the operations that are really done.
#include <cmath>
#include <vector>

#include "core/errors.hpp"
#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/ordering.hpp"
#include "sparse_ldl/plan_text.hpp"
#include "tests/catch.hpp"
#include "tests/sparse_ldl/counted.hpp"
#include "tests/sparse_ldl/random_systems.hpp"

using namespace lag;
using namespace lag_test;

namespace {

LdlPlan grouped(const SymmetricPattern& pattern, std::size_t most, PivotLines lines = PivotLines::all) {
    const EliminationOrder order = choose_ordering(pattern);
    return plan_ldl(pattern, order, pivot_groups(pattern, order, most, lines));
}

std::vector<std::size_t> sizes(const PivotGroups& groups) {
    std::vector<std::size_t> result;
    for (const PivotGroup& group : groups) result.push_back(group.size());
    return result;
}

struct CountingPolicy {
    Counted zero() const { return {}; }
    Counted reciprocal_of_pivot(const Counted& d, const Counted&, const PivotSite& site) {
        Counted::done.mul += site.can_cancel ? 1 : 0;
        ++Counted::done.div;
        return {1 / d.value};
    }
    PivotBlock<Counted> block(const SymmetricBlock<Counted>& D, const std::vector<Counted>& leads,
                              const std::vector<PivotSite>& sites) {
        const SymmetricBlock<Counted> cofactors = adjugate(D);
        const std::vector<Counted> minors = leading_minors(D, cofactors);
        for (std::size_t k = 0; k < sites.size(); ++k) {
            if (sites[k].can_cancel) static_cast<void>(Counted{pivot_margin} * leads[k]);
            if (k > 0) static_cast<void>(leads[k] * minors[k - 1]);
        }
        ++Counted::done.div;
        return {cofactors, {1 / minors.back().value}};
    }
};

SymmetricPattern any_pattern(Random& random, int kind) {
    switch (kind % 4) {
        case 0:
            return tree_mass_matrix(random_tree(random, 1 + random.below(20)));
        case 1:
            return random_pattern(random, 1 + random.below(14), 30);
        case 2:
            return band_pattern(2 + random.below(12), 1 + random.below(3));
        default: {
            const std::size_t multipliers = 1 + random.below(6), massless = random.below(multipliers + 1) / 2;
            return random_kkt_pattern(random, multipliers + massless + 2 + random.below(10), massless, multipliers);
        }
    }
}

}  // namespace

TEST_CASE("lines of the elimination tree are cut into equal groups") {
    const SymmetricPattern chain = dense_pattern(7);
    const EliminationOrder order = choose_ordering(chain);
    CHECK(sizes(pivot_groups(chain, order, 3)) == std::vector<std::size_t>{3, 2, 2});
    CHECK(sizes(pivot_groups(chain, order, 2)) == std::vector<std::size_t>{2, 2, 2, 1});
    CHECK(pivot_groups(chain, order, 1) == single_pivots(7));
    // a base of two with two limbs of three
    const SymmetricPattern limbs = tree_mass_matrix({0, 0, 1, 2, 3, 1, 5, 6});
    const EliminationOrder leaves_first = leaf_first(limbs.size());
    CHECK(sizes(pivot_groups(limbs, leaves_first, 3)) == std::vector<std::size_t>{3, 3, 2});
    CHECK(sizes(pivot_groups(limbs, leaves_first, 3, PivotLines::at_roots)) ==
          std::vector<std::size_t>{1, 1, 1, 1, 1, 1, 2});
    CHECK(grouped(limbs, 3).fill() == 0);
    CHECK_THROWS_AS(pivot_groups(limbs, leaves_first, 4), InternalError);
    SymmetricPattern with_multiplier(std::vector<int>{1, 1, -1});  // which goes with no speed
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = j; i < (j == 2 ? 2U : 3U); ++i) with_multiplier.insert(i, j);
    CHECK(sizes(pivot_groups(with_multiplier, {0, 1, 2}, 3)) == std::vector<std::size_t>{2, 1});
}

TEST_CASE("groups of pivots solve the same systems") {
    Random random(31);
    std::size_t in_groups = 0;
    for (int repetition = 0; repetition < 400; ++repetition) {
        const SymmetricPattern pattern = any_pattern(random, repetition);
        const std::size_t most = 2 + random.below(2);
        const LdlPlan plan = grouped(pattern, most, random.chance(70) ? PivotLines::all : PivotLines::at_roots);
        REQUIRE(plan.void_pivots.empty());
        in_groups += plan.groups.size() < plan.size() ? 1 : 0;
        const Eigen::MatrixXd A = random_values(random, pattern);
        const std::vector<double> b = random_right_side(random, pattern.size());
        const Solution solution = solve(plan, A, b);
        CHECK(solution.info == 0);
        const Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
        const Eigen::VectorXd expected = A.fullPivLu().solve(right);
        CHECK((solution.x - expected).cwiseAbs().maxCoeff() < 1e-9 * (1 + expected.cwiseAbs().maxCoeff()));
        const std::vector<double> other = random_right_side(random, pattern.size()),
                                  again = solve_with(plan, solution.parts, other);
        const Eigen::Map<const Eigen::VectorXd> x(again.data(), static_cast<Eigen::Index>(again.size()));
        const Eigen::Map<const Eigen::VectorXd> second(other.data(), static_cast<Eigen::Index>(other.size()));
        CHECK((A * x - second).cwiseAbs().maxCoeff() < 1e-9 * (1 + x.cwiseAbs().maxCoeff()));
        CHECK(to_string(plan, std::vector<std::string>(plan.size(), "row")).find("steps") != std::string::npos);
    }
    CHECK(in_groups > 200);
}

TEST_CASE("groups of pivots do exactly the operations that are counted") {
    Random random(32);
    for (int repetition = 0; repetition < 100; ++repetition) {
        const SymmetricPattern pattern = any_pattern(random, repetition);
        const LdlPlan plan = grouped(pattern, 2 + random.below(2));
        const Eigen::MatrixXd A = random_values(random, pattern);
        const auto entry = [&](std::size_t i, std::size_t j) {
            return Counted{A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))};
        };
        Counted::done = {};
        CountingPolicy policy;
        execute<Counted>(plan, entry, std::vector<Counted>(pattern.size(), Counted{1}), policy);
        const LdlOperationCount expected = count_operations(plan);
        CHECK(Counted::done == expected);
    }
}

TEST_CASE("a pivot that fails in a group is told by its row, the first in elimination order") {
    Random random(33);
    for (int repetition = 0; repetition < 200; ++repetition) {
        const std::size_t n = 3 + random.below(6);
        const SymmetricPattern pattern = dense_pattern(n);
        const LdlPlan plan = grouped(pattern, 3), single = plan_ldl(pattern, plan.order);
        Eigen::MatrixXd A = random_values(random, pattern);
        const std::size_t position = random.below(n), row = plan.order[position];
        const auto r = static_cast<Eigen::Index>(row);
        A(r, r) = random.chance(50) ? -1.0 : 0.0;
        const std::vector<double> b = random_right_side(random, n);
        const Solution solution = solve(plan, A, b);
        CHECK(solution.info == solve(single, A, b).info);
        CHECK(solution.info == row + 1);
        for (const double x : solution.x) CHECK(std::isfinite(x));
    }
}

TEST_CASE("the groups that are taken cost at most 20 per cent more operations") {
    CHECK(plan_ldl_in_groups(dense_pattern(7)).groups == single_pivots(7));  // 26 per cent more
    // four limbs of three on a base of six: only the base
    std::vector<std::size_t> parent{0, 0, 1, 2, 3, 4};
    for (std::size_t limb = 0; limb < 4; ++limb)
        for (std::size_t k = 0; k < 3; ++k) parent.push_back(k == 0 ? 5 : parent.size() - 1);
    const PivotGroups groups = plan_ldl_in_groups(tree_mass_matrix(parent)).groups;
    CHECK(groups.size() == 14);
    CHECK(groups.back().size() == 3);
    Random random(34);
    for (int repetition = 0; repetition < 40; ++repetition) {
        const SymmetricPattern pattern = any_pattern(random, repetition);
        CHECK(count_operations(plan_ldl_in_groups(pattern)).total() * 100 <=
              count_operations(plan_ldl(pattern)).total() * 120);
    }
}
