// Numbers with bounds on their errors: the bound holds, and what is said about them is true.
#include "core/ball.hpp"
#include "core/ball_values.hpp"
#include "core/constants.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

Ball number(long n) {
    return Ball(Rational(n));
}
// A value in 60 digits lies in the ball that 30 digits give.
bool encloses(Op op, const Rational& x) {
    const Ball fine = apply(op, Ball(x));
    const RealPrecision coarse(30);
    const Ball rough = apply(op, Ball(x));
    return overlap(fine, rough) && (rough.is_exact() || rough.log2_radius() < rough.log2_size() - 80);
}

}  // namespace

TEST_CASE("rational numbers stay exact, others carry a bound", "[ball]") {
    CHECK((number(1) / number(3) + number(2) / number(3)).exact() == 1);
    CHECK(apply(Op::sqrt, number(49) / number(4)).exact() == Rational(7) / 2);
    const Ball root = apply(Op::sqrt, number(2));
    CHECK_FALSE(root.is_exact());
    CHECK(overlap(root * root, number(2)));
    CHECK_FALSE(overlap(root * root, number(2) + number(1) / apply(Op::pow, number(10), number(50))));
    CHECK_THROWS_AS(root * root < number(2), Undecided);
    CHECK_THROWS_AS(apply(Op::floor, root * root), Undecided);
}

TEST_CASE("values in few digits enclose those in many", "[ball]") {
    for (const Op op : {Op::sin, Op::cos, Op::tan, Op::asin, Op::acos, Op::atan, Op::sinh, Op::cosh, Op::tanh, Op::exp,
                        Op::sqrt, Op::log})
        for (const long part : {1, 2, 3, 5, 7, 9, 11, 12}) {
            INFO(name_of(op) << " " << part);
            CHECK(encloses(op, Rational(part) / 13));
            const bool any_sign = op != Op::sqrt && op != Op::log;
            if (any_sign) CHECK(encloses(op, -Rational(part) / 13));
            if (op != Op::asin && op != Op::acos) CHECK(encloses(op, Rational(part) * 17));
        }
    CHECK(overlap(apply(Op::atan2, number(1), number(-1)), Ball::pi() * number(3) / number(4)));
    CHECK(overlap(apply(Op::atan2, number(-1), number(0)), -Ball::pi() / number(2)));
    CHECK(overlap(apply(Op::atan2, number(0), number(-1)), Ball::pi()));
}

TEST_CASE("an angle of many digits is as uncertain as it is large", "[ball]") {
    const Ball turn = Ball::pi() * apply(Op::pow, number(10), number(40)) * number(2);
    const Ball sine = apply(Op::sin, turn);
    CHECK(overlap(sine, number(0)));
    CHECK(sine.log2_radius() > apply(Op::sin, number(1)).log2_radius() + 100);
    const RealPrecision more(200);
    CHECK(apply(Op::sin, Ball::pi() * apply(Op::pow, number(10), number(40)) * number(2)).log2_radius() < -400);
}

TEST_CASE("only what is in use is evaluated", "[ball]") {
    Graph graph;
    const Expr x = graph.symbol("x", Role::undeclared);
    const Expr positive = graph.binary(Op::less, graph.integer(0), x);
    const Expr logarithm = graph.unary(Op::log, x);
    const Expr e = graph.select(positive, logarithm, graph.integer(7));
    BallValues below(graph, [](const Symbol&) { return number(-1); });
    CHECK(below(e).exact() == 7);
    CHECK_FALSE(below.asked_for(logarithm.id));
    BallValues above(graph, [](const Symbol&) { return number(1); });
    CHECK(above(e).exact() == 0);
    CHECK(above.demanded_by(logarithm.id) == e.id);
}

TEST_CASE("expressions that vanish everywhere are found", "[ball]") {
    Graph graph;
    const Expr x = graph.symbol("x", Role::undeclared), y = graph.symbol("y", Role::undeclared);
    const Expr size = graph.unary(Op::abs, x);
    CHECK(vanishes_everywhere(graph, size * size - x * x));
    CHECK_FALSE(vanishes_everywhere(graph, size * size * size - x * x * x));
    CHECK_FALSE(vanishes_everywhere(graph, x - y));
    const Expr both = sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y);
    CHECK(vanishes_everywhere(graph, both));
    CHECK_FALSE(vanishes_everywhere(graph, both + x * graph.power(graph.rational(1, 10), 50)));
}

}  // namespace lag
