#include "emitters/procedures/procedure.hpp"

#include <algorithm>

namespace lag::procedures {

std::vector<Dummy> Procedure::signature() const {
    std::vector<Dummy> result;
    for (std::size_t k = 0; k < arguments; ++k) {
        const Variable& v = variables[k];
        const auto type = v.type == ValueType::real ? Argument::Type::real : Argument::Type::integer;
        result.push_back({v.name, v.intent, type, v.shape, v.part});
    }
    return result;
}

bool Procedure::shares(const std::string& record) const {
    return std::ranges::find(variables, record, &Variable::record) != variables.end();
}

bool is_whole_array(const Procedure& procedure, const Expression& expression) {
    return expression.kind == Expression::Kind::run ||
           (expression.kind == Expression::Kind::variable && !procedure.variables[expression.variable].is_scalar());
}

std::optional<SizeSum> as_sum_of_sizes(const Procedure& procedure, const Expression& e) {
    using Kind = Expression::Kind;
    if (e.kind == Kind::conversion) return as_sum_of_sizes(procedure, e.operands[0]);
    if (e.kind == Kind::size || (e.kind == Kind::literal && e.type != ValueType::real)) return SizeSum{e.text};
    if (e.kind == Kind::variable && !is_whole_array(procedure, e)) return SizeSum{procedure.variables[e.variable].name};
    if (e.kind != Kind::operation || e.text != "+" || e.operands.size() != 2) return std::nullopt;
    auto sum = as_sum_of_sizes(procedure, e.operands[0]);
    const auto rest = as_sum_of_sizes(procedure, e.operands[1]);
    if (!sum || !rest) return std::nullopt;
    sum->insert(sum->end(), rest->begin(), rest->end());
    return sum;
}

bool is_same(const Expression& a, const Expression& b) {
    return a.kind == b.kind && a.text == b.text && a.variable == b.variable && a.type == b.type &&
           std::ranges::equal(a.operands, b.operands, [](const auto& x, const auto& y) { return is_same(x, y); });
}

Statement assignment(Expression target, Expression value) {
    Statement s;
    s.kind = Statement::Kind::assign, s.offset = target.offset;
    s.operands = {std::move(target), std::move(value)};
    return s;
}

bool mentions(const Expression& expression, std::size_t variable) {
    using Kind = Expression::Kind;
    const bool is_named =
        expression.kind == Kind::variable || expression.kind == Kind::element || expression.kind == Kind::run;
    return (is_named && expression.variable == variable) ||
           std::ranges::any_of(expression.operands, [&](const Expression& e) { return mentions(e, variable); });
}

bool mentions(const Statement& statement, std::size_t variable) {
    return std::ranges::any_of(statement.operands, [&](const Expression& e) { return mentions(e, variable); }) ||
           std::ranges::any_of(statement.bodies, [&](const Block& b) { return mentions(b, variable); });
}

bool mentions(const Block& block, std::size_t variable) {
    return std::ranges::any_of(block, [&](const Statement& s) { return mentions(s, variable); });
}

bool sets(const Statement& statement, std::size_t variable) {
    using Kind = Statement::Kind;
    const auto is_target = [&](const Expression& e) {
        return (e.kind == Expression::Kind::variable || e.kind == Expression::Kind::element ||
                e.kind == Expression::Kind::run) &&
               e.variable == variable;
    };
    if (statement.kind == Kind::assign && is_target(statement.operands[0])) return true;
    if (statement.kind == Kind::swap && std::ranges::any_of(statement.operands, is_target)) return true;
    for (std::size_t k = 0; k < statement.dummies.size(); ++k)
        if (statement.dummies[k].intent != Argument::Intent::in && is_target(statement.operands[k])) return true;
    return std::ranges::any_of(statement.bodies, [&](const Block& body) {
        return std::ranges::any_of(body, [&](const Statement& s) { return sets(s, variable); });
    });
}

std::vector<std::string> called(const Block& block) {
    std::vector<std::string> names;
    for (const Statement& statement : block) {
        if (statement.kind == Statement::Kind::call) names.push_back(statement.text);
        for (const Block& body : statement.bodies)
            for (std::string& name : called(body)) names.push_back(std::move(name));
    }
    return names;
}

std::size_t length_of(const Variable& variable) {
    std::size_t product = 1;
    for (const SizeSum& sum : variable.shape) product *= extent_of(sum, {}).value;
    return product;
}

std::size_t count_of(const Procedure& procedure, Argument::Intent intent) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < procedure.arguments; ++k)
        if (procedure.variables[k].intent == intent) count += length_of(procedure.variables[k]);
    return count;
}

namespace {

void add_with_called(const std::shared_ptr<const Procedure>& procedure, ProcedureList& list);

void add_called(const Block& block, ProcedureList& list) {
    for (const Statement& s : block) {
        if (s.procedure) add_with_called(s.procedure, list);
        for (const Block& body : s.bodies) add_called(body, list);
    }
}

void add_with_called(const std::shared_ptr<const Procedure>& procedure, ProcedureList& list) {
    if (std::ranges::find(list, procedure) != list.end()) return;
    add_called(procedure->body, list);
    if (std::ranges::find(list, procedure) == list.end()) list.push_back(procedure);
}

}  // namespace

ProcedureList with_called(const ProcedureList& procedures) {
    ProcedureList list;
    for (const auto& procedure : procedures) add_with_called(procedure, list);
    return list;
}

}  // namespace lag::procedures
