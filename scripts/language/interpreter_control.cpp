// Loops, blocks and return.
#include "scripts/language/built_in.hpp"
#include "scripts/language/environment.hpp"
#include "scripts/language/interpreter.hpp"
#include "scripts/language/statement_form.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

// Puts scope and returnability back, also when an error or a return() leaves.
template <class Scope>
struct Restore {
    Scope& scope;
    Scope outer;
    int& returnable;
    int before;
    Restore(Scope& s, int& r) : scope(s), outer(s), returnable(r), before(r) {}
    ~Restore() {
        scope = outer;
        returnable = before;
    }
    Restore(const Restore&) = delete;
    Restore& operator=(const Restore&) = delete;
};

}  // namespace

// Runs the body once; false when a return() ended the loop, its value in `result`.
bool Interpreter::loop_body(const Syntax& body, Value& result) {
    try {
        evaluate(body);
        return true;
    } catch (ReturnSignal& signal) {
        result = std::move(signal.value);
        return false;
    }
}

Value Interpreter::evaluate_for_range(const Syntax& node) {
    const auto number = [&](const Syntax& part, long absent) -> Scalar {
        if (!part) return Algebra::integer(absent);
        const Value v = evaluate(part);
        if (!v.is_scalar() || !algebra_.is_constant(v.scalar()))
            throw error_at(part, "a loop counts over numbers, found " + text(v));
        return v.scalar();
    };
    const Scalar start = number(node->children[0], 1), step = number(node->children[1], 1);
    const Syntax& limit_node = node->children[2];
    const Scalar limit = number(limit_node, 0);
    const cln::cl_R step_value = algebra_.constant_value(step);
    if (cln::zerop(step_value)) throw error_at(node->children[1], "a loop with step 0 does not end");
    const bool down = cln::minusp(step_value);
    const Restore restore(scope_, returnable_);
    scope_ = new_scope(scope_);
    ++returnable_;
    const auto scope = scope_;
    Value result;
    for (Scalar i = start;; i = algebra_.add({i, step})) {
        charge(1);
        if (limit_node) {
            const auto past = down ? compare(i, limit, "<", node) : compare(limit, i, "<", node);
            if (past.boolean()) break;
        }
        scope->values[node->text] = i;
        if (!loop_body(node->children[3], result)) break;
        scope_ = scope;
    }
    return result;
}

Value Interpreter::evaluate_for_in(const Syntax& node) {
    const Value list = evaluate(node->children[0]);
    if (!list.is_list())
        throw error_at(node->children[0], "expected a list to loop over, found " + kind_of(algebra_, list));
    const Restore restore(scope_, returnable_);
    scope_ = new_scope(scope_);
    ++returnable_;
    const auto scope = scope_;
    Value result;
    for (const Value& item : list.items()) {
        scope->values[node->text] = item;
        if (!loop_body(node->children[1], result)) break;
        scope_ = scope;
    }
    return result;
}

Value Interpreter::evaluate_while(const Syntax& node) {
    const Restore restore(scope_, returnable_);
    ++returnable_;
    Value result;
    while (truth(evaluate(node->children[0]), node->children[0]))
        if (!loop_body(node->children[1], result)) break;
    return result;
}

Value Interpreter::evaluate_with(const std::string& name, const Value& value, const Syntax& node) {
    charge(2);  // a scope costs more than a node
    const Restore restore(scope_, returnable_);
    scope_ = new_scope(scope_);
    scope_->values[name] = value;
    return settle(evaluate(node));
}

Value Interpreter::evaluate_block(const Syntax& node) {
    const auto& children = node->children;
    const Restore restore(scope_, returnable_);
    const auto scope = new_scope(scope_);
    std::size_t first = 1;
    if (children.size() > 1 && children[1]->kind == NodeKind::list) {
        first = 2;
        for (const Syntax& local : children[1]->children) {
            const bool assigned = local->kind == NodeKind::assign && local->children[0]->kind == NodeKind::name;
            if (local->kind != NodeKind::name && !assigned)
                throw error_at(local, "expected a local name, or name: value");
            const std::string& name = assigned ? local->children[0]->text : local->text;
            if (name == "t" || name == "ground" || name == "true" || name == "false" || name[0] == '%')
                throw error_at(local, name + " is built in: it cannot be a local name");
            scope->values[name] = assigned ? settle(evaluate(local->children[1])) : Value();
        }
    }
    if (first >= children.size() && first == 1) throw error_at(node, "an empty block");
    scope_ = scope;
    ++returnable_;
    try {
        Value result;
        for (std::size_t k = first; k < children.size(); ++k) result = evaluate(children[k]);
        return result;
    } catch (ReturnSignal& signal) {
        return std::move(signal.value);
    }
}

Value Interpreter::evaluate_return(const Syntax& node) {
    if (node->children.size() > 2) throw error_at(node, "return takes one argument: return(e)");
    if (returnable_ == 0)
        throw error_at(node, "return stands in no block or loop",
                       "a function's value is its body's; wrap it in block(...) to leave early");
    throw ReturnSignal{node->children.size() == 2 ? settle(evaluate(node->children[1])) : Value()};
}

// m = 3$ makes an equation and drops it: hardly what is meant.
void Interpreter::warn_of_idle_equation(const Statement& statement) {
    const Syntax& node = statement.expression;
    if (statement.show || node->kind != NodeKind::relation || node->text != "=") return;
    const bool name = node->children[0]->kind == NodeKind::name || node->children[0]->kind == NodeKind::index;
    const std::string statement_meant = name ? how_to_state(find_built_in(node->children[0]->text)) : "";
    warning(node, "an equation alone does nothing",
            !statement_meant.empty() ? statement_meant
            : name                   ? "an assignment is written with a colon, name: value"
                                     : "check(a = b) tests whether it holds");
}

}  // namespace lag
