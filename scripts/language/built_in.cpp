// Calls of built-ins: sorting of positional and keyword arguments, counts, and the readers that say what was expected.
#include "scripts/language/built_in.hpp"

#include <algorithm>

#include "scripts/language/value_arithmetic.hpp"

namespace lag {

BuiltInTable joined_built_ins(const std::vector<std::vector<BuiltIn>>& tables) {
    BuiltInTable all;
    for (const auto& rows : tables)
        for (const BuiltIn& row : rows)
            if (!all.emplace(row.name, row).second) throw InternalError("two built-ins are called " + row.name);
    return all;
}

Call::Call(Interpreter& it, const BuiltIn& row, Syntax call_node)
    : interpreter(it), built_in(row), node(std::move(call_node)) {
    const auto is_keyword = [&](const Syntax& argument) {
        return argument->kind == NodeKind::relation && argument->text == "=" &&
               argument->children[0]->kind == NodeKind::name &&
               std::find(row.keywords.begin(), row.keywords.end(), argument->children[0]->text) != row.keywords.end();
    };
    for (std::size_t k = 1; k < node->children.size(); ++k) {
        const Syntax& argument = node->children[k];
        if (!is_keyword(argument)) {
            positional_.push_back(argument);
            continue;
        }
        const std::string& keyword = argument->children[0]->text;
        if (!keywords_.emplace(keyword, argument->children[1]).second)
            fail(argument, keyword + " = ... is given twice");
        keyword_order_.push_back(keyword);
    }
    check_count();
}

Call::Call(Interpreter& it, const BuiltIn& row, Syntax call_node, std::vector<Value> arguments)
    : interpreter(it), built_in(row), node(std::move(call_node)) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        positional_.push_back(node);
        values_[i] = std::move(arguments[i]);
    }
    check_count();
}

void Call::check_count() const {
    const auto least = static_cast<std::size_t>(built_in.least), most = static_cast<std::size_t>(built_in.most);
    if (positional_.size() >= least && positional_.size() <= most) return;
    // a misspelt keyword is the likely reason for one argument too many
    if (positional_.size() > most)
        for (const Syntax& argument : positional_)
            if (argument->kind == NodeKind::relation && argument->text == "=" &&
                argument->children[0]->kind == NodeKind::name && !built_in.keywords.empty()) {
                const std::string& name = argument->children[0]->text;
                const std::string close = did_you_mean(name, built_in.keywords);
                fail(argument, built_in.name + " has no keyword " + name,
                     close.empty() ? built_in.signature : "did you mean " + close + "?");
            }
    const auto counted = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " argument" : " arguments"); };
    const std::string wanted = least == most ? counted(least)
                               : most == static_cast<std::size_t>(any_number)
                                   ? "at least " + counted(least)
                                   : std::to_string(least) + " to " + counted(most);
    fail(built_in.name + " takes " + wanted + ", found " + std::to_string(positional_.size()), built_in.signature);
}

const Value& Call::value(std::size_t i) {
    const auto known = values_.find(i);
    if (known != values_.end()) return known->second;
    return values_[i] = interpreter.evaluate(positional_.at(i));
}

const Value& Call::value(const std::string& keyword) {
    const auto known = keyword_values_.find(keyword);
    if (known != keyword_values_.end()) return known->second;
    return keyword_values_[keyword] = interpreter.evaluate(keywords_.at(keyword));
}

std::vector<std::string> Call::given_keywords() const {
    return keyword_order_;
}

Scalar Call::scalar(const Value& v, const Syntax& at) {
    if (!v.is_scalar()) expected("a number or expression", v, at);
    return v.scalar();
}

Expr Call::expression(const Value& v, const Syntax& at) {
    const Scalar e = scalar(v, at);
    try {
        return interpreter.algebra().lower(e);
    } catch (const ModelError& error) {
        fail(at, error.what(), error.hint());
    }
}

long Call::integer(std::size_t i, long least, long most) {
    const Value& v = value(i);
    if (!v.is_scalar() || !Algebra::is_integer(v.scalar())) expected("a whole number", v, argument(i));
    const Rational n = Algebra::rational_of(v.scalar());
    if (n < least || n > most)
        fail(argument(i), built_in.name + ": " + to_string(n) + " is out of range, expected " + std::to_string(least) +
                              " to " + std::to_string(most));
    return cln::cl_I_to_long(cln::the<cln::cl_I>(n));
}

std::string Call::text(std::size_t i) {
    const Value& v = value(i);
    if (!v.is_text()) expected("a text in quotes", v, argument(i));
    return v.text();
}

std::string Call::name(const Value& v, const Syntax& at) {
    const std::string result = v.is_scalar() ? interpreter.algebra().name_of(v.scalar()) : "";
    if (!result.empty()) return result;
    if (at->kind == NodeKind::name)
        fail(at, "expected a name, but " + at->text + " has a value: " + kind_of(interpreter.algebra(), v),
             "choose another name, or assign to " + at->text + " after this statement");
    expected("a name", v, at);
}

Vec3<Expr> Call::vector(const Value& v, const Syntax& at) {
    if (!v.is_list() || v.items().size() != 3) expected("a vector [x, y, z]", v, at);
    Vec3<Expr> result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = expression(v.items()[i], entry(at, i));
    return result;
}

const std::vector<Value>& Call::items(const Value& v, const Syntax& at, const char* what) {
    if (!v.is_list()) expected(what, v, at);
    return v.items();
}

const Syntax& Call::entry(const Syntax& list, std::size_t i) {
    return list->kind == NodeKind::list && i < list->children.size() ? list->children[i] : list;
}

int Call::axis(const Syntax& argument) {
    if (argument->kind != NodeKind::name || argument->text.size() != 1) return -1;
    const char c = argument->text[0];
    return c >= 'x' && c <= 'z' ? c - 'x' : -1;
}

void Call::fail(const std::string& message, const std::string& hint) const {
    throw interpreter.error_at(node, message, hint);
}

void Call::fail(const Syntax& at, const std::string& message, const std::string& hint) const {
    throw interpreter.error_at(at, message, hint);
}

void Call::expected(const std::string& what, const Value& found, const Syntax& at) const {
    fail(at, built_in.name + ": expected " + what + ", found " + kind_of(interpreter.algebra(), found),
         built_in.signature);
}

}  // namespace lag
