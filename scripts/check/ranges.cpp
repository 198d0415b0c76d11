#include "scripts/check/ranges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "scripts/check/points.hpp"

namespace lag {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr Range all{-infinite, infinite};

Range widened(double low, double high) {
    if (std::isnan(low) || std::isnan(high)) return all;
    return {std::nextafter(low, -infinite), std::nextafter(high, infinite)};
}
// 0 * infinity is 0 here: the bound of a factor is never reached
double product(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}
Range times(const Range& a, const Range& b) {
    const std::array<double, 4> ends{product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                                     product(a.high, b.high)};
    const auto [least, most] = std::minmax_element(ends.begin(), ends.end());
    const Range wide = widened(*least, *most);
    return {*least == 0 ? 0 : wide.low, *most == 0 ? 0 : wide.high};  // a sign is never lost to widening
}
Range kept_positive(Range r) {
    return {std::max(r.low, 0.0), std::max(r.high, 0.0)};
}
Range inverse(const Range& a) {
    if (a.low < 0 && a.high > 0) return all;
    if (a.low == 0 && a.high == 0) return all;
    if (a.low >= 0) return kept_positive(widened(1 / a.high, a.low == 0 ? infinite : 1 / a.low));
    const Range positive = inverse({-a.high, -a.low});
    return {-positive.high, -positive.low};
}
Range sum(const Range& a, const Range& b) {
    const double low = a.low + b.low, high = a.high + b.high;
    const Range wide = widened(low, high);
    const bool exact = (a.low == 0 || b.low == 0), exact_high = (a.high == 0 || b.high == 0);
    return {exact ? low : wide.low, exact_high ? high : wide.high};
}
Range magnitude(const Range& a) {
    if (a.low >= 0) return a;
    if (a.high <= 0) return {-a.high, -a.low};
    return {0, std::max(-a.low, a.high)};
}
Range monotone(const Range& a, double (*f)(double)) {
    return widened(f(a.low), f(a.high));
}

}  // namespace

Range Ranges::of(const Node& node) const {
    const auto x = [&](int k) -> const Range& { return ranges_.at(node.operand[k]); };
    const auto within = [](Range r, double low, double high) -> Range {
        return {std::max(r.low, low), std::min(r.high, high)};
    };
    constexpr double above_pi = 3.15;
    switch (node.op) {
        case Op::pi:
            return {3.14159, 3.1416};
        case Op::add:
            return sum(x(0), x(1));
        case Op::sub:
            return sum(x(0), {-x(1).high, -x(1).low});
        case Op::neg:
            return {-x(0).high, -x(0).low};
        case Op::mul:
            if (node.operand[0] == node.operand[1]) {
                const Range a = magnitude(x(0));
                return times(a, a);
            }
            return times(x(0), x(1));
        case Op::div:
            return times(x(0), inverse(x(1)));
        case Op::sqrt:
            return kept_positive(monotone(kept_positive(x(0)), std::sqrt));
        case Op::sin:
        case Op::cos:
            return {-1, 1};
        case Op::tanh:
            return within(monotone(x(0), std::tanh), -1, 1);
        case Op::asin:
        case Op::atan:
            return {-above_pi / 2, above_pi / 2};
        case Op::acos:
            return {0, above_pi};
        case Op::atan2:
            return {-above_pi, above_pi};
        case Op::sinh:
            return monotone(x(0), std::sinh);
        case Op::cosh:
            return {1, infinite};
        case Op::exp:
            return {std::max(monotone(x(0), std::exp).low, std::numeric_limits<double>::denorm_min()),
                    std::max(monotone(x(0), std::exp).high, 0.0)};
        case Op::log:
            return monotone(kept_positive(x(0)), std::log);
        case Op::pow:
            return x(0).low >= 0 ? Range{0, infinite} : all;
        case Op::abs:
            return magnitude(x(0));
        case Op::min:
            return {std::min(x(0).low, x(1).low), std::min(x(0).high, x(1).high)};
        case Op::max:
            return {std::max(x(0).low, x(1).low), std::max(x(0).high, x(1).high)};
        case Op::floor:
            return {std::floor(x(0).low), std::floor(x(0).high)};
        case Op::mod:
            if (x(1).low >= 0) return {0, x(1).high};
            return all;
        case Op::select:
            return {std::min(x(1).low, x(2).low), std::max(x(1).high, x(2).high)};
        default:
            return all;
    }
}

Ranges::Ranges(const Model& model, std::span<const Expr> roots) {
    const Graph& graph = *model.graph;
    const std::set<std::string> positive = positive_parameters(model);
    for (const NodeId id : reachable(graph, roots)) {
        const Node& node = graph.node(id);
        Range range = all;
        if (node.op == Op::symbol) {
            const Symbol& s = graph.symbol_of(id);
            const bool above_zero = s.role == Role::parameter && positive.contains(s.name);
            if (above_zero) range = {std::numeric_limits<double>::denorm_min(), infinite};
        } else if (node.op == Op::constant) {
            const Rational& value = graph.constant_value(id);
            const Rational huge = cln::expt(Rational(2), cln::cl_I(1000));
            if (cln::abs(value) < huge) {
                const double near = nearest_double(value);
                range = exact_rational(near) == value ? Range{near, near} : widened(near, near);
            } else {
                range = cln::minusp(value) ? Range{-infinite, -1e300} : Range{1e300, infinite};
            }
        } else {
            range = of(node);
        }
        if (std::isnan(range.low) || std::isnan(range.high)) range = all;
        ranges_.emplace(id, range);
    }
}

}  // namespace lag
