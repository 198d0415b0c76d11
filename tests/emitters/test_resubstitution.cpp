// Resubstitution and distribution: fewer operations, the same values. Values are those of an evaluator of this file.

#include "tests/emitters/few_symbols.hpp"

using namespace lag;

namespace {

using Sandbox = FewSymbols;

long total(const Code& code) {
    return operations_of(code);
}

// What the pass leaves of the operations.
long after_resubstitution(Sandbox& s, const std::vector<Expr>& roots) {
    const Code before = s.code(roots), after = resubstitute(before);
    require_same_values(before, after);
    return total(after);
}

}  // namespace

TEST_CASE("a value that is there already is not computed again") {
    Sandbox s;
    // a b - a (b - c) = a c
    CHECK(after_resubstitution(s, {s.a * s.b - s.a * (s.b - s.c), s.a * s.c}) == 1);
    CHECK(after_resubstitution(s, {s.a * s.c, s.a * (s.b - s.c) - s.a * s.b}) == 1);
    // sine and cosine of one angle
    const Expr sine = sin(s.a), cosine = cos(s.a);
    CHECK(after_resubstitution(s, {s.b * sine * sine + s.b * cosine * cosine}) == 0);
}

TEST_CASE("a term and a multiple of it become a product with what is there") {
    Sandbox s;
    const Expr rest = s.graph.integer(1) - s.b;
    CHECK(after_resubstitution(s, {s.a - s.a * s.b, s.c * rest}) == 3);
    CHECK(after_resubstitution(s, {s.c * rest, s.d + s.a - s.a * s.b + s.e}) == 5);
    // where it is not there, nothing is gained
    CHECK(after_resubstitution(s, {s.a - s.a * s.b}) == 2);
}

TEST_CASE("a product of sums becomes a difference where both terms are there, if they are not much larger") {
    Sandbox s;
    const auto operations = [&](Expr x, Expr y) {
        return after_resubstitution(s, {(x - y) * (x + y), x * x, y * y}) - after_resubstitution(s, {x * x, y * y});
    };
    CHECK(operations(s.a, 3 * s.b) == 1);
    // numbers near 1000: the difference of their squares would lose three digits
    CHECK(operations(s.a + s.graph.integer(1000), 3 * s.b + s.graph.integer(1000)) == 3);
}

TEST_CASE("a product is multiplied out where its terms are there") {
    Sandbox s;
    const Expr sine = sin(s.a), cosine = cos(s.a);
    const std::vector<Expr> there{sine * cosine, sine * sine};
    std::vector<Expr> roots = there;
    roots.push_back(sine * (s.p1 * cosine + s.p2 * sine));
    CHECK(after_resubstitution(s, roots) - after_resubstitution(s, there) == 3);
}

TEST_CASE("numbers times sums become terms where terms meet") {
    Sandbox s;
    const Expr two = s.graph.integer(2);
    const Code before = s.code({s.c - s.a + s.p1 * (two * s.b + s.p1 * (s.p2 + s.a)), s.b * s.d});
    const Code after = factor_sums(factor_sums(before, Factoring::distributing), Factoring::none);
    require_same_values(before, after);
    CHECK(total(before) == 8);
    CHECK(total(after) == 6);  // c + p1^2 p2 + (p1^2 - 1) a + 2 p1 b, and b d
    // nothing meets: it stays factored
    const Code apart = s.code({s.c + s.p1 * (s.a + s.b)});
    CHECK(total(factor_sums(apart, Factoring::distributing)) == 3);
}

TEST_CASE("random code keeps its values and never gets longer") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Sandbox s;
        RandomNumbers random(seed);
        std::vector<Expr> pool{s.a, s.b, s.c, s.d, s.e, s.p1, s.p2, s.graph.integer(1), sin(s.a), cos(s.a)};
        for (int k = 0; k < 40; ++k) {
            const Expr x = pool[random.below(pool.size())], y = pool[random.below(pool.size())];
            const std::size_t kind = random.below(3);
            pool.push_back(kind == 0 ? x + y : kind == 1 ? x - y : x * y);
        }
        const Code before = s.code({pool.end() - 6, pool.end()});
        for (const Code& after : {resubstitute(before), factor_sums(before, Factoring::distributing)})
            require_same_values(before, after);
        CHECK(total(resubstitute(before)) <= total(before));
    }
}

TEST_CASE("what a user's routine gives is left where it is") {
    Sandbox s;
    const Expr given = s.graph.symbol("f", Role::external_result);
    const Code before = s.code({given * s.b - given * (s.b - s.c), given * s.c});
    CHECK(total(resubstitute(before)) == total(before));
}
