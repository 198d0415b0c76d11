#include "scripts/command/inverse/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/model_index.hpp"
#include "core/model_values.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

// c[0] + c[1] x + ..., x from the row before
struct Pieces {
    Vector times;
    std::vector<std::vector<double>> coefficients;
};

// Second derivatives of the natural cubic spline, by elimination of its tridiagonal system.
Vector natural_spline(const Vector& t, const Vector& y) {
    const std::size_t n = t.size();
    Vector second(n, 0.0), ratio(n, 0.0);
    for (std::size_t k = 1; k + 1 < n; ++k) {
        const double left = t[k] - t[k - 1], right = t[k + 1] - t[k];
        const double pivot = 2 * (left + right) - left * ratio[k - 1];
        ratio[k] = right / pivot;
        second[k] = (6 * ((y[k + 1] - y[k]) / right - (y[k] - y[k - 1]) / left) - left * second[k - 1]) / pivot;
    }
    for (std::size_t k = n - 1; k-- > 1;) second[k] -= ratio[k] * second[k + 1];
    return second;
}

Pieces pieces_of(const CsvTable& table, const std::string& column) {
    const std::string of_time = table.has("t") ? "t" : table.has("time") ? "time" : table.names.front();
    Pieces pieces{table.column(of_time), {}};
    const Vector &t = pieces.times, &y = table.column(column);
    if (t.size() < 2) throw ModelError(table.file + ": a motion needs two rows at least");
    for (std::size_t k = 1; k < t.size(); ++k)
        if (!(t[k] > t[k - 1]))
            throw ModelError(fmt::format("{}: the time {} is not after {}", table.file, rounded_decimal(t[k]),
                                         rounded_decimal(t[k - 1])));
    const bool rates = table.has(column + "'"), accelerations = rates && table.has(column + "''");
    const Vector second = natural_spline(t, y);
    for (std::size_t k = 0; k + 1 < t.size(); ++k) {
        const double h = t[k + 1] - t[k], slope = (y[k + 1] - y[k]) / h;
        if (!rates) {
            pieces.coefficients.push_back({y[k], slope - h * (2 * second[k] + second[k + 1]) / 6, second[k] / 2,
                                           (second[k + 1] - second[k]) / (6 * h)});
            continue;
        }
        const Vector& v = table.column(column + "'");
        if (!accelerations) {
            pieces.coefficients.push_back(
                {y[k], v[k], (3 * slope - 2 * v[k] - v[k + 1]) / h, (v[k] + v[k + 1] - 2 * slope) / (h * h)});
            continue;
        }
        // what is left at the row's end after the parabola of its beginning
        const Vector& a = table.column(column + "''");
        const double d0 = y[k + 1] - y[k] - v[k] * h - a[k] * h * h / 2, d1 = (v[k + 1] - v[k] - a[k] * h) * h,
                     d2 = (a[k + 1] - a[k]) * h * h, h3 = h * h * h;
        pieces.coefficients.push_back({y[k], v[k], a[k] / 2, (10 * d0 - 4 * d1 + d2 / 2) / h3,
                                       (-15 * d0 + 7 * d1 - d2) / (h3 * h), (6 * d0 - 3 * d1 + d2 / 2) / (h3 * h * h)});
    }
    return pieces;
}

}  // namespace

CoordinateMotion motion_of(const Model& model, Expr expression, const Vector& p) {
    const Expr t = time_symbol(model), rate = partial_derivative(expression, t), second = partial_derivative(rate, t);
    return [&model, expression, rate, second, p](double at) {
        return MotionValue{value_of(model, expression, at, p), value_of(model, rate, at, p),
                           value_of(model, second, at, p)};
    };
}

CoordinateMotion motion_in(const CsvTable& table, const std::string& column) {
    const auto pieces = std::make_shared<const Pieces>(pieces_of(table, column));
    return [pieces, file = table.file](double at) {
        const Vector& t = pieces->times;
        const double little = 1e-9 * (t.back() - t.front());
        if (at < t.front() - little || at > t.back() + little)
            throw ModelError(fmt::format("{} has no motion at t = {}: its rows go from {} to {}", file,
                                         rounded_decimal(at), rounded_decimal(t.front()), rounded_decimal(t.back())),
                             "choose --end, or start in a file of --parameters, within them");
        const auto above = std::upper_bound(t.begin() + 1, t.end() - 1, at);
        const auto k = static_cast<std::size_t>(above - t.begin()) - 1;
        const Vector& c = pieces->coefficients[k];
        const double x = at - t[k];
        MotionValue motion;
        for (std::size_t j = c.size(); j-- > 0;) {
            motion.acceleration = motion.acceleration * x + 2 * motion.rate;
            motion.rate = motion.rate * x + motion.value;
            motion.value = motion.value * x + c[j];
        }
        return motion;
    };
}

}  // namespace lag
