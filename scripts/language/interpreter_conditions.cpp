// Relations, logic and if. What the running script can decide is decided; what depends on the model stays a condition
// of the graph, and a choice under it a selection; what hangs on undeclared names is an error that names them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scripts/algebra/signs.hpp"
#include "scripts/language/built_in.hpp"
#include "scripts/language/environment.hpp"
#include "scripts/language/interpreter.hpp"
#include "scripts/language/value_arithmetic.hpp"

namespace lag {

namespace {

Value truth_of(Graph& graph, Expr e, Expr as_written = {}) {
    if (graph.node(e).op == Op::constant) return !e.is_zero();
    if (graph.is_constant_expression(e)) return !cln::zerop(graph.constant_real(e));
    return Condition{e, as_written};
}

}  // namespace

Value Interpreter::compare(const Scalar& a, const Scalar& b, const std::string& relation, const Syntax& at) {
    if (relation == "#") return negated(compare(a, b, "=", at));
    if (relation == ">") return compare(b, a, "<", at);
    if (relation == ">=") return compare(b, a, "<=", at);
    const bool equality = relation == "=";
    const std::string name_a = algebra_.name_of(a), name_b = algebra_.name_of(b);
    if (equality && !name_a.empty() && !name_b.empty()) return name_a == name_b;
    if (algebra_.is_constant(a) && algebra_.is_constant(b)) {
        const bool same = algebra_.surely_equal(a, b);
        if (equality || same) return same && relation != "<";
        return cln::minusp(algebra_.constant_value(a - b));
    }
    const Expr x = algebra_.lower(a), y = algebra_.lower(b);
    const Expr difference = graph().sub(x, y);
    const bool undeclared = (graph().node(difference).dependence & bit(Role::undeclared)) != 0;
    if (difference.is_zero() || (undeclared && algebra_.surely_equal(a, b))) return relation != "<";
    if (graph().is_constant_expression(difference)) {
        const bool negative = cln::minusp(graph().constant_real(difference));
        return !equality && negative;
    }
    if (algebra_.has_facts()) {
        const Signs signs = algebra_.signs_of(a - b), holding = equality          ? sign::zero
                                                                : relation == "<" ? sign::negative
                                                                                  : sign::negative | sign::zero;
        if ((signs & ~holding) == 0) return true;
        if ((signs & holding) == 0) return false;
    }
    if (undeclared) {
        const std::vector<std::string> names = names_in(difference, bit(Role::undeclared));
        throw error_at(
            at,
            fmt::format("cannot decide this condition: {}{} not declared", fmt::join(names, ", "),
                        names.size() == 1 ? " is" : " are"),
            "give it a value, assume(..) its sign, or declare it as a parameter, coordinate, speed or input");
    }
    const Op op = equality ? Op::equal : relation == "<" ? Op::less : Op::less_equal;
    Expr as_written;
    if (a.has_written() || b.has_written())
        as_written = graph().binary(op, algebra_.lower_written(a), algebra_.lower_written(b));
    return truth_of(graph(), graph().binary(op, x, y), as_written);
}

std::vector<std::string> Interpreter::names_in(Expr e, Dependence roles) {
    const std::vector<Expr> roots{e};
    std::vector<std::string> names;
    for (const Expr s : symbols_in(graph(), roots, roles)) names.push_back(graph().symbol_of(s).name);
    std::sort(names.begin(), names.end());
    return names;
}

std::string Interpreter::what_decides(Expr condition) {
    constexpr std::size_t most = 3;
    std::vector<std::string> names = names_in(condition, static_cast<Dependence>(~0U));
    const bool is_long = names.size() > most;
    if (is_long) names.resize(most);
    return fmt::format("{}{}", fmt::join(names, ", "), is_long ? ", .." : "");
}

Value Interpreter::equal(const Value& a, const Value& b, const Syntax& at) {
    if (a.is_scalar() && b.is_scalar()) return compare(a.scalar(), b.scalar(), "=", at);
    if (a.is_text() && b.is_text()) return a.text() == b.text();
    if (a.is_boolean() && b.is_boolean()) return a.boolean() == b.boolean();
    if (a.is_list() && b.is_list()) {
        if (a.items().size() != b.items().size()) return false;
        Value all = true;
        for (std::size_t i = 0; i < a.items().size(); ++i) {
            all = logical(all, equal(a.items()[i], b.items()[i], at), true);
            if (all.is_boolean() && !all.boolean()) return false;
        }
        return all;
    }
    if (a.is_matrix() && b.is_matrix()) {
        const Matrix &m = a.matrix(), &n = b.matrix();
        if (m.rows != n.rows || m.columns != n.columns) return false;
        Value all = true;
        for (std::size_t k = 0; k < m.elements.size(); ++k) {
            all = logical(all, compare(m.elements[k], n.elements[k], "=", at), true);
            if (all.is_boolean() && !all.boolean()) return false;
        }
        return all;
    }
    if (a.is_equation() && b.is_equation())
        return logical(equal(a.equation().lhs, b.equation().lhs, at), equal(a.equation().rhs, b.equation().rhs, at),
                       true);
    if (a.is_condition() || b.is_condition())
        throw error_at(at,
                       fmt::format("a condition on {} cannot be compared",
                                   what_decides((a.is_condition() ? a : b).condition().expr)),
                       "combine conditions with and, or, not");
    return false;
}

Value Interpreter::evaluate_relation(const Syntax& node) {
    const Value lhs = settle(evaluate(node->children[0])), rhs = settle(evaluate(node->children[1]));
    if (node->text == "=") {
        if (lhs.is_nothing() || rhs.is_nothing()) throw error_at(node, "one side of the equation has no value");
        return Equation{lhs, rhs};
    }
    if (node->text == "#") return negated(equal(lhs, rhs, node));
    if (!lhs.is_scalar() || !rhs.is_scalar())
        throw error_at(node, fmt::format("cannot order {} and {}", kind_of(algebra_, lhs), kind_of(algebra_, rhs)));
    return compare(lhs.scalar(), rhs.scalar(), node->text, node);
}

Value Interpreter::decide(const Value& value, const Syntax& at) {
    if (value.is_boolean()) return value;
    if (value.is_condition()) {
        const Condition& c = value.condition();
        return truth_of(graph(), algebra_.resolve_again(c.expr),
                        c.has_written() ? algebra_.resolve_again(c.as_written) : Expr{});
    }
    if (value.is_equation()) return equal(value.equation().lhs, value.equation().rhs, at);
    if (value.is_scalar() && !algebra_.name_of(value.scalar()).empty())
        throw error_at(
            at, fmt::format("cannot decide this condition: {} has no truth value", algebra_.name_of(value.scalar())));
    throw error_at(at, "expected a condition, found " + kind_of(algebra_, value));
}

bool Interpreter::truth(const Value& value, const Syntax& at) {
    const Value decided = decide(value, at);
    if (decided.is_boolean()) return decided.boolean();
    throw error_at(at,
                   fmt::format("this condition depends on {}, it cannot be decided while the script runs: {}",
                               what_decides(decided.condition().expr), text(decided)),
                   "if c then a else b stays in the value");
}

Value Interpreter::logical(const Value& a, const Value& b, bool both) {
    const auto settles = [&](const Value& v) { return v.is_boolean() && v.boolean() != both; };
    if (settles(a) || settles(b)) return !both;
    if (a.is_boolean()) return b;
    if (b.is_boolean()) return a;
    const Condition &c = a.condition(), &d = b.condition();
    const Op op = both ? Op::logical_and : Op::logical_or;
    return truth_of(graph(), graph().binary(op, c.expr, d.expr),
                    c.has_written() || d.has_written() ? graph().binary(op, c.written(), d.written()) : Expr{});
}

Value Interpreter::negated(const Value& condition) {
    if (condition.is_boolean()) return !condition.boolean();
    const Condition& c = condition.condition();
    return truth_of(graph(), graph().logical_not(c.expr), c.has_written() ? graph().logical_not(c.as_written) : Expr{});
}

Value Interpreter::evaluate_logic(const Syntax& node) {
    if (node->kind == NodeKind::logic_not) return negated(decide(evaluate(node->children[0]), node->children[0]));
    const bool both = node->kind == NodeKind::logic_and;
    Value result = both;
    for (const Syntax& child : node->children) {
        result = logical(result, decide(evaluate(child), child), both);
        if (result.is_boolean() && result.boolean() != both) return result;  // the rest is not evaluated
    }
    return result;
}

// -- if

// Both branches of a choice that depends on the model are evaluated: what a statement says would hold in either case.
void Interpreter::require_no_statement_in_branch(const Call& call, const Value& result) {
    if (frozen_scopes_ == 0 || !call.needs_model || !result.is_nothing()) return;
    throw error_at(call.node, fmt::format("'{}' under a condition on {}", call.built_in.name, what_decides(undecided_)),
                   "both sides are evaluated: choose between values, as in hinge_load(q, if q < 0 then -k*q else 0)");
}

Value Interpreter::select(const Condition& condition, const Value& if_true, const Value& if_false, const Syntax& at) {
    const auto choose = [&](const Scalar& a, const Scalar& b) {
        const Scalar chosen = algebra_.raise(graph().select(condition.expr, algebra_.lower(a), algebra_.lower(b)));
        if (!condition.has_written() && !a.has_written() && !b.has_written()) return chosen;
        return algebra_.beside(chosen, [&] {
            return algebra_.raise(
                graph().select(condition.written(), algebra_.lower_written(a), algebra_.lower_written(b)));
        });
    };
    if (if_true.is_scalar() && if_false.is_scalar()) return choose(if_true.scalar(), if_false.scalar());
    const auto refuse = [&] {
        return error_at(
            at, fmt::format("both sides of a choice that depends on {} must be alike, found {} and {}",
                            what_decides(condition.expr), kind_of(algebra_, if_true), kind_of(algebra_, if_false)));
    };
    if (if_true.is_list() && if_false.is_list()) {
        if (if_true.items().size() != if_false.items().size()) throw refuse();
        std::vector<Value> items;
        for (std::size_t i = 0; i < if_true.items().size(); ++i)
            items.push_back(select(condition, if_true.items()[i], if_false.items()[i], at));
        return items;
    }
    if (if_true.is_matrix() && if_false.is_matrix()) {
        Matrix result = if_true.matrix();
        const Matrix& other = if_false.matrix();
        if (result.rows != other.rows || result.columns != other.columns) throw refuse();
        for (std::size_t k = 0; k < result.elements.size(); ++k)
            result.elements[k] = choose(result.elements[k], other.elements[k]);
        return result;
    }
    if ((if_true.is_boolean() || if_true.is_condition()) && (if_false.is_boolean() || if_false.is_condition())) {
        // c and a, or not c and b
        const Value c = condition;
        return logical(logical(c, if_true, true), logical(negated(c), if_false, true), false);
    }
    throw refuse();
}

Value Interpreter::evaluate_if(const Syntax& node, std::size_t branch) {
    const auto& children = node->children;
    for (; branch + 1 < children.size(); branch += 2) {
        const Value condition = decide(evaluate(children[branch]), children[branch]);
        if (condition.is_boolean()) {
            if (condition.boolean()) return evaluate(children[branch + 1]);
            continue;
        }
        if (branch + 2 >= children.size())
            throw error_at(node, fmt::format("a choice that depends on {} needs an else",
                                             what_decides(condition.condition().expr)));
        // both sides are evaluated: nothing in them may change a variable or leave a block
        const std::uint64_t frozen_before = frozen_scopes_;
        const Expr undecided_before = undecided_;
        const int returnable = returnable_;
        const int depth = evaluation_depth_;
        frozen_scopes_ = std::max(frozen_scopes_, scopes_ + 1);
        undecided_ = condition.condition().expr;
        returnable_ = 0;
        ++evaluation_depth_;
        if (evaluation_depth_ > 10'000) throw ModelError("a choice of too many cases");
        const Value yes = evaluate(children[branch + 1]);
        const Value no = evaluate_if(node, branch + 2);
        frozen_scopes_ = frozen_before;
        undecided_ = undecided_before;
        returnable_ = returnable;
        evaluation_depth_ = depth;
        return select(condition.condition(), yes, no, node);
    }
    if (branch < children.size()) return evaluate(children[branch]);
    return {};
}

}  // namespace lag
