#include "emitters/procedures/decide_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/texts.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

Expression truth(bool value, std::size_t offset) {
    Expression e;
    e.type = ValueType::logical, e.text = value ? "true" : "false", e.offset = offset;
    return e;
}

bool is_truth(const Expression& e) {
    return e.kind == Kind::literal && e.type == ValueType::logical;
}

const Table& table_of(const Expression& entry) {
    return *std::ranges::find(tables(), entry.text, &Table::name);
}

bool reads_entry(const Expression& e, std::size_t index) {
    return (e.kind == Kind::entry && table_of(e).is_written_out && mentions(e.operands[0], index)) ||
           std::ranges::any_of(e.operands, [&](const Expression& o) { return reads_entry(o, index); });
}
bool reads_entry(const Statement& s, std::size_t index) {
    return std::ranges::any_of(s.operands, [&](const Expression& e) { return reads_entry(e, index); }) ||
           std::ranges::any_of(s.bodies, [&](const Block& b) {
               return std::ranges::any_of(b, [&](const Statement& inner) { return reads_entry(inner, index); });
           });
}

bool reads_text(const Expression& e, std::size_t index) {
    return (e.kind == Kind::entry && e.type == ValueType::text && mentions(e.operands[0], index)) ||
           std::ranges::any_of(e.operands, [&](const Expression& o) { return reads_text(o, index); });
}
bool reads_text(const Statement& s, std::size_t index) {
    return std::ranges::any_of(s.operands, [&](const Expression& e) { return reads_text(e, index); }) ||
           std::ranges::any_of(s.bodies, [&](const Block& b) {
               return std::ranges::any_of(b, [&](const Statement& inner) { return reads_text(inner, index); });
           });
}

// Procedures that others call, decided for one model: each once, however often it is called.
using DecidedCallees = std::map<const Procedure*, Procedure>;
Procedure decided_with(const Procedure& procedure, const Facts& facts, DecidedCallees& callees);

const Procedure& decided_callee(const Procedure& procedure, const Facts& facts, DecidedCallees& callees) {
    const auto found = callees.find(&procedure);
    if (found != callees.end()) return found->second;
    return callees.emplace(&procedure, decided_with(procedure, facts, callees)).first->second;
}

class Deciding {
  public:
    // `variables`: of the procedure. Tables that are read at run time come to them, and what routines take and give besides.
    Deciding(const Facts& facts, std::vector<Variable>& variables, DecidedCallees& callees)
        : facts_(facts), variables_(variables), callees_(callees) {}

    Block block(const Block& statements) {
        Block result;
        for (const Statement& statement : statements) add(statement, result);
        return result;
    }

  private:
    void add(const Statement& statement, Block& result) {
        switch (statement.kind) {
            case Statement::Kind::branch:
                return add_branch(statement, result);
            case Statement::Kind::for_loop:
                if (is_never_run(statement)) return;
                if (is_over_size(statement) && reads_entry(statement, statement.variable))
                    return add_entries(statement, result);
                // what the model does not have
                if (is_over_size(statement) && facts_.size(statement.operands[1].operands[0].text) == 0 &&
                    reads_text(statement, statement.variable))
                    return;
                break;
            case Statement::Kind::assign:
                if (is_of_nothing(statement.operands[0]) || is_shared_and_empty(statement.operands[0])) return;
                break;
            default:
                break;
        }
        Statement& s = result.emplace_back(statement);
        for (Expression& e : s.operands) e = value(e);
        for (Block& body : s.bodies) body = block(body);
        if (s.kind == Statement::Kind::call) drop_absent(s), pass_besides(s);
    }

    void add_branch(const Statement& statement, Block& result) {
        Statement s = statement;
        s.operands.clear(), s.bodies.clear();
        for (std::size_t k = 0; k < statement.bodies.size(); ++k) {
            const bool is_else = k == statement.operands.size();
            Expression condition = is_else ? truth(true, statement.offset) : value(statement.operands[k]);
            if (is_truth(condition) && condition.text == "false") continue;
            s.bodies.push_back(block(statement.bodies[k]));
            if (is_truth(condition)) break;
            s.operands.push_back(std::move(condition));
        }
        if (std::ranges::all_of(s.bodies, &Block::empty)) return;
        if (s.operands.empty()) {
            for (Block& body : s.bodies) result.insert(result.end(), body.begin(), body.end());
        } else {
            result.push_back(std::move(s));
        }
    }

    bool is_shared_and_empty(const Expression& target) const {
        if (target.kind != Kind::variable) return false;
        const Variable& v = variables_[target.variable];
        return v.use == Variable::Use::shared &&
               std::ranges::any_of(v.shape, [&](const SizeSum& sum) { return facts_.size(sum) == 0; });
    }
    // From 1 through a size.
    static bool is_over_size(const Statement& loop) {
        const Expression& last = loop.operands[1];
        return loop.operands[0].is_number("1") && last.kind == Kind::conversion &&
               last.operands[0].kind == Kind::size && loop.step == 1;
    }
    // The body for each entry of a table.
    void add_entries(const Statement& loop, Block& result) {
        for (std::size_t k = 1; k <= facts_.size(loop.operands[1].operands[0].text); ++k) {
            entries_[loop.variable] = k;
            for (Statement& s : block(loop.bodies[0])) result.push_back(std::move(s));
        }
        entries_.erase(loop.variable);
    }

    // The size of a part that this model does not have.
    bool is_zero(const std::string& size) const {
        if (facts_.size(size) > 0) return false;
        const bool is_said = std::ranges::find(facts_.sizes, size, &Extent::name) != facts_.sizes.end();
        return is_size_of_a_part(size) || (is_said && std::ranges::find(parts(), size, &Part::size) != parts().end());
    }
    bool is_zero(const Expression& e) const {
        if (e.kind == Kind::conversion) return is_zero(e.operands[0]);
        if (e.kind == Kind::operation && e.text == "+") return is_zero(e.operands[0]) && is_zero(e.operands[1]);
        return e.kind == Kind::size && is_zero(e.text);
    }
    // From 1 through a size that is 0, upwards or downwards.
    bool is_never_run(const Statement& loop) const {
        return loop.operands[loop.step > 0 ? 0 : 1].is_number("1") && is_zero(loop.operands[loop.step > 0 ? 1 : 0]);
    }
    // As a whole, an array that this model does not have, or a local one without elements.
    bool is_of_nothing(const Expression& target) const {
        if (target.kind != Kind::variable) return false;
        const Variable& v = variables_[target.variable];
        if (lag::is_absent(v.shape, v.part, facts_.sizes, facts_.parts)) return true;
        return v.use == Variable::Use::local && std::ranges::any_of(v.shape, [&](const SizeSum& sum) {
                   return std::ranges::all_of(sum, [&](const std::string& size) { return is_zero(size); });
               });
    }

    void drop_absent(Statement& call) const {
        const bool is_routine = call.text_called == nullptr;
        static const std::vector<Variable> none;
        const std::vector<Variable>& here =
            is_routine ? none : decided_callee(*call.text_called, facts_, callees_).variables;
        for (std::size_t k = call.dummies.size(); k-- > 0;) {
            const auto found = std::ranges::find(here, call.dummies[k].name, &Variable::name);
            const bool stays =
                is_routine ? !lag::is_absent(call.dummies[k].shape, call.dummies[k].part, facts_.sizes, facts_.parts)
                           : found != here.end();
            if (stays) {
                if (found != here.end()) call.dummies[k].intent = found->intent;
                continue;
            }
            call.dummies.erase(call.dummies.begin() + static_cast<std::ptrdiff_t>(k));
            call.operands.erase(call.operands.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }

    void pass_besides(Statement& call) {
        for (const Variable& dummy : besides_of(call.text)) {
            const auto known = std::ranges::find(variables_, dummy.name, &Variable::name);
            Expression given;
            given.kind = Kind::variable, given.variable = static_cast<std::size_t>(known - variables_.begin());
            given.type = dummy.type, given.offset = call.offset;
            if (known == variables_.end()) {
                Variable& added = variables_.emplace_back(dummy);
                if (dummy.intent != Argument::Intent::in)
                    added.use = Variable::Use::local, added.intent = Argument::Intent::local;
            }
            call.dummies.push_back(dummy), call.operands.push_back(std::move(given));
        }
    }
    // As arguments of the routine or procedure.
    std::vector<Variable> besides_of(const std::string& called) const {
        std::vector<Variable> result;
        if (const auto found = facts_.besides.find(called); found != facts_.besides.end()) {
            for (const Dummy& dummy : found->second) {
                const bool is_integer = dummy.type == Argument::Type::integer;
                result.push_back({dummy.name, is_integer ? ValueType::integer : ValueType::real, dummy.shape,
                                  Variable::Use::argument, dummy.intent});
            }
        } else if (const Procedure* const other = facts_.besides.empty() ? nullptr : procedure_named(called)) {
            const Procedure& there = decided_callee(*other, facts_, callees_);
            const auto own = other->variables.begin() + static_cast<std::ptrdiff_t>(other->arguments);
            for (std::size_t k = 0; k < there.arguments; ++k)
                if (std::find_if(other->variables.begin(), own,
                                 [&](const Variable& v) { return v.name == there.variables[k].name; }) == own)
                    result.push_back(there.variables[k]);
        }
        return result;
    }

    Expression value(Expression e) {
        for (Expression& operand : e.operands) operand = value(std::move(operand));
        if (e.kind == Kind::part) return truth(facts_.has(e.text), e.offset);
        if (e.kind == Kind::variable) {
            if (const auto entry = entries_.find(e.variable); entry != entries_.end())
                return place_of(entry->second, e);
        }
        if (e.kind == Kind::entry && e.type == ValueType::text) return text_entry(std::move(e));
        if (e.kind == Kind::entry && e.operands[0].kind == Kind::literal) {
            const auto table = facts_.tables.find(e.text);
            const std::size_t index = std::stoul(e.operands[0].text) - 1;
            if (table != facts_.tables.end() && index < table->second.size()) return literal(table->second[index], e);
        }
        if (e.kind == Kind::entry) {
            e.variable = constant_of(table_of(e)), e.kind = Kind::element;
            e.text.clear();
        }
        if (e.kind == Kind::number) return literal(facts_.numbers.at(e.text), e);
        if (e.kind == Kind::selection && is_truth(e.operands[0])) {
            Expression chosen = std::move(e.operands[e.operands[0].text == "true" ? 1 : 2]);
            return chosen;
        }
        if (e.kind == Kind::operation && e.type == ValueType::logical) return decided_operation(std::move(e));
        if (e.kind == Kind::operation && e.text == "+" && e.operands.size() == 2 && is_absent(e.operands[1])) {
            Expression rest = std::move(e.operands[0]);
            return rest;
        }
        return e;
    }
    // Files have the tables of texts that are not written out.
    Expression text_entry(Expression e) const {
        if (e.operands[0].kind != Kind::literal) {
            if (table_of(e).is_written_out)
                throw InternalError(fmt::format("the table {} is no part of a file", e.text));
            return e;
        }
        Expression result;
        result.type = ValueType::text, result.offset = e.offset;
        result.text = facts_.texts.at(e.text).at(std::stoul(e.operands[0].text) - 1);
        return result;
    }
    // nd of nu + nd, in a model without dependent speeds
    bool is_absent(const Expression& e) const {
        return e.kind == Kind::size && is_size_of_a_part(e.text) && facts_.size(e.text) == 0;
    }
    static Expression place_of(std::size_t number, const Expression& e) {
        Expression place = e;
        place.type = ValueType::place;
        return literal(static_cast<double>(number), place);
    }
    // A number as the entry of a table, or as a number of the model.
    static Expression literal(double number, const Expression& e) {
        if (e.type == ValueType::logical) return truth(number > 0, e.offset);
        Expression result;
        result.type = e.type, result.text = fmt::format("{}", number), result.offset = e.offset;
        return result;
    }
    // The table as a variable.
    std::size_t constant_of(const Table& table) {
        const auto found = std::ranges::find_if(
            variables_, [&](const Variable& v) { return v.use == Variable::Use::constant && v.name == table.name; });
        if (found != variables_.end()) return static_cast<std::size_t>(found - variables_.begin());
        const auto values = facts_.tables.find(table.name);
        variables_.push_back({.name = table.name,
                              .type = table.type,
                              .shape = {{table.size}},
                              .use = Variable::Use::constant,
                              .intent = {},
                              .offset = 0,
                              .values = values == facts_.tables.end() ? std::vector<double>() : values->second});
        return variables_.size() - 1;
    }

    // A place or an integer that is known.
    std::optional<long> known(const Expression& e) const {
        if (e.type != ValueType::place && e.type != ValueType::integer) return std::nullopt;
        if (e.kind == Kind::literal) return std::stol(e.text);
        if (e.kind == Kind::size) return static_cast<long>(facts_.size(e.text));
        return std::nullopt;
    }
    // Truth values, and relations of what is known.
    Expression decided_operation(Expression e) const {
        std::vector<Expression>& x = e.operands;
        if (e.text == "not") return is_truth(x[0]) ? truth(x[0].text == "false", e.offset) : e;
        if (e.text == "and" || e.text == "or") {
            const std::string settles = e.text == "and" ? "false" : "true";
            for (std::size_t k : {0u, 1u}) {
                if (!is_truth(x[k])) continue;
                Expression result = std::move(x[x[k].text == settles ? k : 1 - k]);
                return result;
            }
            return e;
        }
        const auto first = known(x[0]), second = known(x[1]);
        if (!first || !second) return e;
        const long a = *first, b = *second;
        const bool holds = e.text == "="    ? a == b
                           : e.text == "#"  ? a != b
                           : e.text == "<"  ? a < b
                           : e.text == "<=" ? a <= b
                           : e.text == ">"  ? a > b
                                            : a >= b;
        return truth(holds, e.offset);
    }

    const Facts& facts_;
    std::vector<Variable>& variables_;
    DecidedCallees& callees_;
    std::map<std::size_t, std::size_t> entries_;  // of tables, by the variable of the loop over them
};

// The numbers of variables, where some are gone.
void renumber(Expression& e, const std::vector<std::size_t>& number) {
    e.variable = number[e.variable];
    for (Expression& operand : e.operands) renumber(operand, number);
}
void renumber(Block& block, const std::vector<std::size_t>& number) {
    for (Statement& s : block) {
        s.variable = number[s.variable];
        for (Expression& e : s.operands) renumber(e, number);
        for (Block& body : s.bodies) renumber(body, number);
    }
}

bool is_loop_of(const Block& block, std::size_t variable) {
    return std::ranges::any_of(block, [&](const Statement& s) {
        return (s.kind == Statement::Kind::for_loop && s.variable == variable) ||
               std::ranges::any_of(s.bodies, [&](const Block& b) { return is_loop_of(b, variable); });
    });
}

// Whether it is an extent of another that the body mentions.
bool bounds_mentioned(const std::vector<Variable>& variables, std::size_t k, const Block& body) {
    for (std::size_t other = 0; other < variables.size(); ++other)
        for (const SizeSum& sum : variables[other].shape)
            if (std::ranges::find(sum, variables[k].name) != sum.end() && mentions(body, other)) return true;
    return false;
}

}  // namespace

std::size_t Facts::size(const std::string& name) const {
    const auto found = std::ranges::find(sizes, name, &Extent::name);
    return found == sizes.end() ? 0 : found->value;
}

std::size_t Facts::size(const SizeSum& sum) const {
    return extent_of(sum, sizes).value;
}

bool Facts::has(const std::string& part) const {
    const auto known = std::ranges::find(procedures::parts(), part, &Part::name);
    return known->size.empty() ? parts.contains(part) : size(known->size) > 0;
}

namespace {

// ns of nq + nu + ns, in a model without states
void drop_absent(std::vector<SizeSum>& shape, const Facts& facts) {
    for (SizeSum& sum : shape)
        if (sum.size() > 1)
            std::erase_if(sum, [&](const std::string& s) { return is_size_of_a_part(s) && facts.size(s) == 0; });
}

Procedure decided_with(const Procedure& procedure, const Facts& facts, DecidedCallees& callees) {
    if (procedure.is_record) {
        Procedure record = procedure;
        for (Variable& v : record.variables) drop_absent(v.shape, facts);
        return record;
    }
    Procedure result = procedure;
    std::vector<Variable> variables = procedure.variables;
    result.body = Deciding(facts, variables, callees).block(procedure.body);
    result.variables.clear(), result.arguments = 0;
    std::vector<std::size_t> order;  // arguments first
    for (const bool are_arguments : {true, false})
        for (std::size_t k = 0; k < variables.size(); ++k)
            if ((variables[k].use == Variable::Use::argument) == are_arguments) order.push_back(k);
    std::vector<std::size_t> number(std::max<std::size_t>(order.size(), 1), 0);
    for (const std::size_t k : order) {
        const Variable& v = variables[k];
        const bool is_argument = v.use == Variable::Use::argument;
        const bool is_of_model = !is_absent(v.shape, v.part, facts.sizes, facts.parts);
        const bool is_needed =
            mentions(result.body, k) || is_loop_of(result.body, k) || bounds_mentioned(variables, k, result.body);
        const bool stays = is_argument ? is_of_model && (is_needed || !procedure.is_helper) : is_needed;
        if (!stays) continue;
        number[k] = result.variables.size();
        result.variables.push_back(v);
        drop_absent(result.variables.back().shape, facts);
        if (!is_argument) continue;
        ++result.arguments;
        // what this model's text never changes is read only
        const bool is_set = std::ranges::any_of(result.body, [&](const Statement& s) { return sets(s, k); });
        Argument::Intent& intent = result.variables.back().intent;
        if (intent == Argument::Intent::inout && !is_set) intent = Argument::Intent::in;
    }
    renumber(result.body, number);
    return result;
}

}  // namespace

Procedure decided(const Procedure& procedure, const Facts& facts) {
    DecidedCallees callees;
    return decided_with(procedure, facts, callees);
}

}  // namespace lag::procedures
