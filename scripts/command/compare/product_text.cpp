#include "scripts/command/compare/product_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "core/number_text.hpp"

namespace lag {

std::string coefficient_text(double value) {
    for (int denominator = 1; denominator <= 12; ++denominator) {
        const double numerator = std::round(value * denominator);
        if (numerator != 0 && std::abs(numerator) < 1000 &&
            std::abs(value - numerator / denominator) < 1e-6 * std::abs(value))
            return rounded_decimal(numerator, 12) + (denominator == 1 ? "" : "/" + std::to_string(denominator));
    }
    return rounded_decimal(value, 7);
}

double coefficient_of(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return *end == '/' ? value / std::strtod(end + 1, nullptr) : value;
}

std::string product_text(double factor, const std::vector<Power>& powers, const std::vector<std::string>& behind) {
    std::string above, below;
    int count_below = 0;
    for (const Power& power : powers) {
        std::string& side = power.exponent > 0 ? above : below;
        if (power.exponent < 0) ++count_below;
        const int n = std::abs(power.exponent);
        side += (side.empty() ? "" : "*") + power.name + (n == 1 ? "" : "^" + std::to_string(n));
    }
    for (const std::string& one : behind) above += (above.empty() ? "" : "*") + one;
    std::string text = coefficient_text(factor);
    if (text == "1" && !above.empty()) {
        text = above;
    } else if (text == "-1" && !above.empty()) {
        text = "-" + above;
    } else if (!above.empty()) {
        text += "*" + above;
    }
    if (!below.empty()) text += count_below == 1 ? "/" + below : fmt::format("/({})", below);
    return text;
}

bool whole_exponent(double higher, double lower, double tolerance, int& exponent) {
    const double p = std::log(higher) / std::log(raised), p_down = std::log(lower) / std::log(lowered);
    const double whole = std::round(p);
    if (!(std::abs(p - whole) < tolerance) || !(std::abs(p_down - whole) < tolerance)) return false;
    exponent = static_cast<int>(whole);
    return true;
}

}  // namespace lag
