// How procedures write expressions: variables, their elements and parts, operations, functions of the project's texts.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emitters/procedures/read_procedure.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

inline const char* word_of(ValueType type) {
    constexpr std::array<const char*, 5> words{"a real", "an integer", "a place", "a truth value", "a text"};
    return words[static_cast<std::size_t>(type)];
}

inline bool is_countable(ValueType type) {
    return type == ValueType::integer || type == ValueType::place;
}

// A number without a point takes the type that is wanted of it.
inline bool is_plain_number(const Expression& e) {
    return e.kind == Expression::Kind::literal && e.type == ValueType::integer;
}

class ExpressionReader {
  public:
    ExpressionReader(std::shared_ptr<const SourceFile> source, const Lookup& procedure_named)
        : source_(std::move(source)), procedure_named_(procedure_named) {
        result_.source = source_;
    }
    virtual ~ExpressionReader() = default;
    ExpressionReader(const ExpressionReader&) = delete;
    ExpressionReader& operator=(const ExpressionReader&) = delete;

  protected:
    using Kind = Expression::Kind;

    // -- where scripts differ
    virtual bool takes_integers_as_reals() const { return false; }
    virtual Expression named(const SyntaxNode& node) const { return named_of_texts(node); }
    virtual Expression function(const SyntaxNode& node) const { return function_of_texts(node); }
    virtual Expression power(const SyntaxNode& node) const { fail(node, "this is no value"); }
    virtual std::string hint_on_argument(const std::string& /*name*/) const { return "name it in the second list too"; }
    virtual std::string hint_on_equal_reals() const { return "write abs(a) > 0, or a < b"; }
    virtual std::string hint_on_type(ValueType /*wanted*/, ValueType /*found*/) const { return {}; }

    [[noreturn]] void fail(std::size_t offset, const std::string& message, const std::string& hint = {}) const {
        throw error_at({source_, offset}, message, hint);
    }
    [[noreturn]] void fail(const SyntaxNode& node, const std::string& message, const std::string& hint = {}) const {
        fail(node.begin, message, hint);
    }
    static bool is_call(const SyntaxNode& node, const std::string& function) {
        return node.kind == NodeKind::call && node.children[0]->kind == NodeKind::name &&
               node.children[0]->text == function;
    }
    std::string name_in(const SyntaxNode& node) const {
        if (node.kind != NodeKind::name) fail(node, "a name is expected here");
        return node.text;
    }

    std::optional<std::size_t> find(const std::string& name) const {
        for (std::size_t k = result_.variables.size(); k-- > 0;) {
            const Variable& v = result_.variables[k];
            const bool is_open = v.use != Variable::Use::loop || std::ranges::find(loops_, k) != loops_.end();
            if (v.name == name && is_open) return k;
        }
        return std::nullopt;
    }
    void require_changeable(const SyntaxNode& node, const Variable& v) const {
        if (v.use == Variable::Use::loop) fail(node, v.name + " is the variable of a loop");
        if (v.use == Variable::Use::constant) fail(node, v.name + " is a constant");
        if (v.use == Variable::Use::argument && v.intent == Argument::Intent::in)
            fail(node, v.name + " is no result", hint_on_argument(v.name));
    }

    static std::string opposite(const std::string& number) {
        return number.starts_with('-') ? number.substr(1) : "-" + number;
    }
    static Expression number(const std::string& text, ValueType type, std::size_t offset) {
        Expression e;
        e.text = text, e.type = type, e.offset = offset;
        return e;
    }
    Expression variable_of(std::size_t k, const SyntaxNode& node) const {
        Expression e;
        e.kind = Kind::variable, e.type = result_.variables[k].type, e.variable = k, e.offset = node.begin;
        return e;
    }

    // A value, or a part of a vector.
    Expression argument_value(const SyntaxNode& node) const {
        if (!is_call(node, "part")) return value(node);
        if (node.children.size() != 4) fail(node, "a part is part(vector, its first place, how many)");
        const auto vector = find(name_in(*node.children[1]));
        if (!vector || result_.variables[*vector].shape.size() != 1)
            fail(*node.children[1], node.children[1]->text + " is no vector");
        Expression e = variable_of(*vector, node);
        e.kind = Kind::run;
        e.operands.push_back(as(scalar(*node.children[2]), ValueType::place));
        e.operands.push_back(as(scalar(*node.children[3]), ValueType::integer));
        if (!as_sum_of_sizes(result_, e.operands[1])) fail(*node.children[3], "so many elements are a sum of sizes");
        return e;
    }

    // The expression where a value of this type is wanted.
    Expression as(Expression e, ValueType type) const {
        if (e.type == type) return e;
        if (e.kind == Kind::conversion && e.operands[0].type == type) return e.operands[0];
        if (is_plain_number(e) && type != ValueType::logical && type != ValueType::text) {
            e.type = type;
            return e;
        }
        if (e.kind == Kind::selection && is_plain_number(e.operands[1]) && is_plain_number(e.operands[2])) {
            for (const std::size_t k : {1u, 2u}) e.operands[k] = as(e.operands[k], type);
            e.type = type;
            return e;
        }
        if (is_countable(e.type) && is_countable(type) && !is_whole_array(result_, e)) {
            Expression converted;
            converted.kind = Kind::conversion, converted.type = type, converted.offset = e.offset;
            converted.operands.push_back(std::move(e));
            return converted;
        }
        if (takes_integers_as_reals() && is_countable(e.type) && type == ValueType::real && !is_whole_array(result_, e))
            return real_of(std::move(e));
        fail(e.offset, fmt::format("{} is expected here, this is {}", word_of(type), word_of(e.type)),
             hint_on_type(type, e.type));
    }
    // An integer or a place in an expression of reals.
    Expression real_of(Expression e) const {
        const bool goes_on = e.kind == Kind::operation && e.type == ValueType::integer;
        if (goes_on || (e.kind == Kind::function && e.text == "floor")) {
            e.type = ValueType::real;
            if (goes_on)
                for (Expression& operand : e.operands) operand = as(std::move(operand), ValueType::real);
            return e;
        }
        Expression converted;
        converted.kind = Kind::function, converted.text = "real", converted.offset = e.offset;
        converted.operands.push_back(as(std::move(e), ValueType::integer));
        return converted;
    }
    // An array is assigned to one of the same shape.
    Expression assigned(const SyntaxNode& node, const Expression& to) const {
        if (node.kind == NodeKind::if_else) return selection(node);
        Expression e = argument_value(node);
        if (!is_whole_array(result_, e)) return e;
        if (!is_whole_array(result_, to) || shape_of(e) != shape_of(to))
            fail(node, result_.variables[e.variable].name + " is an array");
        return e;
    }
    std::vector<SizeSum> shape_of(const Expression& e) const {
        if (e.kind == Kind::run) return {as_sum_of_sizes(result_, e.operands[1]).value()};
        return e.kind == Kind::variable ? result_.variables[e.variable].shape : std::vector<SizeSum>();
    }
    Expression selection(const SyntaxNode& node) const {
        if (node.children.size() != 3) fail(node, "a value is if condition then value else other");
        Expression a = scalar(*node.children[1]), b = scalar(*node.children[2]);
        unify(a, b);
        Expression e = operation("", node, {condition(*node.children[0]), std::move(a), std::move(b)});
        e.kind = Kind::selection;
        return e;
    }
    Expression condition(const SyntaxNode& node) const { return as(scalar(node), ValueType::logical); }

    Expression target(const SyntaxNode& node) const {
        Expression e = value(node);
        if (e.kind != Kind::variable && e.kind != Kind::element) fail(node, "this cannot be assigned to");
        require_changeable(node, result_.variables[e.variable]);
        return e;
    }
    // A text is put together from others, or begins with itself: a: a + b.
    void check_joined(const SyntaxNode& node, const Expression& to, const Expression& e, bool begins) const {
        if (e.kind == Kind::operation) {
            check_joined(node, to, e.operands[0], begins);
            check_joined(node, to, e.operands[1], false);
        } else if (mentions(e, to.variable) && !(begins && e.kind == Kind::variable)) {
            fail(node, result_.variables[to.variable].name + " is a part of what it is set to",
                 "it may begin with itself: a: a + b");
        }
    }

    Expression scalar(const SyntaxNode& node) const {
        Expression e = value(node);
        if (is_whole_array(result_, e)) fail(node, result_.variables[e.variable].name + " is an array");
        return e;
    }

    Expression value(const SyntaxNode& node) const {
        switch (node.kind) {
            case NodeKind::number: {
                const double value = std::strtod(node.text.c_str(), nullptr);
                if (std::isinf(value)) fail(node, "this number is beyond all reals", "they end at 1.797e308");
                const bool is_real = node.text.find_first_of(".eE") != std::string::npos || value > 2147483647;
                return number(node.text, is_real ? ValueType::real : ValueType::integer, node.begin);
            }
            case NodeKind::text:
                return number(node.text, ValueType::text, node.begin);
            case NodeKind::name:
                return named(node);
            case NodeKind::index:
                return element(node);
            case NodeKind::sum:
            case NodeKind::product:
                return chain(node);
            case NodeKind::negate: {
                Expression e = operation("-", node, {scalar(*node.children[0])});
                if (is_plain_number(e.operands[0])) return number(opposite(e.operands[0].text), e.type, node.begin);
                if (e.type == ValueType::logical || e.type == ValueType::place) fail(node, "this has no negative");
                return e;
            }
            case NodeKind::relation:
                return relation(node);
            case NodeKind::logic_and:
            case NodeKind::logic_or: {
                Expression e = condition(*node.children[0]);
                for (std::size_t k = 1; k < node.children.size(); ++k)
                    e = operation(node.kind == NodeKind::logic_and ? "and" : "or", node,
                                  {std::move(e), condition(*node.children[k])});
                return e;
            }
            case NodeKind::logic_not:
                return operation("not", node, {condition(*node.children[0])});
            case NodeKind::call:
                return function(node);
            case NodeKind::power:
                return power(node);
            default:
                fail(node, "this is no value");
        }
    }

    Expression named_of_texts(const SyntaxNode& node) const {
        if (const auto variable = find(node.text)) return variable_of(*variable, node);
        Expression e = number(node.text, ValueType::logical, node.begin);
        if (node.text == "true" || node.text == "false") return e;
        if (is_part(node.text)) {
            e.kind = Kind::part;
        } else if (is_size(node.text)) {
            e.kind = Kind::size, e.type = ValueType::integer;
        } else if (is_number(node.text)) {
            e.kind = Kind::number, e.type = ValueType::real;
        } else {
            fail(node, "there is no variable, size or part " + node.text);
        }
        return e;
    }

    Expression element(const SyntaxNode& node) const {
        const std::string name = name_in(*node.children[0]);
        Expression e;
        e.offset = node.begin;
        std::size_t extents = 1;
        if (const auto variable = find(name)) {
            const Variable& v = result_.variables[*variable];
            e.kind = Kind::element, e.variable = *variable, e.type = v.type, extents = v.shape.size();
        } else if (const auto table = std::ranges::find(tables(), name, &Table::name); table != tables().end()) {
            e.kind = Kind::entry, e.text = name, e.type = table->type;
        } else {
            fail(node, "there is no array or table " + name);
        }
        if (node.children.size() != extents + 1)
            fail(node, fmt::format("{} has {} indexes, not {}", name, extents, node.children.size() - 1));
        for (std::size_t k = 1; k < node.children.size(); ++k)
            e.operands.push_back(as(scalar(*node.children[k]), ValueType::place));
        return e;
    }

    Expression operation(const std::string& sign, const SyntaxNode& node, std::vector<Expression> operands) const {
        Expression e;
        e.kind = Kind::operation, e.text = sign, e.type = operands.back().type, e.operands = std::move(operands);
        e.offset = node.begin;
        return e;
    }
    // Two operands as one type: real where one is, an integer where a place meets one.
    void unify(Expression& a, Expression& b) const {
        if (is_plain_number(a)) a = as(std::move(a), b.type);
        if (is_plain_number(b)) b = as(std::move(b), a.type);
        if (b.type == ValueType::real && is_countable(a.type)) a = as(std::move(a), ValueType::real);
        if (a.type == ValueType::place && b.type == ValueType::integer) a = as(std::move(a), ValueType::integer);
        b = as(std::move(b), a.type);
    }
    Expression chain(const SyntaxNode& node) const {
        Expression e = scalar(*node.children[0]);
        for (std::size_t k = 1; k < node.children.size(); ++k)
            e = arithmetic(std::string(1, node.operators[k]), node, std::move(e), scalar(*node.children[k]));
        return e;
    }
    Expression arithmetic(const std::string& sign, const SyntaxNode& node, Expression a, Expression b) const {
        const bool is_sum = sign == "+" || sign == "-";
        const bool first = a.type == ValueType::place, second = b.type == ValueType::place;
        if (is_sum && first != second && is_countable(a.type) && is_countable(b.type) && (first || sign == "+")) {
            // a place moved by an integer is a place
            Expression e = operation(sign, node, {std::move(a), std::move(b)});
            e.type = ValueType::place;
            return e;
        }
        if (first && second && sign == "-") {
            Expression e = operation(sign, node, {std::move(a), std::move(b)});
            e.type = ValueType::integer;
            return e;
        }
        if (first) a = as(std::move(a), ValueType::integer);
        if (second) b = as(std::move(b), ValueType::integer);
        if (sign == "/" && takes_integers_as_reals()) a = as(std::move(a), ValueType::real);
        unify(a, b);
        if (a.type == ValueType::text && sign != "+") fail(node, "texts are joined by + alone");
        if (a.type == ValueType::logical) fail(node, "truth values are no numbers");
        if (sign == "/" && a.type != ValueType::real) fail(node, "integers are not divided");
        return operation(sign, node, {std::move(a), std::move(b)});
    }
    Expression relation(const SyntaxNode& node) const {
        Expression a = scalar(*node.children[0]), b = scalar(*node.children[1]);
        unify(a, b);
        if (a.type == ValueType::logical) fail(node, "truth values are not compared", "write a and not b");
        if (a.type == ValueType::text) {
            if (node.text != "=" && node.text != "#") fail(node, "texts are equal or not");
            for (const Expression* side : {&a, &b})
                if (side->kind == Kind::operation || side->kind == Kind::function)
                    fail(node, "a text that is put together is not compared", "give it a variable");
        }
        if (a.type == ValueType::real && (node.text == "=" || node.text == "#"))
            fail(node, "reals are not compared by " + node.text, hint_on_equal_reals());
        Expression e = operation(node.text, node, {std::move(a), std::move(b)});
        e.type = ValueType::logical;
        return e;
    }
    Expression function_of_texts(const SyntaxNode& node) const {
        const std::string name = name_in(*node.children[0]);
        if (const auto of_text = text_function(node, name)) return *of_text;
        const bool is_quotient = name == "quotient";
        const bool is_pair = name == "min" || name == "max" || is_quotient;
        const bool is_real = name == "real";
        const bool is_whole = name == "whole";
        if (!is_pair && !is_real && !is_whole && name != "abs" && name != "sqrt" && name != "cos")
            fail(node, "there is no function " + name);
        if (node.children.size() != (is_pair ? 3u : 2u)) fail(node, name + " has another number of arguments");
        std::vector<Expression> operands{scalar(*node.children[1])};
        if (is_quotient) {
            operands.push_back(scalar(*node.children[2]));
            for (Expression& operand : operands) operand = as(std::move(operand), ValueType::integer);
            return operation("/", node, std::move(operands));
        }
        if (is_real) {
            operands[0] = as(std::move(operands[0]), ValueType::integer);
        } else if (is_pair) {
            operands.push_back(scalar(*node.children[2]));
            unify(operands[0], operands[1]);
        } else {
            operands[0] = as(std::move(operands[0]), ValueType::real);
        }
        Expression e = operation(name, node, std::move(operands));
        e.kind = Kind::function;
        if (is_real) e.type = ValueType::real;
        if (is_whole) e.type = ValueType::integer;
        if (e.type == ValueType::logical) fail(node, name + " takes numbers");
        return e;
    }
    std::optional<Expression> text_function(const SyntaxNode& node, const std::string& name) const {
        struct Function {
            const char* name;
            std::vector<ValueType> takes;
            ValueType gives;
        };
        constexpr auto text = ValueType::text, place = ValueType::place, integer = ValueType::integer;
        static const std::vector<Function> known{{"length", {text}, integer},
                                                 {"skip", {text, place, text}, place},
                                                 {"find", {text, place, text}, place},
                                                 {"code", {text, place}, integer},
                                                 {"slice", {text, place, place}, text}};
        const auto found = std::ranges::find(known, name, &Function::name);
        if (found == known.end()) return std::nullopt;
        if (node.children.size() != found->takes.size() + 1) fail(node, name + " has another number of arguments");
        std::vector<Expression> operands;
        for (std::size_t k = 0; k < found->takes.size(); ++k)
            operands.push_back(as(scalar(*node.children[k + 1]), found->takes[k]));
        if (operands[0].kind != Kind::variable && operands[0].kind != Kind::element)
            fail(node, name + " takes a variable");
        Expression e = operation(name, node, std::move(operands));
        e.kind = Kind::function, e.type = found->gives;
        return e;
    }

    std::shared_ptr<const SourceFile> source_;
    const Lookup& procedure_named_;
    Procedure result_;
    std::vector<std::size_t> loops_;  // the variables of those around
    int loop_depth_ = 0;
};

}  // namespace lag::procedures
