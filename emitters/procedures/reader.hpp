// The reader of procedures: what the project's texts and scripts have in common, and what texts have of their own
// (read_procedure.hpp). What scripts write otherwise is in read_user_procedure.cpp. Here are whole procedures and their
// statements; declarations and expressions have readers of their own.
#pragma once

#include <cctype>

#include "emitters/procedures/declaration_reader.hpp"
#include "emitters/procedures/primitives.hpp"

namespace lag::procedures {

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

class Reader : public DeclarationReader {
  public:
    using DeclarationReader::DeclarationReader;

    Procedure read(const lag::Statement& statement) {
        const SyntaxNode& node = *statement.expression;
        const auto& parts = node.children;
        if (is_call(node, "shared")) return read_record(node);
        result_.is_helper = is_call(node, "helper");
        if ((!is_call(node, "procedure") && !result_.is_helper) || parts.size() != 5)
            fail(node, "this is no procedure", "write procedure(name, [arguments], [results], block([locals], ..))");
        // `step`, a word of the language, stands in quotes
        result_.name = parts[1]->kind == NodeKind::text ? parts[1]->text : name_in(*parts[1]);
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
    // -- where scripts differ
    virtual void read_call(const SyntaxNode& node, Statement& s) { read_routine_call(node, s); }

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
                if (node.text != "exit" && node.text != "next")
                    fail(node, fmt::format("'{}' is no statement", node.text));
                if (loop_depth_ == 0) fail(node, fmt::format("'{}' stands in no loop", node.text));
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
    // write(file, text): a line; put(file, text): a part of one; warn(text); fail(text), fail(text, hint): ends the
    // program. With a hint: the text, the hint, and what a program says: both.
    void read_write(const SyntaxNode& node, const std::string& name, Statement& s) {
        s.kind = Statement::Kind::write, s.text = name;
        result_.is_of_main = true;
        if (name == "fail" && node.children.size() == 3) {
            for (std::size_t k = 1; k <= 2; ++k) s.operands.push_back(as(scalar(*node.children[k]), ValueType::text));
            const auto joined = [&](Expression a, Expression b) {
                return operation("+", node, {std::move(a), std::move(b)});
            };
            s.operands.push_back(
                joined(joined(s.operands[0], number("; ", ValueType::text, node.begin)), s.operands[1]));
            return;
        }
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
            fail(call, "there is no variable for the argument " + dummy.name,
                 fmt::format("write {} = what it is", dummy.name));
        return as(variable_of(*variable, call), dummy.type);
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
                if (!value_here) fail(call, fmt::format("the argument {} is an extent: give it a sum of sizes", size));
                here.insert(here.end(), value_here->begin(), value_here->end());
            }
        }
        if (shape_of(e) != wanted) fail(call, fmt::format("the argument {} has another shape", dummy.name));
        if (dummy.type == ValueType::text) check_text(call, dummy, e);
    }
    void check_text(const SyntaxNode& call, const Variable& dummy, const Expression& e) const {
        if (e.kind == Kind::operation || e.kind == Kind::function)
            fail(call, fmt::format("the argument {} is a text that is put together", dummy.name), "give it a variable");
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
                fail(call, fmt::format("the argument {} is changed: give it a variable", s.dummies[k].name));
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
};

}  // namespace lag::procedures
