#include "emitters/procedures/read_user_procedure.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "emitters/procedures/check_procedure.hpp"
#include "emitters/procedures/reader.hpp"
#include "emitters/procedures/slopes_procedure.hpp"

namespace lag::procedures {

namespace {

constexpr std::array<const char*, 13> functions_of_one{"sin",  "cos",  "tan", "asin", "acos", "atan", "sinh",
                                                       "cosh", "tanh", "exp", "log",  "sqrt", "abs"};
constexpr std::size_t longest_array = 10000;

bool is_condition(const SyntaxNode& node) {
    return node.kind == NodeKind::relation || node.kind == NodeKind::logic_and || node.kind == NodeKind::logic_or ||
           node.kind == NodeKind::logic_not ||
           (node.kind == NodeKind::name && (node.text == "true" || node.text == "false"));
}

// What the body does with its names, from which their types follow.
struct Uses {
    std::set<std::string> indexes, bounds, truths;

    void find(const SyntaxNode& node) {
        if (node.kind == NodeKind::index)
            for (std::size_t k = 1; k < node.children.size(); ++k) note(*node.children[k], indexes);
        if (node.kind == NodeKind::for_range)
            for (const std::size_t k : {0u, 2u})
                if (node.children[k]) note(*node.children[k], bounds);
        if (node.kind == NodeKind::assign && node.children[0]->kind == NodeKind::name &&
            is_condition(*node.children[1]))
            truths.insert(node.children[0]->text);
        for (const Syntax& child : node.children)
            if (child) find(*child);
    }

  private:
    // k, k + 1; a product counts, and what stands in a function is what the function takes
    void note(const SyntaxNode& node, std::set<std::string>& names) {
        if (node.kind == NodeKind::name) names.insert(node.text);
        if (node.kind == NodeKind::sum || node.kind == NodeKind::negate)
            for (const Syntax& child : node.children) note(*child, names);
        if (node.kind == NodeKind::product)
            for (const Syntax& child : node.children) note(*child, bounds);
    }
};

class UserReader final : public Reader {
  public:
    UserReader(std::shared_ptr<const SourceFile> source, const Surroundings& surroundings)
        : Reader(std::move(source), {}), surroundings_(surroundings) {}

    Procedure read(const SyntaxNode& call) {
        const auto& parts = call.children;
        result_.name = name_in(*parts[1]), result_.is_of_script = true;
        result_.comment = comment_before(call.begin);
        read_arguments(*parts[2], *parts[3]);
        for (std::size_t k = 0; k < result_.arguments; ++k)
            if (result_.variables[k].intent == Argument::Intent::inout)
                fail(*parts[3], fmt::format("'{}' is an argument and a result", result_.variables[k].name),
                     "arguments keep their values: give the result a name of its own");
        if (count_of(result_, Argument::Intent::out) == 0)
            fail(*parts[3], fmt::format("'{}' has no results: what would it be called for?", result_.name));
        const Syntax& body = parts[4];
        if (!is_call(*body, "block")) {
            result_.body = Reader::body(body);
        } else {
            const auto& in_block = body->children;
            const bool has_locals = in_block.size() > 1 && in_block[1]->kind == NodeKind::list;
            if (in_block.size() < (has_locals ? 3u : 2u))
                fail(*body, "the body has no statements", "write block([locals], statement, ..)");
            for (std::size_t k = 2; k < in_block.size(); ++k) uses_.find(*in_block[k]);
            if (has_locals)
                for (const Syntax& local : in_block[1]->children) declare(*local, Variable::Use::local);
            const std::ptrdiff_t first = has_locals ? 2 : 1;
            const std::size_t from = has_locals ? in_block[1]->end : in_block[0]->end;
            Block statements_of_body = statements({in_block.begin() + first, in_block.end()}, from);
            result_.body = std::move(beginnings_);
            result_.body.insert(result_.body.end(), std::make_move_iterator(statements_of_body.begin()),
                                std::make_move_iterator(statements_of_body.end()));
        }
        return std::move(result_);
    }

  private:
    bool takes_integers_as_reals() const override { return true; }
    std::string hint_on_argument(const std::string& name) const override {
        return fmt::format("arguments keep their values: assign {} to a local and change that", name);
    }
    std::string hint_on_equal_reals() const override {
        return "compare by < or <=; a name that counts is declared so: block([n: integer], ..)";
    }
    std::string hint_on_type(ValueType wanted, ValueType found) const override {
        if (found == ValueType::logical) return "if condition then value else other makes a number of it";
        if (wanted == ValueType::logical) return "a condition is a < b, or a and b";
        return "floor(x) is the largest whole number not above x";
    }
    bool is_taken(const std::string& name) const override {
        return is_function_of_scripts(name) || name == "floor" || name == "mod" || name == "min" || name == "max" ||
               name == result_.name;
    }

    // The comment that ends right before the statement, in one line.
    std::string comment_before(std::size_t begin) const {
        const std::string& text = source_->text;
        std::size_t end = begin;
        while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
        const std::size_t open = end < 4 ? std::string::npos : text.rfind("/*", end - 4);
        if (open == std::string::npos || text.compare(end - 2, 2, "*/") != 0)
            return fmt::format("the procedure {} of the script", result_.name);
        const std::vector<std::string> comments = comments_in(text, open, end);
        return comments.empty() ? std::string() : comments.back();
    }

    // -- declarations

    Variable& declare(const SyntaxNode& node, Variable::Use use) override {
        if (use == Variable::Use::argument) require_new_argument(node);
        Variable variable;
        variable.use = use, variable.offset = node.begin;
        const SyntaxNode* value = nullptr;
        if (node.kind == NodeKind::assign && node.children[0]->kind == NodeKind::name) {
            if (is_type(*node.children[1])) return require_real(declare_typed(node, use), node);
            if (use == Variable::Use::local && node.children[1]->kind == NodeKind::list) {
                declare_constant(node);
                return result_.variables.back();
            }
            value = node.children[1].get();
            variable.name = node.children[0]->text;
        } else if (node.kind == NodeKind::index) {
            variable.name = name_in(*node.children[0]);
            for (std::size_t k = 1; k < node.children.size(); ++k)
                variable.shape.push_back({length_in(*node.children[k])});
        } else {
            variable.name = name_in(node);
        }
        if (value != nullptr && use == Variable::Use::argument)
            fail(node, "an argument or a result has no first value", "write " + variable.name);
        if (variable.shape.size() > (use == Variable::Use::argument ? 1u : 2u))
            fail(node, use == Variable::Use::argument ? "arguments and results have one extent"
                                                      : "arrays have one or two extents");
        if (variable.is_scalar() && use == Variable::Use::local)
            variable.type = uses_.indexes.contains(variable.name)  ? ValueType::place
                            : uses_.bounds.contains(variable.name) ? ValueType::integer
                            : uses_.truths.contains(variable.name) || (value && is_condition(*value))
                                ? ValueType::logical
                                : ValueType::real;
        const std::string name = variable.name;
        add(std::move(variable), node);
        if (value != nullptr) {
            Statement& s = beginnings_.emplace_back();
            s.kind = Statement::Kind::assign, s.offset = node.begin;
            s.operands.push_back(target(*node.children[0]));
            s.operands.push_back(as(assigned(*value, s.operands[0]), s.operands[0].type));
        }
        return result_.variables.back();
    }
    void require_new_argument(const SyntaxNode& node) const {
        const std::string name = name_of_declared(node);
        if (find(name))
            fail(node, fmt::format("'{}' is an argument or a result already", name),
                 "arguments keep their values: give the result a name of its own");
    }
    Variable& require_real(Variable& variable, const SyntaxNode& node) const {
        if (variable.use == Variable::Use::argument && variable.type != ValueType::real)
            fail(node, fmt::format("arguments and results are reals, {} is {}", variable.name, word_of(variable.type)));
        if (variable.use == Variable::Use::argument && variable.shape.size() > 1)
            fail(node, "arguments and results have one extent");
        return variable;
    }
    static bool is_type(const SyntaxNode& node) {
        static const std::set<std::string> words{"real",  "integer",  "place",  "logical",
                                                 "reals", "integers", "places", "logicals"};
        return words.contains(node.kind == NodeKind::call ? node.children[0]->text : node.text) &&
               (node.kind == NodeKind::call || node.kind == NodeKind::name);
    }
    SizeSum sum_of_sizes(const SyntaxNode& node) const override { return {length_in(node)}; }
    std::string length_in(const SyntaxNode& node) const {
        const bool is_whole = node.kind == NodeKind::number && node.text.size() < 6 &&
                              node.text.find_first_not_of("0123456789") == std::string::npos;
        const std::size_t length = is_whole ? std::stoul(node.text) : 0;
        if (length == 0 || length > longest_array)
            fail(node, "the length of an array is a whole number from 1 through 10000", "such as k[3]");
        return std::to_string(length);
    }

    // -- calls

    void read_call(const SyntaxNode& node, Statement& s) override {
        const std::string name = name_in(*node.children[0]);
        if (name == "return" && node.children.size() > 1)
            fail(node, "return() gives no value", "assign the results, then write return()");
        if (read_leave(node, s)) return;
        if (name != "external") fail_on_call(node, name, fmt::format("'{}' is no statement of a procedure", name));
        if (node.children.size() != 4 || node.children[2]->kind != NodeKind::list ||
            node.children[3]->kind != NodeKind::list)
            fail(node, "a call is external(name, [arguments], [results])");
        const std::string called = name_in(*node.children[1]);
        if (called == result_.name)
            fail(*node.children[1], fmt::format("'{}' calls itself", called),
                 "write a loop: Fortran 77 has no recursion");
        s.procedure = surroundings_.procedure(called);
        if (!s.procedure)
            fail(*node.children[1], fmt::format("there is no procedure '{}' yet", called),
                 "a procedure calls only those that stand above it");
        s.kind = Statement::Kind::call, s.text = called,
        s.dummies = {s.procedure->variables.begin(),
                     s.procedure->variables.begin() + static_cast<std::ptrdiff_t>(s.procedure->arguments)};
        read_given(*node.children[2], s, Argument::Intent::in);
        read_given(*node.children[3], s, Argument::Intent::out);
    }
    void read_given(const SyntaxNode& list, Statement& s, Argument::Intent intent) {
        const bool is_in = intent == Argument::Intent::in;
        const auto count = static_cast<std::size_t>(std::ranges::count(s.dummies, intent, &Variable::intent));
        if (list.children.size() != count)
            fail(list, fmt::format("'{}' has {} {}{}, not {}", s.text, count, is_in ? "argument" : "result",
                                   count == 1 ? "" : "s", list.children.size()));
        for (const Syntax& item : list.children) {
            const Variable& dummy = s.dummies[s.operands.size()];
            if (item->kind == NodeKind::list)
                fail(*item, "a list stands in no call between procedures",
                     dummy.is_scalar()
                         ? fmt::format("'{}' of '{}' is a number", dummy.name, s.text)
                         : fmt::format("give '{0}' an array of {1}, a local: v[{1}]", dummy.name, dummy.shape[0][0]));
            Expression e = is_in ? value(*item) : target(*item);
            const bool is_array = is_whole_array(result_, e);
            const std::vector<SizeSum> shape = is_array ? result_.variables[e.variable].shape : std::vector<SizeSum>();
            if (shape != dummy.shape)
                fail(*item, fmt::format("'{}' of '{}' is {}", dummy.name, s.text,
                                        dummy.shape.empty() ? "a number" : "an array of " + dummy.shape[0][0]));
            if (!is_in && e.type != ValueType::real)
                fail(*item, fmt::format("a real is expected here, this is {}", word_of(e.type)));
            if (!is_in) require_apart(*item, e, s);
            s.operands.push_back(as(std::move(e), ValueType::real));
        }
    }
    // What a call sets is nothing else that it is given: other elements of an array are, by numbers.
    void require_apart(const SyntaxNode& node, const Expression& target, const Statement& s) const {
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            const Expression& other = s.operands[k];
            const bool is_in = s.dummies[k].intent == Argument::Intent::in;
            const bool are_elements = target.kind == Kind::element && other.kind == Kind::element;
            if (!mentions(other, target.variable) || (are_elements && are_other_numbers(target, other))) continue;
            fail(node,
                 fmt::format("'{}' stands twice in this call{}", result_.variables[target.variable].name,
                             is_in ? ", and is changed" : ""),
                 "take another local");
        }
    }
    static bool are_other_numbers(const Expression& a, const Expression& b) {
        bool is_other = false;
        for (std::size_t d = 0; d < a.operands.size(); ++d) {
            const bool are_numbers = a.operands[d].kind == Kind::literal && b.operands[d].kind == Kind::literal;
            is_other = is_other || (are_numbers && a.operands[d].text != b.operands[d].text);
        }
        return is_other && a.variable == b.variable;
    }
    [[noreturn]] void fail_on_call(const SyntaxNode& node, const std::string& name, const std::string& message) const {
        if (surroundings_.procedure(name) || name == result_.name)
            fail(node, fmt::format("'{}' is a procedure", name),
                 fmt::format("call it by external({}, [arguments], [results])", name));
        fail(node, message, "there are assignments, if, for, while, exit, next, return(), swap(a, b) and external(..)");
    }

    // -- expressions

    Expression named(const SyntaxNode& node) const override {
        if (const auto variable = find(node.text)) return variable_of(*variable, node);
        if (node.text == "true" || node.text == "false") return number(node.text, ValueType::logical, node.begin);
        if (node.text == "%pi") return number("3.141592653589793", ValueType::real, node.begin);
        if (node.text == "%e") return number("2.718281828459045", ValueType::real, node.begin);
        const std::string meaning = surroundings_.meaning(node.text);
        if (!meaning.empty())
            fail(node, fmt::format("'{}' is {}: a procedure knows its arguments and locals alone", node.text, meaning),
                 "give it as an argument");
        const std::string near = did_you_mean(node.text, known_names());
        fail(node, fmt::format("there is no variable '{}' in this procedure", node.text),
             near.empty() ? fmt::format("a local stands in block([{}], ..)", node.text)
                          : fmt::format("did you mean '{}'?", near));
    }
    std::vector<std::string> known_names() const {
        std::vector<std::string> names;
        for (const Variable& v : result_.variables) names.push_back(v.name);
        return names;
    }

    Expression function(const SyntaxNode& node) const override {
        const std::string name = name_in(*node.children[0]);
        const std::size_t count = node.children.size() - 1;
        const auto require = [&](bool holds, const char* number) {
            if (!holds) fail(node, fmt::format("'{}' takes {}, not {}", name, number, count));
        };
        if (name == "min" || name == "max") {
            require(count >= 2, "two arguments or more");
            Expression e = scalar(*node.children[1]);
            for (std::size_t k = 2; k <= count; ++k) {
                Expression other = scalar(*node.children[k]);
                unify(e, other);
                if (e.type == ValueType::logical) fail(node, name + " takes numbers");
                e = operation(name, node, {std::move(e), std::move(other)});
                e.kind = Kind::function;
            }
            return e;
        }
        if (name == "mod") {
            require(count == 2, "2 arguments");
            return remainder(node);
        }
        if (name == "floor") {
            require(count == 1, "1 argument");
            Expression e = operation(name, node, {as(scalar(*node.children[1]), ValueType::real)});
            e.kind = Kind::function, e.type = ValueType::integer;  // a real among reals
            return e;
        }
        if (!is_function_of_scripts(name)) fail_on_function(node, name);
        require(count == (name == "atan2" ? 2u : 1u), name == "atan2" ? "2 arguments" : "1 argument");
        std::vector<Expression> operands;
        for (std::size_t k = 1; k <= count; ++k) operands.push_back(as(scalar(*node.children[k]), ValueType::real));
        Expression e = operation(name, node, std::move(operands));
        e.kind = Kind::function;
        return e;
    }
    [[noreturn]] void fail_on_function(const SyntaxNode& node, const std::string& name) const {
        if (surroundings_.procedure(name) || name == result_.name)
            fail(node, fmt::format("'{}' is a procedure and has no value", name),
                 fmt::format("call it by external({}, [arguments], [results]) before", name));
        if (find(name))
            fail(node, fmt::format("'{}' is no function", name), fmt::format("an element of an array is {}[k]", name));
        std::vector<std::string> all(functions_of_one.begin(), functions_of_one.end());
        for (const char* more : {"atan2", "min", "max", "floor", "mod"}) all.emplace_back(more);
        const std::string near = did_you_mean(name, all);
        std::string list;
        for (const std::string& one : all) list += (list.empty() ? "" : ", ") + one;
        fail(node, fmt::format("a procedure has no function '{}'", name),
             near.empty() ? "there are " + list : fmt::format("did you mean '{}'?", near));
    }

    // a - b*floor(a/b): of integers an integer
    Expression remainder(const SyntaxNode& node) const {
        Expression a = scalar(*node.children[1]), b = scalar(*node.children[2]);
        const bool counts = is_countable(a.type) && is_countable(b.type) && !is_plain_number(a);
        const ValueType type = counts ? ValueType::integer : ValueType::real;
        a = as(std::move(a), type), b = as(std::move(b), type);
        Expression whole = operation("/", node, {as(a, ValueType::real), as(b, ValueType::real)});
        whole.type = ValueType::real;
        whole = operation("floor", node, {std::move(whole)});
        whole.kind = Kind::function, whole.type = type;
        return operation("-", node, {std::move(a), operation("*", node, {std::move(b), std::move(whole)})});
    }

    // Whole exponents up to 4 are products, 1/2 is a root: the same bits in every language.
    Expression power(const SyntaxNode& node) const override {
        Expression base = scalar(*node.children[0]);
        const std::string exponent = to_string(node.children[1]);
        if (exponent == "2" || exponent == "3" || exponent == "4") {
            if (base.type == ValueType::place) base = as(std::move(base), ValueType::integer);
            if (base.type == ValueType::logical) fail(node, "truth values are no numbers");
            if (is_plain_number(base)) base = as(std::move(base), ValueType::real);
            Expression e = base;
            for (int k = 1; k < std::stoi(exponent); ++k) e = operation("*", node, {std::move(e), base});
            return e;
        }
        base = as(std::move(base), ValueType::real);
        if (exponent == "1") return base;
        if (exponent == "-1") return operation("/", node, {number("1", ValueType::real, node.begin), std::move(base)});
        const bool is_root = exponent == "1/2" || exponent == "0.5";
        std::vector<Expression> operands{std::move(base)};
        if (!is_root) operands.push_back(as(scalar(*node.children[1]), ValueType::real));
        Expression e = operation(is_root ? "sqrt" : "power", node, std::move(operands));
        e.kind = Kind::function, e.type = ValueType::real;
        return e;
    }

    const Surroundings& surroundings_;
    Uses uses_;
    Block beginnings_;  // locals with a first value
};

}  // namespace

bool is_function_of_scripts(const std::string& name) {
    return name == "atan2" || std::ranges::find(functions_of_one, name) != functions_of_one.end();
}

std::shared_ptr<const Procedure> read_user_procedure(const SyntaxNode& call, std::shared_ptr<const SourceFile> source,
                                                     const Surroundings& surroundings) {
    auto procedure = std::make_shared<Procedure>(UserReader(std::move(source), surroundings).read(call));
    check_user_procedure(*procedure, call.end - 1);
    const std::shared_ptr<Procedure> slopes = slopes_procedure(*procedure);
    slopes->slopes = slopes_procedure(*slopes);
    procedure->slopes = slopes;
    return procedure;
}

}  // namespace lag::procedures
