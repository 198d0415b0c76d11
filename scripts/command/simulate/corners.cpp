#include "scripts/command/simulate/corners.hpp"

#include <algorithm>
#include <cmath>

#include "core/real.hpp"

namespace lag {

namespace {

// The polynomial p(d + h) of one segment less q(d) of the next: whether a coefficient up to that of d^highest is larger
// than `rounding` of the terms that make it. Their coefficients stand at p and q, `stride` apart.
bool differ(const PointTable& table, std::size_t p, std::size_t q, std::size_t stride, const Rational& h,
            std::size_t highest, const Rational& rounding) {
    for (std::size_t power = highest + 1; power-- > 0;) {
        const Rational& next = table.coefficients[q + power * stride];
        Rational moved = 0, terms = cln::abs(next), binomial = 1, h_power = 1;
        for (std::size_t m = power; m <= table.degree; ++m) {
            const Rational term = binomial * table.coefficients[p + m * stride] * h_power;
            moved = moved + term, terms = terms + cln::abs(term);
            binomial = binomial * Rational(static_cast<long>(m + 1)) / Rational(static_cast<long>(m + 1 - power));
            h_power = h_power * h;
        }
        if (cln::abs(moved - next) > rounding * terms) return true;
    }
    return false;
}

// Of segment k and the one before along the axis, in all rows.
bool changes_at(const PointTable& table, std::size_t axis, std::size_t k, std::size_t highest,
                const Rational& rounding) {
    const Rational h = table.starts[axis][k] - table.starts[axis][k - 1];
    const std::size_t width = table.degree + 1, size = table.coefficients_of_segment();
    if (table.axes() == 1) return differ(table, (k - 1) * size, k * size, 1, h, highest, rounding);
    const std::size_t columns = table.segments(1), others = table.segments(1 - axis);
    for (std::size_t other = 0; other < others; ++other)
        for (std::size_t power = 0; power < width; ++power) {  // along the other axis
            const auto first = [&](std::size_t segment) {
                return axis == 0 ? (segment * columns + other) * size + power
                                 : (other * columns + segment) * size + power * width;
            };
            if (differ(table, first(k - 1), first(k), axis == 0 ? width : 1, h, highest, rounding)) return true;
        }
    return false;
}

}  // namespace

std::vector<double> corners(const PointTable& table, std::size_t axis) {
    std::vector<double> found;
    for (std::size_t k = 1; k < table.segments(axis); ++k)
        if (changes_at(table, axis, k, table.degree, 0)) found.push_back(nearest_double(table.starts[axis][k]));
    return found;
}

bool has_continuous_bend(const PointTable& table, std::size_t axis) {
    constexpr std::size_t bend = 2;
    const Rational rounding = parse_rational("1e-30");
    if (table.degree <= bend) return false;
    for (std::size_t k = 1; k < table.segments(axis); ++k)
        if (changes_at(table, axis, k, bend, rounding)) return false;
    return true;
}

std::vector<double> sharp_corners(const PointTable& table, std::size_t axis) {
    constexpr double sharp = 1e-6;
    const std::size_t segments = table.segments(axis), size = table.coefficients_of_segment();
    const std::size_t others = table.axes() == 1 ? 1 : table.segments(1 - axis);
    const std::size_t columns = table.axes() == 1 ? 1 : table.segments(1);
    const std::size_t stride = table.axes() == 2 && axis == 0 ? table.degree + 1 : 1;
    const auto coefficient = [&](std::size_t k, std::size_t other, std::size_t power) {
        const std::size_t segment = axis == 0 ? k * columns + other : other * columns + k;
        return nearest_double(table.coefficients[segment * size + power * stride]);
    };
    double lowest = coefficient(0, 0, 0), highest = lowest;
    for (std::size_t k = 0; k < segments; ++k)
        for (std::size_t other = 0; other < others; ++other) {
            lowest = std::min(lowest, coefficient(k, other, 0));
            highest = std::max(highest, coefficient(k, other, 0));
        }
    std::vector<double> starts;
    for (const Rational& start : table.starts[axis]) starts.push_back(nearest_double(start));
    std::vector<double> found;
    for (std::size_t k = 1; k < segments; ++k) {
        const double h = k + 1 < segments ? starts[k + 1] - starts[k] : starts[k] - starts[k - 1];
        const auto is_sharp = [&](std::size_t other) {
            const double jump = coefficient(k, other, 3) - coefficient(k - 1, other, 3);
            return std::abs(jump) * h * h * h > sharp * (highest - lowest);
        };
        bool any = false;
        for (std::size_t other = 0; other < others && !any; ++other) any = is_sharp(other);
        if (any) found.push_back(starts[k]);
    }
    return found;
}

}  // namespace lag
