// Values: construction with limits, description, text.
#include "scripts/language/value.hpp"

#include <fmt/format.h>

#include "scripts/language/function_value.hpp"

namespace lag {

namespace {

constexpr std::size_t most_cells = 1'000'000;
constexpr int deepest_list = 100;

void limit(const std::string& text) {
    if (text.size() > largest_text) throw ModelError("the value is too large to print");
}

std::string row_text(Algebra& algebra, const Matrix& m, std::size_t i, bool tex) {
    std::string text = tex ? "" : "[";
    for (std::size_t j = 0; j < m.columns; ++j)
        text += (j == 0 ? "" : tex ? " & " : ", ") + (tex ? algebra.to_tex(m(i, j)) : algebra.to_text(m(i, j)));
    limit(text);
    return text + (tex ? "" : "]");
}

}  // namespace

Value::Value(std::vector<Value> items) {
    List list;
    for (const Value& item : items) {
        list.cells += item.is_list() ? item.list().cells + 1 : item.is_matrix() ? item.matrix().elements.size() + 1 : 1;
        if (item.is_list()) list.depth = std::max(list.depth, item.list().depth + 1);
    }
    if (list.cells > most_cells) throw ModelError(fmt::format("a list of more than {} entries", most_cells));
    if (list.depth > deepest_list) throw ModelError(fmt::format("lists nested more than {} deep", deepest_list));
    list.items = std::move(items);
    data_ = std::make_shared<const List>(std::move(list));
}

Value labelled(const Value& list, std::vector<std::string> names) {
    List named = list.list();
    named.labels = std::make_shared<const Labels>(Labels{std::move(names), {}});
    return Value(std::move(named));
}

Value::Value(Equation equation) : data_(std::make_shared<const Equation>(std::move(equation))) {}

std::string kind_of(const Algebra& algebra, const Value& value) {
    if (value.is_nothing()) return "nothing";
    if (value.is_scalar()) {
        if (GiNaC::is_exactly_a<GiNaC::numeric>(value.scalar())) return "a number";
        if (const std::string name = algebra.name_of(value.scalar()); !name.empty()) return "the name " + name;
        return "an expression";
    }
    if (value.is_boolean()) return value.boolean() ? "the truth value true" : "the truth value false";
    if (value.is_condition()) return "a condition";
    if (value.is_text()) return "a text";
    if (value.is_list()) return "a list of " + std::to_string(value.items().size());
    if (value.is_matrix()) return fmt::format("a {} x {} matrix", value.matrix().rows, value.matrix().columns);
    if (value.is_equation()) return "an equation";
    if (value.is_function()) return "a function";
    if (value.is_point()) return "a point";
    if (value.is_frame()) return "a frame";
    if (value.is_hinge()) return "a hinge";
    if (value.is_shape()) return "a shape";
    return "a motion";
}

std::string to_text(Algebra& algebra, const Value& value) {
    if (value.is_nothing()) return "";
    if (value.is_scalar()) return algebra.to_text(value.scalar());
    if (value.is_boolean()) return value.boolean() ? "true" : "false";
    if (value.is_condition()) return algebra.to_text(value.condition().expr);
    if (value.is_text()) return string_literal(value.text());
    if (value.is_list()) {
        std::string text = "[";
        for (const Value& item : value.items()) {
            text += (text.size() == 1 ? "" : ", ") + to_text(algebra, item);
            limit(text);
        }
        return text + "]";
    }
    if (value.is_matrix()) {
        std::string text = "matrix(";
        for (std::size_t i = 0; i < value.matrix().rows; ++i)
            text += (i == 0 ? "" : ", ") + row_text(algebra, value.matrix(), i, false);
        return text + ")";
    }
    if (value.is_equation())
        return fmt::format("{} = {}", to_text(algebra, value.equation().lhs), to_text(algebra, value.equation().rhs));
    if (value.is_function()) {
        const FunctionValue& f = *value.function();
        std::string parameters;
        for (const std::string& p : f.parameters) parameters += (parameters.empty() ? "" : ", ") + p;
        if (f.name.empty()) return fmt::format("lambda([{}], {})", parameters, to_string(f.body));
        return fmt::format("{}({}) := {}", f.name, parameters, to_string(f.body));
    }
    if (value.is_point()) return value.point().name.empty() ? "a point" : value.point().name;
    if (value.is_frame()) return value.frame().name.empty() ? "a frame" : value.frame().name;
    return kind_of(algebra, value);
}

std::string to_tex(Algebra& algebra, const Value& value) {
    if (value.is_scalar()) return algebra.to_tex(value.scalar());
    if (value.is_list()) {
        std::string text = "\\left[";
        for (const Value& item : value.items()) text += (text.size() == 6 ? "" : ", ") + to_tex(algebra, item);
        limit(text);
        return text + "\\right]";
    }
    if (value.is_matrix()) {
        std::string text = "\\begin{pmatrix}";
        for (std::size_t i = 0; i < value.matrix().rows; ++i)
            text += (i == 0 ? "" : "\\\\ ") + row_text(algebra, value.matrix(), i, true);
        return text + "\\end{pmatrix}";
    }
    if (value.is_equation())
        return fmt::format("{} = {}", to_tex(algebra, value.equation().lhs), to_tex(algebra, value.equation().rhs));
    return fmt::format("\\text{{{}}}", value.is_text() ? value.text() : to_text(algebra, value));
}

Value list_of(const std::vector<Scalar>& scalars) {
    std::vector<Value> items(scalars.begin(), scalars.end());
    return items;
}

Value list_of(Algebra& algebra, const std::vector<Expr>& expressions) {
    std::vector<Value> items;
    for (const Expr e : expressions) items.emplace_back(algebra.raise(e));
    return items;
}

Value list_of(Algebra& algebra, const Vec3<Expr>& v) {
    return list_of(algebra, std::vector<Expr>{v[0], v[1], v[2]});
}

Value matrix_of(Algebra& algebra, const std::vector<std::vector<Expr>>& rows) {
    Matrix m{rows.size(), rows.empty() ? 0 : rows[0].size(), {}};
    for (const auto& row : rows)
        for (const Expr e : row) m.elements.push_back(algebra.raise(e));
    return m;
}

Value matrix_of(Algebra& algebra, const Mat3<Expr>& matrix) {
    std::vector<std::vector<Expr>> rows(3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) rows[i].push_back(matrix(i, j));
    return matrix_of(algebra, rows);
}

}  // namespace lag
