// Plans on numbers: against Eigen, the pivot check against its definition, operations really done.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/ordering.hpp"
#include "tests/catch.hpp"
#include "tests/sparse_ldl/counted.hpp"
#include "tests/sparse_ldl/random_systems.hpp"

using namespace lag;
using namespace lag_test;

namespace {

Eigen::MatrixXd reconstructed(const LdlPlan& plan, const LdlResult<double>& parts) {
    const auto n = static_cast<Eigen::Index>(plan.size());
    Eigen::MatrixXd L = Eigen::MatrixXd::Identity(n, n);
    Eigen::VectorXd D(n);
    for (std::size_t j = 0; j < plan.size(); ++j) {
        D(static_cast<Eigen::Index>(j)) = parts.d[j];
        for (const std::size_t i : plan.factor.columns[j]) {
            L(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = parts.L[plan.factor.slot(i, j)];
        }
    }
    const Eigen::MatrixXd permuted = L * D.asDiagonal() * L.transpose();
    Eigen::MatrixXd A(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        for (Eigen::Index j = 0; j < n; ++j) {
            A(static_cast<Eigen::Index>(plan.order[static_cast<std::size_t>(i)]),
              static_cast<Eigen::Index>(plan.order[static_cast<std::size_t>(j)])) = permuted(i, j);
        }
    }
    return A;
}

void check_solves(Random& random, const LdlPlan& plan) {
    const Eigen::MatrixXd A = random_values(random, plan.pattern);
    const std::vector<double> b = random_right_side(random, plan.size());
    const Solution solution = solve(plan, A, b);
    CHECK(solution.info == 0);
    CHECK(relative_residual(A, solution.x, b) < 1e-14);
    const Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
    const Eigen::VectorXd expected = solve_square(A, right);
    CHECK((solution.x - expected).cwiseAbs().maxCoeff() < 1e-12 * (1 + expected.cwiseAbs().maxCoeff()));
    CHECK((reconstructed(plan, solution.parts) - A).cwiseAbs().maxCoeff() < 1e-13 * A.cwiseAbs().maxCoeff());
    const std::vector<double> other = random_right_side(random, plan.size()),
                              x = solve_with(plan, solution.parts, other);
    const Eigen::Map<const Eigen::VectorXd> found(x.data(), static_cast<Eigen::Index>(x.size()));
    CHECK(relative_residual(A, found, other) < 1e-14);
}

struct CountingPolicy {
    std::size_t reciprocals = 0;
    Counted reciprocal_of_pivot(const Counted& d, const Counted& lead, const PivotSite& site) {
        if (site.can_cancel) {
            ++Counted::done.mul;  // pivot_margin * lead
        } else {
            CHECK(d.value == lead.value);
        }
        ++reciprocals;
        return {1.0 / d.value};
    }
};

// Keeps what the check saw, to compare it with the definition.
struct RecordingPolicy {
    struct Seen {
        double d, lead;
        PivotSite site;
    };
    std::vector<Seen> seen;
    double reciprocal_of_pivot(const double& d, const double& lead, const PivotSite& site) {
        seen.push_back({d, lead, site});
        return 1.0 / d;
    }
};

}  // namespace

TEST_CASE("trees are solved without fill") {
    Random random(11);
    for (int repetition = 0; repetition < 50; ++repetition) {
        const LdlPlan plan = plan_ldl(tree_mass_matrix(random_tree(random, 1 + random.below(40))));
        CHECK(plan.fill() == 0);
        check_solves(random, plan);
    }
}

TEST_CASE("random, arrow, band, dense and diagonal matrices are solved in any order") {
    Random random(12);
    std::vector<SymmetricPattern> patterns{dense_pattern(1), dense_pattern(12), band_pattern(15, 0),
                                           band_pattern(15, 1), band_pattern(15, 4)};
    SymmetricPattern arrow = band_pattern(10, 0);
    for (std::size_t i = 1; i < 10; ++i) arrow.insert(i, 0);
    patterns.push_back(arrow);
    for (int repetition = 0; repetition < 50; ++repetition) {
        patterns.push_back(random_pattern(random, 1 + random.below(30), 5 + random.below(50)));
    }
    for (const SymmetricPattern& pattern : patterns) {
        check_solves(random, plan_ldl(pattern));
        check_solves(random, plan_ldl(pattern, minimum_degree(pattern)));
        EliminationOrder order = leaf_first(pattern.size());
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        check_solves(random, plan_ldl(pattern, order));
    }
}

TEST_CASE("no rows, no work") {
    const LdlPlan plan = plan_ldl(SymmetricPattern(0));
    const Solution solution = solve(plan, Eigen::MatrixXd(0, 0), {});
    CHECK(solution.info == 0);
    CHECK(solution.parts.x.empty());
}

TEST_CASE("one row") {
    const Solution solution = solve(plan_ldl(dense_pattern(1)), Eigen::MatrixXd::Constant(1, 1, 4.0), {2.0});
    CHECK(solution.info == 0);
    CHECK(solution.x(0) == 0.5);
    CHECK(solution.parts.d[0] == 4.0);
    CHECK(solution.parts.inverses[0].reciprocal_determinant() == 0.25);
}

TEST_CASE("KKT systems with massless speeds agree with full pivoting") {
    Random random(13);
    double worst = 0;
    for (int repetition = 0; repetition < 300; ++repetition) {
        const std::size_t multipliers = 1 + random.below(10);
        const std::size_t massless = random.below(multipliers + 1) / 2;
        const SymmetricPattern pattern =
            random_kkt_pattern(random, multipliers + massless + random.below(15), massless, multipliers);
        const LdlPlan plan = plan_ldl(pattern);
        REQUIRE(plan.void_pivots.empty());
        const Eigen::MatrixXd A = random_values(random, pattern);
        const std::vector<double> b = random_right_side(random, pattern.size());
        const Solution solution = solve(plan, A, b);
        CHECK(solution.info == 0);
        for (std::size_t j = 0; j < plan.size(); ++j) CHECK(solution.parts.d[j] * pattern.sign(plan.order[j]) > 0);
        const Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
        const Eigen::VectorXd expected = solve_square(A, right);
        const double error = (solution.x - expected).cwiseAbs().maxCoeff() / (1 + expected.cwiseAbs().maxCoeff());
        CHECK(error < 1e-9);
        worst = std::max(worst, error);
    }
    INFO("largest relative error " << worst);
    CHECK(worst < 1e-9);
}

TEST_CASE("executing a plan does exactly the operations it counts") {
    Random random(14);
    for (int repetition = 0; repetition < 60; ++repetition) {
        const LdlScope scope = repetition % 2 == 0 ? LdlScope::factor : LdlScope::factor_and_solve;
        const SymmetricPattern pattern = repetition % 3 == 0 ? random_pattern(random, 1 + random.below(12), 40)
                                                             : random_kkt_pattern(random, 9, 2, 4);
        const LdlPlan plan = plan_ldl(pattern, scope);
        const Eigen::MatrixXd A = random_values(random, pattern);
        std::vector<Counted> b(pattern.size(), Counted{1.0});
        std::size_t asked = 0;
        const auto entry = [&](std::size_t i, std::size_t j) {
            ++asked;
            CHECK(i >= j);
            CHECK(pattern.has(i, j));
            return Counted{A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))};
        };
        Counted::done = {};
        CountingPolicy policy;
        const LdlResult<Counted> result = execute<Counted>(plan, entry, b, policy);
        const LdlOperationCount expected = count_operations(plan);
        CHECK(Counted::done.add == expected.add);
        CHECK(Counted::done.mul == expected.mul);
        CHECK(policy.reciprocals == expected.div);
        CHECK(asked == pattern.nonzeros());
        CHECK(result.x.size() == (scope == LdlScope::factor ? 0 : pattern.size()));
    }
}

TEST_CASE("the one-multiplication check is the sum of the terms' magnitudes") {
    Random random(15);
    std::size_t mixed = 0;
    for (int repetition = 0; repetition < 100; ++repetition) {
        const std::size_t massless = random.below(3);
        const SymmetricPattern pattern = random_kkt_pattern(random, 12, massless, 5);
        const LdlPlan plan = plan_ldl(pattern, kkt_minimum_degree(pattern));
        const Eigen::MatrixXd A = random_values(random, pattern);
        const auto entry = [&](std::size_t i, std::size_t j) {
            return A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        };
        RecordingPolicy policy;
        const auto result = execute<double>(plan, entry, random_right_side(random, pattern.size()), policy);
        for (std::size_t j = 0; j < plan.size(); ++j) {
            const RecordingPolicy::Seen& seen = policy.seen[j];
            const std::size_t row = plan.order[j];
            CHECK(seen.site.row == row);
            double magnitude = std::abs(A(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(row)));
            bool cancels = false;
            bool grows = false;
            for (const std::size_t k : plan.factor.rows[j]) {
                const double factor = result.L[plan.factor.slot(j, k)];
                const double term = factor * factor * result.d[k];
                magnitude += std::abs(term);
                (pattern.sign(row) * term > 0 ? cancels : grows) = true;
            }
            CHECK(seen.site.can_cancel == cancels);
            mixed += cancels && grows ? 1 : 0;
            const double claimed = seen.site.sign * (2 * seen.lead - seen.d);
            CHECK(claimed == Approx(magnitude).epsilon(1e-12));
        }
    }
    CHECK(mixed > 100);
}

TEST_CASE("a failing pivot is named by its row and leaves finite numbers") {
    SECTION("a singular mass matrix") {
        // Rows 0 and 2 are parallel; leaf first eliminates 2, 1, 0, and the pivot of row 0 vanishes.
        Eigen::MatrixXd A(3, 3);
        A << 4, 0, 2, 0, 3, 0, 2, 0, 1;
        SymmetricPattern pattern = band_pattern(3, 0);
        pattern.insert(2, 0);
        const Solution solution = solve(plan_ldl(pattern, leaf_first(3)), A, {1, 1, 1});
        CHECK(solution.info == 1);
        CHECK(solution.x.allFinite());
        CHECK(solve(plan_ldl(pattern, EliminationOrder{0, 1, 2}), A, {1, 1, 1}).info == 3);
    }
    SECTION("a zero diagonal entry") {
        Eigen::MatrixXd A = Eigen::MatrixXd::Identity(3, 3);
        A(1, 1) = 0;
        const Solution solution = solve(plan_ldl(band_pattern(3, 0)), A, {1, 1, 1});
        CHECK(solution.info == 2);
        CHECK(solution.x.allFinite());
    }
    SECTION("a negative mass") {
        Eigen::MatrixXd A = Eigen::MatrixXd::Identity(2, 2);
        A(0, 0) = -1;
        CHECK(solve(plan_ldl(band_pattern(2, 0)), A, {1, 1}).info == 1);
    }
    SECTION("the first failure in elimination order counts") {
        Eigen::MatrixXd A = -1e6 * Eigen::MatrixXd::Ones(12, 12);
        const Solution solution = solve(plan_ldl(dense_pattern(12), leaf_first(12)), A, std::vector<double>(12, 1.0));
        CHECK(solution.info == 12);
        CHECK(solution.x.allFinite());
    }
    SECTION("twice the same constraint") {
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(4, 4);
        A(0, 0) = A(1, 1) = 2;
        SymmetricPattern pattern(std::vector<int>{1, 1, -1, -1});
        pattern.insert(0, 0);
        pattern.insert(1, 1);
        for (const std::size_t k : {2u, 3u}) {
            for (const std::size_t j : {0u, 1u}) {
                pattern.insert(k, j);
                A(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) = 1;
                A(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(k)) = 1;
            }
        }
        const Solution solution = solve(plan_ldl(pattern, EliminationOrder{0, 1, 2, 3}), A, {1, 1, 0, 0});
        CHECK(solution.info == 4);
        CHECK(solution.x.allFinite());
        CHECK(solve(plan_ldl(pattern, EliminationOrder{1, 0, 3, 2}), A, {1, 1, 0, 0}).info == 3);
    }
    SECTION("not a number") {
        Eigen::MatrixXd A = Eigen::MatrixXd::Identity(2, 2);
        A(1, 1) = std::numeric_limits<double>::quiet_NaN();
        CHECK(solve(plan_ldl(band_pattern(2, 0)), A, {1, 1}).info == 2);
    }
}

TEST_CASE("the pivot check fails at 1e-12 of the terms") {
    // d = 1 + e - 1 against 1e-12 (2 + e).
    for (const double excess : {1.5e-12, 2.5e-12}) {
        Eigen::MatrixXd A(2, 2);
        A << 1 + excess, 1, 1, 1;
        CHECK(solve(plan_ldl(dense_pattern(2)), A, {1, 1}).info == (excess < 2e-12 ? 1 : 0));
    }
}

TEST_CASE("a plan without a pivot, or a right side of another length, is an internal error") {
    SymmetricPattern locked(std::vector<int>{1, -1});
    locked.insert(1, 0);
    CHECK_THROWS_AS(solve(plan_ldl(locked), Eigen::MatrixXd::Zero(2, 2), {1, 1}), InternalError);
    CHECK_THROWS_AS(solve(plan_ldl(dense_pattern(2)), Eigen::MatrixXd::Identity(2, 2), {1}), InternalError);
}
