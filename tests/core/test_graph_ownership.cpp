// An expression belongs to one graph: the same id means another node in another one.
#include <array>
#include <vector>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/graph.hpp"
#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("own gives the zero of no graph a graph") {
    Graph graph;
    const Expr zero = graph.own(Expr{});
    CHECK(zero.graph == &graph);
    CHECK(zero.is_zero());
    const Expr x = graph.symbol("x", Role::parameter);
    CHECK(graph.own(x) == x);
    CHECK(graph.add(Expr{}, x) == x);
    CHECK(graph.add(Expr{}, Expr{}).graph == &graph);
    CHECK(graph.node(Expr{}).op == Op::constant);
    CHECK(graph.is_constant_expression(Expr{}));
    CHECK(graph.constant_double(Expr{}) == 0);
}

TEST_CASE("expressions of two graphs are never compared") {
    Graph one, other;
    const Expr x = one.symbol("x", Role::parameter), y = other.symbol("y", Role::parameter);
    REQUIRE(x.id == y.id);  // two nodes with one id: equal if only the ids were looked at
    CHECK_THROWS_AS(x == y, InternalError);
    CHECK_THROWS_AS(x != y, InternalError);
    CHECK(x == one.symbol("x", Role::parameter));
    CHECK_FALSE(x == Expr{});
    CHECK(one.integer(0) == Expr{});
}

TEST_CASE("whatever works on a graph refuses expressions of another one") {
    Graph one, other;
    const Expr x = one.symbol("x", Role::parameter), y = other.symbol("y", Role::parameter);
    CHECK_THROWS_AS(one.own(y), InternalError);
    CHECK_THROWS_AS(x + y, InternalError);
    CHECK_THROWS_AS(x - y, InternalError);
    CHECK_THROWS_AS(x * y, InternalError);
    CHECK_THROWS_AS(x / y, InternalError);
    CHECK_THROWS_AS(one.add(one.integer(0), y), InternalError);
    CHECK_THROWS_AS(one.neg(y), InternalError);
    CHECK_THROWS_AS(one.power(y, x), InternalError);
    CHECK_THROWS_AS(one.unary(Op::sin, y), InternalError);
    CHECK_THROWS_AS(one.binary(Op::less, x, y), InternalError);
    CHECK_THROWS_AS(one.logical_not(y), InternalError);
    CHECK_THROWS_AS(one.select(x, x, y), InternalError);
    CHECK_THROWS_AS(one.node(y), InternalError);
    CHECK_THROWS_AS(one.is_constant_expression(y), InternalError);
    const std::array<Expr, 1> roots{y};
    CHECK_THROWS_AS(reachable(one, roots), InternalError);
    CHECK_THROWS_AS(symbols_in(one, roots), InternalError);
    Differentiator by_x(one);
    by_x.seed(x, one.integer(1));
    CHECK_THROWS_AS(by_x(y), InternalError);
    CHECK_THROWS_AS(by_x.seed(y, one.integer(1)), InternalError);
    Substitution substitution(one);
    CHECK_THROWS_AS(substitution.replace(x, y), InternalError);
    CHECK_THROWS_AS(substitution(y), InternalError);
    Evaluator<double> value(
        one, [](const Symbol&) { return 2.0; }, [&](Expr constant) { return one.constant_double(constant); });
    CHECK(value(x) == 2);
    CHECK_THROWS_AS(value(y), InternalError);  // x and y have one id, and x is known already
}

TEST_CASE("the table of operations has a name and an arity for each") {
    CHECK(std::string(name_of(Op::constant)) == "constant");
    CHECK(std::string(name_of(Op::logical_or)) == "or");
    CHECK(std::string(name_of(Op::logical_not)) == "not");
    CHECK(std::string(name_of(Op::select)) == "select");
    CHECK(std::string(name_of(Op::map)) == "table");
    CHECK(arity(Op::symbol) == 0);
    CHECK(arity(Op::floor) == 1);
    CHECK(arity(Op::logical_not) == 1);
    CHECK(arity(Op::curve) == 1);
    CHECK(arity(Op::map) == 2);
    CHECK(arity(Op::mod) == 2);
    CHECK(arity(Op::select) == 3);
}
