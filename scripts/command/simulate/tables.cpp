#include "scripts/command/simulate/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/real.hpp"

namespace lag {

namespace {

constexpr double without_end = std::numeric_limits<double>::infinity();

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

// From x along the direction to the middle of the next segment. The segments beyond the outer corners have no end.
double way_ahead(const std::vector<double>& corners, double x, double direction) {
    if (direction > 0) {
        const auto next = std::upper_bound(corners.begin(), corners.end(), x);
        if (next == corners.end() || next + 1 == corners.end()) return without_end;
        return *next - x + (*(next + 1) - *next) / 2;
    }
    const auto behind = std::lower_bound(corners.begin(), corners.end(), x);
    if (behind == corners.begin() || behind - 1 == corners.begin()) return without_end;
    const double next = *(behind - 1);
    return x - next + (next - *(behind - 2)) / 2;
}

}  // namespace

std::vector<double> corners(const PointTable& table, std::size_t axis) {
    std::vector<double> found;
    for (std::size_t k = 1; k < table.segments(axis); ++k)
        if (changes_at(table, axis, k)) found.push_back(nearest_double(table.starts[axis][k]));
    return found;
}

TableSteps::TableSteps(RunnableModel& model, double interval, bool time_stands) : model_(model), interval_(interval) {
    for (std::size_t k = 0; k < model.table_arguments().size(); ++k) {
        const TableArgument& one = model.table_arguments()[k];
        if (one.of_time && time_stands) continue;
        watched_.push_back(k);
        needs_rates_ = needs_rates_ || !one.of_time;
    }
}

TablePlaces TableSteps::places(double t, const std::vector<double>& y, const std::vector<double>& rates) const {
    Frame frame{{"t", {t}}, {"y", y}, {"rates", rates}, {"w", std::vector<double>(model_.size("nw"), 0.0)}};
    model_.call("table_arguments", frame);
    return {std::move(frame["g"]), std::move(frame["gdot"])};
}

double TableSteps::longest_step(const TablePlaces& here) const {
    double longest = without_end;
    for (const std::size_t k : watched_) {
        const TableArgument& one = model_.table_arguments()[k];
        if (one.of_time && !one.is_linear) longest = std::min(longest, interval_ / 64);
        const double rate = here.adot[k];
        if (std::isfinite(rate) && rate != 0)
            longest = std::min(longest, way_ahead(one.corners, here.a[k], rate) / std::abs(rate));
    }
    return longest;
}

bool TableSteps::have_skipped(const TablePlaces& before, const TablePlaces& after) const {
    return std::ranges::any_of(watched_, [&](std::size_t k) {
        const std::vector<double>& corners = model_.table_arguments()[k].corners;
        const double low = std::min(before.a[k], after.a[k]), high = std::max(before.a[k], after.a[k]);
        const auto first = std::upper_bound(corners.begin(), corners.end(), low);
        const auto last = std::lower_bound(corners.begin(), corners.end(), high);
        return last - first > 1;
    });
}

}  // namespace lag
