// Evaluation of names, arithmetic, indices, assignments and calls.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "scripts/language/built_in.hpp"
#include "scripts/language/environment.hpp"
#include "scripts/language/interpreter.hpp"
#include "scripts/language/statement_form.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

constexpr int deepest_evaluation = 20'000;
constexpr int deepest_call = 1'000;

struct Counted {
    int& count;
    explicit Counted(int& c) : count(c) { ++count; }
    ~Counted() { --count; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
};

std::size_t cells_of(const Value& v) {
    return v.is_list() ? v.list().cells : v.is_matrix() ? v.matrix().elements.size() : 0;
}

const std::vector<std::string>& constants() {
    static const std::vector<std::string> names = {"%pi", "%e", "t", "ground", "true", "false"};
    return names;
}

bool is_constant_name(const std::string& name) {
    return std::find(constants().begin(), constants().end(), name) != constants().end();
}

// What other programs and textbooks call a function of this language; "": nothing is known.
std::string word_here(const std::string& name) {
    static const std::map<std::string, std::string> words{
        {"ball", "spherical"}, {"pin", "revolute"}, {"hinge", "revolute"},   {"slider", "prismatic"},
        {"weld", "fixed"},     {"rigid", "fixed"},  {"cardan", "universal"}, {"arcsin", "asin"},
        {"arccos", "acos"},    {"arctan", "atan"},  {"ln", "log"},           {"simplify", "ratsimp"},
        {"inverse", "invert"}, {"inv", "invert"},   {"det", "determinant"},  {"identity", "ident"}};
    const auto found = words.find(name);
    return found == words.end() ? "" : found->second;
}

// A misspelt %pi, or a result of the prompt that does not exist, is no free name.
InputError unknown_constant(const Interpreter& interpreter, const std::string& name, const Syntax& at) {
    const bool numbered = name.size() > 2 && name.find_first_not_of("0123456789", 2) == std::string::npos;
    if (name == "%o0") return interpreter.error_at(at, "there is no result yet: % is the last one");
    if (numbered && name.rfind("%o", 0) == 0)
        return interpreter.error_at(at, "there is no result " + name,
                                    "results are those that the prompt has shown with a label");
    if (numbered && name.rfind("%i", 0) == 0)
        return interpreter.error_at(at, fmt::format("there is no {}: what was typed is not kept", name),
                                    "the result of that statement is %o" + name.substr(2));
    const std::string close = did_you_mean(name, {"%pi", "%e"});
    return interpreter.error_at(
        at, "there is no constant " + name,
        close.empty() ? "the constants are %pi and %e" : fmt::format("did you mean {}?", close));
}

}  // namespace

Value Interpreter::evaluate(const Syntax& node) {
    const Counted depth(evaluation_depth_);
    try {
        if (evaluation_depth_ > deepest_evaluation) throw ModelError("the evaluation is nested too deeply");
        charge(1);
        return evaluate_inner(node);
    } catch (const ModelError& error) {
        throw error_at(node, error.what(), error.hint());
    } catch (const std::bad_alloc&) {
        throw error_at(node, "out of memory");
    } catch (const InputError&) {
        throw;
    } catch (const std::logic_error& error) {
        if (dynamic_cast<const InternalError*>(&error) != nullptr) throw;
        throw error_at(node, "this cannot be evaluated (out of range, or no value)");
    } catch (const std::runtime_error&) {  // the arithmetic library's own: overflow of a float, and the like
        throw error_at(node, "this cannot be evaluated (out of range, or no value)");
    }
}

namespace {

// parse_rational takes no others.
void require_usual_exponent(const std::string& number) {
    const std::size_t e = number.find_first_of("eE");
    if (e == std::string::npos) return;
    const std::size_t first = number.find_first_not_of("+-0", e + 1);
    if (first == std::string::npos) return;
    const std::string power = number.substr(first);
    constexpr std::size_t digits = 4;
    if (power.size() < digits || (power.size() == digits && power <= "4000")) return;
    throw ModelError(fmt::format("a number's exponent reaches from -4000 to 4000, found {}{}", number.substr(e, 20),
                                 number.size() - e > 20 ? "..." : ""));
}

}  // namespace

Value Interpreter::evaluate_inner(const Syntax& node) {
    switch (node->kind) {
        case NodeKind::number:
            require_usual_exponent(node->text);
            return Algebra::number(parse_rational(node->text));
        case NodeKind::name:
            return evaluate_name(node);
        case NodeKind::text:
            return node->text;
        case NodeKind::sum:
            return evaluate_sum(node);
        case NodeKind::product:
            return evaluate_product(node);
        case NodeKind::dot: {
            Value result = evaluate(node->children[0]);
            for (std::size_t k = 1; k < node->children.size(); ++k) {
                const Value next = evaluate(node->children[k]);
                charge(cells_of(result) + cells_of(next));
                result = dot_of(algebra_, result, next);
            }
            return result;
        }
        case NodeKind::power: {
            const Value base = evaluate(node->children[0]);
            return power_of(algebra_, base, evaluate(node->children[1]));
        }
        case NodeKind::negate:
            return negative_of(algebra_, evaluate(node->children[0]));
        case NodeKind::relation:
            return evaluate_relation(node);
        case NodeKind::logic_and:
        case NodeKind::logic_or:
        case NodeKind::logic_not:
            return evaluate_logic(node);
        case NodeKind::prime:
            return evaluate_prime(node);
        case NodeKind::index:
            return evaluate_index(node);
        case NodeKind::call:
            return evaluate_call(node);
        case NodeKind::list: {
            std::vector<Value> items;
            for (const Syntax& child : node->children) items.push_back(settle(evaluate(child)));
            return items;
        }
        case NodeKind::sequence: {
            Value result;
            for (const Syntax& child : node->children) result = evaluate(child);
            return result;
        }
        case NodeKind::if_else:
            return evaluate_if(node, 0);
        case NodeKind::for_range:
            return evaluate_for_range(node);
        case NodeKind::for_in:
            return evaluate_for_in(node);
        case NodeKind::while_loop:
            return evaluate_while(node);
        case NodeKind::assign:
            return evaluate_assign(node);
        case NodeKind::define:
            return evaluate_define(node);
    }
    throw InternalError("an unknown kind of syntax node");
}

// -- names

Value* Interpreter::find(const std::string& name) const {
    for (Environment* e = scope_.get(); e != nullptr; e = e->parent.get())
        if (const auto place = e->values.find(name); place != e->values.end()) return &place->second;
    return nullptr;
}

const Value* Interpreter::binding(const std::string& name) const {
    const Value* value = find(name);
    return value == nullptr || value->is_nothing() ? nullptr : value;
}

Value Interpreter::evaluate_name(const Syntax& node) {
    return value_of_name(node->text, node);
}

Value Interpreter::value_of_name(const std::string& name, const Syntax& at) {
    if (const Value* value = binding(name)) {
        if (const auto fixed = fixed_.find(name); fixed != fixed_.end()) fixed->second = true;
        return *value;
    }
    if (name == "%pi") return Algebra::pi();
    if (name == "%e") return algebra_.apply("exp", Algebra::integer(1));
    if (name == "true" || name == "false") return name == "true";
    if (name[0] == '%') throw unknown_constant(*this, name, at);
    vocabulary_.mention(name, place_of(at));
    return algebra_.symbol(name);
}

Value Interpreter::evaluate_prime(const Syntax& node) {
    const Syntax& child = node->children[0];
    if (child->kind == NodeKind::name && binding(child->text) == nullptr && child->text[0] != '%') {
        const std::string name = child->text + std::string(static_cast<std::size_t>(node->primes), '\'');
        vocabulary_.mention(name, place_of(node));
        if (vocabulary_.declaration(child->text) != nullptr) return vocabulary_.rate(child->text, node->primes);
        return algebra_.symbol(name);
    }
    Value result = evaluate(child);
    if (child->kind == NodeKind::call && result.is_scalar())  // concat(q, i)' is a prime as well
        if (const std::string name = algebra_.name_of(result.scalar()); !name.empty() && !vocabulary_.declaration(name))
            vocabulary_.mention_rate(name);
    for (int k = 0; k < node->primes; ++k)
        result = map_scalars(algebra_, result, "differentiate",
                             [&](const Scalar& e) { return vocabulary_.time_derivative(e); });
    return result;
}

void Interpreter::refuse_protected(const std::string& name, const Syntax& at, const char* action) const {
    if (is_constant_name(name) || is_kept_name(name))
        throw error_at(at, fmt::format("{} is built in: it cannot be {}", name, action),
                       how_to_state(find_built_in(name)));
    if (name.rfind("%o", 0) == 0)
        throw error_at(at, fmt::format("{} is a result of the prompt: it cannot be {}", name, action));
}

bool Interpreter::may_assign(const Environment& owner) const {
    return owner.serial >= frozen_scopes_;
}

void Interpreter::assign_name(const std::string& name, Value value, const Syntax& at) {
    Environment* owner = nullptr;
    for (Environment* e = scope_.get(); e != nullptr && owner == nullptr; e = e->parent.get())
        if (e->values.contains(name)) owner = e;
    if (owner == nullptr || owner == global_.get()) {
        owner = global_.get();
        refuse_protected(name, at, "assigned");
        if (const auto fixed = fixed_.find(name); fixed != fixed_.end()) {
            fixed->second = true;
            return;
        }
        if (const Declaration* known = vocabulary_.declaration(name); known != nullptr && !owner->values.contains(name))
            warning(at, fmt::format("{} is a {}; from here on the name stands for the assigned value", name,
                                    lag::name_of(known->role)));
    }
    if (!may_assign(*owner))
        throw error_at(at, fmt::format("an assignment to {} under a condition on {}", name, what_decides(undecided_)),
                       fmt::format("both sides are evaluated: write {}: if ... then ... else ...", name));
    owner->values[name] = std::move(value);
}

Value Interpreter::settle(Value value) {
    if (value.is_scalar()) return algebra_.settle(value.scalar());
    if (value.is_equation()) return Equation{settle(value.equation().lhs), settle(value.equation().rhs)};
    return value;
}

// -- sums and products

Value Interpreter::evaluate_sum(const Syntax& node) {
    // scalars are added in one go: term by term would cost the square of their number
    std::vector<Scalar> scalars;
    Value result;
    bool started = false;
    for (std::size_t k = 0; k < node->children.size(); ++k) {
        const Syntax& child = node->children[k];
        const Value next = evaluate(child);
        const bool minus = node->operators[k] == '-';
        if (!started && next.is_scalar()) {
            scalars.push_back(minus ? Scalar(-next.scalar()) : next.scalar());
            continue;
        }
        try {
            charge(cells_of(next));
            if (!started) result = scalars.empty() ? Value() : Value(algebra_.add(scalars));
            if (!started && scalars.empty())
                result = minus ? negative_of(algebra_, next) : next;
            else
                result = minus ? difference_of(algebra_, result, next) : sum_of(algebra_, result, next);
            started = true;
        } catch (const ModelError& error) {
            throw error_at(child, error.what(), error.hint());
        }
    }
    if (started) return result;
    return algebra_.add(scalars);
}

Value Interpreter::evaluate_product(const Syntax& node) {
    Value result = evaluate(node->children[0]);
    for (std::size_t k = 1; k < node->children.size(); ++k) {
        const Syntax& child = node->children[k];
        const Value next = evaluate(child);
        try {
            charge(cells_of(result) + cells_of(next));
            result =
                node->operators[k] == '/' ? quotient_of(algebra_, result, next) : product_of(algebra_, result, next);
        } catch (const ModelError& error) {
            throw error_at(child, error.what(), error.hint());
        }
    }
    return result;
}

// -- indices

std::size_t Interpreter::index_value(const Syntax& node) {
    const Value value = evaluate(node);
    if (!value.is_scalar() || !Algebra::is_integer(value.scalar()))
        throw error_at(node, "an index must be a whole number, found " + text(value));
    const Rational number = Algebra::rational_of(value.scalar());
    if (number < 1 || number > 1'000'000'000)
        throw error_at(node, fmt::format("index {} is out of range: indices count from 1", to_string(number)));
    return static_cast<std::size_t>(cln::cl_I_to_long(cln::the<cln::cl_I>(number)));
}

Value Interpreter::element(const Value& container, std::size_t index, const Syntax& at) {
    const auto check = [&](std::size_t count) {
        if (index > count)
            throw error_at(at, fmt::format("index {} is out of range for {}", index, kind_of(algebra_, container)));
    };
    if (container.is_list()) {
        check(container.items().size());
        return container.items()[index - 1];
    }
    if (container.is_matrix()) {
        const Matrix& m = container.matrix();
        check(m.rows);
        std::vector<Scalar> row;
        for (std::size_t j = 0; j < m.columns; ++j) row.push_back(m(index - 1, j));
        return list_of(row);
    }
    const bool is_name = container.is_scalar() && !algebra_.name_of(container.scalar()).empty();
    throw error_at(
        at, "cannot take an element of " + kind_of(algebra_, container),
        is_name ? fmt::format("concat({}, i) makes a name of a name and a number", algebra_.name_of(container.scalar()))
                : "");
}

Value Interpreter::evaluate_index(const Syntax& node) {
    Value value = evaluate(node->children[0]);
    if (value.is_matrix() && node->children.size() == 3) {  // one element without copying its row
        const std::size_t i = index_value(node->children[1]), j = index_value(node->children[2]);
        const Matrix& m = value.matrix();
        if (i > m.rows || j > m.columns)
            throw error_at(i > m.rows ? node->children[1] : node->children[2],
                           fmt::format("index [{}, {}] is out of range for {}", i, j, kind_of(algebra_, value)));
        return m(i - 1, j - 1);
    }
    for (std::size_t k = 1; k < node->children.size(); ++k)
        value = element(value, index_value(node->children[k]), node->children[k]);
    return value;
}

void Interpreter::read_index(const Syntax& target, std::string& name, std::vector<std::size_t>& indices) {
    if (target->kind == NodeKind::name) {
        name = target->text;
        return;
    }
    if (target->kind != NodeKind::index) throw error_at(target, "cannot assign to this: expected a name or name[i]");
    read_index(target->children[0], name, indices);
    for (std::size_t k = 1; k < target->children.size(); ++k) indices.push_back(index_value(target->children[k]));
}

Value Interpreter::updated(const Value& container, const std::vector<std::size_t>& indices, std::size_t k,
                           const Value& value, const Syntax& at) {
    if (k == indices.size()) return value;
    const std::size_t index = indices[k];
    const auto out_of_range = [&] {
        return error_at(at, fmt::format("index {} is out of range for {}", index, kind_of(algebra_, container)));
    };
    charge(cells_of(container) / 16);
    if (container.is_list()) {
        if (index > container.items().size()) throw out_of_range();
        std::vector<Value> items = container.items();
        items[index - 1] = updated(items[index - 1], indices, k + 1, value, at);
        return items;
    }
    if (!container.is_matrix()) throw error_at(at, "cannot assign to an element of " + kind_of(algebra_, container));
    Matrix m = container.matrix();
    if (index > m.rows) throw out_of_range();
    if (k + 2 == indices.size()) {
        if (indices[k + 1] > m.columns)
            throw error_at(
                at, fmt::format("index {} is out of range for {}", indices[k + 1], kind_of(algebra_, container)));
        if (!value.is_scalar())
            throw error_at(at, "a matrix element must be a number or expression, found " + kind_of(algebra_, value));
        m(index - 1, indices[k + 1] - 1) = value.scalar();
        return m;
    }
    if (k + 1 != indices.size()) throw error_at(at, "a matrix has two indices");
    const std::vector<Scalar> row = scalars_of(algebra_, value, "row of a matrix");
    if (row.size() != m.columns)
        throw error_at(
            at, fmt::format("cannot put {} into a row of {}", kind_of(algebra_, value), kind_of(algebra_, container)));
    for (std::size_t j = 0; j < m.columns; ++j) m(index - 1, j) = row[j];
    return m;
}

Value Interpreter::evaluate_assign(const Syntax& node) {
    const Syntax& target = node->children[0];
    if (target->kind == NodeKind::name) {
        Value* local = find(target->text);
        if (local == nullptr) refuse_protected(target->text, target, "assigned");
        Value value = settle(evaluate(node->children[1]));
        if (value.is_nothing())
            throw error_at(node->children[1], "this has no value that could be assigned to " + target->text);
        assign_name(target->text, value, target);
        if (fixed_.contains(target->text))
            if (const Value* kept = binding(target->text)) return *kept;
        return value;
    }
    std::string name;
    std::vector<std::size_t> indices;
    read_index(target, name, indices);
    const Value* container = binding(name);
    if (container == nullptr)
        throw error_at(target, name + " has no value whose element could be assigned",
                       fmt::format("create it first: {}: makelist(0, i, 1, n)", name));
    const Value value = settle(evaluate(node->children[1]));
    if (value.is_nothing()) throw error_at(node->children[1], "this has no value that could be assigned");
    container = binding(name);  // evaluating the right side may have changed it
    if (container == nullptr) throw error_at(target, name + " has lost its value");
    const Value before = *container;
    assign_name(name, updated(before, indices, 0, value, target), target);
    return value;
}

// -- functions

Value Interpreter::evaluate_define(const Syntax& node) {
    if (is_constant_name(node->text) || is_kept_name(node->text))
        throw error_at(node, node->text + " is built in: it cannot be defined anew");
    if (frozen_scopes_ != 0)
        throw error_at(node, fmt::format("a definition under a condition on {}", what_decides(undecided_)));
    for (std::size_t i = 0; i < node->names.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (node->names[i] == node->names[j])
                throw error_at(node, fmt::format("parameter {} of {} is named twice", node->names[i], node->text));
    for (const std::string& p : node->names)
        if (is_constant_name(p)) throw error_at(node, p + " is built in: it cannot be a parameter");
    if (scope_ != global_) captured_.push_back(scope_);
    auto function = std::make_shared<const FunctionValue>(
        FunctionValue{node->text, node->names, node->children[0], scope_, source_});
    functions_[node->text] = function;
    return function;
}

Value Interpreter::evaluate_lambda(const Syntax& node) {
    const auto& children = node->children;
    if (children.size() < 3 || children[1]->kind != NodeKind::list)
        throw error_at(node, "lambda needs a list of names and a body: lambda([x], x^2)");
    std::vector<std::string> parameters;
    for (const Syntax& p : children[1]->children) {
        if (p->kind != NodeKind::name || is_constant_name(p->text))
            throw error_at(p, "expected the name of a parameter");
        if (std::find(parameters.begin(), parameters.end(), p->text) != parameters.end())
            throw error_at(p, fmt::format("parameter {} is named twice", p->text));
        parameters.push_back(p->text);
    }
    Syntax body = children[2];
    if (children.size() > 3) {  // lambda([x], a, b): the value of the last
        auto sequence = std::make_shared<SyntaxNode>();
        sequence->kind = NodeKind::sequence;
        sequence->children.assign(children.begin() + 2, children.end());
        sequence->begin = body->begin;
        sequence->end = children.back()->end;
        body = sequence;
    }
    if (scope_ != global_) captured_.push_back(scope_);
    return std::make_shared<const FunctionValue>(FunctionValue{"", parameters, body, scope_, source_});
}

Value Interpreter::call_user(const FunctionValue& function, std::vector<Value> arguments, const Syntax& at) {
    const std::string name = function.name.empty() ? "the function" : function.name;
    if (arguments.size() != function.parameters.size())
        throw error_at(at, fmt::format("{} takes {} argument{}, found {}", name, function.parameters.size(),
                                       function.parameters.size() == 1 ? "" : "s", arguments.size()));
    const Counted depth(call_depth_);
    if (call_depth_ > deepest_call)
        throw error_at(at, fmt::format("calls nested more than {} deep", deepest_call),
                       fmt::format("does {} call itself without end?", name));
    const auto scope = new_scope(function.scope);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        scope->values[function.parameters[i]] = settle(std::move(arguments[i]));
    struct Restore {
        Interpreter& it;
        std::shared_ptr<Environment> scope;
        std::shared_ptr<const SourceFile> source;
        int returnable;
        ~Restore() {
            it.scope_ = scope;
            it.source_ = source;
            it.returnable_ = returnable;
        }
    } restore{*this, scope_, source_, returnable_};
    scope_ = scope;
    source_ = function.source;
    returnable_ = 0;
    return evaluate(function.body);
}

bool Interpreter::is_function_name(const std::string& name) const {
    return functions_.contains(name) || find_built_in(name) != nullptr;
}

Value Interpreter::call(const Value& function, std::vector<Value> arguments, const Syntax& at) {
    if (function.is_function()) return call_user(*function.function(), std::move(arguments), at);
    const std::string name = function.is_scalar() ? algebra_.name_of(function.scalar()) : "";
    if (name.empty()) throw error_at(at, kind_of(algebra_, function) + " cannot be called");
    if (const auto user = functions_.find(name); user != functions_.end())
        return call_user(*std::shared_ptr<const FunctionValue>(user->second), std::move(arguments), at);
    const BuiltIn* built_in = find_built_in(name);
    if (built_in == nullptr) unknown_function(name, at);
    if (built_in->call == nullptr) throw error_at(at, name + " cannot be passed as a function");
    Call call(*this, *built_in, at, std::move(arguments));
    Value result = built_in->call(call);
    require_no_statement_in_branch(call, result);
    return result;
}

void Interpreter::unknown_function(const std::string& name, const Syntax& node) {
    std::vector<std::string> known;
    for (const auto& [f, row] : built_ins_) known.push_back(f);
    for (const auto& [f, value] : functions_) known.push_back(f);
    std::string hint = word_here(name);
    if (std::ranges::find(known, hint) == known.end()) hint = did_you_mean(name, known);
    if (!hint.empty()) hint = fmt::format("did you mean {}?", hint);
    if (name == "simulate" || name == "plot")
        hint = fmt::format("at the prompt {}{} the model; a script is run by lag simulate FILE.lag --end 3", name,
                           name == "plot" ? "(q) draws" : "(end = 3) runs");
    throw error_at(node, "there is no function " + name, hint);
}

Value Interpreter::evaluate_call_of_value(const Value& function, const Syntax& node) {
    std::vector<Value> arguments;
    for (std::size_t k = 1; k < node->children.size(); ++k) arguments.push_back(evaluate(node->children[k]));
    return call(function, std::move(arguments), node);
}

Value Interpreter::run_built_in(const BuiltIn& built_in, const Syntax& node) {
    vocabulary_.before(built_in.name);
    const bool was_open = !vocabulary_.is_complete();
    Call call(*this, built_in, node);
    Value result = built_in.call(call);
    if (call.describes_model && was_open && vocabulary_.is_complete())
        throw error_at(node,
                       fmt::format("'{}' describes the model, and one of its arguments is a result of the same model",
                                   built_in.name),
                       "a result function completes the description; write the expression itself");
    require_no_statement_in_branch(call, result);
    return result;
}

Value Interpreter::evaluate_call(const Syntax& node) {
    const Syntax& callee = node->children[0];
    if (callee->kind != NodeKind::name) return evaluate_call_of_value(evaluate(callee), node);
    return call_named(callee->text, node);
}

const BuiltIn* Interpreter::find_built_in(const std::string& name) const {
    const auto place = built_ins_.find(name);
    return place == built_ins_.end() ? nullptr : &place->second;
}

bool Interpreter::is_kept_name(const std::string& name) const {
    const BuiltIn* const built_in = find_built_in(name);
    return built_in != nullptr && !built_in->gives_way;
}

Value Interpreter::call_named(const std::string& name, const Syntax& node) {
    if (name == "block") return evaluate_block(node);
    if (name == "lambda") return evaluate_lambda(node);
    if (name == "return") return evaluate_return(node);
    const auto callable = [&](const Value& v) {
        return v.is_function() || (v.is_scalar() && is_function_name(algebra_.name_of(v.scalar())));
    };
    // a parameter or local that holds a function comes first
    for (Environment* e = scope_.get(); e != nullptr && e != global_.get(); e = e->parent.get())
        if (const auto place = e->values.find(name); place != e->values.end()) {
            const Value local = place->second;
            if (callable(local)) return evaluate_call_of_value(local, node);
            break;
        }
    if (const auto user = functions_.find(name); user != functions_.end()) {
        const Value function = std::shared_ptr<const FunctionValue>(user->second);
        return evaluate_call_of_value(function, node);
    }
    if (const BuiltIn* built_in = find_built_in(name)) {
        return run_built_in(*built_in, node);
    }
    if (const Value* global = binding(name); global != nullptr && callable(*global))
        return evaluate_call_of_value(Value(*global), node);
    unknown_function(name, node);
}

}  // namespace lag
