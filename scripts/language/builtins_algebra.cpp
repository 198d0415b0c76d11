// Built-in mathematics: functions of scalars, rewriting, vectors and matrices.
#include <fmt/format.h>

#include <algorithm>

#include "scripts/algebra/guard.hpp"
#include "scripts/language/built_in.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

// sin, cos, ...: on every element of a list or matrix
Value scalar_function(Call& call) {
    const std::string& f = call.built_in.name;
    return map_scalars(call.algebra(), call.value(0), fmt::format("take {} of", f),
                       [&](const Scalar& e) { return call.algebra().apply(f, e); });
}

Value two_argument_function(Call& call) {
    return call.algebra().apply(call.built_in.name, call.scalar(0), call.scalar(1));
}

Value extreme(Call& call) {
    Scalar result = call.scalar(0);
    for (std::size_t i = 1; i < call.count(); ++i)
        result = call.algebra().apply(call.built_in.name, result, call.scalar(i));
    return result;
}

Value rewritten(Call& call, Scalar (Algebra::*rewrite)(const Scalar&)) {
    return map_scalars(call.algebra(), call.value(0), call.built_in.name,
                       [&](const Scalar& e) { return (call.algebra().*rewrite)(e); });
}
Value expand(Call& call) {
    return rewritten(call, &Algebra::expand);
}
Value factor(Call& call) {
    return rewritten(call, &Algebra::factor);
}
Value ratsimp(Call& call) {
    return rewritten(call, &Algebra::ratsimp);
}
Value trigsimp(Call& call) {
    return rewritten(call, &Algebra::trigsimp);
}
Value to_float(Call& call) {
    return rewritten(call, &Algebra::to_float);
}

// -- derivatives

// The name to differentiate by.
std::string variable(Call& call, const Value& v, const Syntax& at) {
    const std::string name = v.is_scalar() ? call.algebra().name_of(v.scalar()) : "";
    if (name.empty()) call.expected("a name to differentiate by", v, at);
    return name;
}

Scalar derivative(Call& call, const Scalar& e, const std::string& name) {
    Vocabulary& vocabulary = call.interpreter.vocabulary();
    if (name == "t") return call.algebra().settle(vocabulary.time_derivative(e));
    return call.algebra().settle(vocabulary.partial_derivative(call.interpreter, e, name));
}

Value diff(Call& call) {
    Value result = call.value(0);
    for (std::size_t k = 1; k < call.count(); k += 2) {
        const std::string name = variable(call, call.value(k), call.argument(k));
        const long times = call.has(k + 1) ? call.integer(k + 1, 0, 1000) : 1;
        for (long i = 0; i < times; ++i) {
            call.interpreter.charge(100);
            result = map_scalars(call.algebra(), result, "differentiate",
                                 [&](const Scalar& e) { return derivative(call, e, name); });
        }
    }
    return result;
}

std::vector<std::string> variables(Call& call, std::size_t i) {
    std::vector<std::string> names;
    const auto& items = call.items(call.value(i), call.argument(i), "a list of names");
    for (std::size_t k = 0; k < items.size(); ++k)
        names.push_back(variable(call, items[k], Call::entry(call.argument(i), k)));
    return names;
}

Value gradient(Call& call) {
    std::vector<Scalar> result;
    for (const std::string& x : variables(call, 1)) result.push_back(derivative(call, call.scalar(0), x));
    return list_of(result);
}

Value jacobian(Call& call) {
    const std::vector<std::string> names = variables(call, 1);
    std::vector<std::vector<Scalar>> rows;
    for (const Scalar& e : scalars_of(call.algebra(), call.value(0), "jacobian")) {
        rows.emplace_back();
        for (const std::string& x : names) rows.back().push_back(derivative(call, e, x));
    }
    return matrix_from(std::move(rows));
}

// -- substitution, coefficients

std::pair<Scalar, Scalar> replacement(Call& call, const Value& v, const Syntax& at) {
    if (!v.is_equation() || !v.equation().lhs.is_scalar() || !v.equation().rhs.is_scalar())
        call.expected("an equation old = new", v, at);
    return {v.equation().lhs.scalar(), v.equation().rhs.scalar()};
}

Value subst(Call& call) {
    std::vector<std::pair<Scalar, Scalar>> pairs;
    if (call.count() == 3) {
        pairs.emplace_back(call.scalar(1), call.scalar(0));
    } else if (call.value(0).is_list()) {
        const auto& items = call.value(0).items();
        for (std::size_t k = 0; k < items.size(); ++k)
            pairs.push_back(replacement(call, items[k], Call::entry(call.argument(0), k)));
    } else {
        pairs.push_back(replacement(call, call.value(0), call.argument(0)));
    }
    return map_scalars(call.algebra(), call.value(call.count() - 1), "substitute in",
                       [&](const Scalar& e) { return call.algebra().substitute(e, pairs); });
}

Value coeff(Call& call) {
    const long n = call.has(2) ? call.integer(2, -100'000, 100'000) : 1;
    const Scalar x = call.scalar(1);
    return map_scalars(call.algebra(), call.value(0), "take a coefficient of",
                       [&](const Scalar& e) { return call.algebra().coefficient(e, x, n); });
}

// -- vectors and matrices

std::vector<Scalar> vector3(Call& call, std::size_t i) {
    const Value& v = call.value(i);
    if (!v.is_list() || v.items().size() != 3) call.expected("a vector [x, y, z]", v, call.argument(i));
    return scalars_of(call.algebra(), v, call.built_in.name);
}

Value dot(Call& call) {
    const Value &a = call.value(0), &b = call.value(1);
    if (!a.is_list()) call.expected("a list", a, call.argument(0));
    if (!b.is_list()) call.expected("a list", b, call.argument(1));
    return dot_of(call.algebra(), a, b);
}

Value cross(Call& call) {
    const std::vector<Scalar> a = vector3(call, 0), b = vector3(call, 1);
    Algebra& g = call.algebra();
    const auto component = [&](std::size_t i, std::size_t j) {
        return g.settle(g.add({g.multiply(a[i], b[j]), -g.multiply(a[j], b[i])}));
    };
    return list_of({component(1, 2), component(2, 0), component(0, 1)});
}

Value tilde(Call& call) {
    const std::vector<Scalar> a = vector3(call, 0);
    return matrix_from({{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}});
}

Value norm(Call& call) {
    const Value& v = call.value(0);
    if (!v.is_list()) call.expected("a list", v, call.argument(0));
    return call.algebra().apply("sqrt", dot_of(call.algebra(), v, v).scalar());
}

Value matrix(Call& call) {
    std::vector<std::vector<Scalar>> rows;
    for (std::size_t i = 0; i < call.count(); ++i) {
        if (!call.value(i).is_list()) call.expected("a row [a, b, ...]", call.value(i), call.argument(i));
        rows.push_back(scalars_of(call.algebra(), call.value(i), "matrix"));
        if (rows.back().size() != rows[0].size())
            call.fail(call.argument(i), fmt::format("matrix: row {} has {} elements, the first has {}", i + 1,
                                                    rows.back().size(), rows[0].size()));
    }
    return matrix_from(std::move(rows));
}

Value transpose(Call& call) {
    const Value& v = call.value(0);
    std::vector<std::vector<Scalar>> rows;
    if (v.is_list() && (v.items().empty() || !v.items()[0].is_list()))
        rows.push_back(scalars_of(call.algebra(), v, "transpose"));  // a list counts as a row
    else
        rows = rows_of(call.algebra(), v, "transpose");
    std::vector<std::vector<Scalar>> result(rows.empty() ? 0 : rows[0].size());
    for (const auto& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) result[j].push_back(row[j]);
    return matrix_from(std::move(result));
}

std::vector<std::vector<Scalar>> square(Call& call) {
    auto rows = rows_of(call.algebra(), call.value(0), call.built_in.name);
    if (rows.size() != rows[0].size()) call.expected("a square matrix", call.value(0), call.argument(0));
    return rows;
}

Value determinant(Call& call) {
    return call.algebra().determinant(square(call));
}

Value invert(Call& call) {
    return matrix_from(call.algebra().invert(square(call)));
}

Value ident(Call& call) {
    const auto n = static_cast<std::size_t>(call.integer(0, 1, 1000));
    std::vector<std::vector<Scalar>> rows(n, std::vector<Scalar>(n, Scalar(0)));
    for (std::size_t i = 0; i < n; ++i) rows[i][i] = 1;
    call.interpreter.charge(n * n);
    return matrix_from(std::move(rows));
}

Value zeromatrix(Call& call) {
    const auto m = static_cast<std::size_t>(call.integer(0, 1, 1000)),
               n = static_cast<std::size_t>(call.integer(1, 1, 1000));
    call.interpreter.charge(m * n);
    return matrix_from(std::vector<std::vector<Scalar>>(m, std::vector<Scalar>(n, Scalar(0))));
}

Value diag(Call& call) {
    std::vector<Scalar> d;
    if (call.count() == 1 && call.value(0).is_list())
        d = scalars_of(call.algebra(), call.value(0), "diag");
    else
        for (std::size_t i = 0; i < call.count(); ++i) d.push_back(call.scalar(i));
    if (d.empty() || d.size() > 1000) call.fail("diag: expected 1 to 1000 elements");
    call.interpreter.charge(d.size() * d.size());
    std::vector<std::vector<Scalar>> rows(d.size(), std::vector<Scalar>(d.size(), Scalar(0)));
    for (std::size_t i = 0; i < d.size(); ++i) rows[i][i] = d[i];
    return matrix_from(std::move(rows));
}

BuiltIn function_of_one(const std::string& name, const std::string& summary, const std::string& example) {
    return {name,
            {arguments::required("x", arguments::some_numbers)},
            summary + "; on each element of a list or matrix",
            example,
            scalar_function};
}

std::vector<BuiltIn> functions() {
    using namespace arguments;
    return {
        function_of_one("sin", "sine", "sin(%pi/6);"),
        function_of_one("cos", "cosine", "cos(%pi/3);"),
        function_of_one("tan", "tangent", "tan(%pi/4);"),
        function_of_one("asin", "inverse sine", "asin(1/2);"),
        function_of_one("acos", "inverse cosine", "acos(1/2);"),
        function_of_one("atan", "inverse tangent", "atan(1);"),
        {"atan2",
         {required("y", a_number), required("x", a_number)},
         "angle of the point (x, y)",
         "atan2(1, 1);",
         two_argument_function},
        function_of_one("sinh", "hyperbolic sine", "sinh(0);"),
        function_of_one("cosh", "hyperbolic cosine", "cosh(0);"),
        function_of_one("tanh", "hyperbolic tangent", "tanh(0);"),
        function_of_one("exp", "exponential", "exp(0);"),
        function_of_one("log", "natural logarithm", "log(1);"),
        function_of_one("sqrt", "square root", "sqrt(4/9);"),
        function_of_one("abs", "absolute value; stays in the value when it depends on the model", "abs(-3);"),
        function_of_one("sign", "-1, 0 or 1; stays in the value when it depends on the model", "sign(-3);"),
        {"min", {required("a", a_number), repeated("b, ..", a_number)}, "the least", "min(3, 1, 2);", extreme},
        {"max", {required("a", a_number), repeated("b, ..", a_number)}, "the greatest", "max(3, 1, 2);", extreme},
        function_of_one("floor", "the greatest whole number that is not above x", "floor(-7/2);"),
        {"mod",
         {required("x", a_number), required("y", a_number)},
         "x - y*floor(x/y)",
         "mod(-7, 3);",
         two_argument_function},
        {"float", {required("e", some_numbers)}, "the nearest double, shown as a decimal", "float(1/3);", to_float},
    };
}

}  // namespace

const std::vector<BuiltIn>& algebra_built_ins() {
    using namespace arguments;
    static const std::vector<BuiltIn> table = [] {
        std::vector<BuiltIn> rows = functions();
        const std::vector<BuiltIn> more = {
            {"diff",
             {required("e", some_numbers), required("x", a_name, "what to differentiate by; t: all that moves counts"),
              optional("n", a_whole_number, "how often").otherwise("1"), repeated("x2", a_name, "then by this"),
              repeated("n2, ..", a_whole_number, "so often")},
             "n-th derivative (default 1) by a name; by t the total time derivative",
             "diff(x^3, x, 2);",
             diff},
            {"expand", {required("e", some_numbers)}, "multiplied out", "expand((a + b)^2);", expand},
            {"factor", {required("e", some_numbers)}, "as a product over the rationals", "factor(x^2 - y^2);", factor},
            {"ratsimp",
             {required("e", some_numbers)},
             "one fraction in lowest terms, multiplied out",
             "ratsimp(1/x + 1/y);",
             ratsimp},
            {"trigsimp",
             {required("e", some_numbers)},
             "sin^2 + cos^2 = 1 and cosh^2 - sinh^2 = 1 used where they shorten",
             "trigsimp(a*sin(x)^2 + a*cos(x)^2);",
             trigsimp},
            {"subst",
             {required("old = new", an_equation, "or a list of them"), required("e", some_numbers)},
             "e with old replaced; several equations one after the other",
             "subst(x = 2, x^2 + y);",
             subst,
             false,
             {{required("new", a_number), required("old", a_number), required("e", some_numbers)}}},
            {"coeff",
             {required("e", some_numbers), required("x", a_number),
              optional("n", a_whole_number, "the power of x").otherwise("1")},
             "coefficient of x^n (default 1) in expand(e)",
             "coeff((x + 1)^3, x, 2);",
             coeff},
            {"gradient",
             {required("e", a_number), required("[x, ..]", some_names)},
             "list of derivatives",
             "gradient(x*y^2, [x, y]);",
             gradient},
            {"jacobian",
             {required("[e, ..]", a_list), required("[x, ..]", some_names)},
             "matrix of derivatives",
             "jacobian([x*y, x], [x, y]);",
             jacobian},
            {"matrix",
             {required("[a, b]", a_row), repeated("[c, d], ..", a_row)},
             "a matrix from its rows",
             "matrix([1, 2], [3, 4]);",
             matrix},
            {"transpose",
             {required("M", a_matrix)},
             "of a list: the column",
             "transpose(matrix([1, 2], [3, 4]));",
             transpose},
            {"invert",
             {required("M", a_square_matrix)},
             "the inverse; symbolic up to 8 x 8",
             "invert(matrix([1, 2], [3, 4]));",
             invert},
            {"determinant",
             {required("M", a_square_matrix)},
             "symbolic up to 12 x 12",
             "determinant(matrix([a, b], [c, d]));",
             determinant},
            {"ident", {required("n", a_whole_number)}, "the unit matrix", "ident(2);", ident},
            {"zeromatrix",
             {required("m", a_whole_number), required("n", a_whole_number)},
             "a matrix of zeros",
             "zeromatrix(1, 2);",
             zeromatrix},
            {"diag",
             {required("[a, b, ..]", a_list)},
             "a diagonal matrix; also diag(a, b, ...)",
             "diag([1, 2]);",
             diag,
             false,
             {{required("a", a_number), repeated("b, ..", a_number)}}},
            {"dot",
             {required("a", a_list), required("b", a_list)},
             "scalar product of two lists, a . b",
             "dot([1, 2], [3, 4]);",
             dot},
            {"cross",
             {required("a", a_vector), required("b", a_vector)},
             "vector product",
             "cross([1, 0, 0], [0, 1, 0]);",
             cross},
            {"tilde",
             {required("a", a_vector)},
             "the skew matrix with tilde(a) . b = cross(a, b)",
             "tilde([a, b, c]);",
             tilde},
            {"norm", {required("a", a_list)}, "length of a vector", "norm([3, 4]);", norm},
        };
        rows.insert(rows.end(), more.begin(), more.end());
        return rows;
    }();
    return table;
}

}  // namespace lag
