// How procedures declare variables: arguments, locals, constants, what is shared; types and extents.
#pragma once

#include <cmath>
#include <cstdlib>

#include "emitters/procedures/expression_reader.hpp"

namespace lag::procedures {

class DeclarationReader : public ExpressionReader {
  public:
    using ExpressionReader::ExpressionReader;

  protected:
    // A local or an argument, with its type.
    virtual Variable& declare(const SyntaxNode& node, Variable::Use use) { return declare_typed(node, use); }

    void read_arguments(const SyntaxNode& given, const SyntaxNode& results) {
        if (given.kind != NodeKind::list || results.kind != NodeKind::list)
            fail(given, "arguments and results are two lists");
        for (const Syntax& argument : given.children) declare_argument(*argument).intent = Argument::Intent::in;
        for (const Syntax& argument : results.children) {
            const auto known = is_of_part(*argument) ? std::nullopt : find(name_of_declared(*argument));
            if (known)
                result_.variables[*known].intent = Argument::Intent::inout;
            else
                declare_argument(*argument).intent = Argument::Intent::out;
        }
        result_.arguments = result_.variables.size();
    }

    // if states_in_rows then s
    static bool is_of_part(const SyntaxNode& argument) {
        return argument.kind == NodeKind::if_else && argument.children.size() == 2;
    }
    Variable& declare_argument(const SyntaxNode& argument) {
        const std::string part = is_of_part(argument) ? name_in(*argument.children[0]) : "";
        if (!part.empty() && !is_part(part)) fail(argument, part + " is no part of models");
        Variable& declared = declare(part.empty() ? argument : *argument.children[1], Variable::Use::argument);
        declared.part = part;
        return declared;
    }

    static std::string name_of_declared(const SyntaxNode& node) {
        return node.kind == NodeKind::assign || node.kind == NodeKind::index ? node.children[0]->text : node.text;
    }

    Variable& declare_typed(const SyntaxNode& node, Variable::Use use) {
        Variable variable;
        variable.use = use, variable.offset = node.begin;
        if (node.kind == NodeKind::assign) {
            variable.name = name_in(*node.children[0]);
            read_type(*node.children[1], variable);
        } else {
            variable.name = name_in(node);
            const Dummy* common = use == Variable::Use::argument ? common_dummy(variable.name) : nullptr;
            if (common == nullptr)
                fail(node, variable.name + " has no type", fmt::format("write {}: real", variable.name));
            variable.type = common->type == Argument::Type::real ? ValueType::real : ValueType::integer;
            variable.shape = common->shape;
        }
        return add(std::move(variable), node);
    }

    // shared(watch): its variables
    void declare_shared(const SyntaxNode& node) {
        if (node.children.size() != 2) fail(node, "shared variables are named by shared(name)");
        const std::string name = name_in(*node.children[1]);
        const Procedure* const record = procedure_named_ ? procedure_named_(name) : nullptr;
        if (record == nullptr || !record->is_record) fail(node, "nothing is shared by the name " + name);
        for (const Variable& v : record->variables) add(v, node);
    }

    // 2, -0.5, 1/3, 2*3/4
    double constant_number(const SyntaxNode& node) const {
        if (node.kind == NodeKind::number) return std::strtod(node.text.c_str(), nullptr);
        if (node.kind == NodeKind::negate) return -constant_number(*node.children[0]);
        if (node.kind != NodeKind::product) fail(node, "constants are numbers", "such as 2, -0.5 or 1/3");
        double value = 1;
        for (std::size_t k = 0; k < node.children.size(); ++k) {
            const double next = constant_number(*node.children[k]);
            value = node.operators[k] == '*' ? value * next : value / next;
        }
        return value;
    }

    // shares: [1, 0.5]
    void declare_constant(const SyntaxNode& node) {
        Variable constant;
        constant.name = name_in(*node.children[0]), constant.use = Variable::Use::constant,
        constant.offset = node.begin;
        if (node.children[1]->children.empty()) fail(*node.children[1], "a table has one number or more");
        for (const Syntax& entry : node.children[1]->children) {
            const double number = constant_number(*entry);
            if (!std::isfinite(number)) fail(*entry, "this is no number that a real can hold");
            constant.values.push_back(number);
        }
        constant.shape = {{std::to_string(constant.values.size())}};
        add(std::move(constant), node);
    }

    virtual bool is_taken(const std::string& name) const { return is_size(name) || is_part(name) || is_number(name); }
    Variable& add(Variable variable, const SyntaxNode& node) {
        const auto found = find(variable.name);
        if (found && variable.use == Variable::Use::loop && result_.variables[*found].use == Variable::Use::local)
            fail(node, variable.name + " is a local already, and a loop brings its own variable",
                 "leave it out among the locals");
        if (found || is_taken(variable.name)) fail(node, variable.name + " is the name of something else");
        return result_.variables.emplace_back(std::move(variable));
    }

    void read_type(const SyntaxNode& node, Variable& variable) const {
        const bool has_extents = node.kind == NodeKind::call;
        const std::string word = name_in(has_extents ? *node.children[0] : node);
        constexpr std::array<const char*, 5> words{"real", "integer", "place", "logical", "text"};
        if (word == "text" || word == "texts") return read_text_type(node, word, variable);
        const auto found =
            std::ranges::find_if(words, [&](const std::string& w) { return word == (has_extents ? w + "s" : w); });
        if (found == words.end())
            fail(node, word + " is no type", "real, integer, place, logical; of an array: reals(n), integers(n, m)");
        variable.type = static_cast<ValueType>(found - words.begin());
        if (!has_extents) return;
        for (std::size_t k = 1; k < node.children.size(); ++k)
            variable.shape.push_back(sum_of_sizes(*node.children[k]));
        if (variable.shape.size() > 2) fail(node, "arrays have one or two extents");
    }

    // text(80), texts(10, 80)
    void read_text_type(const SyntaxNode& node, const std::string& word, Variable& variable) const {
        const std::size_t extents = word == "texts" ? 1 : 0;
        if (node.kind != NodeKind::call || node.children.size() != 2 + extents ||
            node.children.back()->kind != NodeKind::number)
            fail(node, "a text is text(most characters)", "an array of them is texts(n, most characters)");
        variable.type = ValueType::text;
        variable.length = std::stoul(node.children.back()->text);
        if (extents > 0) variable.shape.push_back(sum_of_sizes(*node.children[1]));
    }

    virtual SizeSum sum_of_sizes(const SyntaxNode& node) const {
        if (node.kind != NodeKind::sum) return {size_in(node)};
        SizeSum sum;
        for (std::size_t k = 0; k < node.children.size(); ++k) {
            if (node.operators[k] != '+') fail(node, "an extent is a sum of sizes");
            sum.push_back(size_in(*node.children[k]));
        }
        return sum;
    }
    // A size, a number, or an argument that is an integer.
    std::string size_in(const SyntaxNode& node) const {
        if (node.kind == NodeKind::number && node.text.find_first_not_of("0123456789") == std::string::npos)
            return node.text;
        const auto known = find(name_in(node));
        if (known) {
            const Variable& v = result_.variables[*known];
            if (v.use != Variable::Use::argument || v.type != ValueType::integer || !v.is_scalar())
                fail(node, v.name + " is no extent", "an extent is a size, a number or an argument that is an integer");
        } else if (!is_size(node.text)) {
            fail(node, node.text + " is no size");
        }
        return node.text;
    }
};

}  // namespace lag::procedures
