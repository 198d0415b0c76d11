#include "scripts/command/simulate/corners.hpp"

#include "core/real.hpp"

namespace lag {

namespace {

// Does the polynomial q(d) of one segment differ from that of the segment before, p(d + h)? Their coefficients stand at
// p and q, `stride` apart.
bool differ(const PointTable& table, std::size_t p, std::size_t q, std::size_t stride, const Rational& h) {
    for (std::size_t power = table.degree + 1; power-- > 0;) {
        Rational moved = 0, binomial = 1, h_power = 1;
        for (std::size_t m = power; m <= table.degree; ++m) {
            moved = moved + binomial * table.coefficients[p + m * stride] * h_power;
            binomial = binomial * Rational(static_cast<long>(m + 1)) / Rational(static_cast<long>(m + 1 - power));
            h_power = h_power * h;
        }
        if (!(moved == table.coefficients[q + power * stride])) return true;
    }
    return false;
}

// Of segment k and the one before along the axis, in all rows.
bool changes_at(const PointTable& table, std::size_t axis, std::size_t k) {
    const Rational h = table.starts[axis][k] - table.starts[axis][k - 1];
    const std::size_t width = table.degree + 1, size = table.coefficients_of_segment();
    if (table.axes() == 1) return differ(table, (k - 1) * size, k * size, 1, h);
    const std::size_t columns = table.segments(1), others = table.segments(1 - axis);
    for (std::size_t other = 0; other < others; ++other)
        for (std::size_t power = 0; power < width; ++power) {  // along the other axis
            const auto first = [&](std::size_t segment) {
                return axis == 0 ? (segment * columns + other) * size + power
                                 : (other * columns + segment) * size + power * width;
            };
            if (differ(table, first(k - 1), first(k), axis == 0 ? width : 1, h)) return true;
        }
    return false;
}

}  // namespace

std::vector<double> corners(const PointTable& table, std::size_t axis) {
    std::vector<double> found;
    for (std::size_t k = 1; k < table.segments(axis); ++k)
        if (changes_at(table, axis, k)) found.push_back(nearest_double(table.starts[axis][k]));
    return found;
}

}  // namespace lag
