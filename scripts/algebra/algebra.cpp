// Scalars: leaves, arithmetic and functions with their checks. Rules: every operation either gives a real scalar or
// raises ModelError; integers stay below largest_integer_bits; powers and products never start a computation whose size
// has not been estimated first.
#include "scripts/algebra/algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/constants.hpp"
#include "scripts/algebra/guard.hpp"
#include "scripts/algebra/signs.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

std::size_t bits_of(const numeric& n) {
    if (!n.is_rational()) return 1;
    return static_cast<std::size_t>(std::max(n.numer().int_length(), n.denom().int_length()));
}

// The longest integer in the upper levels of e: what an integer power of e would multiply out.
std::size_t content_bits(const ex& e, int levels) {
    if (is_exactly_a<numeric>(e)) return bits_of(ex_to<numeric>(e));
    if (levels == 0) return 1;
    std::size_t most = 1;
    if (is_exactly_a<GiNaC::add>(e) || is_exactly_a<GiNaC::mul>(e) || is_exactly_a<GiNaC::power>(e))
        for (std::size_t i = 0; i < std::min<std::size_t>(e.nops(), 50); ++i)
            most = std::max(most, content_bits(e.op(i), levels - 1));
    return most;
}

bool is_number(const ex& e) {
    return is_exactly_a<numeric>(e);
}

// A sum that is zero for all values of its names: e/e would become 1 before anybody could see it.
void require_divisor(Algebra& algebra, const ex& e) {
    constexpr std::size_t largest = 100;
    if (is_exactly_a<GiNaC::mul>(e) && e.nops() <= largest)
        for (std::size_t i = 0; i < e.nops(); ++i) require_divisor(algebra, e.op(i));
    if (is_exactly_a<GiNaC::power>(e)) require_divisor(algebra, e.op(0));
    if (!is_exactly_a<GiNaC::add>(e) || e.nops() > largest) return;
    if (vanishes_everywhere(algebra.graph(), algebra.lower(e)))
        throw AtPole("division by zero: the divisor is zero for all values of its names");
}

}  // namespace

Algebra::Algebra(std::shared_ptr<Graph> graph) : graph_(std::move(graph)) {
    resolve_ = [this](const std::string& name) { return graph_->symbol(name, Role::undeclared); };
}

void Algebra::resolve_names(Resolve resolve) {
    resolve_ = std::move(resolve);
    declarations_changed();
}

void Algebra::declarations_changed() {
    lower_memo_.clear();
    unfold_memo_.clear();
}

void Algebra::resolve_motions_again() {
    resolves_motions_ = true;
    declarations_changed();
}

// -- leaves

Scalar Algebra::symbol(const std::string& name) {
    auto place = symbols_.find(name);
    if (place == symbols_.end()) place = symbols_.emplace(name, ex(GiNaC::realsymbol(name))).first;
    return place->second;
}

Scalar Algebra::integer(long value) {
    return ex(value);
}

Scalar Algebra::number(const Rational& value) {
    return ex(numeric(cln::cl_N(value)));
}

Scalar Algebra::pi() {
    return ex(GiNaC::Pi);
}

bool Algebra::is_reference(const Scalar& e) const {
    return GiNaC::is_a<GiNaC::symbol>(e) && ex_to<GiNaC::symbol>(e).get_name()[0] == '$';
}

std::string Algebra::name_of(const Scalar& e) const {
    if (!GiNaC::is_a<GiNaC::symbol>(e) || is_reference(e)) return {};
    return ex_to<GiNaC::symbol>(e).get_name();
}

bool Algebra::is_rational(const Scalar& e) {
    return is_number(e) && ex_to<numeric>(e).is_rational();
}

bool Algebra::is_integer(const Scalar& e) {
    return is_number(e) && ex_to<numeric>(e).is_integer();
}

Rational Algebra::rational_of(const Scalar& e) {
    if (!is_number(e) || !ex_to<numeric>(e).is_real()) throw InternalError("rational_of something else");
    const cln::cl_N n = ex_to<numeric>(e).to_cl_N();
    return cln::rational(cln::the<cln::cl_R>(n));
}

bool Algebra::is_constant(const Scalar& e) {
    if (is_number(e) || is_exactly_a<GiNaC::constant>(e)) return true;
    if (GiNaC::is_a<GiNaC::symbol>(e)) return is_reference(e) && graph_->is_constant_expression(referred(e));
    for (std::size_t i = 0; i < e.nops(); ++i)
        if (!is_constant(e.op(i))) return false;
    return true;
}

bool Algebra::has_references(const Scalar& e) const {
    if (is_reference(e)) return true;
    for (std::size_t i = 0; i < e.nops(); ++i)
        if (has_references(e.op(i))) return true;
    return false;
}

// -- as it was written

namespace {

std::vector<Scalar> values_of(const std::vector<Scalar>& scalars) {
    std::vector<Scalar> values;
    for (const Scalar& e : scalars) values.emplace_back(e.value());
    return values;
}

std::vector<Scalar> written_of(const std::vector<Scalar>& scalars) {
    std::vector<Scalar> written;
    for (const Scalar& e : scalars) written.emplace_back(e.written());
    return written;
}

}  // namespace

Scalar Algebra::of_unknown_unit(const GiNaC::ex& value) {
    if (value.is_zero()) return value;
    return {value, symbol(fmt::format("...{}{}", name_mark, ++unknown_units_))};
}

Scalar Algebra::beside(const GiNaC::ex& value, const std::function<GiNaC::ex()>& written) {
    if (value.is_zero()) return value;
    try {
        if (const ex formed = written(); !formed.is_zero()) return {value, formed};
    } catch (const ModelError&) {  // 0/0 of names, a power without a value: nothing is known
    }
    return of_unknown_unit(value);
}

// -- arithmetic

Scalar Algebra::add(const std::vector<Scalar>& terms) {
    if (std::ranges::any_of(terms, &Scalar::has_written))
        return beside(add(values_of(terms)), [&] { return add(written_of(terms)); });
    return guarded("sum", [&] {
        if (terms.size() == 2) return ex(terms[0] + terms[1]);
        return ex(GiNaC::add(GiNaC::exvector(terms.begin(), terms.end())));
    });
}

Scalar Algebra::multiply(const Scalar& a, const Scalar& b) {
    if (a.has_written() || b.has_written())
        return beside(multiply(a.value(), b.value()), [&] { return multiply(a.written(), b.written()); });
    if (is_number(a) && is_number(b) && bits_of(ex_to<numeric>(a)) + bits_of(ex_to<numeric>(b)) > largest_integer_bits)
        throw ModelError("a number grows beyond 15000 digits");
    return guarded("product", [&] { return ex(a * b); });
}

Scalar Algebra::divide(const Scalar& a, const Scalar& b) {
    if (a.has_written() || b.has_written())
        return beside(divide(a.value(), b.value()), [&] { return divide(a.written(), b.written()); });
    if (b.is_zero()) throw AtPole("division by zero");
    if (!is_number(b) && is_constant(b) && lower(b).is_zero()) throw AtPole("division by zero");
    require_divisor(*this, b);
    return guarded("quotient", [&] { return ex(a / b); });
}

Scalar Algebra::power(const Scalar& base, const Scalar& exponent) {
    if (base.has_written() || exponent.has_written())
        return beside(power(base.value(), exponent.value()), [&] { return power(base.written(), exponent.written()); });
    if (exponent.is_zero()) {
        if (base.is_zero()) throw ModelError("0^0 has no value");
        return ex(1);
    }
    if (base.is_zero() && is_constant(exponent) && !cln::plusp(constant_value(exponent)))
        throw AtPole("division by zero (0 to a negative power)");
    // %e^x is exp(x), so that it differentiates and prints as such
    if (base.is_equal(ex(GiNaC::exp(ex(1))))) return apply("exp", exponent);
    if (is_integer(exponent)) {
        const Rational n = rational_of(exponent);
        const std::size_t bits = content_bits(base, 3);
        if (cln::minusp(n)) require_divisor(*this, base);
        if (bits > 1 && cln::abs(n) > Rational(static_cast<unsigned long>(largest_integer_bits / bits)))
            throw ModelError("a power grows beyond 15000 digits");
    } else if (is_number(base) && is_rational(exponent) && bits_of(ex_to<numeric>(base)) > 1) {
        const Rational n = rational_of(exponent);
        if (cln::abs(n) > 10000) throw ModelError("a power grows beyond 15000 digits");
        if (bits_of(ex_to<numeric>(base)) > 20000 || bits_of(ex_to<numeric>(exponent)) > 64)
            throw ModelError("a root of a number this large is not taken");
    }
    if (!is_integer(exponent) && is_constant(base) && cln::minusp(constant_value(base)))
        throw ModelError(exponent.is_equal(ex(1) / 2) ? "the square root of a negative number"
                                                      : "a negative number to a power that is not an integer");
    if (has_facts() && exponent.is_equal(ex(1) / 2))
        if (const auto root = root_by_signs(base)) return *root;
    return guarded("power", [&] { return ex(GiNaC::pow(base, exponent)); });
}

// -- functions

Scalar Algebra::select_sign(const Scalar& a) {
    Graph& g = *graph_;
    const Expr x = lower(a), zero = g.integer(0);
    return raise(g.select(g.binary(Op::less, zero, x), g.integer(1),
                          g.select(g.binary(Op::less, x, zero), g.integer(-1), zero)));
}

namespace {
// Functions that GiNaC knows and evaluates exactly where it can.
ex algebraic(const std::string& f, const ex& a, bool& known) {
    known = true;
    if (f == "sin") return GiNaC::sin(a);
    if (f == "cos") return GiNaC::cos(a);
    if (f == "tan") return GiNaC::tan(a);
    if (f == "asin") return GiNaC::asin(a);
    if (f == "acos") return GiNaC::acos(a);
    if (f == "atan") return GiNaC::atan(a);
    if (f == "sinh") return GiNaC::sinh(a);
    if (f == "cosh") return GiNaC::cosh(a);
    if (f == "tanh") return GiNaC::tanh(a);
    if (f == "exp") return GiNaC::exp(a);
    if (f == "log") return GiNaC::log(a);
    known = false;
    return a;
}
}  // namespace

Scalar Algebra::apply_to_constant(const std::string& f, const Scalar& a) {
    if (f == "floor") {
        const cln::cl_I whole = is_rational(a) ? cln::floor1(rational_of(a)) : constant_floor(*graph_, lower(a));
        if (cln::integer_length(whole) > largest_integer_bits) throw ModelError("a number grows beyond 15000 digits");
        return number(whole);
    }
    const cln::cl_R value = constant_value(a);
    const int sign = cln::zerop(value) || lower(a).is_zero() ? 0 : (cln::minusp(value) ? -1 : 1);
    if (f == "sign") return ex(sign);
    return sign < 0 ? ex(-a) : ex(a);  // abs
}

Scalar Algebra::apply(const std::string& f, const Scalar& a) {
    if (a.has_written()) return beside(apply(f, a.value()), [&] { return apply(f, a.written()); });
    if (f == "sqrt") return power(a, ex(1) / 2);
    const bool constant = is_constant(a);
    if (f == "abs" || f == "floor" || f == "sign") {
        if (constant) return apply_to_constant(f, a);
        if (const Signs signs = has_facts() ? signs_of(a) : sign::any; signs != sign::any) {
            if (f == "abs" && (signs & sign::negative) == 0) return a;
            if (f == "abs" && (signs & sign::positive) == 0) return -a;
            if (f == "sign" && (signs == sign::negative || signs == sign::zero || signs == sign::positive))
                return ex(signs == sign::negative ? -1 : signs == sign::zero ? 0 : 1);
        }
        if (f == "sign") return select_sign(a);
        return raise(graph_->unary(f == "abs" ? Op::abs : Op::floor, lower(a)));
    }
    if (constant) {
        const cln::cl_R x = constant_value(a);
        const bool zero = cln::zerop(x) || lower(a).is_zero();
        if (f == "log" && (zero || cln::minusp(x)))
            throw ModelError(zero ? "log(0) has no value" : "the logarithm of a negative number");
        if ((f == "asin" || f == "acos") && cln::abs(x) > 1) throw ModelError(f + " of a number beyond -1 and 1");
        if ((f == "exp" || f == "sinh" || f == "cosh") && cln::abs(x) > 10'000'000)
            throw ModelError(f + " of a number this large has no value");
    }
    bool known = false;
    const ex result = guarded(f.c_str(), [&] { return algebraic(f, a, known); });
    if (!known) throw InternalError("function " + f);
    return result;
}

Scalar Algebra::apply(const std::string& f, const Scalar& a, const Scalar& b) {
    if (a.has_written() || b.has_written())
        return beside(apply(f, a.value(), b.value()), [&] { return apply(f, a.written(), b.written()); });
    if (f == "mod" && b.is_zero()) throw ModelError("mod by zero");
    const bool constant = is_constant(a) && is_constant(b);
    if (constant && f != "atan2") {
        if (f == "min") return cln::plusp(constant_value(a - b)) ? b : a;
        if (f == "max") return cln::minusp(constant_value(a - b)) ? b : a;
        return guarded("mod", [&] { return ex(a - b * apply_to_constant("floor", a / b)); });
    }
    if (f == "atan2") return guarded("atan2", [&] { return ex(GiNaC::atan2(a, b)); });
    if (has_facts() && f != "mod") {
        const Signs signs = signs_of(a - b);
        if ((signs & sign::negative) == 0) return f == "min" ? b : a;
        if ((signs & sign::positive) == 0) return f == "min" ? a : b;
    }
    const Op op = f == "min" ? Op::min : f == "max" ? Op::max : Op::mod;
    return raise(graph_->binary(op, lower(a), lower(b)));
}

Scalar Algebra::to_float(const Scalar& e) {
    if (e.has_written()) return beside(to_float(e.value()), [&] { return e.written(); });
    if (is_constant(e)) {
        // beyond doubles: an error; far below: zero, as rounding has it
        const double value = graph_->constant_double(lower(e));
        return ex(numeric(std::abs(value) < std::numeric_limits<double>::min() ? 0.0 : value));  // CLN takes no others
    }
    return guarded("float", [&]() -> ex {
        if (is_exactly_a<GiNaC::power>(e))
            return GiNaC::pow(to_float(e.op(0)), is_integer(e.op(1)) ? e.op(1) : to_float(e.op(1)));
        if (is_exactly_a<GiNaC::add>(e) || is_exactly_a<GiNaC::mul>(e)) {
            GiNaC::exvector parts;
            for (std::size_t i = 0; i < e.nops(); ++i) parts.push_back(to_float(e.op(i)));
            return is_exactly_a<GiNaC::add>(e) ? ex(GiNaC::add(parts)) : ex(GiNaC::mul(parts));
        }
        if (is_exactly_a<GiNaC::function>(e) && e.nops() == 1)
            return apply(ex_to<GiNaC::function>(e).get_name(), to_float(e.op(0)));
        return e;
    });
}

cln::cl_R Algebra::constant_value(const Scalar& e) {
    if (is_number(e) && ex_to<numeric>(e).is_real()) return cln::cl_R(rational_of(e));
    return graph_->constant_real(lower(e));
}

bool Algebra::surely_equal(const Scalar& a, const Scalar& b) {
    if (a.is_equal(b)) return true;
    if (is_constant(a) && is_constant(b)) {
        if (is_rational(a) && is_rational(b)) return rational_of(a) == rational_of(b);
        return cln::zerop(constant_value(a - b));
    }
    if (lower(a) == lower(b)) return true;
    try {
        const Scalar difference = unfolded_within(a - b, "comparison");
        return expand(difference).is_zero() || ratsimp(difference).is_zero();
    } catch (const ModelError&) {
        return false;  // too large to expand, or no value: not surely
    }
}

std::vector<std::string> Algebra::names_in(const Scalar& e) {
    const std::vector<Expr> roots{lower(e)};
    std::vector<std::string> names;
    for (const Expr s : symbols_in(*graph_, roots)) names.push_back(graph_->symbol_of(s).name);
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace lag
