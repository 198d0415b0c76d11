// Sums written out in the sums that use them: fewer operations, the same values.

#include "core/random_numbers.hpp"
#include "tests/emitters/few_symbols.hpp"

using namespace lag;

namespace {

// What the pass leaves of the operations.
long after_spreading(FewSymbols& s, const std::vector<Expr>& roots) {
    const Code before = s.code(roots), after = factor_sums(spread_sums(before), Factoring::none);
    require_same_values(before, after);
    return operations_of(after);
}

}  // namespace

TEST_CASE("a sum that meets terms of its own kind in all its users is written out there") {
    FewSymbols s;
    // two loads that depend on the same two deflections
    const Expr slip = s.a - s.p1 * s.b;
    CHECK(operations_of(s.code({s.p2 * slip + s.p1 * s.b, s.p1 * slip - s.p2 * s.b + s.c})) == 8);
    CHECK(after_spreading(s, {s.p2 * slip + s.p1 * s.b, s.p1 * slip - s.p2 * s.b + s.c}) == 7);
}

TEST_CASE("sums that save nothing alone are written out together") {
    FewSymbols s;
    // side forces of two axles, each from slip and roll, in the sums of forces and of moments
    const Expr camber = s.p1 * s.a - s.p2 * s.b, slip = s.c - s.p3 * s.b;
    const std::vector<Expr> loads{s.d + camber - s.p4 * slip, s.e + s.p5 * s.a + s.p6 * camber - s.p7 * slip};
    CHECK(operations_of(s.code(loads)) == 14);
    CHECK(after_spreading(s, loads) == 12);
}

TEST_CASE("a sum that anything else needs stays") {
    FewSymbols s;
    const Expr slip = s.a - s.p1 * s.b;
    for (const Expr& other : {slip, sin(slip), s.c * slip, s.c / slip, sin(s.p2 * slip)}) {
        const std::vector<Expr> roots{s.p2 * slip + s.p1 * s.b, s.p1 * slip - s.p2 * s.b + s.c, other};
        CHECK(after_spreading(s, roots) == operations_of(s.code(roots)));
    }
}

TEST_CASE("a sum whose terms nearly cancel stays") {
    FewSymbols s;
    // where a and b are near 1 the sum is near 0.001
    const Expr gap = (1000 * s.a + s.graph.integer(1)) - 1000 * s.a * s.b;
    const std::vector<Expr> roots{s.p2 * gap + s.p1 * s.a, s.p1 * gap - s.p2 * s.a * s.b};
    const Code before = s.code(roots);
    require_same_values(before, spread_sums(before));
}

TEST_CASE("random sums of multiples keep their values and never need more") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        FewSymbols s;
        RandomNumbers random(seed);
        const auto below = [&](std::size_t n) {
            return static_cast<std::size_t>((random.next() + 1) / 2 * static_cast<double>(n)) % n;
        };
        std::vector<Expr> pool{s.a, s.b, s.c, s.d, s.e, sin(s.a), s.a * s.b};
        const std::vector<Expr> scales{s.p1, s.p2, s.p3, s.graph.integer(1), s.graph.integer(2), s.p1 / s.p2};
        for (int k = 0; k < 24; ++k) {
            const Expr x = scales[below(scales.size())] * pool[below(pool.size())];
            const Expr y = scales[below(scales.size())] * pool[below(pool.size())];
            pool.push_back(below(8) == 0 ? x * y : below(2) == 0 ? x + y : x - y);
        }
        const Code before = s.code({pool.end() - 5, pool.end()});
        const Code after = factor_sums(spread_sums(before), Factoring::none);
        require_same_values(before, after);
        CHECK(operations_of(after) <= operations_of(before));
    }
}
