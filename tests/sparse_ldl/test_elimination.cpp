// Patterns, elimination tree and fill, against a brute-force symbolic elimination on a dense table.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/ordering.hpp"
#include "tests/catch.hpp"
#include "tests/sparse_ldl/random_systems.hpp"

using namespace lag;
using namespace lag_test;

namespace {

// Eliminates for real, on booleans: column j connects all rows below that it touches.
std::vector<std::vector<bool>> dense_elimination(const SymmetricPattern& pattern, const EliminationOrder& order) {
    const std::size_t n = pattern.size();
    std::vector<std::vector<bool>> filled(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) filled[i][j] = pattern.has(order[i], order[j]);
    }
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = j + 1; i < n; ++i) {
            for (std::size_t k = j + 1; k < i; ++k) {
                if (filled[i][j] && filled[k][j]) filled[i][k] = true;
            }
        }
    }
    return filled;
}

EliminationOrder shuffled(Random& random, std::size_t size) {
    EliminationOrder order = leaf_first(size);
    for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

}  // namespace

TEST_CASE("a pattern keeps the lower triangle sorted and without repetition") {
    SymmetricPattern pattern(std::vector<int>{1, 1, -1});
    pattern.insert(0, 2);
    pattern.insert(2, 1);
    pattern.insert(2, 0);
    pattern.insert(0, 0);
    CHECK(pattern.size() == 3);
    CHECK(pattern.lower_row(2) == std::vector<std::size_t>{0, 1});
    CHECK(pattern.has(0, 2));
    CHECK(pattern.has(2, 0));
    CHECK_FALSE(pattern.has(1, 0));
    CHECK_FALSE(pattern.has(2, 2));
    CHECK(pattern.nonzeros() == 3);
    CHECK(pattern.off_diagonal_nonzeros() == 2);
    CHECK(pattern.sign(2) == -1);
    CHECK(pattern.neighbours() == std::vector<std::vector<std::size_t>>{{2}, {2}, {0, 1}});
}

TEST_CASE("a pattern refuses what it cannot hold") {
    SymmetricPattern pattern(2);
    CHECK_THROWS_AS(pattern.insert(2, 0), InternalError);
    CHECK_THROWS_AS(pattern.insert(0, 2), InternalError);
    CHECK_THROWS_AS(SymmetricPattern(std::vector<int>{1, 0}), InternalError);
}

TEST_CASE("an order that is not a permutation is refused") {
    CHECK_THROWS_AS(positions_of({0, 0}, 2), InternalError);
    CHECK_THROWS_AS(positions_of({0, 2}, 2), InternalError);
    CHECK_THROWS_AS(positions_of({0}, 2), InternalError);
    CHECK(positions_of({2, 0, 1}, 3) == std::vector<std::size_t>{1, 2, 0});
}

TEST_CASE("fill equals that of a dense symbolic elimination") {
    Random random(20);
    std::size_t total_fill = 0;
    for (int repetition = 0; repetition < 300; ++repetition) {
        const std::size_t n = 1 + random.below(20);
        const SymmetricPattern pattern = random_pattern(random, n, 5 + random.below(40));
        const EliminationOrder order = shuffled(random, n);
        const FactorPattern factor = factor_pattern(pattern, order);
        const auto expected = dense_elimination(pattern, order);
        std::size_t count = 0;
        for (std::size_t j = 0; j < n; ++j) {
            std::vector<std::size_t> column;
            for (std::size_t i = j + 1; i < n; ++i) {
                if (expected[i][j]) column.push_back(i);
            }
            CHECK(factor.columns[j] == column);
            // The elimination tree: the first row below the diagonal.
            CHECK(factor.parent[j] == (column.empty() ? FactorPattern::no_parent : column.front()));
            for (const std::size_t i : column) {
                CHECK(factor.slot(i, j) == count++);
                CHECK(factor.has(i, j));
            }
        }
        CHECK(factor.nonzeros() == count);
        std::size_t by_rows = 0;
        for (const auto& row : factor.rows) {
            CHECK(std::is_sorted(row.begin(), row.end()));
            by_rows += row.size();
        }
        CHECK(by_rows == count);
        CHECK(fill(pattern, factor) == count - pattern.off_diagonal_nonzeros());
        total_fill += fill(pattern, factor);
    }
    CHECK(total_fill > 1000);  // the comparison saw fill
}

TEST_CASE("asking for the place of a structural zero is an internal error") {
    const FactorPattern factor = factor_pattern(band_pattern(4, 1), {0, 1, 2, 3});
    CHECK(factor.slot(1, 0) == 0);
    CHECK_THROWS_AS(factor.slot(2, 0), InternalError);
}

TEST_CASE("an arrow fills completely from its tip and not at all from its shafts") {
    const std::size_t n = 6;
    SymmetricPattern arrow(n);
    for (std::size_t i = 0; i < n; ++i) {
        arrow.insert(i, i);
        arrow.insert(i, 0);
    }
    CHECK(fill(arrow, factor_pattern(arrow, leaf_first(n))) == 0);
    EliminationOrder tip_first(n);
    std::iota(tip_first.begin(), tip_first.end(), std::size_t{0});
    CHECK(fill(arrow, factor_pattern(arrow, tip_first)) == (n - 1) * (n - 2) / 2);
}

TEST_CASE("a band does not fill outside itself") {
    for (const std::size_t width : {0u, 1u, 3u}) {
        const SymmetricPattern band = band_pattern(9, width);
        CHECK(fill(band, factor_pattern(band, leaf_first(9))) == 0);
    }
}
