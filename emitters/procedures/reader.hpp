// The reader of procedures: what the project's texts and scripts have in common, and what texts have of their own
// (read_procedure.hpp). What scripts write otherwise is in read_user_procedure.cpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "emitters/procedures/primitives.hpp"
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

// The comments in a part of the text that holds nothing else but blanks and commas, each in one line.
inline std::vector<std::string> comments_in(const std::string& text, std::size_t begin, std::size_t end) {
    std::vector<std::string> found;
    for (std::size_t at = text.find("/*", begin); at < end; at = text.find("/*", at)) {
        const std::size_t close = text.find("*/", at);
        std::string words;
        for (std::size_t k = at + 2; k < close; ++k) {
            const bool is_blank = std::isspace(static_cast<unsigned char>(text[k])) != 0;
            if (!is_blank)
                words += text[k];
            else if (!words.empty() && words.back() != ' ')
                words += ' ';
        }
        if (!words.empty() && words.back() == ' ') words.pop_back();
        found.push_back(words);
        at = close;
    }
    return found;
}

class Reader {
  public:
    Reader(std::shared_ptr<const SourceFile> source, const Lookup& procedure_named)
        : source_(std::move(source)), procedure_named_(procedure_named) {
        result_.source = source_;
    }
    virtual ~Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    Procedure read(const lag::Statement& statement) {
        const SyntaxNode& node = *statement.expression;
        const auto& parts = node.children;
        if (is_call(node, "shared")) return read_record(node);
        result_.is_helper = is_call(node, "helper");
        if ((!is_call(node, "procedure") && !result_.is_helper) || parts.size() != 5)
            fail(node, "this is no procedure", "write procedure(name, [arguments], [results], block([locals], ..))");
        result_.name = name_in(*parts[1]);
        for (const std::string& words : comments_in(source_->text, 0, node.begin)) result_.comment += words;
        read_arguments(*parts[2], *parts[3]);
        const SyntaxNode& block = *parts[4];
        if (!is_call(block, "block") || block.children.size() < 3 || block.children[1]->kind != NodeKind::list)
            fail(block, "the body is no block", "write block([locals], statement, ..)");
        for (const Syntax& local : block.children[1]->children) {
            if (local->kind == NodeKind::assign && local->children[1]->kind == NodeKind::list)
                declare_constant(*local);
            else if (is_call(*local, "shared"))
                declare_shared(*local);
            else
                declare(*local, Variable::Use::local);
        }
        result_.is_of_main = std::ranges::any_of(result_.variables, [](const Variable& v) {
            return v.type == ValueType::text || v.use == Variable::Use::shared;
        });
        result_.body = statements({block.children.begin() + 2, block.children.end()}, block.children[1]->end);
        return std::move(result_);
    }

  protected:
    using Kind = Expression::Kind;

    // -- where scripts differ
    virtual bool takes_integers_as_reals() const { return false; }
    // A local or an argument, with its type.
    virtual Variable& declare(const SyntaxNode& node, Variable::Use use) { return declare_typed(node, use); }
    virtual void read_call(const SyntaxNode& node, Statement& s) { read_routine_call(node, s); }
    virtual Expression named(const SyntaxNode& node) const { return named_of_texts(node); }
    virtual Expression function(const SyntaxNode& node) const { return function_of_texts(node); }
    virtual Expression power(const SyntaxNode& node) const { fail(node, "this is no value"); }
    virtual std::string hint_on_argument(const std::string& /*name*/) const { return "name it in the second list too"; }
    virtual std::string hint_on_equal_reals() const { return "write abs(a) > 0, or a < b"; }
    virtual std::string hint_on_type(ValueType /*wanted*/, ValueType /*found*/) const { return {}; }

    // shared(watch, [..])
    Procedure read_record(const SyntaxNode& node) {
        if (node.children.size() != 3 || node.children[2]->kind != NodeKind::list)
            fail(node, "this says not what is shared", "write shared(name, [variable: type, ..])");
        result_.name = name_in(*node.children[1]), result_.is_record = result_.is_of_main = true;
        for (const std::string& words : comments_in(source_->text, 0, node.begin)) result_.comment += words;
        for (const Syntax& variable : node.children[2]->children)
            declare(*variable, Variable::Use::shared).record = result_.name;
        return std::move(result_);
    }

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

    // -- declarations

    void read_arguments(const SyntaxNode& given, const SyntaxNode& results) {
        if (given.kind != NodeKind::list || results.kind != NodeKind::list)
            fail(given, "arguments and results are two lists");
        for (const Syntax& argument : given.children) {
            const bool is_of_part = argument->kind == NodeKind::if_else && argument->children.size() == 2;
            const std::string part = is_of_part ? name_in(*argument->children[0]) : "";
            if (is_of_part && !is_part(part)) fail(*argument, part + " is no part of models");
            Variable& declared = declare(is_of_part ? *argument->children[1] : *argument, Variable::Use::argument);
            declared.intent = Argument::Intent::in, declared.part = part;
        }
        for (const Syntax& argument : results.children) {
            const std::string name = name_of_declared(*argument);
            if (const auto known = find(name))
                result_.variables[*known].intent = Argument::Intent::inout;
            else
                declare(*argument, Variable::Use::argument).intent = Argument::Intent::out;
        }
        result_.arguments = result_.variables.size();
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
            if (common == nullptr) fail(node, variable.name + " has no type", "write " + variable.name + ": real");
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

    // shares: [1, 0.5]
    void declare_constant(const SyntaxNode& node) {
        Variable constant;
        constant.name = name_in(*node.children[0]), constant.use = Variable::Use::constant,
        constant.offset = node.begin;
        for (const Syntax& entry : node.children[1]->children) {
            if (entry->kind != NodeKind::number) fail(*entry, "constants are numbers");
            constant.values.push_back(std::stod(entry->text));
        }
        constant.shape = {{std::to_string(constant.values.size())}};
        add(std::move(constant), node);
    }

    virtual bool is_taken(const std::string& name) const { return is_size(name) || is_part(name) || is_number(name); }
    Variable& add(Variable variable, const SyntaxNode& node) {
        if (find(variable.name) || is_taken(variable.name))
            fail(node, variable.name + " is the name of something else");
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

    std::optional<std::size_t> find(const std::string& name) const {
        for (std::size_t k = result_.variables.size(); k-- > 0;) {
            const Variable& v = result_.variables[k];
            const bool is_open = v.use != Variable::Use::loop || std::ranges::find(loops_, k) != loops_.end();
            if (v.name == name && is_open) return k;
        }
        return std::nullopt;
    }

    // -- statements; `from`: where what stands before the first of them ends

    Block statements(const std::vector<Syntax>& nodes, std::size_t from) {
        Block block;
        for (const Syntax& node : nodes) {
            for (std::string& words : comments_in(source_->text, from, node->begin)) {
                Statement& comment = block.emplace_back();
                comment.kind = Statement::Kind::comment, comment.text = std::move(words), comment.offset = from;
            }
            block.push_back(statement(*node));
            from = node->end;
        }
        return block;
    }
    Block body(const Syntax& node) {
        if (node->kind == NodeKind::sequence) return statements(node->children, node->begin);
        return statements({node}, node->begin);
    }

    Statement statement(const SyntaxNode& node) {
        Statement s;
        s.offset = node.begin;
        switch (node.kind) {
            case NodeKind::assign:
                s.kind = Statement::Kind::assign;
                s.operands.push_back(target(*node.children[0]));
                s.operands.push_back(as(assigned(*node.children[1], s.operands[0]), s.operands[0].type));
                if (s.operands[0].type == ValueType::text) check_joined(node, s.operands[0], s.operands[1], true);
                break;
            case NodeKind::if_else:
                read_branch(node, s);
                break;
            case NodeKind::for_range:
                read_loop(node, s);
                break;
            case NodeKind::while_loop:
                s.kind = Statement::Kind::while_loop;
                s.operands.push_back(condition(*node.children[0]));
                s.bodies.push_back(inside_loop(node.children[1]));
                break;
            case NodeKind::name:
                if (node.text != "exit" && node.text != "next") fail(node, "'" + node.text + "' is no statement");
                if (loop_depth_ == 0) fail(node, "'" + node.text + "' stands in no loop");
                s.kind = Statement::Kind::leave, s.text = node.text;
                break;
            case NodeKind::call:
                read_call(node, s);
                break;
            default:
                fail(node, "this is no statement", "an assignment is name: value");
        }
        return s;
    }

    void read_branch(const SyntaxNode& node, Statement& s) {
        s.kind = Statement::Kind::branch;
        for (std::size_t k = 0; k + 1 < node.children.size(); k += 2) {
            s.operands.push_back(condition(*node.children[k]));
            s.bodies.push_back(body(node.children[k + 1]));
        }
        if (node.children.size() % 2 == 1) s.bodies.push_back(body(node.children.back()));
    }

    void read_loop(const SyntaxNode& node, Statement& s) {
        s.kind = Statement::Kind::for_loop;
        if (!node.children[2]) fail(node, "this loop has no 'thru'");
        if (const Syntax& step = node.children[1]) s.step = step_of(*step);
        if (node.children[0]) {
            s.operands.push_back(as(value(*node.children[0]), ValueType::place));
        } else {
            s.operands.push_back(number("1", ValueType::place, node.begin));
        }
        s.operands.push_back(as(value(*node.children[2]), ValueType::place));
        s.variable = result_.variables.size();
        add({.name = node.text,
             .type = ValueType::place,
             .shape = {},
             .use = Variable::Use::loop,
             .intent = {},
             .offset = node.begin},
            node);
        loops_.push_back(s.variable);
        s.bodies.push_back(inside_loop(node.children[3]));
        loops_.pop_back();
    }
    // A whole number: only scripts have others than 1 and -1.
    int step_of(const SyntaxNode& node) const {
        const bool is_negative = node.kind == NodeKind::negate;
        const SyntaxNode& size = is_negative ? *node.children[0] : node;
        const bool is_whole = size.kind == NodeKind::number && size.text.size() < 7 &&
                              size.text.find_first_not_of("0123456789") == std::string::npos;
        const int step = is_whole ? std::stoi(size.text) : 0;
        if (step == 0 || (step != 1 && !takes_integers_as_reals()))
            fail(node, takes_integers_as_reals() ? "a step is a whole number, such as 2 or -1" : "steps are 1 or -1");
        return is_negative ? -step : step;
    }
    Block inside_loop(const Syntax& node) {
        ++loop_depth_;
        Block block = body(node);
        --loop_depth_;
        return block;
    }

    // swap and return; whether it is one
    bool read_leave(const SyntaxNode& node, Statement& s) {
        const std::string name = name_in(*node.children[0]);
        if (name == "swap" || name == "return") {
            const bool is_swap = name == "swap";
            if (node.children.size() != (is_swap ? 3u : 1u)) fail(node, "swap(a, b) and return() are written so");
            s.kind = is_swap ? Statement::Kind::swap : Statement::Kind::leave, s.text = name;
            for (std::size_t k = 1; k < node.children.size(); ++k) s.operands.push_back(target(*node.children[k]));
            if (is_swap && (s.operands[0].type != s.operands[1].type || is_whole_array(result_, s.operands[0]) ||
                            is_whole_array(result_, s.operands[1])))
                fail(node, "swap takes two numbers of one type");
            return true;
        }
        return false;
    }
    void read_routine_call(const SyntaxNode& node, Statement& s) {
        if (read_leave(node, s)) return;
        const std::string name = name_in(*node.children[0]);
        if (name == "write" || name == "put" || name == "fail" || name == "warn") return read_write(node, name, s);
        s.kind = Statement::Kind::call, s.text = name, s.text_called = procedure_called(name, node);
        s.dummies = arguments_of_called(name, s.text_called);
        std::map<std::string, Expression> sizes;  // arguments that are extents of others
        for (const Variable& dummy : s.dummies) {
            s.operands.push_back(given(node, dummy));
            check_given(node, dummy, s.operands.back(), sizes);
            if (dummy.type == ValueType::integer) sizes.emplace(dummy.name, s.operands.back());
        }
        for (std::size_t k = 1; k < node.children.size(); ++k) {
            const SyntaxNode& keyword = *node.children[k];
            if (keyword.kind != NodeKind::relation || keyword.text != "=")
                fail(keyword, "arguments of routines are given by name", "g = later");
            if (std::ranges::find(s.dummies, name_in(*keyword.children[0]), &Variable::name) == s.dummies.end())
                fail(keyword, fmt::format("{} has no argument {}", name, keyword.children[0]->text));
        }
        check_changed(node, s);
    }
    // write(file, text): a line; put(file, text): a part of one; warn(text); fail(text): ends the program
    void read_write(const SyntaxNode& node, const std::string& name, Statement& s) {
        s.kind = Statement::Kind::write, s.text = name;
        result_.is_of_main = true;
        const std::size_t before = name == "fail" || name == "warn" ? 0 : 1;
        if (node.children.size() != 2 + before) fail(node, name + " has another number of arguments");
        if (before > 0) s.operands.push_back(as(scalar(*node.children[1]), ValueType::integer));
        s.operands.push_back(as(scalar(*node.children.back()), ValueType::text));
    }
    // Null: an emitted routine, a primitive, or one of the program around.
    const Procedure* procedure_called(const std::string& name, const SyntaxNode& node) {
        const auto routine = routine_named(name);
        if (primitive_named(name) != nullptr) {
            result_.is_of_main = true;
            return nullptr;
        }
        if ((routine && !signature_of(*routine).empty()) || host_routine(name) != nullptr) return nullptr;
        const Procedure* procedure = nullptr;
        try {
            if (procedure_named_) procedure = procedure_named_(name);
        } catch (const CallsItself&) {
            fail(node, name + " calls itself", "procedures are not recursive");
        }
        if (procedure == nullptr || procedure->is_record) fail(node, "there is no routine " + name);
        result_.is_of_main = result_.is_of_main || procedure->is_of_main;
        return procedure;
    }
    static std::vector<Variable> arguments_of_called(const std::string& name, const Procedure* procedure) {
        if (procedure == nullptr && host_routine(name) != nullptr) return host_routine(name)->arguments;
        if (const auto* const primitive = primitive_named(name)) return *primitive;
        if (procedure == nullptr) {
            std::vector<Variable> arguments;
            for (const Dummy& dummy : signature_of(routine_named(name).value())) {
                Variable& v = arguments.emplace_back();
                v.name = dummy.name, v.shape = dummy.shape, v.use = Variable::Use::argument, v.intent = dummy.intent;
                v.part = dummy.part;
                v.type = dummy.type == Argument::Type::real ? ValueType::real : ValueType::integer;
            }
            return arguments;
        }
        return {procedure->variables.begin(),
                procedure->variables.begin() + static_cast<std::ptrdiff_t>(procedure->arguments)};
    }
    // What an argument is given: the keyword's value, else the variable of its name.
    Expression given(const SyntaxNode& call, const Variable& dummy) {
        for (std::size_t k = 1; k < call.children.size(); ++k) {
            const SyntaxNode& keyword = *call.children[k];
            if (keyword.kind == NodeKind::relation && keyword.children[0]->text == dummy.name)
                return as(argument_value(*keyword.children[1]), dummy.type);
        }
        const auto variable = find(dummy.name);
        if (!variable)
            fail(call, "there is no variable for the argument " + dummy.name, "write " + dummy.name + " = what it is");
        return as(variable_of(*variable, call), dummy.type);
    }
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
    void check_given(const SyntaxNode& call, const Variable& dummy, const Expression& e,
                     const std::map<std::string, Expression>& sizes) const {
        std::vector<SizeSum> wanted;
        for (const SizeSum& sum : dummy.shape) {
            SizeSum& here = wanted.emplace_back();
            for (const std::string& size : sum) {
                const auto given_size = sizes.find(size);
                const auto value_here = given_size == sizes.end() ? std::optional<SizeSum>(SizeSum{size})
                                                                  : as_sum_of_sizes(result_, given_size->second);
                if (!value_here) fail(call, "the argument " + size + " is an extent: give it a sum of sizes");
                here.insert(here.end(), value_here->begin(), value_here->end());
            }
        }
        if (shape_of(e) != wanted) fail(call, "the argument " + dummy.name + " has another shape");
        if (dummy.type == ValueType::text) check_text(call, dummy, e);
    }
    void check_text(const SyntaxNode& call, const Variable& dummy, const Expression& e) const {
        if (e.kind == Kind::operation || e.kind == Kind::function)
            fail(call, "the argument " + dummy.name + " is a text that is put together", "give it a variable");
        const bool is_named = e.kind == Kind::variable || e.kind == Kind::element;
        const bool has_length = dummy.intent != Argument::Intent::in || !dummy.shape.empty();
        if (has_length && dummy.length > 0 && is_named && result_.variables[e.variable].length != dummy.length)
            fail(call, fmt::format("the argument {} is a text({})", dummy.name, dummy.length));
    }
    // What is changed is a variable, none of the caller's own arguments that are given alone, and given once.
    void check_changed(const SyntaxNode& call, const Statement& s) const {
        for (std::size_t k = 0; k < s.dummies.size(); ++k) {
            if (s.dummies[k].intent == Argument::Intent::in) continue;
            const Expression& e = s.operands[k];
            if (e.kind != Kind::variable && e.kind != Kind::run)
                fail(call, "the argument " + s.dummies[k].name + " is changed: give it a variable");
            const Variable& v = result_.variables[e.variable];
            require_changeable(call, v);
            if (v.use == Variable::Use::shared && shares(s.text, v.record))
                fail(call, fmt::format("{} shares {} itself", s.text, v.name), "give it a local");
            for (std::size_t other = 0; other < s.operands.size(); ++other)
                if (other != k && e.kind == Kind::variable && mentions(s.operands[other], e.variable))
                    fail(call, fmt::format("{} is given to {} too, and changed", result_.variables[e.variable].name,
                                           s.dummies[other].name));
        }
    }
    bool shares(const std::string& called, const std::string& record) const {
        const Procedure* const procedure = procedure_named_ ? procedure_named_(called) : nullptr;
        return procedure != nullptr && procedure->shares(record);
    }
    void require_changeable(const SyntaxNode& node, const Variable& v) const {
        if (v.use == Variable::Use::loop) fail(node, v.name + " is the variable of a loop");
        if (v.use == Variable::Use::constant) fail(node, v.name + " is a constant");
        if (v.use == Variable::Use::argument && v.intent == Argument::Intent::in)
            fail(node, v.name + " is no result", hint_on_argument(v.name));
    }

    // -- expressions

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
                const bool is_real = node.text.find_first_of(".eE") != std::string::npos;
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
                if (is_plain_number(e.operands[0])) return number("-" + e.operands[0].text, e.type, node.begin);
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
        const bool is_pair = name == "min" || name == "max" || name == "quotient";
        const bool is_real = name == "real";
        if (!is_pair && !is_real && name != "abs" && name != "sqrt" && name != "cos")
            fail(node, "there is no function " + name);
        if (node.children.size() != (is_pair ? 3u : 2u)) fail(node, name + " has another number of arguments");
        std::vector<Expression> operands{scalar(*node.children[1])};
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
        if (e.type == ValueType::logical) fail(node, name + " takes numbers");
        if (name == "quotient" && !is_countable(e.type)) fail(node, "quotient is of integers");
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
