// The graph's normal form, calculus and exact constants, checked by numbers and identities.
#include <array>
#include <cmath>
#include <cstdint>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/graph.hpp"
#include "core/random_numbers.hpp"
#include "core/rational.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

struct Fixture {
    Graph g;
    Expr x = g.symbol("x", Role::coordinate), y = g.symbol("y", Role::coordinate), z = g.symbol("z", Role::coordinate);
    double value(Expr e, double vx, double vy, double vz) {
        Evaluator<double> evaluate(
            g, [&](const Symbol& s) { return s.name == "x"   ? vx
                                             : s.name == "y" ? vy
                                                             : vz; },
            [&](Expr c) { return g.constant_double(c); });
        return evaluate(e);
    }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "equal expressions are one node") {
    CHECK(x + y == y + x);
    CHECK(x * y == y * x);
    CHECK((x - y) == -(y - x));
    CHECK((-x) * y == -(x * y));
    CHECK(x - (-y) == x + y);
    CHECK(2 * (3 * x) == 6 * x);
    CHECK(2 * x + 3 * x == 5 * x);
    CHECK((x - x).is_zero());
    CHECK((x + y) - y == x);
    CHECK((x - y) + y == x);
    CHECK(x * (g.integer(1) / x) == g.integer(1));
    CHECK(sin(-x) == -sin(x));
    CHECK(cos(-x) == cos(x));
    CHECK((sin(x) * sin(x) + cos(x) * cos(x)).is_one());
    CHECK(g.power(x, 5) == x * ((x * x) * (x * x)));
    CHECK_FALSE(x == y);
}

TEST_CASE_METHOD(Fixture, "constants stay exact and angles of the clock are exact") {
    CHECK(3 * g.rational(1, 3) == g.integer(1));
    CHECK(cos(g.pi() / 2L).is_zero());
    CHECK(sin(g.pi() / 6L) == g.rational(1, 2));
    CHECK(cos(2 * g.pi()).is_one());
    CHECK((cos(g.pi() / 4L) * cos(g.pi() / 4L)) == g.rational(1, 2));
    CHECK(sqrt(g.rational(9, 4)) == g.rational(3, 2));
    // sqrt(2)*sqrt(3) - sqrt(6) has no rational form, yet it is zero
    CHECK((sqrt(g.integer(2)) * sqrt(g.integer(3)) - sqrt(g.integer(6))).is_zero());
    CHECK(g.constant_double(g.pi()) == M_PI);
    CHECK(g.constant_double(g.rational(1, 10)) == 0.1);
    CHECK(g.constant_double(sin(g.rational(1, 10))) == std::sin(0.1));
}

TEST_CASE("decimal literals are exact rationals and round once") {
    CHECK(parse_rational("0.1") == Rational(1) / 10);
    CHECK(parse_rational("2.5e-3") == Rational(1) / 400);
    CHECK(parse_rational(".5") == Rational(1) / 2);
    CHECK(parse_rational("1E3") == Rational(1000));
    RandomNumbers random(7);
    for (int i = 0; i < 2000; ++i) {
        const double d =
            std::ldexp(static_cast<double>(random.bits() >> 11), static_cast<int>(random.bits() % 2000) - 1060);
        if (!std::isfinite(d)) continue;
        CHECK(nearest_double(exact_rational(d)) == d);
        CHECK(std::stod(shortest_decimal(d)) == d);
    }
    // halfway between 1 and the next double goes to even; a hair above goes up
    const Rational half_ulp = Rational(1) / cln::expt(cln::cl_I(2), 53);
    CHECK(nearest_double(Rational(1) + half_ulp) == 1.0);
    CHECK(nearest_double(Rational(1) + half_ulp + half_ulp / 1000000) == std::nextafter(1.0, 2.0));
    CHECK(nearest_double(parse_rational("5e-324")) == 5e-324);
}

TEST_CASE_METHOD(Fixture, "derivatives agree with differences") {
    const Expr c = g.symbol("y", Role::coordinate);
    const std::array<Expr, 14> cases{sin(x * y),
                                     cos(x) / (g.integer(2) + y),
                                     sqrt(x * x + y * y),
                                     g.unary(Op::tan, x),
                                     g.unary(Op::asin, x / 3L),
                                     g.unary(Op::acos, x / 3L),
                                     g.unary(Op::atan, x * y),
                                     g.binary(Op::atan2, x, y),
                                     g.unary(Op::tanh, x),
                                     g.unary(Op::exp, x) * g.unary(Op::log, y),
                                     g.power(y, x),
                                     g.binary(Op::max, x, y) * g.binary(Op::min, x, y * y),
                                     g.unary(Op::abs, x - y),
                                     g.select(g.binary(Op::less, x, y), x * x, y * x)};
    for (const Expr& e : cases) {
        const Expr derivative = partial_derivative(e, x);
        const double h = 1e-6, at = 0.7;
        for (const double vy : {0.4, 1.3}) {
            const double difference = (value(e, at + h, vy, 0) - value(e, at - h, vy, 0)) / (2 * h);
            INFO(to_string(g, e) << " -> " << to_string(g, derivative));
            CHECK(value(derivative, at, vy, 0) == Approx(difference).epsilon(1e-8).margin(1e-9));
        }
    }
    CHECK(partial_derivative(c * c, x).is_zero());
}

TEST_CASE_METHOD(Fixture, "random expressions keep their value through the normal form") {
    // The same random operations on nodes and on numbers; the graph folds, the numbers do not.
    RandomNumbers random(42);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<Expr, long double>> pool{
            {x, 0.3L}, {y, -1.7L}, {z, 2.2L}, {g.integer(2), 2}, {g.rational(-1, 3), -1 / 3.0L}};
        for (int step = 0; step < 25; ++step) {
            const auto [a, va] = pool[random.bits() % pool.size()];
            const auto [b, vb] = pool[random.bits() % pool.size()];
            switch (random.bits() % 6) {
                case 0:
                    pool.emplace_back(a + b, va + vb);
                    break;
                case 1:
                    pool.emplace_back(a - b, va - vb);
                    break;
                case 2:
                    pool.emplace_back(a * b, va * vb);
                    break;
                case 3:
                    pool.emplace_back(-a, -va);
                    break;
                case 4:
                    pool.emplace_back(sin(a), std::sin(va));
                    break;
                default:
                    if (!b.is_zero() && std::abs(vb) > 1e-3L) pool.emplace_back(a / b, va / vb);
            }
            if (std::abs(pool.back().second) > 1e3L) pool.pop_back();
        }
        for (const auto& [e, v] : pool)
            CHECK(value(e, 0.3, -1.7, 2.2) == Approx(static_cast<double>(v)).epsilon(1e-9).margin(1e-9));
    }
}

TEST_CASE("the form of an expression does not depend on the order of creation") {
    const std::array<const char*, 4> names{"a", "b", "c", "d"};
    const auto build = [&](const std::array<int, 4>& order) {
        Graph g;
        for (const int k : order) g.symbol(names[static_cast<std::size_t>(k)], Role::parameter);
        const Expr a = g.symbol("a", Role::parameter), b = g.symbol("b", Role::parameter),
                   c = g.symbol("c", Role::parameter), d = g.symbol("d", Role::parameter);
        const Expr e = (a - b) * (c - d) + (b - a) * sin(d - c) * (a * b + c);
        return std::pair(g.node(e).hash, to_string(g, e));
    };
    CHECK(build({0, 1, 2, 3}) == build({3, 1, 0, 2}));
    CHECK(build({0, 1, 2, 3}) == build({2, 3, 1, 0}));
}

TEST_CASE_METHOD(Fixture, "substitution replaces everywhere at once") {
    Substitution swap(g);
    swap.replace(x, y);
    swap.replace(y, x);
    CHECK(swap(x - 2 * y) == y - 2 * x);
    Substitution at_zero(g);
    at_zero.replace(x, g.integer(0));
    CHECK(at_zero(sin(x) * y + cos(x)).is_one());
}

TEST_CASE_METHOD(Fixture, "operations are counted by the rule of the emitted head comment") {
    const std::array<Expr, 2> roots{sin(x) * y + sqrt(x) / z, -(sin(x) * y)};
    const OperationCount count = count_operations(g, roots);
    CHECK(count.add == 1);
    CHECK(count.mul == 1);
    CHECK(count.div == 1);
    CHECK(count.sqrt == 1);
    CHECK(count.call == 1);
}

TEST_CASE("a chain of a million operations neither recurses nor stalls") {
    Graph g;
    const Expr x = g.symbol("x", Role::coordinate);
    Expr e = x;
    for (int i = 0; i < 300000; ++i) e = sin(e) + x;
    const Expr derivative = partial_derivative(e, x);
    CHECK(reachable(g, std::array<Expr, 1>{derivative}).size() > 900000);
    CHECK(to_string(g, e).find("...") != std::string::npos);
}

TEST_CASE("errors carry place, caret and hint") {
    const Diagnostic d{{"m.lag", 2, 3, "a + + b"}, "found '+'", "write a + b"};
    CHECK(render(d) == "m.lag:2:3: error: found '+'\na + + b\n  ^\nhint: write a + b\n");
    CHECK(did_you_mean("mas", {"mass", "m1"}) == "mass");
    CHECK(did_you_mean("inertai", {"inertia"}) == "inertia");
    CHECK(did_you_mean("completely", {"different"}).empty());
    CHECK(did_you_mean("L", {"g", "l", "m"}) == "l");
    CHECK(did_you_mean("L", {"g", "m"}).empty());
    CHECK(did_you_mean("Mass", {"mask", "mass"}) == "mass");
    CHECK(did_you_mean("aB", {"ax", "ab"}) == "ab");
}
