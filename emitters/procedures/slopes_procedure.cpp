#include "emitters/procedures/slopes_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "emitters/procedures/lower_procedure.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

// -- expressions; those that are null stand for 1

using Factor = std::optional<Expression>;

Expression literal(const std::string& text, ValueType type) {
    Expression e;
    e.text = text, e.type = type;
    return e;
}
Expression real(const std::string& text) {
    return literal(text, ValueType::real);
}
Expression place(std::size_t number) {
    return literal(std::to_string(number), ValueType::place);
}
Expression operation(const std::string& sign, Expression a, Expression b) {
    Expression e;
    e.kind = Kind::operation, e.text = sign, e.type = a.type, e.offset = a.offset;
    e.operands = {std::move(a), std::move(b)};
    return e;
}
Expression function(const std::string& name, std::vector<Expression> operands) {
    Expression e;
    e.kind = Kind::function, e.text = name, e.operands = std::move(operands);
    return e;
}
Expression condition(const std::string& sign, Expression a, Expression b) {
    Expression e = operation(sign, std::move(a), std::move(b));
    e.type = ValueType::logical;
    return e;
}
Expression negative(Expression a) {
    if (a.kind == Kind::operation && a.operands.size() == 1 && a.text == "-") {
        Expression rest = std::move(a.operands[0]);
        return rest;
    }
    Expression e;
    e.kind = Kind::operation, e.text = "-", e.operands = {std::move(a)};
    return e;
}
Expression product(const Factor& factor, Expression by) {
    return factor ? operation("*", *factor, std::move(by)) : by;
}
Expression sum_of_squares(const Expression& a, const Expression& b) {
    return operation("+", operation("*", a, a), operation("*", b, b));
}

class Forward {
  public:
    explicit Forward(const Procedure& given) : given_(lowered(given, {.arrays = true, .selections = true})) {}

    std::shared_ptr<Procedure> run() {
        result_->name = given_.name + "_slopes", result_->source = given_.source, result_->is_of_script = true;
        columns_ = count_of(given_, Argument::Intent::in);
        find_active();
        take_arguments();
        result_->comment =
            fmt::format("as {}, with the partial derivatives of its results by {}", given_.name, columns_text());
        result_->body = block(given_.body);
        return result_;
    }

  private:
    // -- which variables depend on arguments

    bool is_active(const Expression& e) const {
        if (e.type != ValueType::real) return false;
        const bool is_named = e.kind == Kind::variable || e.kind == Kind::element;
        return is_named ? active_.contains(e.variable)
                        : std::ranges::any_of(e.operands, [&](const Expression& o) { return is_active(o); });
    }
    void find_active() {
        for (std::size_t k = 0; k < given_.arguments; ++k) active_.insert(k);
        std::size_t before = 0;
        while (before != active_.size()) {
            before = active_.size();
            find_active(given_.body);
        }
    }
    void find_active(const Block& statements) {
        for (const Statement& s : statements) {
            if (s.kind == Statement::Kind::assign && is_active(s.operands[1])) active_.insert(s.operands[0].variable);
            if (s.kind == Statement::Kind::call &&
                std::ranges::any_of(s.operands, [&](const Expression& e) { return is_active(e); }))
                for (std::size_t k = 0; k < s.operands.size(); ++k)
                    if (s.dummies[k].intent == Argument::Intent::out) active_.insert(s.operands[k].variable);
            for (const Block& body : s.bodies) find_active(body);
        }
    }

    // -- variables: those of the given procedure, and partials

    void take_arguments() {
        number_.resize(given_.variables.size());
        for (const Variable& v : given_.variables) taken_.insert(lower_case(v.name));
        const auto add = [&](std::size_t k) {
            number_[k] = result_->variables.size();
            result_->variables.push_back(given_.variables[k]);
        };
        std::size_t column = 0;
        for (std::size_t k = 0; k < given_.arguments; ++k) {
            add(k);
            if (given_.variables[k].intent != Argument::Intent::in) continue;
            column_[k] = column;
            column += length_of(given_.variables[k]);
        }
        for (std::size_t k = 0; k < given_.arguments; ++k) {
            if (given_.variables[k].intent == Argument::Intent::in) continue;
            partials_[k] = add_partials(given_.variables[k]);
            Variable& d = result_->variables.back();
            d.use = Variable::Use::argument, d.intent = Argument::Intent::out;
        }
        result_->arguments = result_->variables.size();
        for (std::size_t k = given_.arguments; k < given_.variables.size(); ++k) add(k);
        for (std::size_t k = given_.arguments; k < given_.variables.size(); ++k)
            if (active_.contains(k)) partials_[k] = add_partials(given_.variables[k]);
    }
    std::size_t add_partials(const Variable& of) {
        Variable d;
        d.name = free_name("d_" + of.name), d.shape = {{std::to_string(std::max<std::size_t>(columns_, 1))}};
        if (!of.is_scalar()) d.shape.push_back({std::to_string(length_of(of))});
        result_->variables.push_back(std::move(d));
        return result_->variables.size() - 1;
    }
    std::size_t add_local(const std::string& name, std::vector<SizeSum> shape, ValueType type, Variable::Use use) {
        Variable& v = result_->variables.emplace_back();
        v.name = name, v.shape = std::move(shape), v.type = type, v.use = use;
        return result_->variables.size() - 1;
    }
    std::string free_name(std::string name) {
        while (!taken_.insert(lower_case(name)).second) name += "_";
        return name;
    }
    // One variable for all loops over columns.
    std::size_t column_variable() {
        if (!over_columns_) over_columns_ = add_local(free_name("m"), {}, ValueType::place, Variable::Use::loop);
        return *over_columns_;
    }
    // A scalar for the k-th factor of an assignment.
    std::size_t factor_variable(std::size_t k) {
        while (factors_.size() <= k)
            factors_.push_back(add_local(free_name("part_" + std::to_string(factors_.size() + 1)), {}, ValueType::real,
                                         Variable::Use::local));
        return factors_[k];
    }
    std::string columns_text() const {
        std::string text;
        for (std::size_t k = 0; k < given_.arguments; ++k) {
            const Variable& v = given_.variables[k];
            if (v.intent != Argument::Intent::in) continue;
            const std::string n = std::to_string(length_of(v));
            text +=
                (text.empty() ? "" : ", ") + v.name + (v.is_scalar() ? "" : fmt::format("[1] to {}[{}]", v.name, n));
        }
        return text.empty() ? "nothing" : text;
    }

    Expression named(std::size_t own, std::vector<Expression> indexes = {}) const {
        Expression e;
        e.kind = indexes.empty() ? Kind::variable : Kind::element, e.variable = own;
        e.type = result_->variables[own].type, e.operands = std::move(indexes);
        return e;
    }
    // With the numbers of the new procedure.
    Expression moved(Expression e) const {
        e.variable = e.kind == Kind::variable || e.kind == Kind::element ? number_[e.variable] : 0;
        for (Expression& operand : e.operands) operand = moved(std::move(operand));
        return e;
    }
    // The place of an element in its array, counted through.
    Expression flat(const Expression& element) const {
        Expression i = moved(element.operands[0]);
        if (element.operands.size() == 1) return i;
        Expression j = moved(element.operands[1]);
        const std::string rows = given_.variables[element.variable].shape[0][0];
        Expression whole;
        whole.kind = Kind::conversion, whole.type = ValueType::integer, whole.operands = {std::move(j)};
        Expression before = operation("*", literal(rows, ValueType::integer),
                                      operation("-", std::move(whole), literal("1", ValueType::integer)));
        return operation("+", std::move(i), std::move(before));
    }
    // The partials of a variable or an element by one column.
    Expression partial(const Expression& of, const Expression& column) const {
        std::vector<Expression> indexes{column};
        if (of.kind == Kind::element) indexes.push_back(flat(of));
        return named(partials_.at(of.variable), std::move(indexes));
    }

    // -- derivatives

    // What an expression depends on, and the factor of its partials. `column`: of an argument; else partials by column.
    struct Term {
        Expression of;  // a variable or an element of the given procedure
        Factor factor;
        std::optional<std::size_t> hoisted;  // instead: partials of a part of the expression
    };
    struct Terms {
        std::vector<Term> all;
        Block before;  // what they need

        void add(Term term) {
            for (Term& known : all) {
                if (term.hoisted || known.hoisted || !is_same(known.of, term.of)) continue;
                known.factor =
                    operation("+", known.factor ? *known.factor : real("1"), term.factor ? *term.factor : real("1"));
                return;
            }
            all.push_back(std::move(term));
        }
    };

    void find(const Expression& e, const Factor& factor, Terms& terms) {
        if (!is_active(e)) return;
        if (e.kind == Kind::variable || e.kind == Kind::element) return terms.add({e, factor, {}});
        const auto& x = e.operands;
        const auto value = [&](std::size_t k) { return moved(x[k]); };
        if (e.kind == Kind::operation) {
            if (x.size() == 1) return find(x[0], negative(factor ? *factor : real("1")), terms);
            if (e.text == "+" || e.text == "-") {
                find(x[0], factor, terms);
                find(x[1], e.text == "+" ? factor : Factor(negative(factor ? *factor : real("1"))), terms);
            } else if (e.text == "*") {
                find(x[0], product(factor, value(1)), terms);
                find(x[1], product(factor, value(0)), terms);
            } else {
                find(x[0], operation("/", factor ? *factor : real("1"), value(1)), terms);
                if (is_active(x[1]))
                    find(x[1], negative(operation("/", product(factor, value(0)), operation("*", value(1), value(1)))),
                         terms);
            }
            return;
        }
        if (is_extreme(e)) return hoist(e, factor, terms);
        for (std::size_t k = 0; k < x.size(); ++k)
            if (is_active(x[k]) && e.text != "floor") find(x[k], product(factor, slope(e, k)), terms);
    }
    static bool is_extreme(const Expression& e) {
        return e.kind == Kind::function && (e.text == "abs" || e.text == "min" || e.text == "max");
    }

    // Of a function by its k-th operand.
    Expression slope(const Expression& e, std::size_t k) const {
        const std::string& f = e.text;
        const Expression x = moved(e.operands[0]), one = real("1");
        const auto over = [&](Expression divisor) { return operation("/", one, std::move(divisor)); };
        const auto square = [](const Expression& a) { return operation("*", a, a); };
        if (f == "sin") return function("cos", {x});
        if (f == "cos") return negative(function("sin", {x}));
        if (f == "tan") return operation("+", one, square(moved(e)));
        if (f == "asin") return over(function("sqrt", {operation("-", one, square(x))}));
        if (f == "acos") return negative(over(function("sqrt", {operation("-", one, square(x))})));
        if (f == "atan") return over(operation("+", one, square(x)));
        if (f == "sinh") return function("cosh", {x});
        if (f == "cosh") return function("sinh", {x});
        if (f == "tanh") return operation("-", one, square(moved(e)));
        if (f == "exp") return moved(e);
        if (f == "log") return over(x);
        if (f == "sqrt") return operation("/", real("0.5"), moved(e));
        const Expression y = moved(e.operands.at(1));
        if (f == "atan2")
            return k == 0 ? operation("/", y, sum_of_squares(x, y)) : negative(operation("/", x, sum_of_squares(x, y)));
        if (f == "power")
            return k == 0 ? operation("*", y, function("power", {x, operation("-", y, one)}))
                          : operation("*", function("log", {x}), moved(e));
        throw InternalError(fmt::format("the slope of {} is not known", f));
    }

    // A part with a kink: partials of its own, by a branch.
    void hoist(const Expression& e, const Factor& factor, Terms& terms) {
        Variable scalar;
        scalar.name = "side_" + std::to_string(++hoisted_);
        const std::size_t own = add_partials(scalar);
        const auto column = [&](Expression c) { return named(own, {std::move(c)}); };
        set_partials(column, e, terms.before, nullptr);
        terms.all.push_back({{}, factor, own});
    }

    using Partials = std::function<Expression(Expression column)>;

    // target: the partials of `e`. `itself`: what is assigned to, where it may be in `e`.
    void set_partials(const Partials& target, const Expression& e, Block& out, const Expression* itself) {
        if (is_extreme(e) && is_active(e)) {
            const auto& x = e.operands;
            const bool is_abs = e.text == "abs";
            Statement branch;
            branch.kind = Statement::Kind::branch, branch.offset = e.offset;
            branch.operands.push_back(is_abs ? condition("<", moved(x[0]), real("0"))
                                             : condition(e.text == "max" ? ">" : "<", moved(x[1]), moved(x[0])));
            branch.bodies.resize(2);
            set_partials(target, is_abs ? negative(x[0]) : x[1], branch.bodies[0], itself);
            set_partials(target, x[0], branch.bodies[1], itself);
            // a side that keeps what it is
            if (branch.bodies[1].empty()) branch.bodies.pop_back();
            if (branch.bodies[0].empty()) {
                if (branch.bodies.size() == 1) return;
                Expression opposite;
                opposite.kind = Kind::operation, opposite.type = ValueType::logical, opposite.text = "not";
                opposite.operands = {std::move(branch.operands[0])};
                branch.operands[0] = std::move(opposite);
                branch.bodies.erase(branch.bodies.begin());
            }
            out.push_back(std::move(branch));
            return;
        }
        Terms terms;
        find(e, {}, terms);
        write(target, terms, out, itself);
    }

    void write(const Partials& target, Terms& terms, Block& out, const Expression* itself) {
        if (itself != nullptr && terms.all.size() == 1 && !terms.all[0].hoisted && !terms.all[0].factor &&
            is_same(terms.all[0].of, *itself))
            return;
        out.insert(out.end(), std::make_move_iterator(terms.before.begin()),
                   std::make_move_iterator(terms.before.end()));
        const Expression m = named(column_variable());
        std::optional<Expression> sum;
        std::size_t factors = 0;
        std::vector<const Term*> by_arguments;
        for (Term& term : terms.all) {
            if (!term.hoisted && column_.contains(term.of.variable)) {
                by_arguments.push_back(&term);
                continue;
            }
            if (term.factor && term.factor->kind != Kind::literal && term.factor->kind != Kind::variable) {
                const Expression factor = named(factor_variable(factors++));
                out.push_back(assignment(factor, std::move(*term.factor)));
                term.factor = factor;
            }
            Expression part = product(term.factor, term.hoisted ? named(*term.hoisted, {m}) : partial(term.of, m));
            sum = sum ? operation("+", std::move(*sum), std::move(part)) : std::move(part);
        }
        Statement loop;
        loop.kind = Statement::Kind::for_loop, loop.variable = column_variable();
        loop.operands = {place(1), place(columns_)};
        loop.bodies.push_back({assignment(target(m), sum ? std::move(*sum) : real("0"))});
        if (columns_ > 0) out.push_back(std::move(loop));
        for (const Term* const term : by_arguments) {
            const Expression at = target(column_of(term->of));
            out.push_back(assignment(at, operation("+", at, term->factor ? *term->factor : real("1"))));
        }
    }
    Expression column_of(const Expression& argument) const {
        const std::size_t before = column_.at(argument.variable);
        if (argument.kind == Kind::variable) return place(before + 1);
        Expression i = moved(argument.operands[0]);
        if (i.kind == Kind::literal) return place(before + std::stoul(i.text));
        if (before == 0) return i;
        return operation("+", std::move(i), literal(std::to_string(before), ValueType::integer));
    }

    // -- statements

    Block block(const Block& statements) {
        Block result;
        for (const Statement& s : statements) add(s, result);
        return result;
    }

    void add(const Statement& s, Block& result) {
        if (s.kind == Statement::Kind::call) return add_call(s, result);
        if (s.kind == Statement::Kind::assign && active_.contains(s.operands[0].variable)) {
            const Expression& target = s.operands[0];
            const auto own = [&](const Expression& column) { return partial(target, column); };
            set_partials(own, s.operands[1], result, &target);
        }
        Statement& own = result.emplace_back(s);
        own.variable = own.kind == Statement::Kind::for_loop ? number_[s.variable] : 0;
        for (Expression& e : own.operands) e = moved(std::move(e));
        own.bodies.clear();
        std::vector<Block> bodies;
        for (const Block& body : s.bodies) bodies.push_back(block(body));
        result.back().bodies = std::move(bodies);
    }

    // The called procedure's slopes, then the chain rule for each of its results.
    void add_call(const Statement& s, Block& result) {
        Statement own = s;
        own.procedure = s.procedure->slopes ? s.procedure->slopes : slopes_procedure(*s.procedure);
        own.text = own.procedure->name,
        own.dummies = {own.procedure->variables.begin(),
                       own.procedure->variables.begin() + static_cast<std::ptrdiff_t>(own.procedure->arguments)};
        for (Expression& e : own.operands) e = moved(std::move(e));
        std::vector<std::size_t> slopes;
        for (std::size_t k = own.operands.size(); k < own.dummies.size(); ++k) {
            slopes.push_back(add_local(free_name(fmt::format("by_{}_{}", s.text, ++calls_)), own.dummies[k].shape,
                                       ValueType::real, Variable::Use::local));
            own.operands.push_back(named(slopes.back()));
        }
        result.push_back(std::move(own));
        std::size_t r = 0;
        for (std::size_t k = 0; k < s.operands.size(); ++k) {
            if (s.dummies[k].intent != Argument::Intent::out) continue;
            const std::size_t by = slopes[r++];
            const Expression& to = s.operands[k];
            if (!active_.contains(to.variable)) continue;
            const bool is_array = !s.dummies[k].shape.empty();
            const std::size_t rows = is_array ? std::stoul(s.dummies[k].shape[0][0]) : 1;
            const std::size_t length = is_array ? length_of(s.dummies[k]) : 1;
            for (std::size_t i = 1; i <= length; ++i) {
                Expression target = to;
                if (is_array) target.kind = Kind::element, target.operands = {place((i - 1) % rows + 1)};
                if (s.dummies[k].shape.size() > 1) target.operands.push_back(place((i - 1) / rows + 1));
                const auto slope_by = [&](std::size_t column) {
                    std::vector<Expression> indexes{place(column)};
                    if (is_array) indexes.push_back(place(i));
                    return named(by, std::move(indexes));
                };
                Terms terms;
                find_given(s, slope_by, terms);
                write([&](const Expression& column) { return partial(target, column); }, terms, result, nullptr);
            }
        }
    }
    void find_given(const Statement& call, const std::function<Expression(std::size_t)>& slope_by, Terms& terms) {
        std::size_t column = 0;
        for (std::size_t k = 0; k < call.operands.size(); ++k) {
            if (call.dummies[k].intent != Argument::Intent::in) continue;
            const Expression& given = call.operands[k];
            if (call.dummies[k].shape.empty()) {
                find(given, slope_by(++column), terms);
                continue;
            }
            const std::size_t length = std::stoul(call.dummies[k].shape[0][0]);
            for (std::size_t i = 1; i <= length; ++i) {
                Expression element = given;
                element.kind = Kind::element, element.operands = {place(i)};
                find(element, slope_by(++column), terms);
            }
        }
    }

    Procedure given_;
    std::shared_ptr<Procedure> result_ = std::make_shared<Procedure>();
    std::size_t columns_ = 0;
    std::set<std::size_t> active_;                 // variables of the given procedure
    std::vector<std::size_t> number_;              // by variable of the given procedure: its own
    std::map<std::size_t, std::size_t> column_;    // by argument: columns before its first
    std::map<std::size_t, std::size_t> partials_;  // by variable of the given procedure
    std::set<std::string> taken_;                  // names, in lower case
    std::optional<std::size_t> over_columns_;
    std::vector<std::size_t> factors_;
    std::size_t hoisted_ = 0, calls_ = 0;
};

}  // namespace

std::shared_ptr<Procedure> slopes_procedure(const Procedure& procedure) {
    return Forward(procedure).run();
}

}  // namespace lag::procedures
