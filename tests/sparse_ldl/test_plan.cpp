// Plans: operation counts in closed form, the printed plan, what a step may refer to.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "sparse_ldl/ordering.hpp"
#include "sparse_ldl/plan.hpp"
#include "sparse_ldl/plan_text.hpp"
#include "tests/catch.hpp"
#include "tests/sparse_ldl/random_systems.hpp"

using namespace lag;
using namespace lag_test;

TEST_CASE("operations of a dense matrix") {
    for (std::size_t n = 0; n <= 8; ++n) {
        // sum c(c+1)/2 over c = 0..n-1 is (n-1)n(n+1)/6; a check for all pivots but the first.
        const std::size_t updates = n == 0 ? 0 : (n - 1) * n * (n + 1) / 6;
        const std::size_t below = n * (n - (n == 0 ? 0 : 1)) / 2;
        const std::size_t checks = n == 0 ? 0 : n - 1;
        const LdlPlan factor = plan_ldl(dense_pattern(n), LdlScope::factor);
        CHECK(count_operations(factor) == LdlOperationCount{updates, updates + below + checks, n});
        const LdlPlan both = plan_ldl(dense_pattern(n));
        CHECK(count_operations(both) == LdlOperationCount{updates + 2 * below, updates + 3 * below + checks + n, n});
    }
    CHECK(count_operations(plan_ldl(dense_pattern(3))) == LdlOperationCount{10, 18, 3});
}

TEST_CASE("operations of a tridiagonal matrix") {
    for (std::size_t n = 1; n <= 8; ++n) {
        const LdlPlan plan = plan_ldl(band_pattern(n, 1));
        CHECK(count_operations(plan) == LdlOperationCount{3 * (n - 1), 5 * (n - 1) + n, n});
    }
}

TEST_CASE("operations of a diagonal matrix") {
    CHECK(count_operations(plan_ldl(band_pattern(5, 0))) == LdlOperationCount{0, 5, 5});
    CHECK(count_operations(plan_ldl(band_pattern(5, 0), LdlScope::factor)) == LdlOperationCount{0, 0, 5});
}

TEST_CASE("the count without a plan is the count of the plan") {
    Random random(5);
    for (int repetition = 0; repetition < 100; ++repetition) {
        const std::size_t multipliers = random.below(5);
        const SymmetricPattern pattern =
            repetition % 2 == 0
                ? random_pattern(random, random.below(15), 30)
                : random_kkt_pattern(random, multipliers + 2 + random.below(6), multipliers > 0 ? 1 : 0, multipliers);
        for (const LdlScope scope : {LdlScope::factor, LdlScope::factor_and_solve}) {
            for (const EliminationOrder& order : {minimum_degree(pattern), choose_ordering(pattern)}) {
                CHECK(count_operations(plan_ldl(pattern, order, scope)) == count_operations(pattern, order, scope));
            }
        }
    }
}

TEST_CASE("every entry of the factor is written once, before it is read") {
    Random random(6);
    for (int repetition = 0; repetition < 50; ++repetition) {
        const LdlPlan plan = plan_ldl(random_kkt_pattern(random, 10, 2, 5));
        std::set<std::size_t> updated;
        std::set<std::size_t> scaled;
        for (const LdlStep& step : plan.steps) {
            if (step.kind == LdlStepKind::pivot || step.kind == LdlStepKind::update) {
                for (std::size_t t = step.first_term; t < step.last_term; ++t) {
                    CHECK(scaled.count(plan.terms[t].left) == 1);
                    CHECK(updated.count(plan.terms[t].right) == 1);
                }
            }
            if (step.kind == LdlStepKind::update) CHECK(updated.insert(step.slot).second);
            if (step.kind == LdlStepKind::scale) {
                CHECK(updated.count(step.slot) == 1);
                CHECK(scaled.insert(step.slot).second);
            }
        }
        CHECK(updated.size() == plan.factor.nonzeros());
        CHECK(scaled.size() == plan.factor.nonzeros());
    }
}

TEST_CASE("plans are equal from run to run") {
    Random random(7);
    const SymmetricPattern pattern = random_kkt_pattern(random, 14, 2, 6);
    const SymmetricPattern copy = pattern;
    CHECK(to_string(plan_ldl(pattern), numbered_names(20)) == to_string(plan_ldl(copy), numbered_names(20)));
    CHECK(plan_ldl(pattern).steps == plan_ldl(copy).steps);
    CHECK(plan_ldl(pattern).terms == plan_ldl(copy).terms);
}

TEST_CASE("a plan takes the chosen order unless it is given one") {
    Random random(8);
    std::size_t different = 0;
    for (int repetition = 0; repetition < 40; ++repetition) {
        const SymmetricPattern pattern = random_kkt_pattern(random, 8, 1, 3);
        CHECK(plan_ldl(pattern).order == choose_ordering(pattern));
        CHECK(plan_ldl(pattern, kkt_minimum_degree(pattern)).order == kkt_minimum_degree(pattern));
        different += choose_ordering(pattern) == kkt_minimum_degree(pattern) ? 0 : 1;
    }
    CHECK(different > 0);
}

TEST_CASE("a plan needs a name for every row and a permutation") {
    CHECK_THROWS_AS(to_string(plan_ldl(dense_pattern(2)), {"u1"}), InternalError);
    CHECK_THROWS_AS(plan_ldl(dense_pattern(2), EliminationOrder{1, 1}), InternalError);
}

TEST_CASE("a plan of nothing") {
    CHECK(to_string(plan_ldl(SymmetricPattern(0)), {}) ==
          "LDL^T of 0 rows: 0 entries in the lower triangle of A, 0 below the diagonal of L, 0 of them fill\n"
          "order, pivot signs, A and L in this order\n"
          "steps\n"
          "0 add, 0 mul, 0 div\n");
}

TEST_CASE("a printed plan with a multiplier and a massless speed") {
    // u1 carries u2 and u3; lambda1 ties u2, u3 and the massless u4 together. Not the cheapest order: one that shows
    // fill, a pivot of each kind of check and a sum that starts from a structural zero.
    SymmetricPattern pattern(std::vector<int>{1, 1, 1, 1, -1});
    for (const std::size_t i : {0u, 1u, 2u}) pattern.insert(i, i);
    for (const std::size_t i : {1u, 2u}) pattern.insert(i, 0);
    for (const std::size_t j : {1u, 2u, 3u}) pattern.insert(4, j);
    const LdlPlan plan = plan_ldl(pattern, EliminationOrder{1, 0, 4, 2, 3});
    CHECK(to_string(plan, {"u1", "u2", "u3", "u4", "lambda1"}) ==
          R"(LDL^T of 5 rows: 8 entries in the lower triangle of A, 7 below the diagonal of L, 2 of them fill
order, pivot signs, A and L in this order
   1  u2       +    x x x . .    x
   2  u1       +    x x . x .    x x
   3  lambda1  -    x . . x x    x + x
   4  u3       +    . x x x .    . x x x
   5  u4       +    . . x . .    . . x + x
steps
   1  d[1] = A[u2,u2]   check d[1] > 0
   2  r[1] = 1 / d[1]
   3  U[2,1] = A[u1,u2]
   4  U[3,1] = A[lambda1,u2]
   5  L[2,1] = U[2,1] * r[1]
   6  L[3,1] = U[3,1] * r[1]
   7  d[2] = A[u1,u1] - L[2,1]*U[2,1]   check d[2] > 2e-12 * A[u1,u1]
   8  r[2] = 1 / d[2]
   9  U[3,2] = -L[2,1]*U[3,1]
  10  U[4,2] = A[u3,u1]
  11  L[3,2] = U[3,2] * r[2]
  12  L[4,2] = U[4,2] * r[2]
  13  d[3] = -L[3,1]*U[3,1] - L[3,2]*U[3,2]   check d[3] < 0
  14  r[3] = 1 / d[3]
  15  U[4,3] = A[u3,lambda1] - L[3,2]*U[4,2]
  16  U[5,3] = A[u4,lambda1]
  17  L[4,3] = U[4,3] * r[3]
  18  L[5,3] = U[5,3] * r[3]
  19  a[4] = A[u3,u3] - L[4,3]*U[4,3], d[4] = a[4] - L[4,2]*U[4,2]   check d[4] > 2e-12 * a[4]
  20  r[4] = 1 / d[4]
  21  U[5,4] = -L[4,3]*U[5,3]
  22  L[5,4] = U[5,4] * r[4]
  23  a[5] = -L[5,3]*U[5,3], d[5] = a[5] - L[5,4]*U[5,4]   check d[5] > 2e-12 * a[5]
  24  r[5] = 1 / d[5]
  25  y[1] = b[u2]
  26  y[2] = b[u1] - L[2,1]*y[1]
  27  y[3] = b[lambda1] - L[3,1]*y[1] - L[3,2]*y[2]
  28  y[4] = b[u3] - L[4,2]*y[2] - L[4,3]*y[3]
  29  y[5] = b[u4] - L[5,3]*y[3] - L[5,4]*y[4]
  30  z[1] = y[1] * r[1]
  31  z[2] = y[2] * r[2]
  32  z[3] = y[3] * r[3]
  33  z[4] = y[4] * r[4]
  34  z[5] = y[5] * r[5]
  35  x[u4] = z[5]
  36  x[u3] = z[4] - L[5,4]*x[u4]
  37  x[lambda1] = z[3] - L[4,3]*x[u3] - L[5,3]*x[u4]
  38  x[u1] = z[2] - L[3,2]*x[lambda1] - L[4,2]*x[u3]
  39  x[u2] = z[1] - L[2,1]*x[u1] - L[3,1]*x[lambda1]
20 add, 39 mul, 5 div
)");
}

TEST_CASE("a printed plan says which row has no pivot") {
    SymmetricPattern pattern(2);
    pattern.insert(0, 0);
    const std::string text = to_string(plan_ldl(pattern, LdlScope::factor), {"u1", "u2"});
    CHECK(text ==
          R"(LDL^T of 2 rows: 1 entries in the lower triangle of A, 0 below the diagonal of L, 0 of them fill
order, pivot signs, A and L in this order
   1  u1  +    x .    x
   2  u2  +    . .    . x
no pivot for u2
steps
   1  d[1] = A[u1,u1]   check d[1] > 0
   2  r[1] = 1 / d[1]
   3  d[2] = 0   check d[2] > 0
   4  r[2] = 1 / d[2]
0 add, 0 mul, 2 div
)");
}
