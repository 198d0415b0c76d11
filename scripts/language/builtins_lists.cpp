// Built-ins for lists: building, taking apart, mapping; sums and products over an index; concat.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "scripts/language/built_in.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_concat = 100'000;

Value length(Call& call) {
    const Value& v = call.value(0);
    if (v.is_list()) return Algebra::integer(static_cast<long>(v.items().size()));
    if (v.is_matrix()) return Algebra::integer(static_cast<long>(v.matrix().rows));
    if (v.is_text()) return Algebra::integer(static_cast<long>(v.text().size()));
    call.expected("a list, a matrix or a text", v, call.argument(0));
}

Value append(Call& call) {
    std::vector<Value> items;
    for (std::size_t i = 0; i < call.count(); ++i) {
        const auto& more = call.items(call.value(i), call.argument(i));
        call.interpreter.charge(more.size());
        items.insert(items.end(), more.begin(), more.end());
    }
    return items;
}

Value first(Call& call) {
    const auto& items = call.items(call.value(0), call.argument(0));
    if (items.empty()) call.fail("first of an empty list");
    return items.front();
}

bool equal_values(Call& call, const Value& a, const Value& b) {
    if (a.is_scalar() && b.is_scalar()) return call.interpreter.algebra().surely_equal(a.scalar(), b.scalar());
    if (a.is_text() && b.is_text()) return a.text() == b.text();
    if (a.is_boolean() && b.is_boolean()) return a.boolean() == b.boolean();
    if (a.is_equation() && b.is_equation())
        return equal_values(call, a.equation().lhs, b.equation().lhs) &&
               equal_values(call, a.equation().rhs, b.equation().rhs);
    if (a.is_list() && b.is_list())
        return std::ranges::equal(a.items(), b.items(),
                                  [&](const Value& x, const Value& y) { return equal_values(call, x, y); });
    if (a.is_matrix() && b.is_matrix())
        return a.matrix().rows == b.matrix().rows && a.matrix().columns == b.matrix().columns &&
               std::ranges::equal(a.matrix().elements, b.matrix().elements, [&](const Scalar& x, const Scalar& y) {
                   return call.interpreter.algebra().surely_equal(x, y);
               });
    return false;
}

Value member(Call& call) {
    for (const Value& item : call.items(call.value(1), call.argument(1))) {
        call.interpreter.charge(1);
        if (equal_values(call, call.value(0), item)) return true;
    }
    return false;
}

Value last(Call& call) {
    const auto& items = call.items(call.value(0), call.argument(0));
    if (items.empty()) call.fail("last of an empty list");
    return items.back();
}

Value reverse(Call& call) {
    const auto& items = call.items(call.value(0), call.argument(0));
    call.interpreter.charge(items.size());
    return std::vector<Value>(items.rbegin(), items.rend());
}

Value rest(Call& call) {
    const auto& items = call.items(call.value(0), call.argument(0));
    const auto count = static_cast<long>(items.size());
    const long n = call.has(1) ? call.integer(1, -1'000'000, 1'000'000) : 1;
    if (std::abs(n) > count)
        call.fail(fmt::format("rest: the list has only {}{}", count, count == 1 ? " entry" : " entries"));
    call.interpreter.charge(items.size());
    if (n < 0) return std::vector<Value>(items.begin(), items.end() + n);
    return std::vector<Value>(items.begin() + n, items.end());
}

Value map(Call& call) {
    Interpreter& it = call.interpreter;
    const Value function = call.value(0);
    if (call.count() == 2 && call.value(1).is_matrix()) {
        Matrix m = call.value(1).matrix();
        for (Scalar& e : m.elements) e = it.algebra().settle(call.scalar(it.call(function, {e}, call.node), call.node));
        return m;
    }
    std::size_t count = 0;
    for (std::size_t i = 1; i < call.count(); ++i) {
        const std::size_t n = call.items(call.value(i), call.argument(i)).size();
        if (i > 1 && n != count) call.fail(call.argument(i), fmt::format("map: lists of {} and {} entries", count, n));
        count = n;
    }
    std::vector<Value> results;
    for (std::size_t k = 0; k < count; ++k) {
        std::vector<Value> arguments;
        for (std::size_t i = 1; i < call.count(); ++i) arguments.push_back(call.value(i).items()[k]);
        it.charge(1);
        Value result = it.call(function, std::move(arguments), call.node);
        if (result.is_scalar()) result = it.algebra().settle(result.scalar());
        results.push_back(std::move(result));
    }
    return results;
}

Value apply(Call& call) {
    Interpreter& it = call.interpreter;
    const Value function = call.value(0);
    const std::vector<Value> arguments = call.items(call.value(1), call.argument(1));
    if (function.is_text() && (function.text() == "+" || function.text() == "*")) {
        const bool plus = function.text() == "+";
        Value result = Algebra::integer(plus ? 0 : 1);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            it.charge(1);
            result = i == 0 ? arguments[0]
                     : plus ? sum_of(it.algebra(), result, arguments[i])
                            : product_of(it.algebra(), result, arguments[i]);
            if (result.is_scalar()) result = it.algebra().settle(result.scalar());
        }
        return result;
    }
    return it.call(function, arguments, call.node);
}

// -- indices: (e, i, low, high, step) and (e, x, list)

// Calls `visit` with the value of the expression for every value of the index.
template <class Visit>
void over_index(Call& call, Visit visit) {
    Interpreter& it = call.interpreter;
    const Syntax& index = call.argument(1);
    if (index->kind != NodeKind::name) call.fail(index, call.built_in.name + ": expected the name of the index");
    const std::string name = index->text;
    if (name == "t" || name[0] == '%' || name == "ground")
        call.fail(index, name + " is built in: it cannot be an index");
    if (call.count() == 3) {
        const std::vector<Value> items = call.items(call.value(2), call.argument(2));
        for (const Value& item : items) visit(it.evaluate_with(name, item, call.argument(0)));
        return;
    }
    const auto bound = [&](std::size_t i) {
        const Scalar e = call.scalar(i);
        if (!Algebra::is_rational(e)) call.expected("a number", call.value(i), call.argument(i));
        return Algebra::rational_of(e);
    };
    const Rational low = bound(2), high = bound(3), step = call.has(4) ? bound(4) : Rational(1);
    if (step == 0) call.fail(call.argument(4), call.built_in.name + ": a step of 0 does not end");
    for (Rational k = low; step > 0 ? k <= high : k >= high; k = k + step)
        visit(it.evaluate_with(name, Algebra::number(k), call.argument(0)));
}

Value makelist(Call& call) {
    std::vector<Value> items;
    over_index(call, [&](const Value& v) {
        if (v.is_nothing()) call.fail(call.argument(0), "makelist: this has no value");
        if (items.size() >= 1'000'000) throw ModelError("a list of more than 1000000 entries");
        items.push_back(v);
    });
    return items;
}

Value accumulate(Call& call, bool plus) {
    Algebra& algebra = call.interpreter.algebra();
    std::vector<Scalar> terms;
    Value total;
    over_index(call, [&](const Value& v) {
        if (plus && v.is_scalar() && total.is_nothing()) {
            terms.push_back(v.scalar());
            if (terms.size() >= 1000) terms = {algebra.settle(algebra.add(terms))};
            return;
        }
        if (!terms.empty()) {
            total = algebra.add(terms);
            terms.clear();
        }
        total = total.is_nothing() ? v : plus ? sum_of(algebra, total, v) : product_of(algebra, total, v);
        if (total.is_scalar()) total = algebra.settle(total.scalar());
    });
    if (total.is_nothing()) return plus ? algebra.add(terms) : Algebra::integer(1);
    return total;
}

Value sum(Call& call) {
    return accumulate(call, true);
}
Value product(Call& call) {
    return accumulate(call, false);
}

// -- concat

bool is_identifier(const std::string& text) {
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0) return false;
    const std::size_t end = text.find('\'');
    return std::all_of(text.begin(),
                       end == std::string::npos ? text.end() : text.begin() + static_cast<std::ptrdiff_t>(end),
                       [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }) &&
           (end == std::string::npos || text.find_first_not_of('\'', end) == std::string::npos);
}

Value concat(Call& call) {
    std::string result;
    for (std::size_t i = 0; i < call.count(); ++i) {
        const Value& v = call.value(i);
        if (!v.is_text() && !v.is_scalar()) call.expected("a name, a number or a text", v, call.argument(i));
        result += v.is_text() ? v.text() : call.interpreter.text(v);
        if (result.size() > longest_concat)
            call.fail(fmt::format("concat: a text of more than {} bytes", longest_concat));
    }
    call.interpreter.charge(result.size() / 16);
    if (call.value(0).is_text()) return result;
    if (!is_identifier(result))
        call.fail(fmt::format("concat: \"{}\" is not a name", result),
                  "start with a text for a text: concat(\"\", ...)");
    call.interpreter.vocabulary().mention(result, call.interpreter.place_of(call.node));
    return call.interpreter.algebra().symbol(result);
}

}  // namespace

const std::vector<BuiltIn>& list_built_ins() {
    using namespace arguments;
    static const std::vector<BuiltIn> table = {
        {"length",
         {required("list", a_value)},
         "number of entries; of a matrix: rows; of a text: bytes",
         "length([a, b]);",
         length},
        {"append", {repeated("list, ..", a_list)}, "one list after the other", "append([1], [2, 3]);", append},
        {"first", {required("list", a_list)}, "the first entry", "first([a, b]);", first},
        {"member",
         {required("x", a_value), required("list", a_list)},
         "whether x is an entry of the list",
         "member(2, [1, 2]);",
         member,
         true},
        {"last", {required("list", a_list)}, "the last entry", "last([a, b]);", last, true},
        {"reverse",
         {required("list", a_list)},
         "the entries from the last to the first",
         "reverse([a, b]);",
         reverse,
         true},
        {"rest",
         {required("list", a_list), optional("n", a_whole_number).otherwise("1")},
         "without the first n entries (default 1), or the last -n",
         "rest([a, b, c]);",
         rest},
        {"map",
         {required("f", a_function), required("list", a_value, "or a matrix"),
          repeated("list2, ..", a_list, "as many lists as f has arguments")},
         "f of every entry; of a matrix: of every element",
         "map(sin, [0, %pi/2]);",
         map},
        {"apply",
         {required("f", a_function), required("list", a_list)},
         "f with the entries as arguments; f may be \"+\" or \"*\"",
         "apply(max, [1, 3, 2]);",
         apply},
        {"makelist",
         {required("e", a_value), required("i", a_name), required("low", a_number), required("high", a_number),
          optional("step", a_number).otherwise("1")},
         "the values of e for each value of the name",
         "makelist(i^2, i, 1, 4);",
         makelist,
         false,
         {{required("e", a_value), required("x", a_name), required("list", a_list)}}},
        {"sum",
         {required("e", a_value), required("i", a_name), required("low", a_number), required("high", a_number),
          optional("step", a_number).otherwise("1")},
         "sum of the values of e",
         "sum(x^i, i, 1, 3);",
         sum,
         false,
         {{required("e", a_value), required("x", a_name), required("list", a_list)}}},
        {"product",
         {required("e", a_value), required("i", a_name), required("low", a_number), required("high", a_number),
          optional("step", a_number).otherwise("1")},
         "product of the values of e",
         "product(i, i, 1, 5);",
         product,
         false,
         {{required("e", a_value), required("x", a_name), required("list", a_list)}}},
        {"concat",
         {required("a", a_value), repeated("b, ..", a_value)},
         "a text when the first argument is a text, else a name",
         "concat(q, 1);",
         concat},
    };
    return table;
}

}  // namespace lag
