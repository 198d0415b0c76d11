// Lane values in the expression graph.
#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "core/structural_zero.hpp"
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

TEST_CASE("lanes: values of fewer lanes are repeated, and folded on the way back") {
    Graph g;
    const Expr a = g.symbol("a", Role::coordinate), b = g.symbol("b", Role::coordinate), s = g.symbol("s", Role::speed);
    const Expr two = g.lane_symbol("x[]", Role::coordinate, {a, b});
    const Expr four = g.lane_symbol("p[]", Role::parameter, {g.integer(2), g.integer(3), g.integer(5), g.integer(7)});
    const Expr product = two * four * s;
    LaneExpansion in_lane(g);
    CHECK(g.lanes_of(product) == 4);
    CHECK(in_lane(product, 1) == 3 * b * s);
    CHECK(in_lane(product, 2) == 5 * a * s);
    const Expr folded = g.lane_fold(product, 4, 2);
    CHECK(g.lanes_of(folded) == 2);
    CHECK(in_lane(folded, 0) == in_lane(product, 0) + in_lane(product, 2));
    CHECK(in_lane(folded, 1) == in_lane(product, 1) + in_lane(product, 3));
    CHECK(g.lane_fold(-product, 4, 2) == -folded);
    CHECK(g.lane_fold(two, 4, 2) == 2 * two);  // the same for all that repeat
    CHECK(g.lane_fold(s, 4, 2) == 2 * s);
    CHECK(g.lane_sum(two, 4) == 2 * g.lane_sum(two, 2));
    CHECK(g.lane_repeat(s, 4) == s);
    CHECK(g.lane_repeat(two, 2) == two);

    // derivatives along a direction, and by a scalar backwards
    CHECK(in_lane(partial_derivative(folded, s), 1) == 10 * b);
    const Expr sum = g.lane_sum(folded * two, 2);
    const std::vector<Expr> by{s, two};
    const std::vector<Expr> gradients = gradient(g, sum, by);
    const std::vector<Expr> differences{in_lane(gradients[0], 0) - in_lane(partial_derivative(sum, s), 0),
                                        in_lane(gradients[0], 0) - 7 * a * a - 10 * b * b,
                                        in_lane(gradients[1], 0) - 14 * a * s, in_lane(gradients[1], 1) - 20 * b * s};
    CHECK(StructuralZeros(g, {})(differences) == std::vector<bool>(4, true));
    CHECK_THROWS_AS(g.lane_repeat(two, 3), InternalError);
    CHECK_THROWS_AS(g.lane_fold(four, 6, 2), InternalError);
}

TEST_CASE("lanes: scalars are gathered") {
    Graph g;
    const Expr a = g.symbol("a", Role::coordinate), b = g.symbol("b", Role::coordinate), s = g.symbol("s", Role::speed);
    const std::vector<Expr> members{a * s, b, g.integer(0), a * s};
    const Expr gathered = g.lane_gather(members);
    CHECK(g.lanes_of(gathered) == 4);
    CHECK(g.lane_gather(members) == gathered);
    CHECK(g.lane_gather({b, a * s, g.integer(0), a * s}) != gathered);
    CHECK(g.lane_gather({s, s}) == s);
    CHECK(g.lane_gather({-a, g.integer(0), -b}) == -g.lane_gather({a, g.integer(0), b}));
    LaneExpansion in_lane(g);
    for (std::size_t lane = 0; lane < 4; ++lane) {
        CHECK(in_lane(gathered, lane) == members[lane]);
        CHECK(g.lane_member(gathered, lane) == members[lane]);
    }
    const Expr p = g.lane_symbol("p[]", Role::parameter, {g.integer(2), g.integer(3), g.integer(5), g.integer(7)});
    const Expr sum = g.lane_sum(p * gathered * gathered, 4);
    const std::vector<Expr> by{a, b, s};
    const std::vector<Expr> gradients = gradient(g, sum, by);
    std::vector<Expr> differences;
    for (std::size_t k = 0; k < by.size(); ++k)
        differences.push_back(in_lane(gradients[k], 0) - in_lane(partial_derivative(sum, by[k]), 0));
    differences.push_back(in_lane(gradients[0], 0) - 18 * a * s * s);
    differences.push_back(in_lane(gradients[1], 0) - 6 * b);
    // through single lanes
    const Expr squares = p * gathered * gathered, product = g.lane_member(squares, 1) * g.lane_member(squares, 3);
    const std::vector<Expr> through = gradient(g, product, by);
    for (std::size_t k = 0; k < by.size(); ++k)
        differences.push_back(in_lane(through[k], 0) - in_lane(partial_derivative(product, by[k]), 0));
    differences.push_back(in_lane(through[0], 0) - 42 * a * b * b * s * s);
    CHECK(StructuralZeros(g, {})(differences) == std::vector<bool>(9, true));
    CHECK_THROWS_AS(g.lane_set(gathered, 4, 4, s), InternalError);
    CHECK_THROWS_AS(g.lane_set(gathered, 4, 1, p), InternalError);

    Graph other;
    CHECK(LaneExpansion(other)(GraphCopy(g, other)(gathered), 1) == other.symbol("b", Role::coordinate));
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

TEST_CASE("lanes: a member is a scalar, of a symbol the one that it has in that lane") {
    Three t;
    Graph& g = t.g;
    CHECK(g.lane_member(t.x, 0) == t.a);
    CHECK(g.lane_member(t.x, 1) == -t.b);
    CHECK(g.lane_member(t.x, 2).is_zero());
    CHECK(g.lane_member(-t.x, 1) == t.b);
    CHECK(g.lane_member(t.s, 1) == t.s);  // a scalar is the same in all lanes
    const Expr e = t.p * (t.x + t.s), first = g.lane_member(e, 0), second = g.lane_member(e, 1);
    CHECK(!g.is_lane_value(first));
    CHECK(!(first == second));
    CHECK(first == g.lane_member(e, 0));
    CHECK(g.lane_member(-e, 1) == -second);
    CHECK((g.node(g.lane_member(t.p * t.p, 2)).dependence) == bit(Role::parameter));
    LaneExpansion in_lane(g);
    for (const std::size_t lane : {0UL, 1UL, 2UL}) {  // also beside other lane values
        CHECK(in_lane(first, lane) == 2 * (t.a + t.s));
        CHECK(in_lane(second, lane) == 3 * (t.s - t.b));
    }
    CHECK(in_lane(second * t.x, 0) == 3 * (t.s - t.b) * t.a);
    CHECK(partial_derivative(second, t.s) == g.integer(3));
    CHECK(LaneExpansion(g)(partial_derivative(g.lane_member(t.p * t.x * t.s * t.s, 0), t.s), 0) == 4 * t.a * t.s);
}

TEST_CASE("lanes: kept apart, each has the derivative by its own lane's seed alone") {
    Three t;
    Graph& g = t.g;
    const Expr e = t.s * g.lane_sum(t.p * t.x * t.x, 3) + g.lane_sum(t.p, 3) * t.s;
    Differentiator apart(g);
    apart.keep_lanes_apart();
    apart.seed(t.x, g.integer(1));
    const Expr slope = apart(e);
    CHECK(!apart.lanes_met());
    CHECK(g.lanes_of(slope) == 3);
    LaneExpansion in_lane(g);
    CHECK(in_lane(slope, 0) == 4 * t.a * t.s);     // d e / d x in the first lane
    CHECK(in_lane(slope, 1) == -(6 * t.b * t.s));  // .. by the second one, whose member is -b
    CHECK(in_lane(slope, 2).is_zero());
    Differentiator together(g);
    together.seed(t.x, g.integer(1));
    CHECK(in_lane(together(e), 0) == t.s * (4 * t.a - 6 * t.b));
    // what holds no seed stays zero, and a lane value beside it keeps its lanes
    Differentiator of_rest(g);
    of_rest.keep_lanes_apart();
    of_rest.seed(t.x, t.p);
    CHECK(of_rest(g.lane_sum(t.p, 3)).is_zero());
    CHECK(in_lane(of_rest(t.x * t.s), 2) == 5 * t.s);
    CHECK(!of_rest.lanes_met());
}

TEST_CASE("lanes: kept apart, lanes that meet in other ways are told of") {
    Three t;
    Graph& g = t.g;
    const auto met = [&](Expr e) {
        Differentiator apart(g);
        apart.keep_lanes_apart();
        apart.seed(t.x, g.integer(1));
        apart(e);
        return apart.lanes_met();
    };
    const Expr sum = g.lane_sum(t.x * t.x, 3);  // a scalar that moves with each lane
    CHECK(!met(sum * t.x));
    CHECK(met(g.lane_sum(sum * t.p, 3)));           // moves with it in every lane: summed, lanes would count in others
    CHECK(met(g.lane_member(t.p * t.x * t.s, 1)));  // the same in all lanes, but moves with one
    CHECK(!met(g.lane_member(t.p * t.s, 1) * t.x));
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
