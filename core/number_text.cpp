#include "core/number_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace lag {

std::string rounded_decimal(double value, int digits) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

std::string exact_decimal(double value) {
    std::string text;
    for (int digits = 15; digits <= 17; ++digits) {
        text = rounded_decimal(value, digits);
        if (std::strtod(text.c_str(), nullptr) == value) break;
    }
    return text;
}

bool is_decimal(const std::string& text) {
    const auto is_digit = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
    const auto is_one_of = [&](std::size_t k, std::string_view marks) {
        return k < text.size() && marks.find(text[k]) != std::string_view::npos;
    };
    std::size_t k = is_one_of(0, "+-") ? 1 : 0, digits = 0;
    for (; is_digit(k); ++k) ++digits;
    if (is_one_of(k, ".")) ++k;
    for (; is_digit(k); ++k) ++digits;
    if (digits == 0) return false;
    if (k == text.size()) return true;
    if (!is_one_of(k, "eEdD")) return false;
    ++k;
    if (is_one_of(k, "+-")) ++k;
    if (k == text.size()) return false;
    while (is_digit(k)) ++k;
    return k == text.size();
}

std::optional<double> decimal_value(std::string text) {
    if (!is_decimal(text)) return std::nullopt;
    std::ranges::replace(text, 'd', 'e'), std::ranges::replace(text, 'D', 'e');
    return std::strtod(text.c_str(), nullptr);
}

}  // namespace lag
