#include "scripts/check/polynomial.hpp"

#include <fmt/format.h>

namespace lag {

namespace {

Monomial product(const Monomial& a, const Monomial& b) {
    Monomial result;
    result.reserve(a.size() + b.size());
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        if (j == b.end() || (i != a.end() && i->first < j->first)) {
            result.push_back(*i++);
        } else if (i == a.end() || j->first < i->first) {
            result.push_back(*j++);
        } else {
            result.emplace_back(i->first, i->second + j->second);
            ++i, ++j;
        }
    }
    return result;
}

void accumulate(Polynomial& sum, const Monomial& monomial, const Rational& coefficient) {
    const auto [place, fresh] = sum.try_emplace(monomial, coefficient);
    if (fresh) return;
    place->second = place->second + coefficient;
    if (cln::zerop(place->second)) sum.erase(place);
}

// What an operation with this coefficient takes, against one with few digits.
long cost_of(const Rational& coefficient) {
    constexpr std::size_t bits_of_one = 128;
    const std::size_t bits =
        cln::integer_length(cln::numerator(coefficient)) + cln::integer_length(cln::denominator(coefficient));
    return 1 + static_cast<long>(bits / bits_of_one);
}

}  // namespace

Polynomial PolynomialRing::constant(const Rational& value) {
    if (cln::zerop(value)) return {};
    return {{Monomial{}, value}};
}

void PolynomialRing::spend(long operations) {
    budget_ -= operations;
    if (budget_ < 0) throw BudgetSpent{};
}

Polynomial PolynomialRing::add(const Polynomial& a, const Polynomial& b, const Rational& factor_of_b) {
    spend(static_cast<long>(a.size() + b.size()) + 1);
    Polynomial sum = a;
    for (const auto& [monomial, coefficient] : b) {
        spend(cost_of(coefficient) - 1);
        accumulate(sum, monomial, coefficient * factor_of_b);
    }
    return sum;
}

Polynomial PolynomialRing::multiply(const Polynomial& a, const Polynomial& b) {
    Polynomial sum;
    for (const auto& [x, p] : a)
        for (const auto& [y, q] : b) add_reduced(sum, product(x, y), p * q);
    return sum;
}

// Replaces squares until none is left. A worklist, because one replacement may bring another square into being.
void PolynomialRing::add_reduced(Polynomial& sum, const Monomial& monomial, const Rational& coefficient) {
    std::vector<std::pair<Monomial, Rational>> open{{monomial, coefficient}};
    while (!open.empty()) {
        auto [term, factor] = std::move(open.back());
        open.pop_back();
        spend(cost_of(factor));
        const Polynomial* square = nullptr;
        for (std::size_t k = 0; k < term.size() && square == nullptr; ++k) {
            if (term[k].second < 2) continue;
            const auto relation = squares_.find(term[k].first);
            if (relation == squares_.end()) continue;
            square = &relation->second;
            term[k].second -= 2;
            if (term[k].second == 0) term.erase(term.begin() + static_cast<std::ptrdiff_t>(k));
        }
        if (square == nullptr) {
            accumulate(sum, term, factor);
            continue;
        }
        for (const auto& [other, c] : *square) open.emplace_back(product(term, other), factor * c);
    }
}

bool is_constant(const Polynomial& p) {
    return p.empty() || (p.size() == 1 && p.begin()->first.empty());
}

std::string key_of(const Polynomial& p) {
    std::string key;
    for (const auto& [monomial, coefficient] : p) {
        key += to_string(coefficient);
        for (const auto& [variable, power] : monomial) key += fmt::format("*{}^{}", variable, power);
        key += ";";
    }
    return key;
}

}  // namespace lag
