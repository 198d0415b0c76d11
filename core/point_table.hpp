// Curves and maps from measured points, as piecewise polynomials whose numbers are kept in arrays.
//
// An axis is cut into segments. Segment k begins at starts[k], where it also ends segment k - 1; the first reaches to
// -infinity (starts[0] is only where its d counts from), the last to +infinity. On segment (i, j) of a map
//     z = sum over a, b of coefficient(i, j, a, b) dx^a dy^b,   dx = x - starts_x[i],  dy = y - starts_y[j]
// with a, b = 0 .. degree; a curve has one axis and no b. A jump of the value or of a derivative can lie only at
// starts[k], k > 0: there the argument belongs to segment k.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/rational.hpp"

namespace lag {

struct PointTable {
    std::vector<std::vector<Rational>> starts;  // of each axis (1 or 2), ascending from element 1 on; [0] <= [1]
    std::size_t degree = 1;                     // along each axis
    std::vector<Rational> coefficients;         // i slowest, then j, a, b

    std::size_t axes() const { return starts.size(); }
    std::size_t segments(std::size_t axis) const { return starts[axis].size(); }
    std::size_t coefficients_of_segment() const { return axes() == 1 ? degree + 1 : (degree + 1) * (degree + 1); }
    friend bool operator==(const PointTable&, const PointTable&) = default;
};

// Of the numbers alone: the same in every process.
std::uint64_t hash_of(const PointTable& table);

// A node of the graph that looks a value up: the table's derivative of these orders by its one or two arguments.
struct Lookup {
    std::shared_ptr<const PointTable> table;
    unsigned orders[2] = {0, 0};
};

// n (n-1) .. (n-order+1): what the power n brings along when it is differentiated that often.
constexpr long falling(std::size_t n, unsigned order) {
    long product = 1;
    for (unsigned k = 0; k < order; ++k) product *= static_cast<long>(n) - static_cast<long>(k);
    return product;
}

// The value of a look-up for any scalar type T with + - * and <. `constant` turns a Rational into a T. No order exceeds
// the degree (Graph::lookup sees to that).
template <class T, class Constant>
class LookupValue {
  public:
    LookupValue(const Lookup& lookup, const Constant& constant)
        : table_(*lookup.table), orders_(lookup.orders), constant_(constant) {}

    T operator()(const T* arguments) const {
        const std::size_t i = segment(0, arguments[0]), j = table_.axes() == 2 ? segment(1, arguments[1]) : 0;
        const std::size_t columns = table_.axes() == 2 ? table_.segments(1) : 1;
        const std::size_t first = (i * columns + j) * table_.coefficients_of_segment();
        const T dx = arguments[0] - constant_(table_.starts[0][i]);
        if (table_.axes() == 1) return line(first, orders_[0], dx);
        const T dy = arguments[1] - constant_(table_.starts[1][j]);
        const auto across = [&](std::size_t a) { return line(first + a * (table_.degree + 1), orders_[1], dy); };
        T sum = multiple(falling(table_.degree, orders_[0]), across(table_.degree));
        for (std::size_t a = table_.degree; a-- > orders_[0];)
            sum = sum * dx + multiple(falling(a, orders_[0]), across(a));
        return sum;
    }

  private:
    // The polynomial whose coefficients begin at `first`, differentiated `order` times.
    T line(std::size_t first, unsigned order, const T& d) const {
        const auto number = [&](std::size_t power) {
            return constant_(Rational(falling(power, order)) * table_.coefficients[first + power]);
        };
        T sum = number(table_.degree);
        for (std::size_t power = table_.degree; power-- > order;) sum = sum * d + number(power);
        return sum;
    }
    T multiple(long factor, const T& x) const { return factor == 1 ? x : constant_(Rational(factor)) * x; }

    // The last segment that begins at x or before; the first where none does.
    std::size_t segment(std::size_t axis, const T& x) const {
        const std::vector<Rational>& starts = table_.starts[axis];
        std::size_t low = 0, high = starts.size();
        while (high - low > 1) {
            const std::size_t middle = (low + high) / 2;
            (x < constant_(starts[middle]) ? high : low) = middle;
        }
        return low;
    }

    const PointTable& table_;
    const unsigned* orders_;
    const Constant& constant_;
};

}  // namespace lag
