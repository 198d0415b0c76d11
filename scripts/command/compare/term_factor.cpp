#include "scripts/command/compare/term_factor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scripts/command/compare/product_text.hpp"

namespace lag {

std::pair<std::string, std::string> parts_of_multiple(const std::string& name) {
    const std::size_t at = name.find('*');
    return at == std::string::npos ? std::pair(std::string(), name)
                                   : std::pair(name.substr(0, at), name.substr(at + 1));
}

namespace {

using Factor = TermFactor::Kind;

// q1 + 3*q1 is 4*q1.
std::string form_text(const LinearForm& form) {
    std::vector<std::pair<std::string, double>> sum;
    for (const auto& [name, factor] : form) {
        const auto [multiplier, coordinate] = parts_of_multiple(name);
        const bool is_number = !multiplier.empty() && multiplier.find_first_not_of("0123456789./") == std::string::npos;
        const std::string& of = is_number ? coordinate : name;
        const double times = factor * (is_number ? coefficient_of(multiplier) : 1);
        const auto same = std::ranges::find(sum, of, &std::pair<std::string, double>::first);
        if (same == sum.end()) {
            sum.emplace_back(of, times);
        } else {
            same->second += times;
        }
    }
    std::string text;
    for (const auto& [name, factor] : sum) {
        text += factor < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
        if (std::abs(factor) != 1) text += coefficient_text(std::abs(factor)) + "*";
        text += name;
    }
    return text;
}

double number_of(const std::string& name, const CompareState& names) {
    const auto [multiplier, coordinate] = parts_of_multiple(name);
    const double value = names.at(coordinate);
    if (multiplier.empty()) return value;
    const auto parameter = names.find(multiplier);
    return value * (parameter != names.end() ? parameter->second : coefficient_of(multiplier));
}

}  // namespace

std::string factor_text(const TermFactor& factor) {
    const std::string inside = form_text(factor.of);
    std::string text = factor.kind == Factor::sine     ? fmt::format("sin({})", inside)
                       : factor.kind == Factor::cosine ? fmt::format("cos({})", inside)
                       : factor.of.size() > 1          ? fmt::format("({})", inside)
                                                       : inside;
    return factor.exponent == 1 ? text : fmt::format("{}^{}", text, factor.exponent);
}

double value_of(const TermFactor& factor, const CompareState& names) {
    double sum = 0;
    for (const auto& [name, times] : factor.of) sum += times * number_of(name, names);
    const double base = factor.kind == Factor::sine     ? std::sin(sum)
                        : factor.kind == Factor::cosine ? std::cos(sum)
                                                        : sum;
    return std::pow(base, factor.exponent);
}

}  // namespace lag
