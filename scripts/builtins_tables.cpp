// A table becomes selections of polynomial coefficients, a balanced tree of comparisons for each, and one polynomial in
// the distance from the left break point:
//     linear   y_k + b_k d
//     smooth   y_k + s_k d + (3 b_k - 2 s_k - s_(k+1)) d^2/h + (s_k + s_(k+1) - 2 b_k) d^3/h^2      (cubic Hermite)
// with d = x - x_k, h the interval, b_k its slope, and s_k the slope at x_k of the parabola through x_k and its
// neighbours (at an end: through the last three). Linear in the values, so that a table of tables is the tensor
// product: a map z(x, y) interpolates along y in each row, then along x.
#include "scripts/builtins_tables.hpp"

#include <algorithm>

#include "scripts/statements_reading.hpp"

namespace lag {

namespace {

constexpr std::size_t most_points = 1000, most_entries = 10000;

struct Axis {
    Expr x;
    std::vector<Rational> breaks;
};

struct Segment {
    Expr start;
    std::vector<Expr> coefficients;  // of 1, d, d^2, ...
};

class Curve {
  public:
    Curve(Graph& graph, const Axis& axis, bool smooth) : graph_(graph), axis_(axis), smooth_(smooth) {}

    Expr at(const std::vector<Expr>& values) const {
        std::vector<Segment> segments;
        std::vector<Rational> borders;  // between segments
        const std::size_t last = values.size() - 1;
        const std::vector<Expr> slopes = smooth_ ? point_slopes(values) : std::vector<Expr>{};
        if (smooth_) {
            segments.push_back({point(0), {values[0], slopes[0]}});
            borders.push_back(axis_.breaks[0]);
        }
        for (std::size_t k = 0; k < last; ++k) {
            segments.push_back({point(k), smooth_ ? cubic(values, slopes, k) : line(values, k)});
            if (k + 1 < last || smooth_) borders.push_back(axis_.breaks[k + 1]);
        }
        if (smooth_) segments.push_back({point(last), {values[last], slopes[last]}});
        const auto pick = [&](const auto& part) { return picked(borders, 0, segments.size() - 1, segments, part); };
        const Expr d = axis_.x - pick([](const Segment& s) { return s.start; });
        const Expr zero = graph_.integer(0);
        Expr sum = zero;
        for (std::size_t power = smooth_ ? 4 : 2; power-- > 0;) {
            const Expr coefficient =
                pick([&](const Segment& s) { return power < s.coefficients.size() ? s.coefficients[power] : zero; });
            sum = sum * d + coefficient;
        }
        return sum;
    }

  private:
    Expr point(std::size_t k) const { return graph_.constant(axis_.breaks[k]); }
    Expr interval(std::size_t k) const { return graph_.constant(axis_.breaks[k + 1] - axis_.breaks[k]); }
    Expr slope(const std::vector<Expr>& y, std::size_t k) const { return (y[k + 1] - y[k]) / interval(k); }
    std::vector<Expr> line(const std::vector<Expr>& y, std::size_t k) const { return {y[k], slope(y, k)}; }

    std::vector<Expr> point_slopes(const std::vector<Expr>& y) const {
        const std::size_t last = y.size() - 1;
        if (last == 1) return {slope(y, 0), slope(y, 0)};
        std::vector<Expr> slopes;
        for (std::size_t k = 0; k <= last; ++k) {
            const std::size_t left = std::min(k == 0 ? 0 : k - 1, last - 2);  // of the three points: left, +1, +2
            const Expr h0 = interval(left), h1 = interval(left + 1), b0 = slope(y, left), b1 = slope(y, left + 1);
            const Expr bend = (b1 - b0) / (h0 + h1);  // half the second derivative
            slopes.push_back(k == left ? b0 - bend * h0 : k == left + 1 ? b0 + bend * h0 : b1 + bend * h1);
        }
        return slopes;
    }
    std::vector<Expr> cubic(const std::vector<Expr>& y, const std::vector<Expr>& s, std::size_t k) const {
        const Expr h = interval(k), b = slope(y, k);
        return {y[k], s[k], (3 * b - 2 * s[k] - s[k + 1]) / h, (s[k] + s[k + 1] - 2 * b) / (h * h)};
    }

    template <class Part>
    Expr picked(const std::vector<Rational>& borders, std::size_t first, std::size_t last,
                const std::vector<Segment>& segments, const Part& part) const {
        if (first == last) return part(segments[first]);
        const std::size_t middle = (first + last + 1) / 2;  // begins at borders[middle - 1]
        const Expr below = graph_.binary(Op::less, axis_.x, graph_.constant(borders[middle - 1]));
        const Expr left = picked(borders, first, middle - 1, segments, part);
        const Expr right = picked(borders, middle, last, segments, part);
        return graph_.select(below, left, right);
    }

    Graph& graph_;
    const Axis& axis_;
    bool smooth_;
};

Axis axis_of(Call& call, std::size_t variable, std::size_t breaks) {
    Axis axis;
    const Syntax& x_at = call.argument(variable);
    axis.x = call.expression(variable);
    if (axis.x.graph == nullptr) axis.x.graph = &call.interpreter.graph();
    call.interpreter.require_declared(axis.x, x_at);
    const Syntax& at = call.argument(breaks);
    const std::vector<Value>& points = call.items(call.value(breaks), at, "a list of break points");
    if (points.size() < 2 || points.size() > most_points)
        call.fail(at, "a table has 2 to " + std::to_string(most_points) + " break points, found " +
                          std::to_string(points.size()));
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (!points[k].is_scalar() || !Algebra::is_rational(points[k].scalar()))
            call.expected("a number as break point", points[k], Call::entry(at, k));
        axis.breaks.push_back(Algebra::rational_of(points[k].scalar()));
        if (k > 0 && axis.breaks[k] <= axis.breaks[k - 1])
            call.fail(Call::entry(at, k), "the break points do not ascend: " + to_string(axis.breaks[k]) + " follows " +
                                              to_string(axis.breaks[k - 1]));
    }
    return axis;
}

std::vector<Expr> values_of(Call& call, const Value& list, const Syntax& at, std::size_t wanted) {
    const std::vector<Value>& items = call.items(list, at, "a list of values");
    if (items.size() != wanted)
        call.fail(at, "expected " + std::to_string(wanted) + " values, one for each break point, found " +
                          std::to_string(items.size()));
    std::vector<Expr> values;
    for (std::size_t k = 0; k < items.size(); ++k) {
        Expr e = call.expression(items[k], Call::entry(at, k));
        e.graph = &call.interpreter.graph();
        values.push_back(e);
    }
    return values;
}

bool option(Call& call, const char* keyword, const char* yes, const char* no) {
    if (!call.has(keyword)) return false;
    const Syntax& at = call.argument(keyword);
    const std::string word = at->kind == NodeKind::name ? at->text : "";
    if (word != yes && word != no)
        call.fail(at, std::string(keyword) + " is " + no + " or " + yes + ", not '" + to_string(at) + "'");
    return word == yes;
}

// Beyond the outer break points the value there.
void hold_ends(Graph& graph, Axis& axis) {
    axis.x = graph.binary(Op::max, axis.x, graph.constant(axis.breaks.front()));
    axis.x = graph.binary(Op::min, axis.x, graph.constant(axis.breaks.back()));
}

void collect_quantities(Algebra& algebra, const Value& values, std::vector<Scalar>& found) {
    constexpr std::size_t enough = 8;
    const auto take = [&](const Scalar& e) {
        if (found.size() < enough && (e.has_written() || !algebra.is_constant(e))) found.push_back(e);
    };
    if (values.is_scalar()) take(values.scalar());
    if (values.is_list())
        for (const Value& item : values.items()) collect_quantities(algebra, item, found);
    if (values.is_matrix())
        for (const Scalar& e : values.matrix().elements) take(e);
}

// Numbers in a table may stand for any quantity; values that hold names say of which kind all are.
Scalar with_unit_of_values(Algebra& algebra, Expr e, const Value& values) {
    std::vector<Scalar> quantities;
    collect_quantities(algebra, values, quantities);
    const Scalar raised = algebra.raise(e);
    if (quantities.empty()) return algebra.of_unknown_unit(raised);
    return algebra.beside(raised, [&] {
        Scalar largest = quantities.front().written();
        for (const Scalar& quantity : quantities) largest = algebra.apply("max", largest, quantity.written());
        return GiNaC::ex(largest);
    });
}

Value table(Call& call) {
    if (call.count() == 4) call.fail("table takes 3 arguments, or 5 for a map", call.built_in.signature);
    Graph& graph = call.interpreter.graph();
    const bool smooth = option(call, "interpolation", "smooth", "linear");
    const bool held = option(call, "outside", "constant", "linear");
    const bool map = call.count() == 5;
    const auto result = [&](Expr e) {
        return with_unit_of_values(call.interpreter.algebra(), e, call.value(map ? 4 : 2));
    };
    Axis x = axis_of(call, 0, map ? 2 : 1);
    if (!map) {
        const std::vector<Expr> values = values_of(call, call.value(2), call.argument(2), x.breaks.size());
        if (held) hold_ends(graph, x);
        return result(Curve(graph, x, smooth).at(values));
    }
    Axis y = axis_of(call, 1, 3);
    if (x.breaks.size() * y.breaks.size() > most_entries)
        call.fail("a map has at most " + std::to_string(most_entries) + " entries");
    if (held) hold_ends(graph, x), hold_ends(graph, y);
    const Syntax& at = call.argument(4);
    std::vector<Value> rows;
    if (call.value(4).is_matrix()) {
        const auto& matrix = call.value(4).matrix();
        for (std::size_t i = 0; i < matrix.rows; ++i) {
            std::vector<Value> row;
            for (std::size_t j = 0; j < matrix.columns; ++j) row.emplace_back(matrix(i, j));
            rows.emplace_back(std::move(row));
        }
    } else {
        rows = call.items(call.value(4), at, "a matrix or a list of rows");
    }
    if (rows.size() != x.breaks.size())
        call.fail(at, "expected " + std::to_string(x.breaks.size()) + " rows, one for each break point of the first " +
                          "variable, found " + std::to_string(rows.size()));
    const Curve along_y(graph, y, smooth);
    std::vector<Expr> values;
    for (std::size_t i = 0; i < rows.size(); ++i)
        values.push_back(along_y.at(values_of(call, rows[i], Call::entry(at, i), y.breaks.size())));
    return result(Curve(graph, x, smooth).at(values));
}

}  // namespace

std::vector<BuiltIn> table_functions() {
    return {
        {"table",
         "table(x, [x1, x2, ..], [y1, y2, ..]) or table(x, y, [x1, ..], [y1, ..], [[z11, z12, ..], ..]), interpolation "
         "= linear or smooth, outside = linear or constant",
         "a curve or a map through points",
         "table(3/2, [1, 2, 3], [1, 4, 9], interpolation = smooth)",
         3,
         5,
         {"interpolation", "outside"},
         table},
    };
}

}  // namespace lag
