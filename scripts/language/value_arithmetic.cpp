#include "scripts/language/value_arithmetic.hpp"

#include <fmt/format.h>

#include "scripts/algebra/guard.hpp"

namespace lag {

namespace {

using Binary = std::function<Scalar(const Scalar&, const Scalar&)>;

[[noreturn]] void mismatch(const Algebra& algebra, const std::string& what, const Value& a, const Value& b) {
    std::string hint;
    if (a.is_equation() || b.is_equation()) hint = "an equation is not a number; compare with is(lhs = rhs)";
    if (a.is_boolean() || a.is_condition() || b.is_boolean() || b.is_condition())
        hint = "a truth value is not a number; write if ... then 1 else 0";
    throw ModelError(fmt::format("cannot {} {} and {}", what, kind_of(algebra, a), kind_of(algebra, b)), hint);
}

Value elementwise(Algebra& algebra, const std::string& what, const Value& a, const Value& b, const Binary& f) {
    if (a.is_scalar() && b.is_scalar()) return f(a.scalar(), b.scalar());
    const auto settled = [&](const Scalar& x, const Scalar& y) { return algebra.settle(f(x, y)); };
    if (a.is_list() && (b.is_list() || b.is_scalar())) {
        if (b.is_list() && a.items().size() != b.items().size()) mismatch(algebra, what, a, b);
        std::vector<Value> items;
        items.reserve(a.items().size());
        for (std::size_t i = 0; i < a.items().size(); ++i)
            items.push_back(elementwise(algebra, what, a.items()[i], b.is_list() ? b.items()[i] : b, settled));
        return items;
    }
    if (a.is_scalar() && b.is_list()) {
        std::vector<Value> items;
        items.reserve(b.items().size());
        for (const Value& item : b.items()) items.push_back(elementwise(algebra, what, a, item, settled));
        return items;
    }
    if ((a.is_matrix() && (b.is_matrix() || b.is_scalar())) || (a.is_scalar() && b.is_matrix())) {
        Matrix result = a.is_matrix() ? a.matrix() : b.matrix();
        if (a.is_matrix() && b.is_matrix() &&
            (a.matrix().rows != b.matrix().rows || a.matrix().columns != b.matrix().columns))
            mismatch(algebra, what, a, b);
        for (std::size_t k = 0; k < result.elements.size(); ++k)
            result.elements[k] = settled(a.is_matrix() ? a.matrix().elements[k] : a.scalar(),
                                         b.is_matrix() ? b.matrix().elements[k] : b.scalar());
        return result;
    }
    mismatch(algebra, what, a, b);
}

Scalar dot_product(Algebra& algebra, const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
    std::vector<Scalar> terms;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!a[i].is_zero() && !b[i].is_zero()) terms.push_back(algebra.multiply(a[i], b[i]));
    return algebra.settle(algebra.add(terms));
}

std::vector<Scalar> row(const Matrix& m, std::size_t i) {
    return {m.elements.begin() + static_cast<std::ptrdiff_t>(i * m.columns),
            m.elements.begin() + static_cast<std::ptrdiff_t>((i + 1) * m.columns)};
}

std::vector<Scalar> column(const Matrix& m, std::size_t j) {
    std::vector<Scalar> result;
    for (std::size_t i = 0; i < m.rows; ++i) result.push_back(m(i, j));
    return result;
}

Value matrix_product(Algebra& algebra, const Matrix& a, const Matrix& b) {
    if (static_cast<double>(a.rows) * static_cast<double>(a.columns) * static_cast<double>(b.columns) > 1e7)
        throw ModelError("a matrix product of more than ten million multiplications");
    Matrix result{a.rows, b.columns, {}};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.columns; ++j)
            result.elements.push_back(dot_product(algebra, row(a, i), column(b, j)));
    return result;
}

}  // namespace

Value sum_of(Algebra& algebra, const Value& a, const Value& b) {
    return elementwise(algebra, "add", a, b, [&](const Scalar& x, const Scalar& y) { return algebra.add({x, y}); });
}

Value difference_of(Algebra& algebra, const Value& a, const Value& b) {
    return elementwise(algebra, "subtract", a, b, [&](const Scalar& x, const Scalar& y) {
        return algebra.add({x, -y});
    });
}

Value product_of(Algebra& algebra, const Value& a, const Value& b) {
    if ((a.is_matrix() && b.is_list()) || (a.is_list() && b.is_matrix()))
        throw ModelError(fmt::format("cannot multiply {} and {} elementwise", kind_of(algebra, a), kind_of(algebra, b)),
                         "the matrix product is written a . b");
    return elementwise(algebra, "multiply", a, b,
                       [&](const Scalar& x, const Scalar& y) { return algebra.multiply(x, y); });
}

Value quotient_of(Algebra& algebra, const Value& a, const Value& b) {
    return elementwise(algebra, "divide", a, b, [&](const Scalar& x, const Scalar& y) { return algebra.divide(x, y); });
}

Value power_of(Algebra& algebra, const Value& base, const Value& exponent) {
    if (base.is_matrix())
        throw ModelError("a matrix has no power", "write M . M for a product, invert(M) for the inverse");
    return elementwise(algebra, "form a power of", base, exponent,
                       [&](const Scalar& x, const Scalar& y) { return algebra.power(x, y); });
}

Value map_scalars(Algebra& algebra, const Value& a, const std::string& what,
                  const std::function<Scalar(const Scalar&)>& f) {
    if (a.is_scalar()) return f(a.scalar());
    const auto settled = [&](const Scalar& x) { return algebra.settle(f(x)); };
    if (a.is_list()) {
        std::vector<Value> items;
        items.reserve(a.items().size());
        for (const Value& item : a.items()) items.push_back(map_scalars(algebra, item, what, settled));
        return items;
    }
    if (a.is_matrix()) {
        Matrix result = a.matrix();
        for (Scalar& e : result.elements) e = settled(e);
        return result;
    }
    if (a.is_equation())
        return Equation{map_scalars(algebra, a.equation().lhs, what, settled),
                        map_scalars(algebra, a.equation().rhs, what, settled)};
    throw ModelError(fmt::format("cannot {} {}", what, kind_of(algebra, a)));
}

Value negative_of(Algebra& algebra, const Value& a) {
    if (a.is_equation()) throw ModelError("cannot negate an equation");
    return map_scalars(algebra, a, "negate", [](const Scalar& x) { return Scalar(-x); });
}

Value dot_of(Algebra& algebra, const Value& a, const Value& b) {
    if (a.is_scalar() || b.is_scalar()) return product_of(algebra, a, b);
    const auto refuse = [&]() { mismatch(algebra, "multiply (.)", a, b); };
    if (a.is_list() && b.is_list()) {
        if (a.items().size() != b.items().size()) refuse();
        return dot_product(algebra, scalars_of(algebra, a, "."), scalars_of(algebra, b, "."));
    }
    if (a.is_matrix() && b.is_matrix()) {
        if (a.matrix().columns != b.matrix().rows) refuse();
        return matrix_product(algebra, a.matrix(), b.matrix());
    }
    std::vector<Scalar> result;
    if (a.is_matrix() && b.is_list()) {
        if (a.matrix().columns != b.items().size()) refuse();
        const std::vector<Scalar> v = scalars_of(algebra, b, ".");
        for (std::size_t i = 0; i < a.matrix().rows; ++i) result.push_back(dot_product(algebra, row(a.matrix(), i), v));
        return list_of(result);
    }
    if (a.is_list() && b.is_matrix()) {
        if (a.items().size() != b.matrix().rows) refuse();
        const std::vector<Scalar> v = scalars_of(algebra, a, ".");
        for (std::size_t j = 0; j < b.matrix().columns; ++j)
            result.push_back(dot_product(algebra, v, column(b.matrix(), j)));
        return list_of(result);
    }
    mismatch(algebra, "multiply (.)", a, b);
}

std::vector<Scalar> scalars_of(const Algebra& algebra, const Value& list, const std::string& what) {
    if (!list.is_list()) throw ModelError(fmt::format("{}: expected a list, found {}", what, kind_of(algebra, list)));
    std::vector<Scalar> result;
    for (std::size_t i = 0; i < list.items().size(); ++i) {
        const Value& item = list.items()[i];
        if (!item.is_scalar())
            throw ModelError(fmt::format("{}: entry {} of the list is {}, not a number or expression", what, i + 1,
                                         kind_of(algebra, item)));
        result.push_back(item.scalar());
    }
    return result;
}

std::vector<std::vector<Scalar>> rows_of(const Algebra& algebra, const Value& matrix, const std::string& what) {
    std::vector<std::vector<Scalar>> rows;
    if (matrix.is_matrix()) {
        for (std::size_t i = 0; i < matrix.matrix().rows; ++i) rows.push_back(row(matrix.matrix(), i));
        return rows;
    }
    if (!matrix.is_list() || matrix.items().empty() || !matrix.items()[0].is_list())
        throw ModelError(fmt::format("{}: expected a matrix, found {}", what, kind_of(algebra, matrix)));
    for (const Value& item : matrix.items()) {
        rows.push_back(scalars_of(algebra, item, what));
        if (rows.back().size() != rows[0].size()) throw ModelError(what + ": rows of different lengths");
    }
    return rows;
}

Value matrix_from(std::vector<std::vector<Scalar>> rows) {
    Matrix m{rows.size(), rows.empty() ? 0 : rows[0].size(), {}};
    if (m.rows * m.columns > 1'000'000) throw ModelError("a matrix of more than 1000000 elements");
    for (auto& line : rows)
        for (Scalar& e : line) m.elements.push_back(std::move(e));
    return m;
}

}  // namespace lag
