// Integrals, roots in numbers, sums of sines, and what a script assumes of signs.
#include <fmt/format.h>

#include <cmath>

#include "core/evaluate.hpp"
#include "scripts/algebra/signs.hpp"
#include "scripts/language/builtins_equations.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

std::string name_at(Call& call, std::size_t i, const char* what) {
    const std::string name = call.value(i).is_scalar() ? call.algebra().name_of(call.value(i).scalar()) : "";
    if (name.empty()) call.expected(what, call.value(i), call.argument(i));
    return name;
}

// Accelerations and multipliers follow from the equations of motion, which know how they depend on x; here nobody does.
void refuse_solved(Call& call, const Scalar& e, const std::string& what) {
    Graph& graph = call.algebra().graph();
    const std::vector<Expr> roots{call.algebra().lower(e.value())};
    const auto found = symbols_in(graph, roots, bit(Role::acceleration) | bit(Role::multiplier));
    if (found.empty()) return;
    call.fail(call.argument(0),
              fmt::format("{}: {} stands for what the equations of motion give", call.built_in.name,
                          graph.symbol_of(found.front()).name),
              what);
}

Value integrate(Call& call) {
    Algebra& g = call.algebra();
    const std::string x = name_at(call, 1, "a name to integrate by");
    if (call.count() == 3)
        call.fail(call.argument(2), "integrate: the upper bound is missing", "integrate(e, x, a, b)");
    return map_scalars(g, call.value(0), "integrate", [&](const Scalar& e) {
        call.interpreter.charge(100);
        refuse_solved(call, e, "subst(.. = a, e) puts a name in its place");
        return call.has(2) ? g.integral(e, x, call.scalar(2), call.scalar(3)) : g.integral(e, x);
    });
}

Value trigreduce(Call& call) {
    const std::string x = call.has(1) ? name_at(call, 1, "a name") : "";
    return map_scalars(call.algebra(), call.value(0), "trigreduce",
                       [&](const Scalar& e) { return call.algebra().trigreduce(e, x); });
}

// -- find_root

double bound(Call& call, std::size_t i) {
    Algebra& g = call.algebra();
    const Scalar e = call.scalar(i);
    if (!g.is_constant(e))
        call.fail(call.argument(i), fmt::format("find_root: the bound {} is no number", g.to_text(e)),
                  "subst(name = value, ..) puts numbers in");
    return g.graph().constant_double(g.lower(e));
}

// Brent's method: a secant or an inverse parabola where that stays inside and shrinks the interval, else its middle.
double root_between(const std::function<double(double)>& f, double a, double fa, double b, double fb) {
    constexpr int most_steps = 400;
    double c = a, fc = fa, step = b - a, before = step;
    for (int k = 0; k < most_steps; ++k) {
        if ((fb > 0) == (fc > 0)) c = a, fc = fa, step = before = b - a;
        if (std::abs(fc) < std::abs(fb)) a = b, b = c, c = a, fa = fb, fb = fc, fc = fa;
        const double tolerance = 2 * std::abs(b) * 1.1e-16, middle = (c - b) / 2;
        if (fb == 0 || std::abs(middle) <= tolerance) return b;
        if (std::abs(before) >= tolerance && std::abs(fa) > std::abs(fb)) {
            const double s = fb / fa;
            double p = 0, q = 0;
            if (a == c) {
                p = 2 * middle * s, q = 1 - s;
            } else {
                const double u = fa / fc, v = fb / fc;
                p = s * (2 * middle * u * (u - v) - (b - a) * (v - 1)), q = (u - 1) * (v - 1) * (s - 1);
            }
            if (p > 0) q = -q;
            p = std::abs(p);
            if (2 * p < std::min(3 * middle * q - std::abs(tolerance * q), std::abs(before * q)))
                before = step, step = p / q;
            else
                step = before = middle;
        } else {
            step = before = middle;
        }
        a = b, fa = fb;
        b += std::abs(step) > tolerance ? step : std::copysign(tolerance > 0 ? tolerance : 5e-324, middle);
        fb = f(b);
    }
    return b;
}

Value find_root(Call& call) {
    Algebra& g = call.algebra();
    Graph& graph = g.graph();
    const std::string x = name_at(call, 1, "a name to solve for");
    const Value& given = call.value(0);
    if (!given.is_scalar() &&
        (!given.is_equation() || !given.equation().lhs.is_scalar() || !given.equation().rhs.is_scalar()))
        call.expected("an expression or an equation", given, call.argument(0));
    const Scalar e =
        given.is_scalar() ? given.scalar() : g.add({given.equation().lhs.scalar(), -given.equation().rhs.scalar()});
    const std::vector<std::string> names = g.names_in(e);
    std::string others;
    for (const std::string& name : names)
        if (name != x) others += (others.empty() ? "" : ", ") + name;
    if (!others.empty())
        call.fail(call.argument(0), fmt::format("find_root: the value of {} is not known", others),
                  "subst(name = value, ..) puts numbers in");
    if (names.empty()) call.fail(call.argument(0), "find_root: the expression does not hold " + x);
    double a = bound(call, 2), b = bound(call, 3);
    if (a > b) std::swap(a, b);
    const Expr function = g.lower(e);
    const auto f = [&](double at) {
        call.interpreter.charge(100);
        Evaluator<double> value(
            graph, [&](const Symbol&) { return at; }, [&](Expr constant) { return graph.constant_double(constant); });
        const double result = value(function);
        if (!std::isfinite(result))
            call.fail(fmt::format("find_root: there is no value at {} = {}", x,
                                  g.to_text(g.to_float(g.number(cln::rational(cln::cl_float(at)))))),
                      "take an interval without such a place");
        return result;
    };
    const auto shown = [&](double number) {
        return g.to_text(g.to_float(g.number(cln::rational(cln::cl_float(number)))));
    };
    const double fa = f(a), fb = f(b);
    const auto found = [&](double root) { return g.to_float(g.number(cln::rational(cln::cl_float(root)))); };
    if (fa == 0) return found(a);
    if (fb == 0) return found(b);
    if ((fa > 0) == (fb > 0))
        call.fail(fmt::format("find_root: the values at the ends, {} and {}, have the same sign", shown(fa), shown(fb)),
                  "take bounds with one root, or an odd number of roots, between them");
    return found(root_between(f, a, fa, b, fb));
}

// -- assume

// The relations of an argument that is one, or several joined by `and`.
void add_facts(Call& call, const Syntax& node, std::vector<Value>& stated) {
    Algebra& g = call.algebra();
    Interpreter& interpreter = call.interpreter;
    if (node->kind == NodeKind::logic_and) {
        for (const Syntax& child : node->children) add_facts(call, child, stated);
        return;
    }
    const std::string relation = node->kind == NodeKind::relation ? node->text : "";
    const bool greater = relation == ">" || relation == ">=", less = relation == "<" || relation == "<=";
    if (!greater && !less && relation != "#")
        call.fail(node, "assume: expected a > b, a >= b, a < b, a <= b or a # b",
                  relation == "=" ? "x: 2 gives x a value; subst(x = 2, e) puts one in" : "");
    const Scalar a = call.scalar(interpreter.evaluate(node->children[0]), node->children[0]),
                 b = call.scalar(interpreter.evaluate(node->children[1]), node->children[1]);
    const Scalar difference = g.add({a, -b});
    const Signs strict = greater ? sign::positive : less ? sign::negative : sign::positive | sign::negative;
    const Signs holding = relation.size() == 2 ? strict | sign::zero : strict;
    if ((g.signs_of(difference) & holding) == 0)
        call.fail(node, fmt::format("assume: {} contradicts what is known", to_string(node)),
                  "a fact holds to the end of the script");
    g.assume_signs(difference, holding);
    Graph& graph = g.graph();
    const Expr x = g.lower(greater ? b.value() : a.value()), y = g.lower(greater ? a.value() : b.value());
    if (relation == "#")
        stated.emplace_back(Condition{graph.logical_not(graph.binary(Op::equal, x, y))});
    else
        stated.emplace_back(Condition{graph.binary(relation.size() == 2 ? Op::less_equal : Op::less, x, y)});
}

Value assume(Call& call) {
    std::vector<Value> stated;
    for (std::size_t i = 0; i < call.count(); ++i) add_facts(call, call.argument(i), stated);
    return stated;
}

}  // namespace

const std::vector<BuiltIn>& integral_built_ins() {
    using namespace arguments;
    static const std::vector<BuiltIn> table = {
        {"integrate",
         {required("e", some_numbers), required("x", a_name), optional("a", a_number, "from here"),
          optional("b", a_number, "to here; without bounds: an antiderivative")},
         "the integral of e by x from a to b, or an antiderivative: sums of products of powers of x, sines, cosines "
         "and "
         "exponentials of linear expressions in x",
         "integrate(x*sin(k*x), x, 0, %pi/k);",
         integrate,
         true},
        {"find_root",
         {required("e", a_value, "an expression or an equation a = b, without other names than x"),
          required("x", a_name), required("a", a_number), required("b", a_number)},
         "a root of e between a and b, in double precision; e has different signs there",
         "find_root(cos(x) = x, x, 0, 1);",
         find_root,
         true},
        {"trigreduce",
         {required("e", some_numbers), optional("x", a_name, "reduces only what holds it")},
         "products and powers of sines and cosines as sums of sines and cosines of sums and multiples",
         "trigreduce(sin(x)^2*cos(x));",
         trigreduce,
         true},
        {"assume",
         {required("a > b", a_condition), repeated("c < d, ..", a_condition)},
         "states facts about signs: conditions, abs, sign, min, max, square roots of squares and integrals use them",
         "assume(k > 0)$ sqrt(k^2);",
         assume,
         true},
    };
    return table;
}

}  // namespace lag
