// Numbers as decimal texts.
#pragma once

#include <optional>
#include <string>

namespace lag {

// A number for people, rounded to significant digits: "0.333333", "1.5e-07".
std::string rounded_decimal(double value, int digits = 6);

// Exactly this number: 15 digits where they read back as the same number, else 16 or 17.
std::string exact_decimal(double value);

// "-12.5", "1e-3", "1d-3": one decimal number and nothing else.
bool is_decimal(const std::string& text);
// Its value, infinite where it is beyond all numbers; nothing where it is none.
std::optional<double> decimal_value(std::string text);

}  // namespace lag
