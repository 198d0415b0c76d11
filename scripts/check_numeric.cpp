#include "scripts/check_numeric.hpp"

#include <cln/float.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/evaluate.hpp"
#include "scripts/check_points.hpp"

namespace lag {

namespace {

constexpr int attempts = 400;
constexpr long double tolerance = 1e-40L;

// A power of two just above |x|; magnitudes need no digits, only a range that no product leaves.
long double size_of(const Real& x) {
    if (cln::zerop(x.value)) return 0;
    const auto exponent = static_cast<long>(cln::float_exponent(x.value));
    return std::ldexp(1.0L, static_cast<int>(std::clamp(exponent, -20000L, 20000L)));
}

// A value and the sum of the magnitudes of the terms it was made of.
struct Measured {
    Real value;
    long double magnitude = 0;
};

Measured measured(const Real& value) {
    return {value, size_of(value)};
}

Measured operator+(const Measured& a, const Measured& b) {
    return {a.value + b.value, a.magnitude + b.magnitude};
}
Measured operator-(const Measured& a, const Measured& b) {
    return {a.value - b.value, a.magnitude + b.magnitude};
}
Measured operator-(const Measured& a) {
    return {-a.value, a.magnitude};
}
Measured operator*(const Measured& a, const Measured& b) {
    return {a.value * b.value, a.magnitude * b.magnitude};
}
Measured operator/(const Measured& a, const Measured& b) {
    const Real quotient = a.value / b.value;  // raises where b is zero
    const long double divisor = size_of(b.value);
    return {quotient, a.magnitude / divisor * std::max(1.0L, b.magnitude / divisor)};
}
bool operator<(const Measured& a, const Measured& b) {
    return a.value < b.value;
}
bool operator==(const Measured& a, const Measured& b) {
    return a.value == b.value;
}

// How uncertain f(x) becomes when x is a sum of large terms is left out: twenty guard digits stand in for it.
#define LAG_CHECK_FUNCTION(f)        \
    Measured f(const Measured& a) {  \
        return measured(f(a.value)); \
    }
LAG_CHECK_FUNCTION(sqrt)
LAG_CHECK_FUNCTION(sin)
LAG_CHECK_FUNCTION(cos)
LAG_CHECK_FUNCTION(tan)
LAG_CHECK_FUNCTION(asin)
LAG_CHECK_FUNCTION(acos)
LAG_CHECK_FUNCTION(atan)
LAG_CHECK_FUNCTION(sinh)
LAG_CHECK_FUNCTION(cosh)
LAG_CHECK_FUNCTION(tanh)
LAG_CHECK_FUNCTION(exp)
LAG_CHECK_FUNCTION(log)
LAG_CHECK_FUNCTION(abs)
LAG_CHECK_FUNCTION(floor)
#undef LAG_CHECK_FUNCTION
Measured atan2(const Measured& y, const Measured& x) {
    return measured(atan2(y.value, x.value));
}
Measured pow(const Measured& base, const Measured& exponent) {
    return measured(pow(base.value, exponent.value));
}

// Magnitudes beyond long double would accept anything: such a point says nothing (ModelError passes it over). Where
// they vanish, the two values themselves are the scale.
bool differ(const Measured& a, const Measured& b) {
    const Real difference = a.value - b.value;
    if (cln::zerop(difference.value)) return false;
    const long double scale = a.magnitude + b.magnitude;
    if (!std::isfinite(scale)) throw ModelError("values too large to compare");
    constexpr long double smallest = 1e-4000L;
    if (scale > smallest) return size_of(difference) > tolerance * scale;
    constexpr long tolerated_bits = 133;  // 1e-40
    const auto exponent = [](const Real& x) {
        return cln::zerop(x.value) ? std::numeric_limits<long>::min() : static_cast<long>(cln::float_exponent(x.value));
    };
    return exponent(difference) > std::max(exponent(a.value), exponent(b.value)) - tolerated_bits;
}

std::string text_of(const Real& value) {
    return shortest_decimal(nearest_double(value));
}

// Seven digits are enough to recognise a point by.
std::string short_text_of(const Real& value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.7g", nearest_double(value));
    return text.data();
}

CheckDifference difference_at(Graph& graph, CheckPoint& point, std::size_t entry, Expr left, Expr right,
                              const Measured& left_value, const Measured& right_value) {
    CheckDifference difference{entry, text_of(left_value.value), text_of(right_value.value), {}};
    const std::array<Expr, 2> roots{left, right};
    for (const Expr& s : symbols_in(graph, roots)) {
        const Symbol symbol = graph.symbol_of(s.id);
        difference.point.emplace_back(symbol.name, short_text_of(point.value(symbol)));
    }
    return difference;
}

// The first difference at one point; entries of a list share their sub-expressions, so one evaluator does them all.
std::optional<CheckDifference> compare_at(Graph& graph, CheckPoint& point, std::span<const Expr> left,
                                          std::span<const Expr> right) {
    Evaluator<Measured> value(
        graph, [&](const Symbol& s) { return measured(point.value(s)); },
        [&](Expr constant) { return measured(Real(graph.constant_real(constant))); });
    std::optional<CheckDifference> first;
    for (std::size_t k = 0; k < left.size(); ++k) {
        const Measured a = value(left[k]), b = value(right[k]);
        if (!first && differ(a, b)) first = difference_at(graph, point, k, left[k], right[k], a, b);
    }
    return first;
}

}  // namespace

CheckTest compare_at_points(const Model& model, const ConstraintRows& constraints, std::span<const Expr> left,
                            std::span<const Expr> right) {
    CheckTest test;
    const ConditionsOfState conditions(model, constraints);
    const bool special = !constraints.left_out.empty();
    const int most = constraints.rows.empty() || special ? attempts : attempts + attempts / 4;
    for (int number = 1; number <= most && test.points < check_point_count; ++number) {
        if (number > attempts && test.consistent > 0) break;
        CheckPoint point(model, static_cast<std::uint64_t>(number), special || number > attempts);
        try {
            point.satisfy(*model.graph, conditions);
            ++test.consistent;
            test.difference = compare_at(*model.graph, point, left, right);
        } catch (const ModelError&) {
            continue;  // no real value here
        }
        ++test.points;
        if (test.difference) return test;
    }
    return test;
}

}  // namespace lag
