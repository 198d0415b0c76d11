// A table is, in each segment between break points, a polynomial in the distance from the left one:
//     linear   y_k + b_k d
//     others   y_k + s_k d + (3 b_k - 2 s_k - s_(k+1)) d^2/h + (s_k + s_(k+1) - 2 b_k) d^3/h^2      (cubic Hermite)
// with d = x - x_k, h the interval, b_k its slope, and s_k the slope at x_k:
//     smooth   of the parabola through x_k and its neighbours (at an end: through the last three)
//     spline   with which the second derivative goes on at every inner point and is 0 at both ends (natural spline:
//              with the straight lines beyond them the whole curve has a continuous second derivative)
// Linear in the values, so that a table of tables is the tensor product: a map z(x, y) interpolates along y in each row,
// then along x.
//
// Short tables, and those with values that are no numbers, become selections of the coefficients, a balanced tree of
// comparisons for each. Long tables of numbers, and all splines through numbers, are kept in arrays
// (core/point_table.hpp).
#include "scripts/statements/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/comma_list.hpp"
#include "core/number_text.hpp"
#include "core/real.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/language/built_in.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

constexpr std::size_t most_selected_points = 16, most_selected_entries = 64;       // beyond, numbers go into arrays
constexpr std::size_t most_symbolic_points = 1000, most_symbolic_entries = 10000;  // of values that are no numbers
constexpr std::size_t most_coefficients = 1'000'000;

enum class Interpolation { linear, smooth, spline };

std::size_t degree_of(Interpolation interpolation) {
    return interpolation == Interpolation::linear ? 1 : 3;
}

struct Axis {
    Expr x;
    Syntax at;
    std::vector<Rational> breaks;
};

// Numbers or expressions.
template <class V>
struct Segment {
    Rational start;
    std::vector<V> coefficients;  // of 1, d, d^2, ...
};

// Digits grow from point to point where slopes are eliminated: long numbers are rounded to constant_digits.
Rational shortened(const Rational& value) {
    constexpr std::uintptr_t longest = 1000;  // bits
    if (cln::integer_length(cln::numerator(value)) + cln::integer_length(cln::denominator(value)) < longest)
        return value;
    return cln::rational(Real(value).value);
}
Expr shortened(Expr value) {
    return value;
}

// The slopes at the points of a natural spline: s_(k-1)/h_(k-1) + 2 s_k (1/h_(k-1) + 1/h_k) + s_(k+1)/h_k = 3 (b_(k-1)/h_(k-1)
// + b_k/h_k), at the ends 2 s_0 + s_1 = 3 b_0 and s_(n-1) + 2 s_n = 3 b_(n-1). The break points alone make the factors
// of the elimination.
class SplineElimination {
  public:
    explicit SplineElimination(const std::vector<Rational>& breaks) {
        const std::size_t last = breaks.size() - 1;
        for (std::size_t k = 0; k <= last; ++k) {
            const Rational left = k > 0 ? weight(breaks, k - 1) : Rational(0);
            const Rational right = k < last ? weight(breaks, k) : Rational(0);
            const Rational pivot = 2 * (left + right) - (k > 0 ? left * next_.back() : Rational(0));
            left_.push_back(left), right_.push_back(right);
            inverse_.push_back(shortened(1 / pivot));
            next_.push_back(shortened(right / pivot));
        }
    }

    // b: the slopes of the intervals.
    template <class V, class Number>
    std::vector<V> slopes(const std::vector<V>& b, const Number& number) const {
        std::vector<V> s;
        for (std::size_t k = 0; k <= b.size(); ++k) {
            V right_side = number(0);
            if (k > 0) right_side = right_side + number(left_[k]) * (number(3) * b[k - 1] - s[k - 1]);
            if (k < b.size()) right_side = right_side + number(3 * right_[k]) * b[k];
            s.push_back(shortened(number(inverse_[k]) * right_side));
        }
        for (std::size_t k = b.size(); k-- > 0;) s[k] = shortened(s[k] - number(next_[k]) * s[k + 1]);
        return s;
    }

  private:
    // Of interval k in the rows of its points.
    static Rational weight(const std::vector<Rational>& breaks, std::size_t k) {
        return 1 / (breaks[k + 1] - breaks[k]);
    }

    std::vector<Rational> left_, right_, inverse_, next_;
};

// The segments of a curve through the points (breaks[k], values[k]); each begins where the one before ends. `number`
// makes a V of a Rational.
template <class V, class Number>
class Segments {
  public:
    Segments(const std::vector<Rational>& breaks, const std::vector<V>& values, const Number& number)
        : breaks_(breaks), y_(values), number_(number) {}

    std::vector<Segment<V>> linear() const {
        std::vector<Segment<V>> segments;
        for (std::size_t k = 0; k + 1 < y_.size(); ++k) segments.push_back({breaks_[k], {y_[k], slope(k)}});
        return segments;
    }
    std::vector<Segment<V>> smooth() const { return hermite(slopes_of_parabolas()); }
    std::vector<Segment<V>> spline() const {
        std::vector<V> b;
        for (std::size_t k = 0; k + 1 < y_.size(); ++k) b.push_back(slope(k));
        return hermite(SplineElimination(breaks_).slopes(b, number_));
    }

  private:
    // `s`: the slopes at the points.
    std::vector<Segment<V>> hermite(const std::vector<V>& s) const {
        const std::size_t last = y_.size() - 1;
        const V zero = number_(0);
        std::vector<Segment<V>> segments{{breaks_[0], {y_[0], s[0], zero, zero}}};
        for (std::size_t k = 0; k < last; ++k) {
            const V h = interval(k), b = slope(k), two = number_(2), three = number_(3);
            segments.push_back(
                {breaks_[k],
                 {y_[k], s[k], (three * b - two * s[k] - s[k + 1]) / h, (s[k] + s[k + 1] - two * b) / (h * h)}});
        }
        segments.push_back({breaks_[last], {y_[last], s[last], zero, zero}});
        return segments;
    }
    V interval(std::size_t k) const { return number_(breaks_[k + 1] - breaks_[k]); }
    V slope(std::size_t k) const { return (y_[k + 1] - y_[k]) / interval(k); }
    std::vector<V> slopes_of_parabolas() const {
        const std::size_t last = y_.size() - 1;
        if (last == 1) return {slope(0), slope(0)};
        std::vector<V> slopes;
        for (std::size_t k = 0; k <= last; ++k) {
            const std::size_t left = std::min(k == 0 ? 0 : k - 1, last - 2);  // of the three points: left, +1, +2
            const V h0 = interval(left), h1 = interval(left + 1), b0 = slope(left), b1 = slope(left + 1);
            const V bend = (b1 - b0) / (h0 + h1);  // half the second derivative
            slopes.push_back(k == left ? b0 - bend * h0 : k == left + 1 ? b0 + bend * h0 : b1 + bend * h1);
        }
        return slopes;
    }

    const std::vector<Rational>& breaks_;
    const std::vector<V>& y_;
    const Number& number_;
};

template <class V, class Number>
std::vector<Segment<V>> segments_of(const std::vector<Rational>& breaks, const std::vector<V>& values,
                                    Interpolation interpolation, const Number& number) {
    const Segments<V, Number> segments(breaks, values, number);
    if (interpolation == Interpolation::spline) return segments.spline();
    return interpolation == Interpolation::smooth ? segments.smooth() : segments.linear();
}

// A curve as selections.
class Curve {
  public:
    Curve(Graph& graph, const Axis& axis, Interpolation interpolation)
        : graph_(graph), axis_(axis), interpolation_(interpolation) {}

    Expr at(const std::vector<Expr>& values) const {
        const auto number = [&](const Rational& value) { return graph_.constant(value); };
        const std::vector<Segment<Expr>> segments = segments_of(axis_.breaks, values, interpolation_, number);
        const auto pick = [&](const auto& part) { return picked(0, segments.size() - 1, segments, part); };
        const Expr d = axis_.x - pick([&](const Segment<Expr>& s) { return graph_.constant(s.start); });
        Expr sum = graph_.integer(0);
        for (std::size_t power = degree_of(interpolation_) + 1; power-- > 0;) {
            const Expr coefficient = pick([&](const Segment<Expr>& s) { return s.coefficients[power]; });
            sum = sum * d + coefficient;
        }
        return sum;
    }

  private:
    template <class Part>
    Expr picked(std::size_t first, std::size_t last, const std::vector<Segment<Expr>>& segments,
                const Part& part) const {
        if (first == last) return part(segments[first]);
        const std::size_t middle = (first + last + 1) / 2;
        const Expr below = graph_.binary(Op::less, axis_.x, graph_.constant(segments[middle].start));
        const Expr left = picked(first, middle - 1, segments, part);
        const Expr right = picked(middle, last, segments, part);
        return graph_.select(below, left, right);
    }

    Graph& graph_;
    const Axis& axis_;
    Interpolation interpolation_;
};

// The same in arrays: a curve of one row, or a map of one row for each break point of x.
using Rows = std::vector<std::vector<Rational>>;

std::vector<Rational> starts_of(const std::vector<Segment<Rational>>& segments) {
    std::vector<Rational> starts;
    for (const Segment<Rational>& segment : segments) starts.push_back(segment.start);
    return starts;
}

PointTable curve_in_arrays(const Axis& axis, const std::vector<Rational>& values, Interpolation interpolation) {
    const auto itself = [](const Rational& value) { return value; };
    const std::vector<Segment<Rational>> segments = segments_of(axis.breaks, values, interpolation, itself);
    PointTable table{{starts_of(segments)}, degree_of(interpolation), {}};
    for (const Segment<Rational>& segment : segments)
        table.coefficients.insert(table.coefficients.end(), segment.coefficients.begin(), segment.coefficients.end());
    return table;
}

// Along y in each row; then along x through each coefficient of the rows, which are linear in the values.
PointTable map_in_arrays(const Axis& x, const Axis& y, const Rows& rows, Interpolation interpolation) {
    const auto itself = [](const Rational& value) { return value; };
    std::vector<std::vector<Segment<Rational>>> along_y;
    for (const std::vector<Rational>& row : rows) along_y.push_back(segments_of(y.breaks, row, interpolation, itself));
    const std::size_t width = degree_of(interpolation) + 1, columns = along_y[0].size();
    PointTable table{{{}, starts_of(along_y[0])}, width - 1, {}};
    std::vector<Rational> values(rows.size());
    for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t b = 0; b < width; ++b) {
            for (std::size_t i = 0; i < rows.size(); ++i) values[i] = along_y[i][j].coefficients[b];
            const std::vector<Segment<Rational>> along_x = segments_of(x.breaks, values, interpolation, itself);
            if (table.starts[0].empty()) {
                table.starts[0] = starts_of(along_x);
                table.coefficients.resize(along_x.size() * columns * width * width);
            }
            for (std::size_t i = 0; i < along_x.size(); ++i)
                for (std::size_t a = 0; a < width; ++a)
                    table.coefficients[((i * columns + j) * width + a) * width + b] = along_x[i].coefficients[a];
        }
    return table;
}

bool is_number(Call& call, const Value& value) {
    return value.is_scalar() && call.interpreter.algebra().is_constant(value.scalar());
}

// What is not rational, such as %pi/6, is the nearest double.
Rational number_of(Call& call, const Value& value) {
    if (Algebra::is_rational(value.scalar())) return Algebra::rational_of(value.scalar());
    const Rational digits = cln::rational(call.interpreter.algebra().constant_value(value.scalar()));
    return exact_rational(nearest_double(digits));
}

Axis axis_of(Call& call, std::size_t variable, std::size_t breaks) {
    Axis axis;
    const Syntax& x_at = call.argument(variable);
    axis.x = call.expression(variable);
    axis.x = call.interpreter.graph().own(axis.x);
    call.interpreter.vocabulary().require_declared(axis.x, call.place(x_at));
    require_consistent_units(call, call.value(variable), x_at, "the argument of a table");
    const Syntax& at = axis.at = call.argument(breaks);
    const std::vector<Value>& points = call.items(call.value(breaks), at, "a list of break points");
    if (points.size() < 2 || points.size() > most_coefficients)
        call.fail(at, fmt::format("a table has 2 to {} break points, found {}", most_coefficients, points.size()));
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (!is_number(call, points[k])) call.expected("a number as break point", points[k], Call::entry(at, k));
        axis.breaks.push_back(number_of(call, points[k]));
        if (k > 0 && axis.breaks[k] <= axis.breaks[k - 1]) {
            const auto shown = [&](std::size_t j) { return call.interpreter.text(points[j]); };
            call.fail(Call::entry(at, k),
                      fmt::format("the break points do not ascend: {} follows {}", shown(k), shown(k - 1)));
        }
    }
    return axis;
}

const std::vector<Value>& entries_of(Call& call, const Value& list, const Syntax& at, std::size_t wanted) {
    const std::vector<Value>& items = call.items(list, at, "a list of values");
    if (items.size() != wanted)
        call.fail(at, fmt::format("expected {} values, one for each break point, found {}", wanted, items.size()));
    return items;
}

bool are_numbers(Call& call, const std::vector<Value>& items) {
    return std::ranges::all_of(items, [&](const Value& item) { return is_number(call, item); });
}

std::vector<Rational> numbers_of(Call& call, const std::vector<Value>& items) {
    std::vector<Rational> numbers;
    for (const Value& item : items) numbers.push_back(number_of(call, item));
    return numbers;
}

std::vector<Expr> values_of(Call& call, const std::vector<Value>& items, const Syntax& at) {
    std::vector<Expr> values;
    for (std::size_t k = 0; k < items.size(); ++k) {
        Expr e = call.expression(items[k], Call::entry(at, k));
        e = call.interpreter.graph().own(e);
        values.push_back(e);
    }
    return values;
}

void require_fewer(Call& call, std::size_t found, std::size_t most, const char* what, const char* why) {
    if (found > most) call.fail(fmt::format("a {} has at most {} {}, this one has {}", what, most, why, found));
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

Expr looked_up(Call& call, PointTable table, std::initializer_list<Expr> arguments) {
    Graph& graph = call.interpreter.graph();
    const Lookup lookup{std::make_shared<const PointTable>(std::move(table)), {0, 0}};
    return graph.lookup(lookup, arguments);
}

Expr curve(Call& call, Interpolation interpolation, bool held) {
    Graph& graph = call.interpreter.graph();
    Axis x = axis_of(call, 0, 1);
    const std::vector<Value> entries = entries_of(call, call.value(2), call.argument(2), x.breaks.size());
    if (held) hold_ends(graph, x);
    if ((entries.size() > most_selected_points || interpolation == Interpolation::spline) &&
        are_numbers(call, entries)) {
        require_fewer(call, (degree_of(interpolation) + 1) * entries.size(), most_coefficients, "table",
                      "coefficients");
        return looked_up(call, curve_in_arrays(x, numbers_of(call, entries), interpolation), {x.x});
    }
    require_fewer(call, entries.size(), most_symbolic_points, "table", "points whose values are no numbers");
    return Curve(graph, x, interpolation).at(values_of(call, entries, call.argument(2)));
}

std::vector<Value> rows_of(Call& call, std::size_t wanted) {
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
    if (rows.size() != wanted)
        call.fail(at, fmt::format("expected {} rows, one for each break point of the first variable, found {}", wanted,
                                  rows.size()));
    return rows;
}

Expr map(Call& call, Interpolation interpolation, bool held) {
    Graph& graph = call.interpreter.graph();
    Axis x = axis_of(call, 0, 2), y = axis_of(call, 1, 3);
    if (held) hold_ends(graph, x), hold_ends(graph, y);
    const Syntax& at = call.argument(4);
    std::vector<std::vector<Value>> rows;
    bool numbers = true;
    const std::vector<Value> given = rows_of(call, x.breaks.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        rows.push_back(entries_of(call, given[i], Call::entry(at, i), y.breaks.size()));
        numbers = numbers && are_numbers(call, rows.back());
    }
    const std::size_t entries = x.breaks.size() * y.breaks.size();
    if ((entries > most_selected_entries || interpolation == Interpolation::spline) && numbers) {
        const std::size_t width = degree_of(interpolation) + 1;
        require_fewer(call, width * width * entries, most_coefficients, "map", "coefficients");
        Rows values;
        for (const std::vector<Value>& row : rows) values.push_back(numbers_of(call, row));
        return looked_up(call, map_in_arrays(x, y, values, interpolation), {x.x, y.x});
    }
    require_fewer(call, entries, most_symbolic_entries, "map", "entries that are no numbers");
    require_fewer(call, std::max(x.breaks.size(), y.breaks.size()), most_symbolic_points, "map",
                  "break points of one variable where entries are no numbers");
    const Curve along_y(graph, y, interpolation);
    std::vector<Expr> values;
    for (std::size_t i = 0; i < rows.size(); ++i)
        values.push_back(along_y.at(values_of(call, rows[i], Call::entry(at, i))));
    return Curve(graph, x, interpolation).at(values);
}

Value table(Call& call) {
    const std::string between = call.word("interpolation");
    const auto interpolation = between == "linear"   ? Interpolation::linear
                               : between == "smooth" ? Interpolation::smooth
                                                     : Interpolation::spline;
    const bool held = call.word("outside") == "constant";
    const bool is_map = call.count() == 5;
    const Expr e = is_map ? map(call, interpolation, held) : curve(call, interpolation, held);
    return with_unit_of_values(call.interpreter.algebra(), e, call.value(is_map ? 4 : 2));
}

// Decimal numbers as they stand in the file: 0.1 is one tenth.
Value column(Call& call) {
    const std::string script = call.place(call.node).position().file, name = call.text(1);
    const std::string file = (std::filesystem::path(script).parent_path() / call.text(0)).string();
    const auto or_fail = [&](std::size_t argument, const auto& result) {
        try {
            return result();
        } catch (const ModelError& error) {
            call.fail(call.argument(argument), error.what(), error.hint());
        }
    };
    const CsvTable read = or_fail(0, [&] { return read_csv(file); });
    const std::vector<double> values = or_fail(1, [&] { return read.column(name); });
    call.description().read_files.insert(file);
    call.interpreter.charge(values.size());
    std::vector<Value> items;
    for (const double value : values) {
        const Rational size = parse_rational(exact_decimal(std::abs(value)));
        items.emplace_back(Algebra::number(value < 0 ? -size : size));
    }
    return items;
}

}  // namespace

std::vector<BuiltIn> table_functions() {
    using namespace arguments;
    return {
        {"column",
         {required("\"data.csv\"", a_text, "a file beside the script; its first row has the names of the columns"),
          required("\"name\"", a_text, "of a column")},
         "the numbers of a column of a CSV file, as a list",
         "/* damper: table(v, column(\"damper.csv\", \"speed\"), column(\"damper.csv\", \"force\"))$ */",
         column,
         true},
        {"table",
         {required("x", a_number, "the variable"), required("[x1, x2, ..]", a_list, "break points, ascending numbers"),
          required("[y1, y2, ..]", a_list, "the values at the break points"),
          keyword("interpolation", "smooth", a_word, "what it does between its points")
              .otherwise("linear")
              .among("interpolation", {{"linear", "straight lines"},
                                       {"smooth", "continuous first derivatives; it follows a parabola exactly"},
                                       {"spline", "continuous second derivatives"}}),
          keyword("outside", "constant", a_word, "what it does beyond its outer points")
              .otherwise("linear")
              .among("way to go on", {{"linear", "the tangent goes on"}, {"constant", "the value stays"}})},
         "a curve or a map through points",
         "table(3/2, [1, 2, 3], [1, 4, 9], interpolation = smooth)",
         table,
         false,
         {{required("x", a_number, "the variable of the rows"), required("y", a_number, "the variable of the columns"),
           required("[x1, ..]", a_list, "break points of x"), required("[y1, ..]", a_list, "break points of y"),
           required("[[z11, z12, ..], ..]", a_matrix, "one row for each break point of x")}}},
    };
}

}  // namespace lag
