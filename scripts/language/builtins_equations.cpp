// Solutions are exact, by elimination and by the formula for squares; what needs more is an error.
#include "scripts/language/builtins_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/structural_zero.hpp"
#include "scripts/algebra/guard.hpp"
#include "scripts/language/exact_forms.hpp"
#include "scripts/language/linear_solution.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

constexpr std::size_t most_unknowns = 12;
constexpr long most_terms = 50;
constexpr std::size_t largest_multiplied_out = 1000;  // nodes of equations that linsolve solves by polynomials

// -- sides

Value side(Call& call, const Value& value, const Syntax& at, bool left) {
    if (value.is_list()) {
        std::vector<Value> sides;
        for (std::size_t k = 0; k < value.items().size(); ++k)
            sides.push_back(side(call, value.items()[k], Call::entry(at, k), left));
        return sides;
    }
    if (!value.is_equation()) call.expected("an equation a = b", value, at);
    return left ? value.equation().lhs : value.equation().rhs;
}
Value lhs(Call& call) {
    return side(call, call.value(0), call.argument(0), true);
}
Value rhs(Call& call) {
    return side(call, call.value(0), call.argument(0), false);
}

// -- solutions

// lhs - rhs of an equation, an expression as it is: zero must be this.
Scalar residual(Call& call, const Value& value, const Syntax& at) {
    if (value.is_scalar()) return value.scalar();
    if (!value.is_equation() || !value.equation().lhs.is_scalar() || !value.equation().rhs.is_scalar())
        call.expected("an equation of scalars", value, at);
    return call.algebra().settle(call.algebra().add({value.equation().lhs.scalar(), -value.equation().rhs.scalar()}));
}

std::string unknown_name(Call& call, const Value& value, const Syntax& at) {
    const std::string name = value.is_scalar() ? call.algebra().name_of(value.scalar()) : "";
    if (name.empty()) call.expected("a name to solve for", value, at);
    return name;
}

Scalar at_zero(Algebra& g, const Scalar& e, const std::vector<std::string>& names) {
    std::vector<std::pair<Scalar, Scalar>> zeros;
    for (const std::string& name : names) zeros.emplace_back(g.symbol(name), Scalar(0));
    return g.substitute(e, zeros);
}

struct LinearSystem {
    std::vector<std::vector<Scalar>> matrix;
    std::vector<Scalar> right;
};

[[noreturn]] void refuse(Call& call, std::size_t i, const std::string& name) {
    call.fail(fmt::format("linsolve: equation {} is not linear in {}", i + 1, name),
              "solve(equation, name) finds the roots of one quadratic equation");
}

[[noreturn]] void refuse_dependent(Call& call) {
    call.fail("linsolve: the equations depend on each other or contradict each other",
              "as many independent equations as names are needed");
}

LinearSystem linear_system(Call& call, const std::vector<Scalar>& residuals, const std::vector<std::string>& names) {
    Algebra& g = call.algebra();
    LinearSystem system;
    for (std::size_t i = 0; i < residuals.size(); ++i) {
        std::vector<Scalar> row;
        for (const std::string& name : names) {
            call.interpreter.charge(100);
            row.push_back(shortened(g, g.diff(residuals[i], name)));
            for (const std::string& other : names)
                if (contains(g, row.back(), other)) refuse(call, i, other);
        }
        system.matrix.push_back(std::move(row));
        system.right.push_back(shortened(g, -at_zero(g, residuals[i], names)));
    }
    return system;
}

// Gauss-Jordan with the first pivot that is not zero for all values of its names.
std::vector<Scalar> eliminated(Call& call, LinearSystem system) {
    Algebra& g = call.algebra();
    const std::size_t n = system.right.size();
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        while (pivot < n && is_zero(g, system.matrix[pivot][k])) ++pivot;
        if (pivot == n) refuse_dependent(call);
        std::swap(system.matrix[k], system.matrix[pivot]), std::swap(system.right[k], system.right[pivot]);
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k || is_zero(g, system.matrix[i][k])) continue;
            call.interpreter.charge(100);
            const Scalar factor = shortened(g, g.divide(system.matrix[i][k], system.matrix[k][k]));
            for (std::size_t j = k; j < n; ++j)
                system.matrix[i][j] =
                    shortened(g, g.add({system.matrix[i][j], -g.multiply(factor, system.matrix[k][j])}));
            system.right[i] = shortened(g, g.add({system.right[i], -g.multiply(factor, system.right[k])}));
        }
    }
    std::vector<Scalar> solution;
    for (std::size_t k = 0; k < n; ++k)
        solution.push_back(shortened(g, g.divide(system.right[k], system.matrix[k][k])));
    return solution;
}

// What a solution has as a unit: that of a right side over that of a coefficient.
Scalar with_unit(Algebra& g, const Scalar& value, const LinearSystem& system, std::size_t k) {
    for (std::size_t i = 0; i < system.right.size(); ++i) {
        const Scalar &a = system.matrix[i][k], &b = system.right[i];
        if (a.is_zero() || b.is_zero() || (!a.has_written() && !b.has_written())) continue;
        return g.beside(value, [&] { return b.written() / a.written(); });
    }
    return value;
}

// Without the names on whose values nothing depends: x in (x + a) - x, and m in m*a/m, which has no value at 0.
Expr without_idle_names(Graph& graph, Expr e) {
    const std::vector<Expr> symbols = symbols_in(graph, std::vector<Expr>{e});
    const std::vector<bool> idle = StructuralZeros(graph, {})(gradient(graph, e, symbols));
    for (std::size_t k = 0; k < symbols.size(); ++k) {
        if (!idle[k]) continue;
        for (const int value : {0, 1}) {
            try {
                Substitution number(graph);
                number.replace(symbols[k], graph.integer(value));
                e = number(e);
                break;
            } catch (const DivisionByZero&) {
            }
        }
    }
    return StructuralZeros(graph, {})(std::vector<Expr>{e}).front() ? graph.integer(0) : e;
}

// Nothing is multiplied out: what large equations have in common stays shared.
std::vector<Scalar> solved_in_graph(Call& call, const std::vector<Scalar>& residuals,
                                    const std::vector<std::string>& names) {
    Algebra& g = call.algebra();
    StructuralZeros vanishes(g.graph(), {});
    LinearSystem system;
    std::vector<std::vector<Expr>> A;
    std::vector<Expr> b;
    for (std::size_t i = 0; i < residuals.size(); ++i) {
        system.right.push_back(-at_zero(g, residuals[i], names));
        system.matrix.emplace_back();
        std::vector<Expr> row;
        for (const std::string& name : names) {
            call.interpreter.charge(100);
            Scalar coefficient = g.diff(residuals[i], name);
            for (const std::string& other : names) {
                if (!contains(g, coefficient, other)) continue;
                if (!vanishes(std::vector<Expr>{g.lower(g.diff(coefficient, other))}).front()) refuse(call, i, other);
                coefficient = at_zero(g, coefficient, {other});
            }
            row.push_back(g.lower(coefficient));
            system.matrix.back().push_back(coefficient);
        }
        b.push_back(g.lower(system.right.back()));
        for (Expr& e : row) e = without_idle_names(g.graph(), e);
        b.back() = without_idle_names(g.graph(), b.back());
        A.push_back(std::move(row));
    }
    const auto found = linear_solution(g.graph(), A, b);
    if (!found) refuse_dependent(call);
    std::vector<Scalar> solution;
    for (std::size_t k = 0; k < names.size(); ++k) solution.push_back(with_unit(g, g.raise((*found)[k]), system, k));
    return solution;
}

// Where no equation holds a name, but accelerations that may depend on it.
void require_held(Call& call, const std::vector<Scalar>& residuals, const std::string& name, const Syntax& at) {
    Algebra& g = call.algebra();
    if (std::ranges::any_of(residuals, [&](const Scalar& e) { return contains(g, e, name); })) return;
    constexpr Dependence solved_for = bit(Role::acceleration) | bit(Role::multiplier);
    const bool hidden = std::ranges::any_of(
        residuals, [&](const Scalar& e) { return (g.graph().node(g.lower(e.value())).dependence & solved_for) != 0; });
    call.fail(at, fmt::format("linsolve: no equation holds {}", name),
              hidden ? "accelerations stand in them as names: lie_derivative(h, 2) is what h'' is by the equations of "
                       "motion"
                     : "as many independent equations as names are needed");
}

Value linsolve(Call& call) {
    Algebra& g = call.algebra();
    std::vector<Scalar> residuals;
    const auto& equations = call.items(call.value(0), call.argument(0), "a list of equations");
    for (std::size_t k = 0; k < equations.size(); ++k)
        residuals.push_back(residual(call, equations[k], Call::entry(call.argument(0), k)));
    std::vector<std::string> names;
    const auto& unknowns = call.items(call.value(1), call.argument(1), "a list of names");
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
        names.push_back(unknown_name(call, unknowns[k], Call::entry(call.argument(1), k)));
        if (std::ranges::count(names, names.back()) > 1)
            call.fail(Call::entry(call.argument(1), k), fmt::format("'{}' is named twice", names.back()));
    }
    if (names.empty() || names.size() > most_unknowns)
        call.fail(call.argument(1), fmt::format("linsolve takes 1 to {} names", most_unknowns));
    if (residuals.size() != names.size())
        call.fail(fmt::format("linsolve: {} equations for {} names", residuals.size(), names.size()));
    for (std::size_t k = 0; k < names.size(); ++k)
        require_held(call, residuals, names[k], Call::entry(call.argument(1), k));
    std::size_t nodes = 0;
    for (const Scalar& e : residuals) nodes += unfolded_size(g.graph(), g.lower(e.value()).id, largest_multiplied_out);
    const std::vector<Scalar> solution = nodes > largest_multiplied_out
                                             ? solved_in_graph(call, residuals, names)
                                             : eliminated(call, linear_system(call, residuals, names));
    std::vector<Value> values;
    for (std::size_t k = 0; k < names.size(); ++k) values.emplace_back(Equation{g.symbol(names[k]), solution[k]});
    return values;
}

// The roots of a polynomial of at most second degree in x, real as far as that can be told.
void add_roots(Call& call, const Scalar& e, const std::string& x, std::vector<Scalar>& roots) {
    Algebra& g = call.algebra();
    const auto add = [&](const Scalar& root) {
        if (std::ranges::none_of(roots, [&](const Scalar& other) { return g.surely_equal(root, other); }))
            roots.push_back(root);
    };
    const Scalar slope = shortened(g, g.diff(e, x)), constant = at_zero(g, e, {x});
    if (!contains(g, slope, x)) {
        if (!is_zero(g, slope)) add(shortened(g, -g.divide(constant, slope)));
        return;
    }
    const Scalar twice_a = shortened(g, g.diff(slope, x));
    if (contains(g, twice_a, x))
        call.fail(fmt::format("solve: this is no polynomial of first or second degree in {}, nor a product of such", x),
                  "trim(..) finds numbers; or solve for something else");
    const Scalar a = shortened(g, g.divide(twice_a, 2)), half_b = shortened(g, g.divide(at_zero(g, slope, {x}), 2));
    const Scalar square = shortened(g, g.add({g.multiply(half_b, half_b), -g.multiply(a, constant)}));
    if (g.is_constant(square) && g.constant_value(square) < 0) return;  // no real root
    const Scalar root = g.apply("sqrt", square);
    add(shortened(g, g.divide(g.add({-half_b, -root}), a)));
    add(shortened(g, g.divide(g.add({-half_b, root}), a)));
}

Value solve(Call& call) {
    Algebra& g = call.algebra();
    if (call.value(0).is_list()) return linsolve(call);
    const std::string x = unknown_name(call, call.value(1), call.argument(1));
    const Scalar given = residual(call, call.value(0), call.argument(0));
    if (!contains(g, given, x)) call.fail(call.argument(0), "solve: the equation does not hold " + x);
    const Scalar whole = g.factor(Scalar(shortened(g, given).value().numer()));
    std::vector<Scalar> roots;
    const auto add_factor = [&](const Scalar& factor) {
        const bool is_power = GiNaC::is_exactly_a<GiNaC::power>(factor);
        const Scalar base = is_power ? Scalar(factor.value().op(0)) : factor;
        if (contains(g, base, x)) add_roots(call, base, x, roots);
    };
    const GiNaC::ex product = whole.value();
    if (GiNaC::is_exactly_a<GiNaC::mul>(product))
        for (std::size_t k = 0; k < product.nops(); ++k) add_factor(Scalar(product.op(k)));
    else
        add_factor(whole);
    std::vector<std::pair<std::string, Scalar>> sorted;  // GiNaC's order is none
    for (const Scalar& root : roots) sorted.emplace_back(g.to_text(root), root);
    std::ranges::sort(sorted, {}, [](const auto& entry) { return entry.first; });
    if (std::ranges::all_of(roots, [&](const Scalar& root) { return g.is_constant(root); }))
        std::ranges::stable_sort(sorted, [&](const auto& a, const auto& b) {
            return g.constant_value(a.second) < g.constant_value(b.second);
        });
    std::vector<Value> values;
    for (const auto& [text, root] : sorted) values.emplace_back(Equation{g.symbol(x), root});
    return values;
}

// -- series

// Where x = a lies on a border of an abs, min, max, floor, mod or condition in e: what is zero there, or whole. Empty:
// nowhere. The slopes on both sides may differ at such a place.
std::string border_at(Algebra& g, const Scalar& e, const std::string& x, const Scalar& a) {
    const auto place = [&](Expr border) { return g.substitute(g.raise(border), {{g.symbol(x), a}}); };
    const auto depends = [&](Expr border) { return std::ranges::count(g.names_in(g.raise(border)), x) > 0; };
    const Graph& graph = g.graph();
    std::vector<NodeId> stack{g.lower(e).id};
    std::unordered_set<NodeId> seen;
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        if (!seen.insert(id).second) continue;
        const Node& node = graph.node(id);
        const auto operand = [&](int k) { return g.graph().expr(node.operand[k]); };
        const bool by_sign = node.op == Op::abs || node.op == Op::min || node.op == Op::max || node.op == Op::less ||
                             node.op == Op::less_equal || node.op == Op::equal,
                   by_whole = node.op == Op::floor || node.op == Op::mod;
        if (by_sign || by_whole) {
            const Expr border = node.op == Op::abs || node.op == Op::floor ? operand(0)
                                : node.op == Op::mod                       ? operand(0) / operand(1)
                                                                           : operand(0) - operand(1);
            if (depends(border)) {
                const Scalar value = place(border);
                if (by_sign ? g.surely_equal(value, 0) : Algebra::is_integer(value)) return g.to_text(g.raise(border));
            }
        }
        for (int k = 0; k < arity(node.op); ++k) stack.push_back(node.operand[k]);
    }
    return {};
}

// Accelerations and multipliers depend on what is declared, and their value at x = a is not at hand.
void refuse_unknown_dependence(Call& call, const Scalar& e, const std::string& x) {
    Graph& graph = call.algebra().graph();
    const Declaration* const declared = call.interpreter.vocabulary().declaration(x);
    if (declared == nullptr || declared->role == Role::acceleration) return;
    const std::vector<Expr> roots{call.algebra().lower(e.value())};
    const std::vector<Expr> found = symbols_in(graph, roots, bit(Role::acceleration) | bit(Role::multiplier));
    if (found.empty()) return;
    const Symbol& symbol = graph.symbol_of(found.front());
    call.fail(
        call.argument(0),
        fmt::format("taylor: {} is {}{}, and its value at other {} is not at hand", symbol.name,
                    symbol.role == Role::multiplier ? "a " : "an ", name_of(symbol.role), x),
        fmt::format("diff({0}, {1}) is its derivative; subst({0} = a, ..) puts a name in its place", symbol.name, x));
}

Value taylor(Call& call) {
    Algebra& g = call.algebra();
    const std::string x = unknown_name(call, call.value(1), call.argument(1));
    const Scalar a = call.scalar(2);
    const long n = call.integer(3, 0, most_terms);
    return map_scalars(g, call.value(0), "expand", [&](const Scalar& e) {
        refuse_unknown_dependence(call, e, x);
        const std::string border = n > 0 ? border_at(g, e, x, a) : "";
        if (!border.empty())
            call.fail(call.argument(0),
                      fmt::format("taylor: the slopes on both sides of {} = {} may differ: a case of abs, min, max, "
                                  "floor, mod or a condition ends there, by the value of {}",
                                  x, g.to_text(a), border),
                      "take another point, or the expression of one side");
        Scalar derivative = e, factorial = 1;
        std::vector<Scalar> terms;
        const Scalar step = g.add({g.symbol(x), -a});
        for (long k = 0; k <= n; ++k) {
            call.interpreter.charge(100);
            if (k > 0)
                derivative = g.settle(g.diff(derivative, x)), factorial = g.multiply(factorial, Algebra::integer(k));
            const Scalar value = [&] {
                try {
                    return g.divide(g.substitute(derivative, {{g.symbol(x), a}}), factorial);
                } catch (const ModelError&) {
                    const std::string which = k == 0 ? "the expression" : "derivative " + std::to_string(k);
                    call.fail(call.argument(2),
                              fmt::format("taylor: {} has no value at {} = {}", which, x, g.to_text(a)),
                              "take another point; ratsimp(..) cancels what a quotient has in common");
                }
            }();
            terms.push_back(k == 0 ? value : g.multiply(value, g.power(step, Algebra::integer(k))));
        }
        return g.settle(g.add(terms));
    });
}

// -- factors of a symmetric matrix: M = L . D . transpose(L), L with ones on its diagonal

Value ldl(Call& call) {
    Algebra& g = call.algebra();
    const auto M = rows_of(g, call.value(0), "ldl");
    const std::size_t n = M.size();
    if (n == 0 || M[0].size() != n) call.expected("a square matrix", call.value(0), call.argument(0));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!g.surely_equal(M[i][j], M[j][i]))
                call.fail(call.argument(0),
                          fmt::format("ldl: the matrix is not symmetric: its elements {0}, {1} and {1}, {0} differ",
                                      i + 1, j + 1));
    std::vector<std::vector<Scalar>> L(n, std::vector<Scalar>(n, Scalar(0))), D = L;
    for (std::size_t j = 0; j < n; ++j) {
        std::vector<Scalar> terms{M[j][j]};
        for (std::size_t k = 0; k < j; ++k) terms.push_back(-g.multiply(g.multiply(L[j][k], L[j][k]), D[k][k]));
        D[j][j] = shortened(g, g.add(terms));
        L[j][j] = 1;
        for (std::size_t i = j + 1; i < n; ++i) {
            call.interpreter.charge(100);
            terms = {M[i][j]};
            for (std::size_t k = 0; k < j; ++k) terms.push_back(-g.multiply(g.multiply(L[i][k], L[j][k]), D[k][k]));
            const Scalar sum = shortened(g, g.add(terms));
            if (is_zero(g, sum)) continue;
            if (is_zero(g, D[j][j]))
                call.fail(call.argument(0), fmt::format("ldl: pivot {} is zero", j + 1),
                          "order rows and columns otherwise");
            L[i][j] = shortened(g, g.divide(sum, D[j][j]));
        }
    }
    return std::vector<Value>{matrix_from(std::move(L)), matrix_from(std::move(D))};
}

}  // namespace

const std::vector<BuiltIn>& equation_built_ins() {
    using namespace arguments;
    static const std::vector<BuiltIn> table = {
        {"lhs",
         {required("a = b", an_equation)},
         "the left side; of a list of equations: their left sides",
         "lhs(x = 3);",
         lhs,
         true},
        {"rhs",
         {required("a = b", an_equation)},
         "the right side; of a list of equations: their right sides",
         "rhs(x = 3);",
         rhs,
         true},
        {"solve",
         {required("a = b", an_equation), required("x", a_name)},
         "the real solutions [x = ..] of a polynomial equation with factors of first and second degree in x; of lists: "
         "as linsolve",
         "solve(x^2 - 3*x + 2 = 0, x);",
         solve,
         true},
        {"linsolve",
         {required("[a = b, ..]", some_equations), required("[x, ..]", some_names)},
         "the solution [x = .., ..] of as many linear equations as names",
         "linsolve([x + y = 3, x - y = 1], [x, y]);",
         linsolve,
         true},
        {"taylor",
         {required("e", some_numbers), required("x", a_name), required("a", a_number), required("n", a_whole_number)},
         "the terms of e up to (x - a)^n",
         "taylor(sin(x), x, 0, 3);",
         taylor,
         true},
        {"ldl",
         {required("M", a_square_matrix)},
         "[L, D] of a symmetric matrix: M = L . D . transpose(L), L with ones on its diagonal, D diagonal",
         "ldl(matrix([4, 2], [2, 3]));",
         ldl,
         true},
    };
    return table;
}

}  // namespace lag
