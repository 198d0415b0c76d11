// Multipliers that wait for one speed alone: rows with a firm entry in a column of their own.
#include <vector>

#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/plan.hpp"
#include "sparse_ldl/safe_pivots.hpp"
#include "tests/catch.hpp"
#include "tests/sparse_ldl/random_systems.hpp"

using namespace lag;

namespace {

using Rows = std::vector<std::vector<std::size_t>>;

// Speeds 0, 1, 2 with inertia, multiplier 3 on all of them.
SymmetricPattern one_row(std::size_t firm) {
    SymmetricPattern pattern({1, 1, 1, -1});
    for (std::size_t k = 0; k < 3; ++k) pattern.insert(k, k), pattern.insert(3, k);
    pattern.insert_firm(3, firm);
    return pattern;
}

}  // namespace

TEST_CASE("a multiplier waits for the speed that its row holds firmly and alone") {
    CHECK(rows_waited_for(one_row(1)) == Rows{{}, {}, {}, {1}});

    // without inertia the speed gives no pivot
    SymmetricPattern massless({1, 1, 1, -1});
    massless.insert(0, 0), massless.insert(2, 2);
    for (std::size_t k = 0; k < 3; ++k) massless.insert(3, k);
    massless.insert_firm(3, 1);
    CHECK(rows_waited_for(massless) == Rows{{}, {3}, {}, {0, 2}});

    // a row that may not hold
    SymmetricPattern switched = one_row(1);
    switched.insert_vanishing(3);
    CHECK(rows_waited_for(switched)[3] == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("two rows that hold one speed do not rely on it") {
    SymmetricPattern pattern({1, 1, -1, -1});
    for (std::size_t k = 0; k < 2; ++k) pattern.insert(k, k), pattern.insert(2, k), pattern.insert(3, k);
    pattern.insert_firm(2, 0), pattern.insert_firm(3, 1);
    CHECK(rows_waited_for(pattern) == Rows{{}, {}, {0, 1}, {0, 1}});
}

// Whatever the other entries are, zeros too: every pivot is there and has its sign.
TEST_CASE("orders that rely on firm entries have pivots at every state") {
    lag_test::Random random(11);
    std::size_t early = 0;
    for (int drawn = 0; drawn < 200; ++drawn) {
        CAPTURE(drawn);
        const std::size_t m = 1 + random.below(5), nu = m + 1 + random.below(6);
        std::vector<int> signs(nu, 1);
        signs.resize(nu + m, -1);
        SymmetricPattern pattern(signs);
        std::vector<std::vector<double>> A(nu + m, std::vector<double>(nu + m, 0.0));
        for (std::size_t i = 0; i < nu; ++i) {
            pattern.insert(i, i), A[i][i] = 6;
            for (std::size_t j = 0; j < i; ++j)
                if (random.chance(25)) pattern.insert(i, j), A[i][j] = A[j][i] = random.value() / 2;
        }
        for (std::size_t k = 0; k < m; ++k) {
            // speed k belongs to row k alone
            pattern.insert(nu + k, k), pattern.insert_firm(nu + k, k);
            A[nu + k][k] = A[k][nu + k] = random.away_from_zero();
            for (std::size_t j = m; j < nu; ++j) {
                if (random.chance(50)) continue;
                pattern.insert(nu + k, j);
                A[nu + k][j] = A[j][nu + k] = random.chance(50) ? 0 : 2 * random.value();
            }
        }
        const LdlPlan plan = plan_ldl(pattern);
        REQUIRE(plan.void_pivots.empty());
        const std::vector<std::size_t> position = positions_of(plan.order, pattern.size());
        for (std::size_t k = 0; k < m; ++k)
            for (std::size_t j = m; j < nu; ++j) early += pattern.has(nu + k, j) && position[nu + k] < position[j];
        std::vector<double> b(nu + m);
        for (double& one : b) one = random.value();
        DoublePolicy policy;
        const std::vector<double> x = execute(
                                          plan, [&](std::size_t i, std::size_t j) { return A[i][j]; }, b, policy)
                                          .x;
        CHECK(policy.info() == 0);
        for (std::size_t i = 0; i < nu + m; ++i) {
            double left = 0;
            for (std::size_t j = 0; j < nu + m; ++j) left += A[i][j] * x[j];
            CHECK(left == Approx(b[i]).margin(1e-9));
        }
    }
    CHECK(early >= 100);
}
