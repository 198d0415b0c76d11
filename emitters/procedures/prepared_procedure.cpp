#include "emitters/procedures/prepared_procedure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/errors.hpp"
#include "emitters/procedures/read_procedure.hpp"

namespace lag::procedures {

namespace prepared_form {

namespace {

Function function_of_one(const std::string& name) {
    static const std::map<std::string, Function> known{
        {"abs", [](double x) { return std::abs(x); }},
        {"sqrt", std::sqrt},
        {"whole", std::trunc},
        {"real", [](double x) { return x + 0.0; }},  // an integer has no -0
        {"sin", std::sin},
        {"cos", std::cos},
        {"tan", std::tan},
        {"asin", std::asin},
        {"acos", std::acos},
        {"atan", std::atan},
        {"sinh", std::sinh},
        {"cosh", std::cosh},
        {"tanh", std::tanh},
        {"exp", std::exp},
        {"log", std::log},
        {"floor", std::floor}};
    const auto found = known.find(name);
    return found == known.end() ? nullptr : found->second;
}

Operator operator_of(const std::string& text, std::size_t operands) {
    static const std::map<std::string, Operator> known{
        {"and", Operator::both},      {"or", Operator::either},   {"+", Operator::sum},
        {"-", Operator::difference},  {"*", Operator::product},   {"/", Operator::quotient},
        {"=", Operator::equal},       {"#", Operator::unequal},   {"<", Operator::less},
        {"<=", Operator::less_equal}, {">", Operator::greater},   {">=", Operator::greater_equal},
        {"atan2", Operator::atan2},   {"power", Operator::power}, {"max", Operator::max},
        {"min", Operator::min},
    };
    if (operands == 1) return text == "not" ? Operator::is_not : Operator::negated;
    return known.at(text);
}

// Of texts; none for other words.
Operator text_operator_of(const Expression& e) {
    static const std::map<std::string, Operator> functions{{"length", Operator::length},
                                                           {"skip", Operator::skip},
                                                           {"find", Operator::find},
                                                           {"code", Operator::code},
                                                           {"slice", Operator::slice}},
        operations{{"+", Operator::joined}, {"=", Operator::same}, {"#", Operator::different}};
    if (e.operands.empty() || e.operands[0].type != ValueType::text) return Operator::none;
    const auto& known = e.kind == Expression::Kind::function ? functions : operations;
    const auto found = known.find(e.text);
    return found == known.end() ? Operator::none : found->second;
}

}  // namespace

void cut(std::string& text, std::size_t length) {
    if (length > 0 && text.size() > length) text.resize(length);
    text.erase(text.find_last_not_of(' ') + 1);
}

}  // namespace prepared_form

Node Interpreter::Prepared::node(const Expression& e, const Facts& facts) const {
    Node result;
    result.kind = e.kind, result.variable = e.variable, result.offset = e.offset;
    const bool is_named =
        e.kind == Expression::Kind::variable || e.kind == Expression::Kind::element || e.kind == Expression::Kind::run;
    result.is_array = is_named && is_whole_array(*procedure, e);
    result.is_text = e.type == ValueType::text;
    if (e.kind == Expression::Kind::literal && result.is_text)
        result.text = e.text;
    else if (e.kind == Expression::Kind::literal)
        result.number =
            e.type == ValueType::logical ? (e.text == "true" ? 1 : 0) : std::strtod(e.text.c_str(), nullptr);
    const Operator of_texts = text_operator_of(e);
    const bool is_entry = e.kind == Expression::Kind::entry && result.is_text;
    if (is_entry) result.table = &facts.texts.at(e.text);
    if (e.kind == Expression::Kind::size) result.number = static_cast<double>(facts.size(e.text));
    if (of_texts != Operator::none)
        result.op = of_texts;
    else if (e.kind == Expression::Kind::operation)
        result.op = operator_of(e.text, e.operands.size());
    if (result.op == Operator::quotient && e.type == ValueType::integer) result.op = Operator::whole_quotient;
    if (e.kind == Expression::Kind::function && of_texts == Operator::none) {
        result.function = function_of_one(e.text);
        result.op = result.function != nullptr ? Operator::of_one : operator_of(e.text, 2);
    }
    if (e.kind == Expression::Kind::part || e.kind == Expression::Kind::number ||
        (e.kind == Expression::Kind::entry && !is_entry))
        throw InternalError(procedure->name + " is run before it is decided");
    for (const Expression& operand : e.operands) result.operands.push_back(node(operand, facts));
    return result;
}

std::vector<Interpreter::Prepared::Step> Interpreter::Prepared::block(const Block& source,
                                                                      Interpreter& interpreter) const {
    std::vector<Step> result;
    for (const Statement& s : source) {
        if (s.kind == Statement::Kind::comment) continue;
        Step step;
        step.kind = s.kind, step.variable = s.variable, step.step = s.step;
        if (s.kind == Statement::Kind::leave)
            step.left = s.text == "exit" ? Left::exit : s.text == "next" ? Left::next : Left::routine;
        if (s.kind == Statement::Kind::write) step.routine = s.text;
        if (s.kind == Statement::Kind::call) {
            step.routine = s.text;
            if (s.procedure != nullptr)
                step.procedure = &interpreter.prepared(*s.procedure);
            else if (host_routine(s.text) == nullptr && interpreter.procedure(s.text) != nullptr)
                step.procedure = &interpreter.prepared(*interpreter.procedure(s.text));
            for (const Variable& dummy : s.dummies) step.sets.push_back(dummy.intent != Argument::Intent::in);
        }
        for (const Expression& operand : s.operands) step.operands.push_back(node(operand, interpreter.facts()));
        for (const Block& inner : s.bodies) step.bodies.push_back(block(inner, interpreter));
        result.push_back(std::move(step));
    }
    return result;
}

Extent Interpreter::Prepared::extent(const SizeSum& sum, const Facts& facts) const {
    Extent result;
    for (const std::string& size : sum) {
        const auto argument = std::ranges::find(procedure->variables, size, &Variable::name);
        if (argument == procedure->variables.end())
            result.fixed += facts.size(SizeSum{size});
        else
            result.arguments.push_back(static_cast<std::size_t>(argument - procedure->variables.begin()));
    }
    return result;
}

}  // namespace lag::procedures
