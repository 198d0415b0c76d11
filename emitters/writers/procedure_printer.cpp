#include "emitters/writers/procedure_printer.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/procedures/texts.hpp"

namespace lag {

using procedures::Expression;
using procedures::Statement;

procedures::Facts facts_of(const Program& program) {
    procedures::Facts facts{.sizes = program.sizes, .parts = {}, .tables = {}};
    auto& tables = facts.tables;
    for (const auto& [row, flag] : program.switched_rows)
        tables["switched_row"].push_back(row + 1), tables["switched_flag"].push_back(flag + 1);
    const auto place = [](int from_0) { return static_cast<std::size_t>(from_0 + 1); };
    for (const ContactPlaces& contact : program.contact_places) {
        tables["contact_normal"].push_back(place(contact.normal));
        tables["contact_tangent"].push_back(place(contact.tangent));
        tables["contact_closed"].push_back(place(contact.closed));
        tables["contact_slip"].push_back(place(contact.slip));
    }
    for (const Routine& routine : program.routines) {
        const std::optional<RoutineName> name = routine_named(routine.name);
        const std::vector<Dummy>& known = name ? signature_of(*name) : std::vector<Dummy>{};
        for (const Argument& argument : routine.arguments) {
            const bool is_known = std::ranges::find(known, argument.name, &Dummy::name) != known.end();
            if (known.empty() || is_known || argument.intent == Argument::Intent::local) continue;
            Dummy& dummy = facts.besides[routine.name].emplace_back();
            dummy = {argument.name, argument.intent, argument.type, {}};
            for (const Extent& extent : argument.shape) {
                dummy.shape.push_back({extent.name});
                facts.sizes.push_back(extent);
            }
        }
    }
    if (program.find(RoutineName::normalize) != nullptr) facts.parts.insert("euler_parameters");
    facts.sizes.push_back({"nswitched", program.switched_rows.size()});
    facts.sizes.push_back({"ncontacts", program.contact_places.size()});
    return facts;
}

ProcedurePrinter::ProcedurePrinter(const Program& program, RoutineName routine, const procedures::Lowering& lowering)
    : program_(program),
      facts_(facts_of(program)),
      procedure_(procedures::lowered(procedures::decided(procedures::procedure_of(routine), facts_), lowering)) {}

// -- expressions

std::string ProcedurePrinter::value(const Expression& e, Level level) const {
    using Kind = Expression::Kind;
    switch (e.kind) {
        case Kind::literal:
            if (e.type == ValueType::logical) return truth(e.text == "true");
            if (e.type == ValueType::real) return real(std::stod(e.text));
            return moved(e, 0, level);
        case Kind::size:
            return size(e.text);
        case Kind::variable:
            return name_of(variable(e.variable));
        case Kind::element:
            return element(e);
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
        default:
            throw InternalError("the procedure " + procedure_.name + " is printed before it is decided");
    }
}

std::string ProcedurePrinter::moved(const Expression& e, long by, Level level) const {
    if (e.kind == Expression::Kind::literal) {
        const long number = std::stol(e.text) + by - (e.type == ValueType::place ? 1 - first_place() : 0);
        return number < 0 && level > sum ? "(" + std::to_string(number) + ")" : std::to_string(number);
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
        value(rest, sum) + (sum_of_both > 0 ? " + " : " - ") + std::to_string(std::labs(sum_of_both));
    return level > sum ? "(" + text + ")" : text;
}

std::string ProcedurePrinter::operation(const Expression& e, Level level) const {
    const Signs& s = signs();
    if (e.operands.size() == 1) {
        const bool is_not = e.text == "not";
        const Level own = is_not ? level_of_negation() : sign;
        const std::string text = (is_not ? s.negation : "-") + value(e.operands[0], own);
        return level > own ? "(" + text + ")" : text;
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
    const std::string text = operand(0) + found->sign + operand(1);
    return level > own ? "(" + text + ")" : text;
}

std::string ProcedurePrinter::selection(const Expression&) const {
    throw InternalError("this language has no selections");
}

// -- statements

bool ProcedurePrinter::is_simple(const Statement& s) {
    return s.kind == Statement::Kind::assign || s.kind == Statement::Kind::call || s.kind == Statement::Kind::leave;
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
        if ((is_loop && !with_loops) || declares(procedure_.body, k)) continue;
        if (std::ranges::find(found, v.name, &Variable::name) == found.end()) found.push_back(v);
    }
    return found;
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

}  // namespace lag
