// Units as labels: text -> dimension. No value is ever converted, so that "in" and "m" are both lengths and nothing
// more.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace lag {

// Exponents of mass, length, time, current, temperature, in sixtieths, so that roots stay exact. Angles have none.
using Dimension = std::array<int, 5>;
inline constexpr int whole_exponent = 60;
inline constexpr Dimension dimensionless{};

Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
// exponent = numerator/denominator; nothing when it is no multiple of 1/60
std::optional<Dimension> power(const Dimension& a, long numerator, long denominator);

// "kg*m^2/s^2", "N*m/rad", "1/s", "N m", "m/s^(1/2)"; nothing for "" and for units this table does not know: no check.
std::optional<Dimension> dimension_of(const std::string& unit);

// "N*m", "kg*m^3", "1": a common name where there is one.
std::string unit_text(const Dimension& dimension);

}  // namespace lag
