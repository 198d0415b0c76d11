// Eigenvalues, rank and null space of matrices of expressions.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "scripts/language/builtins_equations.hpp"
#include "scripts/language/exact_forms.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

using GiNaC::ex;
using ScalarRows = std::vector<std::vector<Scalar>>;

constexpr std::size_t most_eigenvalues = 6, most_pivots = 40;
const std::string unknown = std::string("eigenvalue") + name_mark;

// -- eigenvalues

struct Eigenvalues {
    std::vector<Scalar> values;
    std::vector<long> multiplicities;
};

ScalarRows square_rows(Call& call) {
    ScalarRows rows = rows_of(call.algebra(), call.value(0), call.built_in.name);
    if (rows.size() != rows[0].size()) call.expected("a square matrix", call.value(0), call.argument(0));
    for (auto& row : rows)
        for (Scalar& e : row) e = Scalar(e.value());
    return rows;
}

[[noreturn]] void refuse_complex(Call& call) {
    call.fail(call.argument(0), "eigenvalues: not all of them are real",
              "modes(..) gives the eigenvalues of linearized equations in numbers");
}

bool is_negative(Algebra& g, const Scalar& e) {
    return g.is_constant(e) && g.constant_value(e) < 0 && !g.surely_equal(e, 0);
}

// Of a t^2 + b t + c.
std::vector<Scalar> roots_of_square(Call& call, const Scalar& a, const Scalar& b, const Scalar& c) {
    Algebra& g = call.algebra();
    const Scalar half = shortened(g, g.divide(b, 2));
    const Scalar square = shortened(g, g.add({g.multiply(half, half), -g.multiply(a, c)}));
    if (is_negative(g, square)) refuse_complex(call);
    const Scalar root = g.apply("sqrt", g.factor(square));
    return {shortened(g, g.divide(g.add({-half, -root}), a)), shortened(g, g.divide(g.add({-half, root}), a))};
}

// Of t^3 + b t^2 + c t + d with three real roots, by the cosine of a third of an angle.
std::vector<Scalar> roots_of_cube(Call& call, const Scalar& b, const Scalar& c, const Scalar& d, bool real) {
    Algebra& g = call.algebra();
    const ex p = c - b * b / 3, q = (2 * b * b * b - 9 * b * c) / 27 + d;
    const Scalar minus_p = shortened(g, Scalar(-p)), offset = shortened(g, Scalar(b / 3)), constant = shortened(g, q);
    const Scalar discriminant = shortened(g, Scalar(-4 * p * p * p - 27 * q * q));
    if (is_negative(g, discriminant)) refuse_complex(call);
    if (!real && !g.is_constant(discriminant)) return {};
    const Scalar radius = g.apply("sqrt", g.divide(minus_p, 3));
    const Scalar cosine = g.divide(-constant, g.multiply(2, g.power(radius, 3)));
    const Scalar third = g.divide(g.apply("acos", cosine), 3);
    std::vector<Scalar> roots;
    for (int k = 0; k < 3; ++k) {
        const Scalar angle = g.add({third, g.multiply(g.pi(), ex(2 * k) / 3)});
        roots.push_back(g.add({g.multiply(g.multiply(2, radius), g.apply("cos", angle)), -offset}));
    }
    return roots;
}

bool is_symmetric(Algebra& g, const ScalarRows& M) {
    for (std::size_t i = 0; i < M.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!g.surely_equal(M[i][j], M[j][i])) return false;
    return true;
}

void add_roots(Call& call, const ex& factor, long multiplicity, bool real, Eigenvalues& found) {
    Algebra& g = call.algebra();
    const ex s = g.symbol(unknown), polynomial = factor.expand();
    const int degree = polynomial.degree(s);
    const auto c = [&](int k) { return Scalar(polynomial.coeff(s, k)); };
    std::vector<Scalar> roots;
    if (degree == 1) {
        roots = {shortened(g, -g.divide(c(0), c(1)))};
    } else if (degree == 2) {
        roots = roots_of_square(call, c(2), c(1), c(0));
    } else if (degree == 3) {
        const auto monic = [&](int k) { return shortened(g, g.divide(c(k), c(3))); };
        roots = roots_of_cube(call, monic(2), monic(1), monic(0), real);
    } else if (degree == 4 && c(3).is_zero() && c(1).is_zero()) {
        for (const Scalar& square : roots_of_square(call, c(4), c(2), c(0))) {
            if (is_negative(g, square)) refuse_complex(call);
            const Scalar root = g.apply("sqrt", square);
            roots.push_back(-root), roots.push_back(root);
        }
    }
    if (roots.empty())
        call.fail(call.argument(0),
                  fmt::format("eigenvalues: no closed form is known: the characteristic polynomial has an irreducible "
                              "factor of degree {}",
                              degree),
                  "modes(..) gives the eigenvalues of linearized equations in numbers");
    for (const Scalar& root : roots) {
        const auto same = std::ranges::find_if(found.values, [&](const Scalar& v) { return g.surely_equal(v, root); });
        if (same == found.values.end())
            found.values.push_back(root), found.multiplicities.push_back(multiplicity);
        else
            found.multiplicities[static_cast<std::size_t>(same - found.values.begin())] += multiplicity;
    }
}

Value eigenvalues(Call& call) {
    Algebra& g = call.algebra();
    ScalarRows M = square_rows(call);
    if (M.size() > most_eigenvalues)
        call.fail(call.argument(0), fmt::format("eigenvalues: the matrix is beyond {0} x {0}", most_eigenvalues),
                  "modes(..) gives the eigenvalues of linearized equations in numbers");
    const bool real = is_symmetric(g, M);
    const Scalar s = g.symbol(unknown);
    for (std::size_t i = 0; i < M.size(); ++i) M[i][i] = g.add({M[i][i], -s});
    const Scalar characteristic = [&]() -> Scalar {
        const Scalar determinant = g.determinant(M);
        try {
            return g.trigsimp(determinant).value().numer();
        } catch (const ModelError&) {  // too large for that
            return shortened(g, determinant).value().numer();
        }
    }();
    call.interpreter.charge(1000);
    const ex product = [&]() -> ex {
        try {
            return g.factor(characteristic);
        } catch (const ModelError&) {  // too large to look for factors
            return characteristic.expand();
        }
    }();
    Eigenvalues found;
    const auto add_factor = [&](const ex& factor) {
        const bool power = GiNaC::is_exactly_a<GiNaC::power>(factor) && Algebra::is_integer(factor.op(1));
        const ex base = power ? factor.op(0) : factor;
        if (!base.has(s)) return;
        if (!base.expand().is_polynomial(s))
            call.fail(call.argument(0), "eigenvalues: the matrix is too large to find its characteristic polynomial");
        add_roots(call, base, power ? GiNaC::ex_to<GiNaC::numeric>(factor.op(1)).to_int() : 1, real, found);
    };
    if (GiNaC::is_exactly_a<GiNaC::mul>(product))
        for (std::size_t k = 0; k < product.nops(); ++k) add_factor(product.op(k));
    else
        add_factor(product);
    std::vector<std::size_t> order(found.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::string> texts;  // GiNaC's order is none
    for (const Scalar& v : found.values) texts.push_back(g.to_text(v));
    std::ranges::sort(order, {}, [&](std::size_t k) { return texts[k]; });
    if (std::ranges::all_of(found.values, [&](const Scalar& v) { return g.is_constant(v); }))
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return g.constant_value(found.values[a]) < g.constant_value(found.values[b]);
        });
    std::vector<Value> values, multiplicities;
    for (const std::size_t k : order)
        values.emplace_back(found.values[k]), multiplicities.emplace_back(Algebra::integer(found.multiplicities[k]));
    return std::vector<Value>{values, multiplicities};
}

// -- rank, null space

struct Echelon {
    ScalarRows rows;                   // those with pivots, each pivot 1 and alone in its column
    std::vector<std::size_t> columns;  // of the pivots
};

Echelon echelon(Call& call) {
    Algebra& g = call.algebra();
    ScalarRows M = rows_of(g, call.value(0), call.built_in.name);
    if (M.size() > most_pivots || M[0].size() > most_pivots)
        call.fail(call.argument(0),
                  fmt::format("{0}: the matrix is beyond {1} x {1}", call.built_in.name, most_pivots));
    for (auto& row : M)
        for (Scalar& e : row) e = Scalar(e.value());
    Echelon found;
    std::size_t next = 0;
    for (std::size_t j = 0; j < M[0].size() && next < M.size(); ++j) {
        std::size_t pivot = next;
        while (pivot < M.size() && is_zero(g, M[pivot][j])) ++pivot;
        if (pivot == M.size()) continue;
        // a number rather than a name that may be zero
        for (std::size_t i = pivot; i < M.size(); ++i)
            if (g.is_constant(M[i][j]) && !g.is_constant(M[pivot][j]) && !is_zero(g, M[i][j])) pivot = i;
        std::swap(M[pivot], M[next]);
        const Scalar divisor = M[next][j];
        for (Scalar& e : M[next]) e = shortened(g, g.divide(e, divisor));
        for (std::size_t i = 0; i < M.size(); ++i) {
            if (i == next || is_zero(g, M[i][j])) continue;
            call.interpreter.charge(100);
            const Scalar factor = M[i][j];
            for (std::size_t k = j; k < M[i].size(); ++k)
                M[i][k] = shortened(g, g.add({M[i][k], -g.multiply(factor, M[next][k])}));
        }
        found.columns.push_back(j);
        ++next;
    }
    M.resize(next);
    found.rows = std::move(M);
    return found;
}

Value rank(Call& call) {
    return Algebra::integer(static_cast<long>(echelon(call).columns.size()));
}

Value nullspace(Call& call) {
    Algebra& g = call.algebra();
    const Echelon found = echelon(call);
    const std::size_t n = rows_of(g, call.value(0), call.built_in.name)[0].size();
    std::vector<Value> basis;
    for (std::size_t j = 0; j < n; ++j) {
        if (std::ranges::count(found.columns, j) > 0) continue;
        ScalarRows column(n, std::vector<Scalar>{Scalar(0)});
        column[j][0] = 1;
        for (std::size_t k = 0; k < found.columns.size(); ++k) column[found.columns[k]][0] = -found.rows[k][j];
        basis.push_back(matrix_from(std::move(column)));
    }
    return basis;
}

}  // namespace

const std::vector<BuiltIn>& matrix_built_ins() {
    using namespace arguments;
    static const std::vector<BuiltIn> table = {
        {"eigenvalues",
         {required("M", a_square_matrix)},
         "[[values], [multiplicities]] of a matrix up to 6 x 6 whose eigenvalues are real",
         "eigenvalues(matrix([2, 1], [1, 2]));",
         eigenvalues,
         true},
        {"rank",
         {required("M", a_matrix)},
         "how many rows are independent for almost all values of the names",
         "rank(matrix([1, 2], [2, 4]));",
         rank,
         true},
        {"nullspace",
         {required("M", a_matrix)},
         "a list of columns v, independent and as many as there are, with M . v = 0",
         "nullspace(matrix([1, 2], [2, 4]));",
         nullspace,
         true},
    };
    return table;
}

}  // namespace lag
