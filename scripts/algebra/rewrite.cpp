// Rewriting of scalars: derivatives, expand, factor, ratsimp, trigsimp, coefficients, substitution; determinants and
// inverses. Everything that multiplies out estimates the number of terms first.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/calculus.hpp"
#include "scripts/algebra/algebra.hpp"
#include "scripts/algebra/guard.hpp"
#include "scripts/algebra/sizes.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

constexpr double most_expanded_terms = 20'000;
constexpr double most_factored_terms = 400;
constexpr std::size_t largest_rational_tree = 20'000;
constexpr std::size_t largest_plain_derivative = 1'000;

bool is_sum(const ex& e) {
    return is_exactly_a<GiNaC::add>(e);
}
bool is_function(const ex& e, const char* name) {
    return is_exactly_a<GiNaC::function>(e) && ex_to<GiNaC::function>(e).get_name() == name;
}

// Size of the expansion: terms times factors, for polynomials of high degree in many digits.
double highest_power(const ex& e) {
    double highest = 1;
    if (is_exactly_a<GiNaC::power>(e) && is_exactly_a<numeric>(e.op(1)))
        highest = std::abs(ex_to<numeric>(e.op(1)).to_double());
    for (std::size_t i = 0; i < e.nops(); ++i) highest = std::max(highest, highest_power(e.op(i)));
    return highest;
}

// Highest degree of every atom once multiplied out; a power to a negative exponent is an atom of its own.
using Degrees = std::map<ex, double, GiNaC::ex_is_less>;  // only looked up and multiplied: the order does not matter
Degrees degrees_of(const ex& e) {
    Degrees degrees;
    if (is_exactly_a<numeric>(e)) return degrees;
    if (is_sum(e) || is_exactly_a<GiNaC::mul>(e)) {
        for (std::size_t i = 0; i < e.nops(); ++i)
            for (const auto& [atom, degree] : degrees_of(e.op(i)))
                degrees[atom] = is_sum(e) ? std::max(degrees[atom], degree) : degrees[atom] + degree;
        return degrees;
    }
    if (is_exactly_a<GiNaC::power>(e) && e.op(1).info(GiNaC::info_flags::posint)) {
        degrees = degrees_of(e.op(0));
        for (auto& [atom, degree] : degrees) degree *= ex_to<numeric>(e.op(1)).to_double();
        return degrees;
    }
    degrees[e] = 1;
    return degrees;
}

// Highest power of a sum: its expansion has that many digits in each of that many terms.
double highest_sum_power(const ex& e) {
    double highest = 1;
    if (is_exactly_a<GiNaC::power>(e) && is_sum(e.op(0)) && is_exactly_a<numeric>(e.op(1)))
        highest = std::abs(ex_to<numeric>(e.op(1)).to_double());
    for (std::size_t i = 0; i < e.nops(); ++i) highest = std::max(highest, highest_sum_power(e.op(i)));
    return highest;
}

// Two upper bounds: terms counted with multiplicity, and the monomials that the degrees allow.
void refuse_explosion(const ex& e, const char* operation, double limit) {
    constexpr double highest_power_of_sum = 3000;
    if (highest_sum_power(e) > highest_power_of_sum)
        throw ModelError(fmt::format("a power of a sum too high for {} (limit 3000)", operation));
    double terms = expanded_terms(e);
    if (terms <= limit) return;
    double monomials = 1;
    for (const auto& [atom, degree] : degrees_of(e)) monomials *= degree + 1;
    terms = std::min(terms, monomials);
    if (terms <= limit) return;
    char size[32];
    std::snprintf(size, sizeof size, "%.2g", terms);
    throw ModelError(fmt::format("{} would make {} terms, more than {}", operation, size, static_cast<long>(limit)));
}

std::size_t terms_in(const ex& e) {
    return is_sum(e) ? e.nops() : 1;
}

}  // namespace

Scalar Algebra::unfolded_within(const Scalar& e, const char* operation) {
    Scalar unfolded = unfold(e);
    if (tree_size(unfolded, largest_rational_tree) > largest_rational_tree)
        throw ModelError(std::string("the expression is too large for ") + operation);
    return unfolded;
}

// -- derivatives

Scalar Algebra::diff(const Scalar& e, const std::string& name) {
    if (e.has_written()) return beside(diff(e.value(), name), [&] { return e.written() / symbol(name); });
    if (has_references(e) || tree_size(e, largest_plain_derivative) > largest_plain_derivative)
        return diff_in_graph(e, name);
    return guarded("derivative", [&] { return e.diff(ex_to<GiNaC::symbol>(symbol(name))); });
}

Scalar Algebra::diff_in_graph(const Scalar& e, const std::string& name) {
    const Expr x = resolve_(name);
    if (graph_->node(x).op != Op::symbol)
        throw ModelError(name + " is not independent: it stands for its kinematic equation");
    return guarded("derivative", [&] { return raise(partial_derivative(lower(e), x)); });
}

// -- polynomials and rational functions

Scalar Algebra::expand(const Scalar& e) {
    if (e.has_written()) return beside(expand(e.value()), [&] { return e.written(); });
    const Scalar unfolded = unfolded_within(e, "expand");
    refuse_explosion(unfolded, "expand", most_expanded_terms);
    return guarded("expand", [&] { return unfolded.expand(GiNaC::expand_options::expand_function_args); });
}

// Functions, roots and constants become symbols, so that GiNaC sees a rational function; `atoms` puts them back.
Scalar Algebra::in_symbols(const Scalar& e, GiNaC::exmap& atoms) {
    return e.to_rational(atoms);
}

Scalar Algebra::ratsimp(const Scalar& e) {
    if (e.has_written()) return beside(ratsimp(e.value()), [&] { return e.written(); });
    const Scalar unfolded = unfolded_within(e, "ratsimp");
    refuse_explosion(unfolded, "ratsimp", most_expanded_terms / 4);
    if (highest_power(unfolded) > 400) throw ModelError("a power too high for ratsimp (limit 400)");
    return guarded("ratsimp", [&]() -> ex {
        const ex fraction = unfolded.numer_denom();
        const ex denominator = fraction.op(1).expand();
        if (denominator.is_zero()) throw AtPole("division by zero");
        const ex numerator = fraction.op(0).expand();
        if (is_exactly_a<numeric>(denominator)) return (numerator / denominator).expand();
        return numerator / denominator;
    });
}

Scalar Algebra::factor(const Scalar& e) {
    if (e.has_written()) return beside(factor(e.value()), [&] { return e.written(); });
    const Scalar unfolded = unfolded_within(e, "factor");
    refuse_explosion(unfolded, "factor", most_factored_terms);
    if (highest_power(unfolded) > 60) throw ModelError("a power too high for factor (limit 60)");
    if (is_integer(unfolded)) return unfolded;
    return guarded("factor", [&]() -> ex {
        GiNaC::exmap atoms;
        const ex fraction = in_symbols(unfolded, atoms).numer_denom();
        const ex quotient = GiNaC::factor(fraction.op(0).expand()) / GiNaC::factor(fraction.op(1).expand());
        return quotient.subs(atoms, GiNaC::subs_options::no_pattern);
    });
}

namespace {

// Replaces even powers of `from` by (one + sign * to^2): cos^2 = 1 - sin^2, cosh^2 = 1 + sinh^2.
ex reduced(const ex& polynomial, const ex& from, const ex& by_square) {
    const GiNaC::realsymbol x("x");
    const ex p = polynomial.subs(from == x, GiNaC::subs_options::no_pattern).expand();
    if (!p.is_polynomial(x)) return polynomial;
    GiNaC::exvector terms;
    const int degree = p.degree(x);
    if (degree < 2) return polynomial;
    for (int k = 0; k <= degree; ++k)
        terms.push_back(p.coeff(x, k) * GiNaC::pow(by_square, k / 2) * (k % 2 == 1 ? from : ex(1)));
    return ex(GiNaC::add(terms)).expand();
}

void collect_arguments(const ex& e, const char* f, const char* g, GiNaC::exvector& arguments) {
    if (is_function(e, f) || is_function(e, g)) {
        const bool known =
            std::any_of(arguments.begin(), arguments.end(), [&](const ex& a) { return a.is_equal(e.op(0)); });
        if (!known) arguments.push_back(e.op(0));
    }
    for (std::size_t i = 0; i < e.nops(); ++i) collect_arguments(e.op(i), f, g, arguments);
}

}  // namespace

// The shortest of the polynomial, with cosines in squares replaced, and with sines replaced, argument by argument.
Scalar Algebra::trig_reduced(const Scalar& polynomial) {
    ex best = polynomial.expand();
    const auto sorted_arguments = [&](const char* f, const char* g) {
        GiNaC::exvector arguments;
        collect_arguments(best, f, g, arguments);
        std::sort(arguments.begin(), arguments.end(),
                  [&](const ex& a, const ex& b) { return to_text(a) < to_text(b); });
        return arguments;
    };
    const auto consider = [&](const ex& candidate) {
        if (terms_in(candidate) < terms_in(best) || (!is_sum(candidate) && candidate.is_zero())) best = candidate;
    };
    for (int round = 0; round < 2; ++round) {
        for (const ex& a : sorted_arguments("sin", "cos")) {
            const ex s = GiNaC::sin(a), c = GiNaC::cos(a);
            const ex before = best;
            consider(reduced(before, c, 1 - s * s));
            consider(reduced(before, s, 1 - c * c));
        }
        for (const ex& a : sorted_arguments("sinh", "cosh")) {
            const ex s = GiNaC::sinh(a), c = GiNaC::cosh(a);
            const ex before = best;
            consider(reduced(before, c, 1 + s * s));
            consider(reduced(before, s, c * c - 1));
        }
    }
    // Several arguments at once: every cosine square out, then compare.
    ex all = polynomial.expand();
    for (const ex& a : sorted_arguments("sin", "cos"))
        all = reduced(all, GiNaC::cos(a), 1 - ex(GiNaC::sin(a)) * GiNaC::sin(a));
    consider(all);
    return best;
}

Scalar Algebra::trigsimp_inside(const Scalar& e) {
    if (is_function(e, "tan")) {
        const ex a = trigsimp_inside(e.op(0));
        return ex(GiNaC::sin(a)) / GiNaC::cos(a);
    }
    if (is_exactly_a<GiNaC::function>(e) && e.nops() == 1)
        return apply(ex_to<GiNaC::function>(e).get_name(), trigsimp(e.op(0)));
    if (is_exactly_a<GiNaC::power>(e)) {
        const bool whole = is_integer(e.op(1));
        return power(whole ? trigsimp_inside(e.op(0)) : trigsimp(e.op(0)), e.op(1));
    }
    if (is_sum(e) || is_exactly_a<GiNaC::mul>(e)) {
        GiNaC::exvector parts;
        for (std::size_t i = 0; i < e.nops(); ++i) parts.push_back(trigsimp_inside(e.op(i)));
        return is_sum(e) ? ex(GiNaC::add(parts)) : ex(GiNaC::mul(parts));
    }
    return e;
}

Scalar Algebra::trigsimp(const Scalar& e) {
    if (e.has_written()) return beside(trigsimp(e.value()), [&] { return e.written(); });
    const Scalar unfolded = unfolded_within(e, "trigsimp");
    refuse_explosion(unfolded, "trigsimp", most_expanded_terms / 4);
    if (highest_power(unfolded) > 100) throw ModelError("a power too high for trigsimp (limit 100)");
    return guarded("trigsimp", [&]() -> ex {
        const ex fraction = trigsimp_inside(unfolded).numer_denom();
        const ex numerator = trig_reduced(fraction.op(0));
        const ex denominator = trig_reduced(fraction.op(1));
        if (denominator.is_zero()) throw AtPole("division by zero");
        if (is_exactly_a<numeric>(denominator)) return (numerator / denominator).expand();
        const ex cancelled = (numerator / denominator).normal().numer_denom();
        const ex above = cancelled.op(0).expand(), below = cancelled.op(1).expand();
        return is_exactly_a<numeric>(below) ? ex((above / below).expand()) : ex(above / below);
    });
}

// -- parts

Scalar Algebra::coefficient(const Scalar& e, const Scalar& x, long n) {
    if (e.has_written() || x.has_written())
        return beside(coefficient(e.value(), x.value(), n), [&] { return e.written() / GiNaC::pow(x.written(), n); });
    if (std::abs(n) > 100'000) throw ModelError("an exponent beyond 100000");
    if (is_exactly_a<GiNaC::mul>(x)) {
        Scalar rest = e;
        for (std::size_t i = 0; i < x.nops(); ++i)
            rest = is_exactly_a<numeric>(x.op(i)) ? divide(rest, power(x.op(i), ex(n))) : coefficient(rest, x.op(i), n);
        return rest;
    }
    if (is_exactly_a<GiNaC::power>(x) && is_integer(x.op(1)))
        return coefficient(e, x.op(0), n * cln::cl_I_to_long(cln::the<cln::cl_I>(rational_of(x.op(1)))));
    if (is_exactly_a<numeric>(x) || is_sum(x)) throw ModelError("coeff needs a name, a function or a product of them");
    const Scalar expanded = expand(e);
    return guarded("coeff", [&] {
        // x inside another function (sin(x), sqrt(x)) belongs to the coefficient: it is put back
        const GiNaC::realsymbol s("x");
        const ex part = expanded.subs(x == s, GiNaC::subs_options::no_pattern).expand().coeff(s, static_cast<int>(n));
        return part.subs(s == x, GiNaC::subs_options::no_pattern);
    });
}

Scalar Algebra::substitute_once(const Scalar& e, const Scalar& old, const Scalar& by) {
    const auto plain = [&](const Scalar& part) {
        return guarded("substitution", [&] { return replaced_within(*this, part, {{old, by}}); });
    };
    if (!has_references(e)) return plain(e);
    if (!GiNaC::is_a<GiNaC::symbol>(old)) return plain(unfolded_within(e, "substitution"));
    return guarded("substitution", [&] {
        Substitution substitution(*graph_);
        const Expr replacement = lower(by);
        substitution.replace(lower(old), replacement);
        return raise(substitution(lower(e)));
    });
}

namespace {

using Rows = std::vector<std::vector<Scalar>>;
using Pairs = std::vector<std::pair<Scalar, Scalar>>;

bool any_written(const Rows& rows) {
    return std::ranges::any_of(rows, [](const auto& row) { return std::ranges::any_of(row, &Scalar::has_written); });
}

Rows values_of(const Rows& rows) {
    Rows values;
    for (const auto& row : rows) {
        values.emplace_back();
        for (const Scalar& e : row) values.back().emplace_back(e.value());
    }
    return values;
}

}  // namespace

// Numbers that take the place of names are quantities of the same kind: what was written stays.
Scalar Algebra::substitute(const Scalar& e, const Pairs& old_and_new) {
    const auto has_written = [](const auto& pair) { return pair.second.has_written(); };
    const auto is_number = [&](const auto& pair) { return !has_written(pair) && is_constant(pair.second); };
    const bool numbers = std::ranges::all_of(old_and_new, is_number);
    if (!numbers && !e.has_written() && std::ranges::none_of(old_and_new, has_written))
        return substituted(e, old_and_new);
    Pairs values, written;
    for (const auto& [old, by] : old_and_new) {
        values.emplace_back(old.value(), by.value());
        written.emplace_back(old.value(), by.written());
    }
    const Scalar result = substituted(e.value(), values);
    if (result.is_equal(e)) return e;
    return beside(result, [&] { return numbers ? e.written() : substituted(e.written(), written); });
}

Scalar Algebra::substituted(const Scalar& e, const Pairs& old_and_new) {
    Scalar result = e;
    for (const auto& [old, by] : old_and_new) result = substitute_once(result, old, by);
    if (is_constant(result)) static_cast<void>(constant_value(result));  // it must have one
    return result;
}

// -- matrices

namespace {

bool all_rational(const Rows& rows) {
    for (const auto& row : rows)
        for (const Scalar& e : row)
            if (!Algebra::is_rational(e)) return false;
    return true;
}

// Gauss elimination of [A | B] in exact numbers; returns det A, and A^-1 B in B when det is not zero.
Rational eliminate(std::vector<std::vector<Rational>>& A, std::vector<std::vector<Rational>>& B) {
    const std::size_t n = A.size();
    Rational det = 1;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        while (pivot < n && A[pivot][k] == 0) ++pivot;
        if (pivot == n) return 0;
        if (pivot != k) {
            std::swap(A[pivot], A[k]);
            if (!B.empty()) std::swap(B[pivot], B[k]);
            det = -det;
        }
        det = det * A[k][k];
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k || A[i][k] == 0) continue;
            const Rational factor = A[i][k] / A[k][k];
            for (std::size_t j = k; j < n; ++j) A[i][j] = A[i][j] - factor * A[k][j];
            if (!B.empty())
                for (std::size_t j = 0; j < n; ++j) B[i][j] = B[i][j] - factor * B[k][j];
        }
    }
    if (!B.empty())
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) B[i][j] = B[i][j] / A[i][i];
    return det;
}

std::vector<std::vector<Rational>> rationals(const Rows& rows) {
    std::vector<std::vector<Rational>> result;
    for (const auto& row : rows) {
        result.emplace_back();
        for (const Scalar& e : row) result.back().push_back(Algebra::rational_of(e));
    }
    return result;
}

// Determinant of the rows from `row` on and the columns of `columns`, by expansion along rows; every minor
// is formed once.
class Minors {
  public:
    Minors(Algebra& algebra, const Rows& rows) : algebra_(algebra), rows_(rows) {}
    Scalar operator()(std::size_t row, std::uint32_t columns) {
        if (row == rows_.size()) return ex(1);
        const auto known = minors_.find(columns);
        if (known != minors_.end()) return known->second;
        GiNaC::exvector terms;
        int sign = 1;
        for (std::size_t j = 0; j < rows_.size(); ++j) {
            if ((columns >> j & 1U) == 0) continue;
            if (!rows_[row][j].is_zero())
                terms.push_back(sign * rows_[row][j] * (*this)(row + 1, columns & ~(1U << j)));
            sign = -sign;
        }
        const Scalar minor = algebra_.settle(ex(GiNaC::add(terms)));
        minors_.emplace(columns, minor);
        return minor;
    }

  private:
    Algebra& algebra_;
    const Rows& rows_;
    std::map<std::uint32_t, Scalar> minors_;
};

Rows without(const Rows& rows, std::size_t i, std::size_t j) {
    Rows result;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (r == i) continue;
        result.push_back(rows[r]);
        result.back().erase(result.back().begin() + static_cast<std::ptrdiff_t>(j));
    }
    return result;
}

}  // namespace

Scalar Algebra::determinant(const Rows& rows) {
    if (any_written(rows)) return of_unknown_unit(determinant(values_of(rows)));
    if (rows.empty()) return ex(1);
    if (all_rational(rows)) {
        if (rows.size() > 100) throw ModelError("determinant of a matrix beyond 100 x 100");
        auto A = rationals(rows);
        std::vector<std::vector<Rational>> none;
        return number(eliminate(A, none));
    }
    if (rows.size() > 12) throw ModelError("determinant of a symbolic matrix beyond 12 x 12");
    return guarded("determinant", [&] {
        Minors minors(*this, rows);
        return minors(0, (1U << rows.size()) - 1);
    });
}

std::vector<std::vector<Scalar>> Algebra::invert(const Rows& rows) {
    if (any_written(rows)) {
        Rows inverse = invert(values_of(rows));
        for (auto& row : inverse)
            for (Scalar& e : row) e = of_unknown_unit(e);
        return inverse;
    }
    const std::size_t n = rows.size();
    Rows result(n, std::vector<Scalar>(n));
    if (all_rational(rows)) {
        if (n > 100) throw ModelError("inverse of a matrix beyond 100 x 100");
        auto A = rationals(rows);
        std::vector<std::vector<Rational>> B(n, std::vector<Rational>(n, Rational(0)));
        for (std::size_t i = 0; i < n; ++i) B[i][i] = 1;
        if (eliminate(A, B) == 0) throw ModelError("the matrix is singular: its determinant is 0");
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) result[i][j] = number(B[i][j]);
        return result;
    }
    if (n > 8) throw ModelError("inverse of a symbolic matrix beyond 8 x 8");
    const Scalar det = determinant(rows);
    if (surely_equal(det, ex(0))) throw ModelError("the matrix is singular: its determinant is 0");
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            const Scalar cofactor = n == 1 ? ex(1) : determinant(without(rows, j, i));
            result[i][j] =
                cofactor.is_zero() ? ex(0) : settle(divide((i + j) % 2 == 0 ? cofactor : Scalar(-cofactor), det));
        }
    return result;
}

}  // namespace lag
