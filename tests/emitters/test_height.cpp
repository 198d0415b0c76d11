// Tree height reduction: the same values, known earlier.

#include "emitters/passes/ready_times.hpp"
#include "tests/emitters/few_symbols.hpp"

using namespace lag;

namespace {

std::size_t height(const Code& code) {
    return ReadyTimes(code).of_results();
}

// As low as the pass gets.
Code lowest(const Code& code) {
    return reduce_height(code, height);
}

}  // namespace

TEST_CASE("a factor that is known late is written out where it is used") {
    FewSymbols s;
    const Expr r = s.graph.integer(1) / s.d;  // a result too, so that it stays a value of its own
    SECTION("a sum") {
        const Code code = s.code({s.a * (s.e + s.b * r), r}), reduced = lowest(code);
        require_same_values(code, reduced);
        CHECK(height(code) == div_latency + add_latency + mul_latency);
        CHECK(height(reduced) == div_latency + add_latency);  // a e + (a b) r
        CHECK(operations_of(reduced) == operations_of(code) + 1);
    }
    SECTION("a product that is used elsewhere, too") {
        const Expr L = s.b * r;
        const Code code = s.code({s.a - s.b * L, L, r}), reduced = lowest(code);
        require_same_values(code, reduced);
        CHECK(height(code) == div_latency + mul_latency + add_latency);
        CHECK(height(reduced) == div_latency + add_latency);  // a - (b b) r
        CHECK(operations_of(reduced) == operations_of(code) + 1);
    }
    SECTION("level by level") {
        Expr x = r;
        for (int k = 0; k < 4; ++k) x = s.a * (s.e + s.b * x);
        const Code code = s.code({x, r}), reduced = lowest(code);
        require_same_values(code, reduced);
        CHECK(height(code) == div_latency + 5 * add_latency);
        CHECK(height(reduced) <= div_latency + 3 * add_latency);
    }
}

TEST_CASE("code stays where fewer steps take no fewer cycles") {
    FewSymbols s;
    const Code code = s.code({s.a * (s.e + s.b / s.d)});
    const Code kept = reduce_height(code, [](const Code&) { return std::size_t{100}; });
    CHECK(operations_of(kept) == operations_of(code));
    CHECK(height(kept) == height(code));
}

TEST_CASE("no value is needed before it can be known") {
    FewSymbols s;
    const Code code = s.code({s.a * (s.e + s.b / s.d), sin(s.a + s.b * s.c), s.a / (s.b + s.c * s.d)});
    const ReadyTimes times(code);
    const std::vector<long> latest = times.required(times.of_results());
    for (CodeId id = 0; id < code.size(); ++id)
        if (times.uses(id) > 0) CHECK(static_cast<long>(times.at(id)) <= latest[id]);
}

TEST_CASE("random code keeps its values and is known no later") {
    std::size_t lower = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        FewSymbols s;
        RandomNumbers random(seed);
        std::vector<Expr> pool{s.a, s.b, s.c, s.d, s.e, s.p1, s.p2, sin(s.a), cos(s.a), s.graph.integer(1)};
        for (int k = 0; k < 40; ++k) {
            const Expr x = pool[random.below(pool.size())], y = pool[random.below(pool.size())];
            const std::size_t kind = random.below(8);
            pool.push_back(kind < 3 ? x + y : kind < 4 ? x - y : kind < 7 || y.is_zero() ? x * y : x / (y * y + s.p1));
        }
        const Code code = s.code({pool.end() - 6, pool.end()}), reduced = lowest(code);
        require_same_values(code, reduced);
        CHECK(height(reduced) <= height(code));
        lower += height(reduced) < height(code) ? 1 : 0;
    }
    CHECK(lower > 20);
}
