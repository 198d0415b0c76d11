// Integrals of sums of terms c * x^n * H(p x + q) * T(r x + s), with H one of 1, exp, cosh, sinh and T one of 1, cos, sin,
// after products of such functions are made sums (waves.hpp); and of powers of one linear expression.
//
// With A the antiderivative of H*T, which is a sum of such products again,
//     integral of x^n H T = sum over k of (-1)^k n!/(n - k)! x^(n - k) A^(k + 1) (H T)
// and  A(H T) = (p H' T - r H T')/(p^2 + r^2),  H' and T' the derivatives by their arguments.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scripts/algebra/guard.hpp"
#include "scripts/algebra/signs.hpp"
#include "scripts/algebra/waves.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

constexpr int most_parts = 200;

bool is_call_of(const ex& e, const char* name) {
    return is_exactly_a<GiNaC::function>(e) && ex_to<GiNaC::function>(e).get_name() == name;
}

// a*x + b
struct Linear {
    ex slope = 0, constant = 0;
};

// What stands as a whole within a sum: x^n, an exponential of p x, and one wave of each kind.
struct Integrand {
    ex coefficient = 1;
    int power = 0;
    ex exponent = 0;  // of exp
    Wave circular, hyperbolic;
};

class Integral {
  public:
    Integral(Algebra& algebra, const std::string& name) : algebra_(algebra), name_(name), x_(algebra.symbol(name)) {}

    ex of(const ex& expanded) {
        if (!is_exactly_a<GiNaC::add>(expanded)) return of_term(expanded);
        GiNaC::exvector terms;
        for (std::size_t i = 0; i < expanded.nops(); ++i) terms.push_back(of_term(expanded.op(i)));
        return ex(GiNaC::add(terms));
    }
    // Linear expressions that may not be zero where the integral is taken, and those that may not be negative.
    std::vector<ex> divisors, radicands;

  private:
    bool depends(const ex& e) const {
        if (e.has(x_)) return true;
        if (algebra_.is_reference(e)) return std::ranges::count(algebra_.names_in(e), name_) > 0;
        for (std::size_t i = 0; i < e.nops(); ++i)
            if (depends(e.op(i))) return true;
        return false;
    }

    [[noreturn]] void no_closed_form(const ex& e) const {
        throw ModelError(fmt::format("no closed form is known of the integral of {} by {}", algebra_.to_text(e), name_),
                         "polynomials, sines, cosines, exponentials and their products have one; otherwise a "
                         "state(..) with this rate gives numbers");
    }

    std::optional<Linear> linear(const ex& argument) const {
        const ex a = argument.expand();
        if (!a.is_polynomial(x_) || a.degree(x_) > 1) return std::nullopt;
        const Linear found{a.coeff(x_, 1), a.coeff(x_, 0)};
        if (depends(found.slope) || depends(found.constant)) return std::nullopt;
        return found;
    }

    bool is_zero(const ex& e) const { return algebra_.surely_equal(e, ex(0)); }

    ex of_term(const ex& term) {
        std::vector<ex> moving;
        ex constant = 1;
        const auto take = [&](const ex& factor) {
            depends(factor) ? moving.push_back(factor) : void(constant *= factor);
        };
        if (is_exactly_a<GiNaC::mul>(term))
            for (std::size_t i = 0; i < term.nops(); ++i) take(term.op(i));
        else
            take(term);
        if (moving.size() == 1 && is_exactly_a<GiNaC::power>(moving[0]) && !moving[0].op(0).is_equal(x_) &&
            !is_exactly_a<GiNaC::function>(moving[0].op(0)))
            return constant * of_power(moving[0]);
        if (moving.size() == 1 && is_exactly_a<GiNaC::power>(moving[0]) &&
            !moving[0].op(1).info(GiNaC::info_flags::posint) && moving[0].op(0).is_equal(x_))
            return constant * of_power(moving[0]);
        return constant * of_product(moving, term);
    }

    // (a x + b)^n, and a^(p x + q)
    ex of_power(const ex& e) {
        const ex base = e.op(0), exponent = e.op(1);
        if (depends(exponent)) {
            const auto l = linear(exponent);
            if (!l || depends(base)) no_closed_form(e);
            radicands.push_back(base);
            return e / (l->slope * GiNaC::log(base));
        }
        const auto l = linear(base);
        if (!l) no_closed_form(e);
        const ex next = exponent + 1;
        if (!exponent.info(GiNaC::info_flags::integer)) radicands.push_back(base);
        if (!is_exactly_a<numeric>(exponent) || ex_to<numeric>(exponent).is_negative()) divisors.push_back(base);
        if (is_zero(next)) return GiNaC::log(base) / l->slope;
        return GiNaC::pow(base, next) / (next * l->slope);
    }

    ex of_product(const std::vector<ex>& moving, const ex& whole) {
        Integrand term;
        std::vector<ex> functions;
        for (const ex& factor : moving) {
            const bool power = is_exactly_a<GiNaC::power>(factor);
            const ex base = power ? factor.op(0) : factor, exponent = power ? factor.op(1) : ex(1);
            const bool whole_power = exponent.info(GiNaC::info_flags::posint);
            if (base.is_equal(x_) && whole_power && ex_to<numeric>(exponent) <= most_parts) {
                term.power += ex_to<numeric>(exponent).to_int();
            } else if (is_call_of(base, "exp") && !depends(exponent)) {
                term.exponent += exponent * base.op(0);
            } else if (power && depends(exponent) && !depends(base)) {
                term.exponent += exponent * GiNaC::log(base), radicands.push_back(base);
            } else if (whole_power && ex_to<numeric>(exponent) <= most_parts && is_exactly_a<GiNaC::function>(base)) {
                functions.insert(functions.end(), static_cast<std::size_t>(ex_to<numeric>(exponent).to_int()), base);
            } else {
                no_closed_form(whole);
            }
        }
        std::vector<ex> between, rest;
        const auto all = [](const ex&) { return true; };
        const auto circular = Waves(algebra_, true, all).reduced(functions, between);
        const auto hyperbolic = Waves(algebra_, false, all).reduced(between, rest);
        if (!rest.empty()) no_closed_form(whole);
        GiNaC::exvector terms;
        for (const auto& [c, wave] : circular)
            for (const auto& [d, other] : hyperbolic) {
                Integrand one = term;
                one.coefficient = c * d, one.circular = wave, one.hyperbolic = other;
                add_integral(one, whole, terms);
            }
        return ex(GiNaC::add(terms));
    }

    // With exp and a hyperbolic function both in it: two exponentials.
    void add_integral(Integrand term, const ex& whole, GiNaC::exvector& terms) {
        if (term.hyperbolic.kind != Wave::Kind::one && !term.exponent.is_zero()) {
            const ex argument = term.hyperbolic.argument;
            const bool odd = term.hyperbolic.kind == Wave::Kind::odd;
            term.hyperbolic = {}, term.coefficient /= 2;
            Integrand other = term;
            term.exponent = (term.exponent + argument).expand(), other.exponent = (other.exponent - argument).expand();
            if (odd) other.coefficient = -other.coefficient;
            terms.push_back(closed_form(term, whole)), terms.push_back(closed_form(other, whole));
            return;
        }
        terms.push_back(closed_form(term, whole));
    }

    ex closed_form(const Integrand& term, const ex& whole) {
        const bool is_exp = term.hyperbolic.kind == Wave::Kind::one;
        const auto grow = linear(is_exp ? term.exponent : term.hyperbolic.argument),
                   turn = linear(term.circular.argument);
        if (!grow || !turn) no_closed_form(whole);
        const ex p = is_zero(grow->slope) ? ex(0) : grow->slope, r = is_zero(turn->slope) ? ex(0) : turn->slope;
        const Waves circular(algebra_, true, nullptr), hyperbolic(algebra_, false, nullptr);
        // c[h][t]: h even (exp too) or odd, t cosine or sine
        std::array<std::array<ex, 2>, 2> c{};
        c[term.hyperbolic.kind == Wave::Kind::odd][term.circular.kind == Wave::Kind::odd] = 1;
        if (p.is_zero() && r.is_zero()) {
            const ex constant = function(term, is_exp, c);
            return term.coefficient * constant * GiNaC::pow(x_, term.power + 1) / (term.power + 1);
        }
        const ex divisor = p * p + r * r;
        GiNaC::exvector terms;
        ex factor = term.coefficient;
        for (int k = 0; k <= term.power; ++k) {
            std::array<std::array<ex, 2>, 2> next{};
            for (std::size_t h = 0; h < 2; ++h)
                for (std::size_t t = 0; t < 2; ++t) {
                    next[is_exp ? h : 1 - h][t] += p * c[h][t] / divisor;
                    next[h][1 - t] += (t == 0 ? r : ex(-r)) * c[h][t] / divisor;
                }
            for (auto& row : next)
                for (ex& entry : row) entry = entry.normal();
            c = next;
            terms.push_back(factor * GiNaC::pow(x_, term.power - k) * function(term, is_exp, c));
            factor *= -(term.power - k);
        }
        return ex(GiNaC::add(terms));
    }

    ex function(const Integrand& term, bool is_exp, const std::array<std::array<ex, 2>, 2>& c) const {
        const Waves circular(algebra_, true, nullptr), hyperbolic(algebra_, false, nullptr);
        GiNaC::exvector terms;
        const auto wave = [](bool odd, const ex& argument) {
            return Wave{odd ? Wave::Kind::odd : Wave::Kind::even, argument};
        };
        for (std::size_t h = 0; h < 2; ++h)
            for (std::size_t t = 0; t < 2; ++t) {
                if (c[h][t].is_zero()) continue;
                const ex grow = is_exp ? algebra_.apply("exp", Scalar(term.exponent)).value()
                                       : hyperbolic.written(wave(h == 1, term.hyperbolic.argument));
                terms.push_back(c[h][t] * grow * circular.written(wave(t == 1, term.circular.argument)));
            }
        return ex(GiNaC::add(terms));
    }

    Algebra& algebra_;
    std::string name_;
    ex x_;
};

}  // namespace

Scalar Algebra::integral(const Scalar& e, const std::string& name) {
    if (e.has_written()) return beside(integral(e.value(), name), [&] { return e.written() * symbol(name); });
    return guarded("integral", [&] { return Integral(*this, name).of(expand(e)); });
}

Scalar Algebra::integral(const Scalar& e, const std::string& name, const Scalar& a, const Scalar& b) {
    if (e.has_written() || a.has_written() || b.has_written())
        return beside(integral(e.value(), name, a.value(), b.value()),
                      [&] { return e.written() * (b.has_written() ? b.written() : a.written()); });
    const ex x = symbol(name);
    Integral integral(*this, name);
    const Scalar whole = guarded("integral", [&] { return integral.of(expand(e)); });
    // a linear expression has no zero within the interval where it has the same sign at both ends
    const auto at = [&](const ex& expression, const Scalar& end) { return substitute(expression, {{x, end}}); };
    ex signed_whole = whole;
    for (const std::vector<ex>* required : {&integral.divisors, &integral.radicands})
        for (const ex& expression : *required) {
            const bool divisor = required == &integral.divisors;
            const Signs least = signs_of(at(expression, a)), most = signs_of(at(expression, b));
            const Signs needed = divisor ? sign::positive : sign::positive | sign::zero;
            if ((least | needed) == needed && (most | needed) == needed) continue;
            if (divisor && least == sign::negative && most == sign::negative) {
                signed_whole = signed_whole.subs(GiNaC::log(expression) == GiNaC::log(-expression),
                                                 GiNaC::subs_options::no_pattern);
                continue;
            }
            const std::string text = to_text(expression);
            const bool fails = divisor ? (least | most) == (sign::positive | sign::negative) || least == sign::zero ||
                                             most == sign::zero
                                       : least == sign::negative || most == sign::negative;
            if (fails)
                throw ModelError(fmt::format("the integral has no value: {} {} between the bounds", text,
                                             divisor ? "is zero" : "is negative"),
                                 "take another interval");
            throw ModelError(
                fmt::format("whether {} {} between the bounds is not known", text, divisor ? "is zero" : "is negative"),
                "assume(a > 0) states the sign of a name");
        }
    return guarded("integral", [&] { return at(signed_whole, b) - at(signed_whole, a); });
}

}  // namespace lag
