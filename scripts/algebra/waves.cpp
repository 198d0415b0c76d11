// Products of sines and cosines as sums of them, and integrals of what such sums make with powers and exponentials.
//
// A term is c * H(p x + q) * T(r x + s), T one of 1, cos, sin and H one of 1, exp, cosh, sinh. Of all products of two
// functions of a kind, addition theorems make sums; that is repeated until each term holds one of a kind.
#include "scripts/algebra/waves.hpp"

#include <algorithm>

#include "scripts/algebra/guard.hpp"
#include "scripts/algebra/sizes.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

constexpr double most_waves = 20'000;
constexpr int most_powers = 200;

std::string function_name(const ex& e) {
    return is_exactly_a<GiNaC::function>(e) ? ex_to<GiNaC::function>(e).get_name() : "";
}

// The factors of a product, whole powers of functions as that many factors.
void add_factors(const ex& e, std::vector<ex>& factors) {
    if (is_exactly_a<GiNaC::mul>(e)) {
        for (std::size_t i = 0; i < e.nops(); ++i) add_factors(e.op(i), factors);
    } else if (is_exactly_a<GiNaC::power>(e) && !function_name(e.op(0)).empty() &&
               e.op(1).info(GiNaC::info_flags::posint)) {
        const numeric n = ex_to<numeric>(e.op(1));
        if (n > most_powers) throw ModelError("a power of a sine or cosine too high (limit 200)");
        factors.insert(factors.end(), static_cast<std::size_t>(n.to_int()), e.op(0));
    } else {
        factors.push_back(e);
    }
}

}  // namespace

// c times a function, its argument with the sign that both ways round have in common: sin(a - b) and sin(b - a) meet.
void Waves::add(std::vector<std::pair<ex, Wave>>& sum, const ex& c, Wave::Kind kind, const ex& argument) const {
    const ex a = argument.expand();
    const bool negative = !a.is_zero() && algebra_.sign_of_form(a) < 0;
    if (kind == Wave::Kind::odd && a.is_zero()) return;
    const ex coefficient = kind == Wave::Kind::odd && negative ? ex(-c) : c;
    const Wave wave{kind == Wave::Kind::even && a.is_zero() ? Wave::Kind::one : kind, negative ? ex(-a) : a};
    const auto same = std::ranges::find_if(sum, [&](const auto& entry) {
        return entry.second.kind == wave.kind && entry.second.argument.is_equal(wave.argument);
    });
    if (same == sum.end())
        sum.emplace_back(coefficient, wave);
    else
        same->first += coefficient;
}

// c times two functions of this kind, by the addition theorems.
void Waves::add_product(std::vector<std::pair<ex, Wave>>& sum, const ex& c, const Wave& a, const Wave& b) const {
    if (a.kind == Wave::Kind::one) return add(sum, c, b.kind, b.argument);
    const bool even_a = a.kind == Wave::Kind::even, even_b = b.kind == Wave::Kind::even;
    const Wave::Kind kind = even_a == even_b ? Wave::Kind::even : Wave::Kind::odd;
    const ex half = c / 2;
    const bool minus_sum = !even_a && !even_b && circular_;
    const bool minus_difference = even_a ? !even_b : !even_b && !circular_;
    add(sum, minus_sum ? ex(-half) : half, kind, a.argument + b.argument);
    add(sum, minus_difference ? ex(-half) : half, kind, a.argument - b.argument);
}

ex Waves::written(const Wave& wave) const {
    if (wave.kind == Wave::Kind::one) return 1;
    const bool even = wave.kind == Wave::Kind::even;
    return algebra_.apply(circular_ ? (even ? "cos" : "sin") : even ? "cosh" : "sinh", Scalar(wave.argument));
}

// The functions of this kind among the factors of a term, as a sum of single ones; `rest` gets all other factors.
std::vector<std::pair<ex, Wave>> Waves::reduced(const std::vector<ex>& factors, std::vector<ex>& rest) const {
    std::vector<std::pair<ex, Wave>> sum{{1, Wave{}}};
    for (const ex& factor : factors) {
        const std::string f = function_name(factor);
        const bool even = f == (circular_ ? "cos" : "cosh"), odd = f == (circular_ ? "sin" : "sinh");
        if ((!even && !odd) || !counts_(factor.op(0))) {
            rest.push_back(factor);
            continue;
        }
        const Wave wave{even ? Wave::Kind::even : Wave::Kind::odd, factor.op(0)};
        std::vector<std::pair<ex, Wave>> next;
        for (const auto& [c, present] : sum) add_product(next, c, present, wave);
        sum = std::move(next);
        std::erase_if(sum, [](const auto& entry) { return entry.first.is_zero(); });
        if (static_cast<double>(sum.size()) > most_waves)
            throw ModelError("products of so many sines and cosines make too many terms");
    }
    return sum;
}

namespace {

ex reduced_inside(Algebra& algebra, const ex& e, const std::function<bool(const ex&)>& counts);

// Of one term of an expanded sum.
ex reduced_term(Algebra& algebra, const ex& term, const std::function<bool(const ex&)>& counts) {
    std::vector<ex> factors, between, rest;
    add_factors(term, factors);
    const Waves circular(algebra, true, counts), hyperbolic(algebra, false, counts);
    GiNaC::exvector terms;
    const auto sines = circular.reduced(factors, between);
    const auto others = hyperbolic.reduced(between, rest);
    ex product = 1;
    for (const ex& factor : rest) product *= reduced_inside(algebra, factor, counts);
    for (const auto& [c, wave] : sines)
        for (const auto& [d, other] : others)
            terms.push_back(c * d * circular.written(wave) * hyperbolic.written(other) * product);
    return ex(GiNaC::add(terms)).expand();
}

// Arguments of other functions, bases of powers: sums of their own.
ex reduced_inside(Algebra& algebra, const ex& e, const std::function<bool(const ex&)>& counts) {
    if (is_exactly_a<GiNaC::add>(e)) {
        GiNaC::exvector terms;
        for (std::size_t i = 0; i < e.nops(); ++i) terms.push_back(reduced_term(algebra, e.op(i), counts));
        return ex(GiNaC::add(terms));
    }
    if (is_exactly_a<GiNaC::power>(e)) {
        const ex base = e.op(0);
        const bool sum = is_exactly_a<GiNaC::add>(base) || is_exactly_a<GiNaC::mul>(base);
        // 1/sin(x)^2: the square is a sum
        if (e.op(1).info(GiNaC::info_flags::negint) && !function_name(base).empty())
            return GiNaC::pow(reduced_term(algebra, GiNaC::pow(base, -e.op(1)), counts), -1);
        return sum ? ex(GiNaC::pow(reduced_term(algebra, base.expand(), counts), e.op(1))) : e;
    }
    if (is_exactly_a<GiNaC::mul>(e)) return reduced_term(algebra, e, counts);
    return e;
}

}  // namespace

Scalar Algebra::trigreduce(const Scalar& e, const std::string& name) {
    if (e.has_written()) return beside(trigreduce(e.value(), name), [&] { return e.written(); });
    const Scalar expanded = expand(e);
    const ex x = name.empty() ? ex(0) : symbol(name).value();
    const auto counts = [&](const ex& argument) { return name.empty() || argument.has(x); };
    return guarded("trigreduce", [&]() -> ex {
        if (is_exactly_a<GiNaC::add>(expanded)) return reduced_inside(*this, expanded, counts);
        return reduced_term(*this, expanded, counts);
    });
}

}  // namespace lag
