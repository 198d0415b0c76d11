// Reverse differentiation and dual numbers against forward; expressions that vanish identically; columns by name.
#include <array>
#include <cmath>
#include <vector>

#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/column_choice.hpp"
#include "core/dual.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/structural_zero.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

struct Fixture {
    Graph g;
    Expr x = g.symbol("x", Role::coordinate), y = g.symbol("y", Role::coordinate), z = g.symbol("z", Role::coordinate);
    double value(Expr e, double vx, double vy) {
        Evaluator<double> evaluate(
            g, [&](const Symbol& s) { return s.name == "x"   ? vx
                                             : s.name == "y" ? vy
                                                             : 0.3; },
            [&](Expr c) { return g.constant_double(c); });
        return evaluate(e);
    }
    // x, y, z are the columns 0, 1, 2.
    Dual dual(Expr e, double vx, double vy, bool other_side = false) {
        Evaluator<Dual> evaluate(
            g,
            [&](const Symbol& s) {
                Dual v(s.name == "x" ? vx : s.name == "y" ? vy : 0.3);
                v.seed(static_cast<std::size_t>(s.name[0] - 'x'));
                v.reverses_ties = other_side;
                return v;
            },
            [&](Expr c) { return Dual(g.constant_double(c)); });
        return evaluate(e);
    }
    bool vanishes(Expr e, const std::vector<Expr>& holding = {}) {
        const std::array<Expr, 1> one{e};
        return StructuralZeros(g, holding)(one)[0];
    }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "the gradient in one walk is that of one derivative after the other") {
    const Expr shared = sin(x * y) + x / (g.integer(2) + y * y);
    // components of what turns by one angle
    const Expr c = cos(x * y), s = sin(x * y), along = c * x - s * y, across = s * x + c * y;
    const std::array<Expr, 17> cases{along * along * across - across,
                                     shared * shared / (1L * z + shared),
                                     x * x * x,
                                     cos(x) / (g.integer(2) + y),
                                     sqrt(x * x + y * y) - shared,
                                     g.unary(Op::tan, x) * g.unary(Op::atan, x * y),
                                     g.unary(Op::asin, x / 3L) * g.unary(Op::acos, y / 3L),
                                     g.binary(Op::atan2, x, y),
                                     g.binary(Op::atan2, x * x, x),
                                     g.unary(Op::tanh, x) * g.unary(Op::sinh, y) * g.unary(Op::cosh, x),
                                     g.unary(Op::exp, x) * g.unary(Op::log, y),
                                     g.power(y, x) * g.power(x, g.rational(3, 2)),
                                     g.binary(Op::max, x, y) * g.binary(Op::min, x, y * y),
                                     g.unary(Op::abs, x - y) - g.unary(Op::floor, 3 * x),
                                     g.binary(Op::mod, 5 * x, y),
                                     g.select(g.binary(Op::less, x, y), x * x, y * x) * y,
                                     g.integer(3)};
    const std::array<Expr, 3> symbols{x, y, z};
    for (const Expr& e : cases) {
        INFO(to_string(g, e));
        const std::vector<Expr> found = gradient(g, e, symbols),
                                by_reciprocals = gradient(g, e, symbols, Quotients::by_reciprocal);
        REQUIRE(found.size() == 3);
        REQUIRE(by_reciprocals.size() == 3);
        for (std::size_t k = 0; k < 3; ++k) {
            const Expr expected = partial_derivative(e, symbols[k]);
            Differentiator forward(g, Quotients::by_reciprocal);
            forward.seed(symbols[k], g.integer(1));
            const Expr multiplied = forward(e);
            for (const double vy : {0.4, 1.3}) {
                for (const Expr& other : {found[k], by_reciprocals[k], multiplied})
                    CHECK(value(other, 0.7, vy) == Approx(value(expected, 0.7, vy)).epsilon(1e-13).margin(1e-14));
                CHECK(dual(e, 0.7, vy).slope[k] == Approx(value(expected, 0.7, vy)).epsilon(1e-13).margin(1e-14));
            }
        }
    }
    CHECK(gradient(g, x * y, symbols)[2].is_zero());
    // by a cosine that stands in them
    const Expr e = along * across;
    const std::array<Expr, 1> one{c};
    const std::array<Expr, 3> more{c, x, y};
    CHECK(value(gradient(g, e, more)[0], 0.7, 0.4) == Approx(value(gradient(g, e, one)[0], 0.7, 0.4)).epsilon(1e-13));
}

TEST_CASE_METHOD(Fixture, "dual numbers: infinite factors and kinks") {
    const Dual root = dual(sqrt(x) + y, 0, 0);
    CHECK(std::isinf(root.slope[0]));
    CHECK(root.slope[1] == 1);
    CHECK(root.slope[2] == 0);
    CHECK(std::isnan(dual(sqrt(x * x), 0, 0).slope[0]));  // not 0: it depends on x
    const auto slopes = [&](Expr e) { return std::array{dual(e, 0, 0).slope[0], dual(e, 0, 0, true).slope[0]}; };
    CHECK(slopes(g.unary(Op::abs, x)) == std::array{1.0, -1.0});
    CHECK(slopes(x * g.unary(Op::abs, x)) == std::array{0.0, 0.0});
    CHECK(slopes(g.binary(Op::min, x, 3L * x)) == std::array{1.0, 3.0});
    CHECK(slopes(g.select(g.binary(Op::less_equal, x, y), x, 5L * x)) == std::array{1.0, 5.0});
    CHECK(slopes(g.select(g.binary(Op::equal, x, y), x, 5L * x)) == std::array{1.0, 5.0});
    CHECK(dual(g.unary(Op::floor, x), 2, 0).value == 2);
    CHECK(dual(g.unary(Op::floor, x), 2, 0, true).value == 1);
    CHECK(!(Dual(1) < Dual(1)));  // a comparison of what does not move has no other side
}

TEST_CASE_METHOD(Fixture, "derivatives by reciprocals share one division for each divisor") {
    const Expr r = g.integer(1) / (g.integer(2) + x * y * z), root = sqrt(x * x + y * y + z * z);
    const auto divisions = [&](Expr e, Quotients quotients) {
        std::vector<Expr> roots;
        for (const Expr& symbol : {x, y, z}) {
            Differentiator derivative(g, quotients);
            derivative.seed(symbol, g.integer(1));
            roots.push_back(derivative(e));
        }
        return count_operations(g, roots).div;
    };
    CHECK(divisions(r, Quotients::by_reciprocal) == 1);  // r itself
    CHECK(divisions(r, Quotients::divided) == 4);
    CHECK(divisions(root, Quotients::by_reciprocal) == 1);
    CHECK(divisions(root, Quotients::divided) == 3);
}

TEST_CASE_METHOD(Fixture, "what vanishes identically is found, and nothing else") {
    const Expr one = g.integer(1), s = sin(x), c = cos(x);
    // (s^2 + c^2)^2 - 1 in pieces that no constructor folds
    CHECK(vanishes(s * s * s * s + (2 * (s * s)) * (c * c) + (c * c) * (c * c) - one));
    CHECK(vanishes((x + y) * (x - y) - (x * x - y * y)));
    CHECK(vanishes(one / (x * y) - (one / x) * (one / y)));
    CHECK(vanishes((sqrt(g.integer(2)) * x) * (sqrt(g.integer(2)) * y) - (2 * x) * y));
    CHECK(vanishes(s / c - g.unary(Op::tan, x)));
    CHECK(vanishes(sin(x - y) + sin(y - x)));
    const Expr positive = g.binary(Op::less, g.integer(0), x), large = g.constant(parse_rational("1e30"));
    CHECK(vanishes(g.select(positive, (x + y) * (x - y), large) - (x * x - y * y), {positive}));
    CHECK_FALSE(vanishes(g.select(positive, (x + y) * (x - y), large) - (x * x - y * y)));
    CHECK_FALSE(vanishes(s * s - c * c));
    CHECK_FALSE(vanishes(x - y));
    CHECK_FALSE(vanishes(sqrt(x) * sqrt(y) + sqrt(x * y)));
    CHECK_FALSE(vanishes(sqrt(x * x) - x));  // it is |x| - x
    CHECK_FALSE(vanishes(g.binary(Op::max, x, y) - x));
    CHECK_FALSE(vanishes(g.select(positive, x, g.integer(0))));
    CHECK_FALSE(vanishes(one / x));
    CHECK_FALSE(vanishes(g.constant(parse_rational("1e-40")) * x));
}

TEST_CASE("columns are found by group and by name") {
    Model model;
    model.coordinates.push_back({"q", {}, {}, "", false});
    model.coordinates.push_back({"a", {}, {}, "", false});
    model.speeds.push_back({"q'", {}, {}, "", {}});
    model.inputs.push_back({"push", "", "", 0});
    const auto names = [&](const std::vector<ColumnChoice>& choices) {
        std::string text;
        for (const Column& column : chosen_columns(model, choices)) text += column.name + " ";
        return text;
    };
    CHECK(names({{Role::speed, ""}, {Role::coordinate, ""}}) == "q' q a ");
    CHECK(names({{Role::coordinate, "a"}, {Role::input, ""}, {Role::parameter, ""}}) == "a push ");
    CHECK_THROWS_AS(names({{Role::coordinate, ""}, {Role::coordinate, "q"}}), ModelError);
    CHECK_THROWS_AS(names({{Role::speed, "a'"}}), ModelError);
    CHECK_THROWS_AS(names({{Role::parameter, "m"}}), ModelError);
    CHECK(column_group("w") == Role::input);
    CHECK(column_group("omega") == Role::undeclared);
}
