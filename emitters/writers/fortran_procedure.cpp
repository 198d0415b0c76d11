#include "emitters/writers/fortran_procedure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "emitters/procedures/primitives.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/fortran_routine.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

constexpr std::size_t margin = 2;  // of what a module contains

// "(nu, nu)"; empty for a scalar.
std::string dimensions(const procedures::Variable& v) {
    std::vector<std::string> extents;
    for (const SizeSum& sum : v.shape) extents.push_back(fmt::format("{}", fmt::join(sum, " + ")));
    return extents.empty() ? "" : fmt::format("({})", fmt::join(extents, ", "));
}

}  // namespace

std::string FortranProcedure::text() {
    if (procedure_.is_record) return record();
    std::vector<std::string> dummies;
    for (const Variable& v : arguments()) dummies.push_back(v.name);
    std::string text = fmt::format(
        "\n{}{}", comment_lines(comment_in_brackets_of_fortran(), "  ! ", fortran_line_width - 8),
        wrapped_fortran(fmt::format("{}subroutine {}({})", is_pure() ? "pure " : "", name(), list(dummies)), margin));
    std::vector<std::string> sizes;
    for (const Extent& size : own_sizes(true)) sizes.push_back(fmt::format("{} = {}", size.name, size.value));
    if (!sizes.empty()) text += wrapped_fortran("integer, parameter :: " + list(sizes), 4);
    for (const Variable& v : arguments()) {
        const char* intent = v.intent == Argument::Intent::in    ? "in"
                             : v.intent == Argument::Intent::out ? "out"
                                                                 : "inout";
        const bool is_any = v.type == ValueType::text && v.is_scalar() && v.intent == Argument::Intent::in;
        text += wrapped_fortran(fmt::format("{}, intent({}) :: {}{}", is_any ? "character(len=*)" : type_of(v), intent,
                                            v.name, dimensions(v)),
                                4);
    }
    for (const Variable& v : constants()) {
        std::vector<std::string> entries;
        for (const double value : v.values) entries.push_back(entry(v, value));
        text += wrapped_fortran(fmt::format("{}, parameter :: {}{} = [{}{}]", type_of(v), v.name, dimensions(v),
                                            entries.empty() ? type_of(v) + " :: " : "", list(entries)),
                                4);
    }
    text += declarations_by_type(locals(true));
    if (!procedure_.is_of_main) text += fortran_mentions(unused_arguments());
    text += block(procedure_.body, margin + 2);
    for (const std::string& argument : arguments_without_use())
        text += line(fmt::format("if (.false.) print *, {}  ! without use in this model", argument), margin + 2);
    return text + line("end subroutine " + name(), margin);
}

std::string FortranProcedure::declarations_by_type(const std::vector<Variable>& variables) const {
    std::vector<std::pair<std::string, std::vector<std::string>>> by_type;
    for (const Variable& v : variables) {
        auto found = std::ranges::find(by_type, type_of(v), [](const auto& entry) { return entry.first; });
        if (found == by_type.end()) found = by_type.insert(found, {type_of(v), {}});
        found->second.push_back(v.name + dimensions(v));
    }
    std::string text;
    for (const auto& [type, names] : by_type) text += fortran_declarations(type, names);
    return text;
}

std::vector<procedures::Variable> FortranProcedure::with_sizes_of_file() const {
    std::vector<Variable> variables = shared_variables();
    for (Variable& v : variables)
        for (SizeSum& sum_of_sizes : v.shape)
            for (std::string& size : sum_of_sizes) size = size_in_file(size, "");
    return variables;
}

std::string FortranProcedure::record() const {
    return comment_lines(comment_in_brackets_of_fortran(), "  ! ", fortran_line_width - 8) +
           line("type :: kept_of_" + procedure_.name, 2) + declarations_by_type(with_sizes_of_file()) +
           line("end type kept_of_" + procedure_.name, 2) +
           line(fmt::format("type(kept_of_{0}) :: {0}", procedure_.name), 2);
}

namespace {

// It keeps something, or calls what does, the program around it, or a routine of the user's.
bool is_impure(const Program& program, const procedures::Facts& facts, const procedures::Procedure& procedure) {
    if (std::ranges::find(procedure.variables, procedures::Variable::Use::shared, &procedures::Variable::use) !=
        procedure.variables.end())
        return true;
    if (procedure.is_of_main) return true;
    return std::ranges::any_of(procedures::called(procedure.body), [&](const std::string& name) {
        if (procedures::host_routine(name) != nullptr || procedures::primitive_named(name) != nullptr) return true;
        if (const procedures::Procedure* const other = procedures::procedure_named(name))
            return is_impure(program, facts, procedures::decided(*other, facts));
        const Routine* found = program.find(name);
        return found != nullptr && found->calls_linked();
    });
}

}  // namespace

bool FortranProcedure::is_pure() const {
    return !is_impure(program_, facts_, procedure_);
}

std::string FortranProcedure::type_of(const Variable& v) const {
    if (v.type == ValueType::text) return fmt::format("character(len={})", v.length);
    return v.type == ValueType::real ? "real(dp)" : v.type == ValueType::logical ? "logical" : "integer";
}

std::string FortranProcedure::comment_in_brackets_of_fortran() const {
    std::string text = procedure_.comment;
    std::ranges::replace(text, '[', '('), std::ranges::replace(text, ']', ')');
    return text;
}

// -- expressions

const ProcedurePrinter::Signs& FortranProcedure::signs() const {
    static const Signs own{" .and. ", " .or. ", ".not. ", " == ", " /= ", " < ", " <= ", " > ", " >= ", "*", "/"};
    return own;
}

std::string FortranProcedure::real(double number) const {
    return FortranDialect().number(number);
}

std::string FortranProcedure::element(const Expression& e) const {
    std::vector<std::string> places;
    for (const Expression& index : e.operands) places.push_back(value(index));
    return fmt::format("{}({})", place_of(variable(e.variable)), list(places));
}

// y(nq + 1:nq + nu)
std::string FortranProcedure::run(const Expression& e) const {
    const Expression& first = e.operands[0];
    if (first.is_number("1")) return fmt::format("{}(:{})", place_of(variable(e.variable)), value(e.operands[1]));
    const Expression& before = first.kind == Expression::Kind::conversion ? first.operands[0] : first;
    return fmt::format("{}({}:{} + {})", place_of(variable(e.variable)), value(first), moved(before, -1),
                       value(e.operands[1], sum));
}

// In pieces, so that a line can end between them.
std::string FortranProcedure::literal(const std::string& text) const {
    std::string result = "\"";
    std::size_t length = 0;
    for (const char c : text) {
        const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // within a character of UTF-8
        if (length >= 60 && !goes_on) result += "\" // \"", length = 0;
        result += c == '"' ? "\"\"" : std::string(1, c);
        ++length;
    }
    return result + "\"";
}

std::string FortranProcedure::entry_of(const std::string& table, const Expression& index) const {
    return fmt::format("{}({})", table, value(index));
}

std::string FortranProcedure::trimmed(const Expression& e) const {
    return fmt::format("trim({})", value(e));
}

// What is too long is cut where a compiler would tell of it.
std::string FortranProcedure::cut(const Expression& given, const Expression& target) const {
    const bool is_variable = given.kind == Expression::Kind::variable || given.kind == Expression::Kind::element;
    if (target.type != ValueType::text || !is_variable) return value(given);
    const std::size_t most = variable(target.variable).length;
    return value(given) + (variable(given.variable).length > most ? fmt::format("(1:{})", most) : "");
}

std::string FortranProcedure::joined_text(const Expression& e) const {
    std::string text;
    for (const Expression* part : joined(e)) {
        const bool is_as_written = part->kind == Expression::Kind::literal || part->kind == Expression::Kind::function;
        text += (text.empty() ? "" : " // ") + (is_as_written ? value(*part) : trimmed(*part));
    }
    return text;
}

std::string FortranProcedure::text_function(const Expression& e) const {
    const std::string of = value(e.operands[0]);
    if (e.text == "length") return fmt::format("len_trim({})", of);
    const std::string first = value(e.operands[1]);
    if (e.text == "code") return fmt::format("{}({}({}:{}))", word("ichar"), of, first, first);
    if (e.text == "slice") return fmt::format("{}({}:{})", of, first, moved(e.operands[2], -1));
    return fmt::format("{}({}, {}, {})", name_of_called(e.text), of, first, value(e.operands[2]));
}

std::string FortranProcedure::written(const Statement& s) const {
    const std::string text = joined_text(s.operands.back());
    if (s.text == "fail" || s.text == "warn") return fmt::format("call {}({})", s.text, text);
    return fmt::format("call put_text({}, {}{})", value(s.operands[0]), text,
                       s.text == "write" ? " // new_line(\"a\")" : "");
}

std::string FortranProcedure::operation(const Expression& e, Level level) const {
    if (e.type == ValueType::text) return joined_text(e);
    return ProcedurePrinter::operation(e, level);
}

std::string FortranProcedure::function(const Expression& e, Level level) const {
    if (e.operands[0].type == ValueType::text) return text_function(e);
    if (e.text == "real") return fmt::format("real({}, dp)", value(e.operands[0]));
    if (e.text == "whole") return fmt::format("{}({})", word("int"), value(e.operands[0]));
    if (e.text == "power") {
        const std::string text = fmt::format("{}**{}", value(e.operands[0], primary), value(e.operands[1], primary));
        return level > product ? fmt::format("({})", text) : text;
    }
    if (e.text == "floor")
        return e.type == ValueType::real ? real_floor(value(e.operands[0])) : whole_floor(value(e.operands[0]));
    std::vector<std::string> operands;
    for (const Expression& operand : e.operands) operands.push_back(value(operand));
    return fmt::format("{}({})", word(e.text), list(operands));
}

// -- statements

bool FortranProcedure::fits(const std::string& statement, std::size_t indent) const {
    return indent + statement.size() <= fortran_line_width;
}

std::string FortranProcedure::line(const std::string& text, std::size_t indent) const {
    return wrapped_fortran(text, indent);
}

std::string FortranProcedure::comment(const std::string& text, std::size_t indent) const {
    return comment_lines(text, std::string(indent, ' ') + "! ", fortran_line_width);
}

std::string FortranProcedure::simple(const Statement& s) const {
    if (s.kind == Statement::Kind::leave) return s.text == "next" ? "cycle" : s.text;
    if (s.kind == Statement::Kind::call) {
        std::vector<std::string> items;
        for (const Expression& given : s.operands) items.push_back(value(given));
        return fmt::format("{} {}({})", word("call"), name_of_called(s.text), list(items));
    }
    if (s.kind == Statement::Kind::write) return written(s);
    return fmt::format("{} = {}", value(s.operands[0]), cut(s.operands[1], s.operands[0]));
}

std::string FortranProcedure::bounds(const Statement& loop) const {
    return fmt::format("{} = {}, {}{}", variable(loop.variable).name, value(loop.operands[0]), value(loop.operands[1]),
                       loop.step == 1 ? "" : fmt::format(", {}", loop.step));
}

std::string FortranProcedure::for_loop(const Statement& s, std::size_t indent) {
    return line("do " + bounds(s), indent) + block(s.bodies[0], indent + 2) + line("end do", indent);
}

std::string FortranProcedure::while_loop(const Statement& s, std::size_t indent) {
    const bool is_endless = s.operands[0].kind == Expression::Kind::literal;
    return line(is_endless ? "do" : fmt::format("do while ({})", value(s.operands[0])), indent) +
           block(s.bodies[0], indent + 2) + line("end do", indent);
}

std::string FortranProcedure::branch(const Statement& s, std::size_t indent) {
    if (s.bodies.size() == 1 && s.bodies[0].size() == 1 && is_simple(s.bodies[0][0])) {
        const std::string joined = fmt::format("{} ({}) {}", word("if"), value(s.operands[0]), simple(s.bodies[0][0]));
        if (fits(joined, indent)) return line(joined, indent);
    }
    std::string text;
    for (std::size_t k = 0; k < s.bodies.size(); ++k) {
        if (k == s.operands.size()) {
            text += line(word("else"), indent);
        } else {
            const std::string opening = k == 0 ? word("if") : fmt::format("{} {}", word("else"), word("if"));
            text += line(fmt::format("{} ({}) {}", opening, value(s.operands[k]), word("then")), indent);
        }
        text += block(s.bodies[k], indent + 2);
    }
    return text + line(fmt::format("{} {}", word("end"), word("if")), indent);
}

std::string fortran_procedure(const Program& program, const std::string& procedure) {
    return FortranProcedure(program, procedure).text();
}

std::string fortran_procedure(const Program& program, const OfScript& given) {
    return FortranProcedure(program, given).text();
}

}  // namespace lag
