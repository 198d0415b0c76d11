#include "emitters/writers/procedure_printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/errors.hpp"
#include "emitters/procedures/primitives.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/writers/text_tables.hpp"

namespace lag {

using procedures::Expression;
using procedures::Statement;

namespace {

procedures::Facts facts_with_texts(const Program& program) {
    procedures::Facts facts = facts_of(program);
    add_texts(program, facts);
    return facts;
}

procedures::Procedure decided(const std::string& procedure, const procedures::Facts& facts) {
    const procedures::Procedure* const found = procedures::procedure_named(procedure);
    if (found == nullptr) throw InternalError("there is no procedure " + procedure);
    return procedures::decided(*found, facts);
}

}  // namespace

ProcedurePrinter::ProcedurePrinter(const Program& program, const std::string& procedure,
                                   const procedures::Lowering& lowering)
    : program_(program),
      facts_(facts_with_texts(program)),
      procedure_(procedures::lowered(decided(procedure, facts_), lowering)),
      name_(fmt::format("{}_{}", program.name, procedure_.name)) {}

ProcedurePrinter::ProcedurePrinter(const Program& program, const OfScript& given, const procedures::Lowering& lowering)
    : program_(program),
      facts_{.sizes = {}, .parts = {}},
      procedure_(procedures::lowered(given.procedure, lowering)),
      name_(given.name) {}

// -- expressions

std::string ProcedurePrinter::value(const Expression& e, Level level) const {
    using Kind = Expression::Kind;
    switch (e.kind) {
        case Kind::literal:
            if (e.type == ValueType::logical) return truth(e.text == "true");
            if (e.type == ValueType::real && level > sum && e.text[0] == '-') return fmt::format("({})", value(e));
            if (e.type == ValueType::real) return real(std::strtod(e.text.c_str(), nullptr));
            if (e.type == ValueType::text) return literal(e.text);
            return moved(e, 0, level);
        case Kind::size:
            return size(e.text);
        case Kind::variable:
            return name_of(variable(e.variable));
        case Kind::element:
            return element(e);
        case Kind::run:
            return run(e);
        case Kind::conversion: {
            const long by = 1 - first_place();
            return moved(e.operands[0], e.type == ValueType::place ? -by : by, level);
        }
        case Kind::function:
            return function(e, level);
        case Kind::operation:
            return operation(e, level);
        case Kind::selection:
            return selection(e);
        case Kind::entry:
            return entry_of(e.text + "s", e.operands[0]);
        default:
            throw InternalError(fmt::format("the procedure {} is printed before it is decided", procedure_.name));
    }
}

std::string ProcedurePrinter::moved(const Expression& e, long by, Level level) const {
    if (e.kind == Expression::Kind::literal) {
        const long number = std::stol(e.text) + by - (e.type == ValueType::place ? 1 - first_place() : 0);
        return number < 0 && level > sum ? fmt::format("({})", number) : std::to_string(number);
    }
    if (e.kind == Expression::Kind::conversion) {
        const long own = 1 - first_place();
        return moved(e.operands[0], by + (e.type == ValueType::place ? -own : own), level);
    }
    if (by == 0) return value(e, level);
    const bool ends_in_number = e.kind == Expression::Kind::operation && (e.text == "+" || e.text == "-") &&
                                e.operands.size() == 2 && e.operands[1].kind == Expression::Kind::literal &&
                                e.operands[1].type == ValueType::integer;
    const long number = ends_in_number ? (e.text == "+" ? 1 : -1) * std::stol(e.operands[1].text) : 0;
    const Expression& rest = ends_in_number ? e.operands[0] : e;
    const long sum_of_both = number + by;
    if (sum_of_both == 0) return value(rest, level);
    const std::string text =
        fmt::format("{}{}{}", value(rest, sum), sum_of_both > 0 ? " + " : " - ", std::labs(sum_of_both));
    return level > sum ? fmt::format("({})", text) : text;
}

namespace {

// a + (-b): Fortran has no two signs that follow each other, and in C -- is something else.
std::string behind_sign(const std::string& operand) {
    return operand.starts_with('-') ? fmt::format("({})", operand) : operand;
}

}  // namespace

std::string ProcedurePrinter::operation(const Expression& e, Level level) const {
    const Signs& s = signs();
    if (e.operands.size() == 1) {
        const bool is_not = e.text == "not";
        const Level own = is_not ? level_of_negation() : sign;
        const std::string operand = value(e.operands[0], own);
        const std::string text = is_not ? s.negation + operand : "-" + behind_sign(operand);
        return level > own ? fmt::format("({})", text) : text;
    }
    const struct {
        const char* text;
        Level level;
        std::string sign;
    } known[] = {{"or", either, s.disjunction},
                 {"and", both, s.conjunction},
                 {"=", relation, s.equal},
                 {"#", relation, s.different},
                 {"<", relation, s.less},
                 {"<=", relation, s.less_equal},
                 {">", relation, s.greater},
                 {">=", relation, s.greater_equal},
                 {"+", sum, " + "},
                 {"-", sum, " - "},
                 {"*", product, s.times},
                 {"/", product, s.over}};
    const auto* const found = std::ranges::find_if(known, [&](const auto& row) { return e.text == row.text; });
    const Level own = found->level;
    const bool is_chain = own != relation;
    const auto operand = [&](std::size_t k) {
        const Level least = static_cast<Level>(own + (k == 1 || !is_chain ? 1 : 0));
        return value(e.operands[k], least);
    };
    const std::string text = operand(0) + found->sign + (own >= sum ? behind_sign(operand(1)) : operand(1));
    return level > own ? fmt::format("({})", text) : text;
}

std::string ProcedurePrinter::selection(const Expression&) const {
    throw InternalError("this language has no selections");
}

// -- statements

bool ProcedurePrinter::is_simple(const Statement& s) {
    return s.kind == Statement::Kind::assign || s.kind == Statement::Kind::call || s.kind == Statement::Kind::leave ||
           s.kind == Statement::Kind::write;
}

std::vector<const Expression*> ProcedurePrinter::joined(const Expression& text) {
    if (text.kind != Expression::Kind::operation) return {&text};
    std::vector<const Expression*> parts;
    for (const Expression& operand : text.operands)
        for (const Expression* part : joined(operand)) parts.push_back(part);
    return parts;
}

std::string ProcedurePrinter::name_of_called(const std::string& routine) const {
    const bool is_primitive = procedures::primitive_named(routine) != nullptr || routine == "skip" || routine == "find";
    return is_primitive ? routine : fmt::format("{}_{}", program_.name, routine);
}

std::string ProcedurePrinter::block(const Block& statements, std::size_t indent) {
    std::string text;
    for (const Statement& s : statements) text += statement(s, indent);
    return text;
}

std::string ProcedurePrinter::statement(const Statement& s, std::size_t indent) {
    switch (s.kind) {
        case Statement::Kind::comment:
            return comment(s.text, indent);
        case Statement::Kind::for_loop:
            return for_loop(s, indent);
        case Statement::Kind::while_loop:
            return while_loop(s, indent);
        case Statement::Kind::branch:
            return branch(s, indent);
        default:
            return line(simple(s), indent);
    }
}

// -- names

std::vector<std::string> ProcedurePrinter::unused_arguments() const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < procedure_.arguments; ++k)
        if (!procedures::mentions(procedure_.body, k)) names.push_back(variable(k).name);
    return names;
}

std::vector<procedures::Variable> ProcedurePrinter::arguments() const {
    return {procedure_.variables.begin(),
            procedure_.variables.begin() + static_cast<std::ptrdiff_t>(procedure_.arguments)};
}

namespace {

bool declares(const procedures::Block& block, std::size_t variable) {
    return std::ranges::any_of(block, [&](const Statement& s) {
        return (s.declares && s.operands[0].variable == variable) ||
               std::ranges::any_of(s.bodies, [&](const procedures::Block& b) { return declares(b, variable); });
    });
}

}  // namespace

std::vector<procedures::Variable> ProcedurePrinter::locals(bool with_loops) const {
    std::vector<Variable> found;
    for (std::size_t k = procedure_.arguments; k < procedure_.variables.size(); ++k) {
        const Variable& v = variable(k);
        const bool is_loop = v.use == Variable::Use::loop;
        if (v.use == Variable::Use::constant || v.use == Variable::Use::shared) continue;
        if ((is_loop && !with_loops) || declares(procedure_.body, k)) continue;
        if (std::ranges::find(found, v.name, &Variable::name) == found.end()) found.push_back(v);
    }
    return found;
}

std::vector<procedures::Variable> ProcedurePrinter::shared_variables() const {
    if (procedure_.is_record) return procedure_.variables;
    std::vector<Variable> found;
    std::set<std::string> records;
    for (const Variable& v : procedure_.variables)
        if (v.use == Variable::Use::shared && records.insert(v.record).second)
            for (const Variable& kept : decided(v.record, facts_).variables) found.push_back(kept);
    return found;
}

std::vector<procedures::Variable> ProcedurePrinter::constants() const {
    std::vector<Variable> found;
    std::ranges::copy_if(procedure_.variables, std::back_inserter(found),
                         [](const Variable& v) { return v.use == Variable::Use::constant; });
    return found;
}

namespace {

void find_sizes(const Expression& e, std::set<std::string>& sizes) {
    if (e.kind == Expression::Kind::size) sizes.insert(e.text);
    for (const Expression& operand : e.operands) find_sizes(operand, sizes);
}
// `of_dummies`: the lengths of runs of elements that calls are given too.
void find_sizes(const procedures::Block& block, bool of_dummies, std::set<std::string>& sizes) {
    for (const Statement& s : block) {
        for (const Expression& e : s.operands) {
            const bool is_given = s.kind == Statement::Kind::call && e.kind == Expression::Kind::run;
            find_sizes(is_given && !of_dummies ? e.operands[0] : e, sizes);
        }
        for (const procedures::Block& body : s.bodies) find_sizes(body, of_dummies, sizes);
    }
}

}  // namespace

std::string ProcedurePrinter::size_in_file(const std::string& size, const std::string& prefix) const {
    if (!procedures::is_size(size)) return size;
    const bool is_of_file = std::ranges::find(program_.sizes, size, &Extent::name) != program_.sizes.end();
    return is_of_file ? prefix + size : std::to_string(facts_.size(size));
}

std::vector<std::string> ProcedurePrinter::arguments_without_use() const {
    std::vector<std::string> names;
    if (!procedure_.is_of_main) return names;
    for (std::size_t k = 0; k < procedure_.arguments; ++k)
        if (!procedures::mentions(procedure_.body, k)) names.push_back(variable(k).name);
    return names;
}

std::set<std::string> ProcedurePrinter::named_sizes(bool of_dummies) const {
    std::set<std::string> names;
    find_sizes(procedure_.body, of_dummies, names);
    for (const Variable& v : procedure_.variables)
        if (v.use != Variable::Use::shared && (of_dummies || v.use != Variable::Use::argument))
            for (const SizeSum& sum_of_sizes : v.shape) names.insert(sum_of_sizes.begin(), sum_of_sizes.end());
    std::erase_if(names, [](const std::string& name) { return name[0] >= '0' && name[0] <= '9'; });  // a number
    return names;
}

std::vector<Extent> ProcedurePrinter::own_sizes(bool of_dummies) const {
    const std::set<std::string> named = named_sizes(of_dummies);
    std::vector<Extent> own;
    for (const Extent& size : facts_.sizes)
        if (named.contains(size.name) &&
            std::ranges::find(program_.sizes, size.name, &Extent::name) == program_.sizes.end())
            own.push_back(size);
    return own;
}

std::string ProcedurePrinter::entry(const Variable& constant, double value) const {
    if (constant.type == ValueType::real) return real(value);
    if (constant.type == ValueType::logical) return truth(value > 0);
    const double number = constant.type == ValueType::place ? value - static_cast<double>(1 - first_place()) : value;
    return std::to_string(static_cast<long>(number));
}

std::string ProcedurePrinter::list(const std::vector<std::string>& items) const {
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
    return text;
}

std::size_t ProcedurePrinter::elements(const Variable& v) const {
    std::size_t count = 1;
    for (const SizeSum& sum_of_sizes : v.shape) count *= facts_.size(sum_of_sizes);
    return count;
}

// -- a file's procedures

std::string ProcedureTexts::text(const std::string& procedure) {
    if (!printed_.insert(procedure).second) return {};
    const procedures::Procedure one = decided(procedure, facts_with_texts(program_));
    std::string text;
    for (const procedures::Variable& v : one.variables)
        if (!one.is_record && v.use == procedures::Variable::Use::shared) text += this->text(v.record);
    for (const std::string& name : procedures::called(one.body))
        if (procedures::procedure_named(name) != nullptr) text += this->text(name);
    return text + print_(program_, procedure);
}

std::vector<Argument> procedure_arguments(const Program& program, RoutineName routine) {
    const procedures::Procedure procedure = decided(to_string(routine), facts_with_texts(program));
    return arguments_of(procedure.signature(), program.sizes, program.parts());
}

std::string ProcedureTexts::called_by(const std::vector<const Routine*>& routines) {
    std::string text;
    for (const Routine* const routine : routines)
        for (const ExternalCall& call : routine->calls)
            if (call.takes_arrays) text += this->text(call.name.substr(program_.name.size() + 1));
    return text;
}

}  // namespace lag
