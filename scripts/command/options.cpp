#include "scripts/command/options.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

namespace lag {

namespace {

// Decimal digits, a point, an exponent; finite.
std::optional<double> decimal(std::string text) {
    if (text.size() > 1 && text[0] == '+') text.erase(0, 1);
    const auto allowed = [](unsigned char c) {
        return std::isdigit(c) != 0 || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
    };
    if (text.empty() || !std::all_of(text.begin(), text.end(), allowed)) return std::nullopt;
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::string short_number(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

}  // namespace

std::string NumberBetween::operator()(const std::string& text) const {
    const auto value = decimal(text);
    if (value && *value >= least && *value <= greatest) return {};
    return "it takes a number from " + short_number(least) + " to " + short_number(greatest) + ", not '" + text + "'";
}

std::string FiniteNumber::operator()(const std::string& text) const {
    return decimal(text) ? "" : "it takes a number, not '" + text + "'";
}

std::string WholeNumberBetween::operator()(const std::string& text) const {
    unsigned long long value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool leading_zero = text.size() > 1 && text[0] == '0';
    if (read.ec == std::errc() && read.ptr == text.data() + text.size() && !leading_zero && value >= least &&
        value <= greatest)
        return {};
    return "it takes a whole number from " + std::to_string(least) + " to " + std::to_string(greatest) + ", not '" +
           text + "'";
}

}  // namespace lag
