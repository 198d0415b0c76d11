// Dual numbers: a double with its exact derivatives by up to 32 columns, for Evaluator<Dual>.
//
// What does not depend on a column contributes nothing to its derivative, even where the other factor is infinite:
// sqrt(x) at x = 0 has the derivative 0 by y. Whether it depends is known apart from the derivative's value, so that
// sqrt(x^2) at x = 0 is found to have none.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace lag {

struct Dual {
    static constexpr std::size_t columns = 32;

    Dual(double number = 0) : value(number) {}  // NOLINT(google-explicit-constructor): numbers are constant duals

    double value;
    std::array<double, columns> slope{};
    std::uint32_t depends = 0;  // bit k: on column k
    // Where a comparison with this number finds both sides equal, it is decided the other way, as it is right beside
    // this point: min, max, abs and floor then have the slope of their other side, and == does not hold.
    bool reverses_ties = false;

    void seed(std::size_t column) { slope.at(column) = 1, depends |= 1U << column; }
    // Adds what `a` contributes, `factor` being the derivative by it.
    void contribute(const Dual& a, double factor) {
        if (std::isfinite(factor)) {  // where a does not depend on a column its slope is 0
            for (std::size_t k = 0; k < columns; ++k) slope[k] += factor * a.slope[k];
        } else {
            for (std::size_t k = 0; k < columns; ++k)
                if ((a.depends >> k & 1U) != 0) slope[k] += factor * a.slope[k];
        }
        depends |= a.depends;
        reverses_ties = reverses_ties || a.reverses_ties;
    }
};

// f(a), f(a, b) by the chain rule.
inline Dual chained(double value, const Dual& a, double by_a) {
    Dual y(value);
    y.contribute(a, by_a);
    return y;
}
inline Dual chained(double value, const Dual& a, double by_a, const Dual& b, double by_b) {
    Dual y = chained(value, a, by_a);
    y.contribute(b, by_b);
    return y;
}

inline Dual operator+(const Dual& a, const Dual& b) {
    return chained(a.value + b.value, a, 1, b, 1);
}
inline Dual operator-(const Dual& a, const Dual& b) {
    return chained(a.value - b.value, a, 1, b, -1);
}
inline Dual operator-(const Dual& a) {
    return chained(-a.value, a, -1);
}
inline Dual operator*(const Dual& a, const Dual& b) {
    return chained(a.value * b.value, a, b.value, b, a.value);
}
inline Dual operator/(const Dual& a, const Dual& b) {
    const double y = a.value / b.value;
    return chained(y, a, 1 / b.value, b, -y / b.value);
}
inline bool operator<(const Dual& a, const Dual& b) {
    return a.value < b.value || (a.value == b.value && (a.reverses_ties || b.reverses_ties));
}
inline bool operator==(const Dual& a, const Dual& b) {
    return a.value == b.value && !a.reverses_ties && !b.reverses_ties;
}
inline Dual sqrt(const Dual& a) {
    const double y = std::sqrt(a.value);
    return chained(y, a, 0.5 / y);
}
inline Dual sin(const Dual& a) {
    return chained(std::sin(a.value), a, std::cos(a.value));
}
inline Dual cos(const Dual& a) {
    return chained(std::cos(a.value), a, -std::sin(a.value));
}
inline Dual tan(const Dual& a) {
    const double y = std::tan(a.value);
    return chained(y, a, 1 + y * y);
}
inline Dual asin(const Dual& a) {
    return chained(std::asin(a.value), a, 1 / std::sqrt(1 - a.value * a.value));
}
inline Dual acos(const Dual& a) {
    return chained(std::acos(a.value), a, -1 / std::sqrt(1 - a.value * a.value));
}
inline Dual atan(const Dual& a) {
    return chained(std::atan(a.value), a, 1 / (1 + a.value * a.value));
}
inline Dual atan2(const Dual& y, const Dual& x) {
    const double square = y.value * y.value + x.value * x.value;
    return chained(std::atan2(y.value, x.value), y, x.value / square, x, -y.value / square);
}
inline Dual sinh(const Dual& a) {
    return chained(std::sinh(a.value), a, std::cosh(a.value));
}
inline Dual cosh(const Dual& a) {
    return chained(std::cosh(a.value), a, std::sinh(a.value));
}
inline Dual tanh(const Dual& a) {
    const double y = std::tanh(a.value);
    return chained(y, a, 1 - y * y);
}
inline Dual exp(const Dual& a) {
    const double y = std::exp(a.value);
    return chained(y, a, y);
}
inline Dual log(const Dual& a) {
    return chained(std::log(a.value), a, 1 / a.value);
}
inline Dual pow(const Dual& a, const Dual& b) {
    const double y = std::pow(a.value, b.value), by_a = b.value * std::pow(a.value, b.value - 1);
    return b.depends == 0 ? chained(y, a, by_a) : chained(y, a, by_a, b, y * std::log(a.value));
}
inline Dual abs(const Dual& a) {
    return a < Dual(0) ? -a : a;
}
inline Dual floor(const Dual& a) {
    const double y = std::floor(a.value);
    return {a.reverses_ties && y == a.value ? y - 1 : y};
}

}  // namespace lag
