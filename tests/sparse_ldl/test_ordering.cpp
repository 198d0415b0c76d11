// Orderings: no fill on trees, admissible pivots on KKT matrices, the cheapest wins, always the same answer.
#include <utility>
#include <vector>

#include "sparse_ldl/elimination_graph.hpp"
#include "sparse_ldl/ordering.hpp"
#include "sparse_ldl/pivot_partners.hpp"
#include "tests/catch.hpp"
#include "tests/sparse_ldl/random_systems.hpp"

using namespace lag;
using namespace lag_test;

namespace {

std::size_t fill_of(const SymmetricPattern& pattern, const EliminationOrder& order) {
    return fill(pattern, factor_pattern(pattern, order));
}

// The rows at which the leading block loses rank, by Eigen's full-pivot LU of random values.
std::vector<std::size_t> rank_losses(const SymmetricPattern& pattern, const EliminationOrder& order,
                                     const Eigen::MatrixXd& A) {
    std::vector<std::size_t> rows;
    Eigen::Index lacking = 0;
    for (std::size_t size = 1; size <= pattern.size(); ++size) {
        const auto m = static_cast<Eigen::Index>(size);
        Eigen::MatrixXd block(m, m);
        for (Eigen::Index i = 0; i < m; ++i) {
            for (Eigen::Index j = 0; j < m; ++j) {
                block(i, j) = A(static_cast<Eigen::Index>(order[static_cast<std::size_t>(i)]),
                                static_cast<Eigen::Index>(order[static_cast<std::size_t>(j)]));
            }
        }
        Eigen::FullPivLU<Eigen::MatrixXd> lu(block);
        lu.setThreshold(1e-11);
        if (m - lu.rank() > lacking) rows.push_back(order[size - 1]);
        lacking = m - lu.rank();
    }
    return rows;
}

// Nothing promised: massless speeds without constraint, multipliers without speed.
SymmetricPattern any_kkt_pattern(Random& random, std::size_t speeds, std::size_t multipliers) {
    std::vector<int> signs(speeds, 1);
    signs.insert(signs.end(), multipliers, -1);
    SymmetricPattern pattern(signs);
    for (std::size_t j = 0; j < speeds; ++j) {
        if (random.chance(70)) pattern.insert(j, j);
        for (std::size_t k = 0; k < multipliers; ++k) {
            if (random.chance(35)) pattern.insert(speeds + k, j);
        }
    }
    return pattern;
}

}  // namespace

TEST_CASE("leaf first is the declared order backwards") {
    CHECK(leaf_first(4) == EliminationOrder{3, 2, 1, 0});
    CHECK(leaf_first(0).empty());
}

TEST_CASE("leaf first does not fill the mass matrix of a tree") {
    Random random(1);
    for (int repetition = 0; repetition < 100; ++repetition) {
        const SymmetricPattern pattern = tree_mass_matrix(random_tree(random, 1 + random.below(30)));
        CHECK(fill_of(pattern, leaf_first(pattern.size())) == 0);
        CHECK(choose_ordering(pattern) == leaf_first(pattern.size()));  // nothing is cheaper, and ties go to leaf first
    }
}

TEST_CASE("minimum degree does not fill on trees, however they are numbered") {
    Random random(2);
    for (int repetition = 0; repetition < 100; ++repetition) {
        const std::size_t n = 1 + random.below(80);
        const std::vector<std::size_t> parent = random_tree(random, n);
        EliminationOrder renumbered = leaf_first(n);
        for (std::size_t i = n; i > 1; --i) std::swap(renumbered[i - 1], renumbered[random.below(i)]);
        for (const SymmetricPattern& declared : {tree_edges(parent), tree_mass_matrix(parent)}) {
            SymmetricPattern pattern(n);
            for (std::size_t i = 0; i < n; ++i) {
                for (const std::size_t j : declared.lower_row(i)) pattern.insert(renumbered[i], renumbered[j]);
            }
            CHECK(fill_of(pattern, minimum_degree(pattern)) == 0);
            CHECK(fill_of(pattern, kkt_minimum_degree(pattern)) == 0);
        }
    }
}

TEST_CASE("of equal degrees minimum degree takes the largest row first") {
    CHECK(minimum_degree(band_pattern(4, 0)) == EliminationOrder{3, 2, 1, 0});
    // A ring: all of degree 2, then a shorter ring, where everything is equal again.
    SymmetricPattern ring = band_pattern(5, 1);
    ring.insert(4, 0);
    CHECK(minimum_degree(ring) == EliminationOrder{4, 3, 2, 1, 0});
    // Rows 0 and 3 of a chain are its ends.
    CHECK(minimum_degree(band_pattern(4, 1)) == EliminationOrder{3, 2, 1, 0});
    SymmetricPattern star = band_pattern(4, 0);
    for (std::size_t i = 0; i < 3; ++i) star.insert(3, i);
    CHECK(minimum_degree(star) == EliminationOrder{2, 1, 3, 0});
}

TEST_CASE("a multiplier waits for a speed of its own") {
    // Two multipliers (2, 3) that both lean on speed 1; multiplier 3 on speed 0 too.
    SymmetricPattern pattern(std::vector<int>{1, 1, -1, -1});
    pattern.insert(0, 0);
    pattern.insert(1, 1);
    pattern.insert(2, 1);
    pattern.insert(3, 1);
    pattern.insert(3, 0);
    CHECK(void_pivots(pattern, {0, 1, 2, 3}).empty());
    CHECK(void_pivots(pattern, {1, 2, 0, 3}).empty());
    // After 1, 2 the pivot of 3 is structurally non-zero (fill), and yet zero.
    CHECK(void_pivots(pattern, {1, 2, 3, 0}) == std::vector<std::size_t>{3});
    CHECK(void_pivots(pattern, {2, 1, 0, 3}) == std::vector<std::size_t>{2});
    // Multiplier 3 takes speed 1 first and has to move over to speed 0: an augmenting path.
    CHECK(void_pivots(pattern, {1, 3, 0, 2}).empty());
    CHECK(void_pivots(pattern, {1, 3, 2, 0}) == std::vector<std::size_t>{2});
    CHECK(void_pivots(pattern, kkt_minimum_degree(pattern)).empty());
}

TEST_CASE("a massless speed waits for a multiplier that gives it a pivot") {
    SymmetricPattern pattern(std::vector<int>{1, 1, -1});  // speed 1 is massless
    pattern.insert(0, 0);
    pattern.insert(2, 0);
    pattern.insert(2, 1);
    CHECK(void_pivots(pattern, {0, 2, 1}).empty());
    CHECK(void_pivots(pattern, {1, 0, 2}) == std::vector<std::size_t>{1});
    CHECK(kkt_minimum_degree(pattern) == EliminationOrder{0, 2, 1});
    CHECK(choose_ordering(pattern) == EliminationOrder{0, 2, 1});
}

TEST_CASE("two multipliers on one speed stay a conflict after a third has moved away from it") {
    SymmetricPattern pattern(std::vector<int>{1, 1, 1, -1, -1, -1});
    for (const std::size_t j : {0u, 1u, 2u}) {
        pattern.insert(j, j);
        pattern.insert(3, j);
    }
    pattern.insert(4, 0);
    pattern.insert(5, 0);
    CHECK(void_pivots(pattern, {0, 1, 2, 3, 4, 5}) == std::vector<std::size_t>{5});
}

TEST_CASE("a speed is no partner of a massless speed") {
    // No positive semidefinite M has an entry beside a zero diagonal: the pivot would be negative.
    SymmetricPattern pattern(2);
    pattern.insert(0, 0);
    pattern.insert(1, 0);
    CHECK(void_pivots(pattern, {0, 1}) == std::vector<std::size_t>{1});
}

TEST_CASE("where no row can be a pivot the order is complete and says so") {
    SymmetricPattern locked(std::vector<int>{1, -1});  // a massless speed and its multiplier: only a 2 x 2 pivot
    locked.insert(1, 0);
    for (const EliminationOrder& order : {kkt_minimum_degree(locked), choose_ordering(locked)}) {
        CHECK(positions_of(order, 2).size() == 2);
        CHECK(void_pivots(locked, order).size() == 1);
    }
    SymmetricPattern empty(3);
    CHECK(choose_ordering(empty) == EliminationOrder{2, 1, 0});
    CHECK(void_pivots(empty, choose_ordering(empty)) == std::vector<std::size_t>{2, 1, 0});
}

TEST_CASE("void pivots are where a matrix with random values loses rank") {
    Random random(3);
    std::size_t singular = 0;
    std::size_t regular = 0;
    for (int repetition = 0; repetition < 800; ++repetition) {
        const std::size_t multipliers = 1 + random.below(3);
        const std::size_t massless = random.below(multipliers + 1);
        const std::size_t speeds = multipliers + massless + random.below(3);
        const SymmetricPattern pattern = repetition % 2 == 0 ? random_kkt_pattern(random, speeds, massless, multipliers)
                                                             : any_kkt_pattern(random, speeds + 1, multipliers + 1);
        EliminationOrder order = leaf_first(pattern.size());
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        const Eigen::MatrixXd A = random_values(random, pattern);
        const auto expected = rank_losses(pattern, order, A);
        CHECK(void_pivots(pattern, order) == expected);
        (expected.empty() ? regular : singular) += 1;
    }
    CHECK(singular > 50);
    CHECK(regular > 20);
}

TEST_CASE("the KKT ordering is admissible and the chosen one the cheapest admissible") {
    Random random(4);
    for (int repetition = 0; repetition < 100; ++repetition) {
        const std::size_t multipliers = 1 + random.below(8);
        const std::size_t massless = random.below(3) % (multipliers + 1);
        const SymmetricPattern pattern =
            random_kkt_pattern(random, multipliers + massless + random.below(12), massless, multipliers);
        CHECK(void_pivots(pattern, kkt_minimum_degree(pattern)).empty());
        const EliminationOrder chosen = choose_ordering(pattern);
        CHECK(void_pivots(pattern, chosen).empty());
        for (const EliminationOrder& other : {kkt_minimum_degree(pattern), leaf_first_multipliers_last(pattern)}) {
            CHECK(elimination_cost(pattern, chosen) <= elimination_cost(pattern, other));
        }
        CHECK(choose_ordering(pattern) == chosen);
    }
}

TEST_CASE("corner by corner is cheaper than multipliers last") {
    // A base of 6 speeds with 4 corners of 6 speeds and 4 loop constraints each: 30 speeds, 16 multipliers.
    std::vector<int> signs(30, 1);
    signs.insert(signs.end(), 16, -1);
    SymmetricPattern pattern(signs);
    for (std::size_t i = 0; i < 30; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            if (j < 6 || (i - 6) / 6 == (j - 6) / 6) pattern.insert(i, j);
        }
    }
    for (std::size_t k = 0; k < 16; ++k) {
        for (std::size_t j = 0; j < 6; ++j) pattern.insert(30 + k, 6 + 6 * (k / 4) + j);
    }
    const EliminationOrder last = leaf_first_multipliers_last(pattern);
    const EliminationOrder kkt = kkt_minimum_degree(pattern);
    CHECK(void_pivots(pattern, last).empty());
    CHECK(void_pivots(pattern, kkt).empty());
    CHECK(elimination_cost(pattern, kkt) < elimination_cost(pattern, last));
    CHECK(elimination_cost(pattern, choose_ordering(pattern)) <= elimination_cost(pattern, kkt));
}

TEST_CASE("a large dense pattern keeps the leaf-first order") {
    const SymmetricPattern dense = dense_pattern(300);
    CHECK(choose_ordering(dense) == leaf_first(300));
}
