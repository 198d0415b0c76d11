#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace lag {

// A number for people, rounded to significant digits: "0.333333", "1.5e-07".
inline std::string rounded_decimal(double value, int digits = 6) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

}  // namespace lag
