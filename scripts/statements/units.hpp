// Units as labels: text -> dimension and scale. No value is ever converted: a label says what a number means, and what
// is added, compared or passed on must mean the same.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lag {

// Exponents of mass, length, time, current, temperature, in sixtieths, so that roots stay exact. Angles have none.
using Dimension = std::array<int, 5>;
inline constexpr int whole_exponent = 60;
inline constexpr Dimension dimensionless{};

Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
// exponent = numerator/denominator; nothing when it is no multiple of 1/60
std::optional<Dimension> power(const Dimension& a, long numerator, long denominator);

// What a unit is worth in kg, m, s, A, K and rad: 1000 for "kN", %pi/180 for "deg". degC and degF are differences.
struct Unit {
    Dimension dimension{};
    double scale = 1;
};

// "kg*m^2/s^2", "N*m/rad", "1/s", "N m", "m/s^(1/2)"; nothing for "" and for what is no unit known here.
std::optional<Unit> unit_of(const std::string& text);
std::optional<Dimension> dimension_of(const std::string& text);

// What is wrong with a text that is no unit, and a unit that it may stand for, if one comes to mind: "kilogram" is not
// known; "kg".
struct UnitError {
    std::string message, meant;
};
std::optional<UnitError> error_in_unit(const std::string& text);  // nothing for units and for ""

// The first name in a text that is no unit; length 0 where something else is wrong.
struct UnknownName {
    std::size_t at = 0, length = 0;
};
UnknownName unknown_name_in(const std::string& text);

// "N*m", "kg*m^3", "1": a common name where there is one, of the units of the SI.
std::string unit_text(const Dimension& dimension);

// What the mechanism's own quantities are measured in. The SI, unless more of a model's units belong to another
// coherent system of mass, length and second (in, lbf, lbf*s^2/in); then one of them must tie the length to something
// else (in/s^2), and one must be that of a mass or an inertia where masses are not in kg.
struct UnitSystem {
    double mass = 1, length = 1;  // in kg and m
    double scale(const Dimension& dimension) const;
};
UnitSystem system_of(const std::vector<std::string>& units);

// A factor for people: "1000", "1/1000", "%pi/180", "0.3048".
std::string factor_text(double factor);
// "deg", "kN", else "1000*N/m": among `preferred` first.
std::string unit_text(const Unit& unit, const std::vector<std::string>& preferred = {});

}  // namespace lag
