// Lane values in the expression graph.
#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

struct Three {
    Graph g;
    Expr a = g.symbol("a", Role::coordinate), b = g.symbol("b", Role::coordinate), s = g.symbol("s", Role::coordinate);
    Expr x = g.lane_symbol("x[]", Role::coordinate, {a, -b, g.integer(0)});
    Expr p = g.lane_symbol("p[]", Role::parameter, {g.integer(2), g.integer(3), g.integer(5)});
};

}  // namespace

TEST_CASE("lanes: operations act lane by lane, and only a sum leads back to scalars") {
    Three t;
    Graph& g = t.g;
    const Expr e = t.p * (t.x + t.s);
    CHECK(g.lanes_of(e) == 3);
    CHECK(g.is_lane_value(e));
    CHECK(!g.is_lane_value(t.s));
    const Expr sum = g.lane_sum(e, 3);
    CHECK(!g.is_lane_value(sum));
    CHECK(g.is_lane_value(sum * t.x));
    CHECK((g.node(g.lane_sum(t.p, 3)).dependence) == bit(Role::parameter));

    LaneExpansion in_lane(g);
    CHECK(in_lane(e, 0) == 2 * (t.a + t.s));
    CHECK(in_lane(e, 1) == 3 * (t.s - t.b));
    CHECK(in_lane(e, 2) == 5 * t.s);
    CHECK(in_lane(sum, 0) == 2 * (t.a + t.s) + 3 * (t.s - t.b) + 5 * t.s);
    CHECK(in_lane(sum * t.x, 1) == -(in_lane(sum, 0) * t.b));
    CHECK(in_lane(t.s, 2) == t.s);
}

TEST_CASE("lanes: sums of scalars and of negatives fold") {
    Three t;
    CHECK(t.g.lane_sum(t.s, 3) == 3 * t.s);
    CHECK(t.g.lane_sum(-t.x, 3) == -t.g.lane_sum(t.x, 3));
    CHECK(t.g.lane_sum(t.g.integer(0), 3).is_zero());
}

TEST_CASE("lanes: derivatives and substitutions go through sums") {
    Three t;
    const Expr sum = t.g.lane_sum(t.p * t.x * t.s, 3);
    CHECK(partial_derivative(sum, t.s) == t.g.lane_sum(t.p * t.x, 3));
    Substitution rest(t.g);
    rest.replace(t.s, t.g.integer(0));
    CHECK(rest(sum).is_zero());
}

TEST_CASE("lanes: a gradient is a lane value by lane symbols, and summed over the lanes by scalars") {
    Three t;
    Graph& g = t.g;
    const Expr e = g.lane_sum(t.p * t.x * t.x * t.s, 3) + t.s * t.a;
    const std::vector<Expr> slopes = gradient(g, e, std::vector<Expr>{t.x, t.s, t.a, t.b});
    CHECK(g.is_lane_value(slopes[0]));
    CHECK(!g.is_lane_value(slopes[1]));
    LaneExpansion in_lane(g);
    CHECK(in_lane(slopes[0], 0) == 4 * t.a * t.s);
    CHECK(in_lane(slopes[0], 1) == -(6 * t.b * t.s));
    CHECK(in_lane(slopes[0], 2).is_zero());
    CHECK(in_lane(slopes[1], 0) == 2 * t.a * t.a + 3 * t.b * t.b + t.a);
    CHECK(slopes[2] == t.s);  // members are not differentiated
    CHECK(slopes[3].is_zero());
    // a scalar's adjoint is the same in all lanes, and counts in each
    CHECK(gradient(g, g.lane_sum(t.x + t.s, 3), std::vector<Expr>{t.x, t.s})[0].is_one());
    CHECK(gradient(g, g.lane_sum(t.x + t.s, 3), std::vector<Expr>{t.s})[0] == g.integer(3));
}

TEST_CASE("lanes: a copy into another graph keeps the members") {
    Three t;
    Graph other;
    const Expr copy = GraphCopy(t.g, other)(t.g.lane_sum(t.p * t.p, 3));
    CHECK(other.constant_double(LaneExpansion(other)(copy, 0)) == 4 + 9 + 25);
}

TEST_CASE("lanes: a symbol has its members for good") {
    Three t;
    CHECK_THROWS_AS(t.g.lane_symbol("x[]", Role::coordinate, {t.a, t.a, t.a}), InternalError);
    CHECK_THROWS_AS(t.g.lane_symbol("x[]", Role::coordinate, {t.a, t.b}), InternalError);
    const Expr z = t.g.lane_symbol("z[]", Role::coordinate, {t.a, t.b});  // of other limbs
    CHECK(t.g.lanes_of(z * t.g.lane_sum(t.x, 3)) == 2);
    CHECK(LaneExpansion(t.g)(z + t.g.lane_sum(t.x, 3), 1) == t.b + (t.a - t.b));
    CHECK_THROWS_AS(t.g.lane_sum(z, 3), InternalError);
    CHECK_THROWS_AS(t.g.lane_symbol("y[]", Role::coordinate, {t.a, t.b, t.x}), InternalError);
}
