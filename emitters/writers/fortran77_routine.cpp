#include "emitters/writers/fortran77_routine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/rational.hpp"
#include "emitters/passes/thresholds.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/text_lines.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

// An array without elements is declared with one and never touched.
std::string dummy(const Argument& argument) {
    std::vector<std::size_t> extents;
    for (const Extent& extent : argument.shape) extents.push_back(std::max<std::size_t>(extent.value, 1));
    return extents.empty() ? argument.name : fmt::format("{}({})", argument.name, fmt::join(extents, ","));
}

std::string dummies(const std::vector<const Argument*>& arguments) {
    std::vector<std::string> reals, integers;
    for (const Argument* argument : arguments)
        (argument->type == Argument::Type::integer ? integers : reals).push_back(dummy(*argument));
    return fixed_form_declarations("DOUBLE PRECISION", reals) + fixed_form_declarations("INTEGER", integers);
}

std::vector<std::string> names_of(const RoutineBody& body) {
    std::vector<std::string> names;
    for (const std::size_t a : body.arguments) names.push_back(body.routine.arguments[a].name);
    if (body.kind == RoutineBody::Kind::piece)
        for (const auto& [lanes, length] : body.workspaces()) names.push_back(workspace_name(lanes));
    return names;
}

// `label` is the statement label to use, and the next one.
std::string zeroing(const Argument& argument, std::size_t label) {
    const bool is_matrix = argument.shape.size() == 2;
    std::string text;
    if (is_matrix) text += fixed_form_statement(fmt::format("DO {} j = 1, {}", label + 1, argument.shape[1].value));
    text += fixed_form_statement(fmt::format("DO {} i = 1, {}", label, argument.shape[0].value));
    text += fmt::format("{:>5} {}{} = 0.0D0\n", label, argument.name, is_matrix ? "(i,j)" : "(i)");
    if (is_matrix) text += fmt::format("{:>5} CONTINUE\n", label + 1);
    return text;
}

// Never executed: mentions a dummy that the body does not need, so that no compiler warns.
std::string mention(const Argument& argument) {
    const char* const place = argument.shape.empty() ? "" : argument.shape.size() == 2 ? "(1,1)" : "(1)";
    const std::string first = argument.name + place;
    return fixed_form_statement("IF (.FALSE.) " +
                                (argument.intent == Argument::Intent::in ? "z0 = " + first : first + " = 0"));
}

}  // namespace

std::string Fortran77Dialect::number(double value) const {
    return fortran77_number(value);
}

std::string Fortran77Dialect::part(const std::string& array, std::size_t first, std::size_t) const {
    return fmt::format("{}({})", array, first + 1);
}

std::string Fortran77Dialect::element(const Argument& argument, std::size_t element) const {
    return fortran_element(argument, element);
}

std::string Fortran77Dialect::work(std::size_t slot) const {
    return fmt::format("work({})", slot + 1);
}

std::string Fortran77Dialect::local(const std::string& array, std::size_t element) const {
    return fmt::format("{}({})", array, element + 1);
}

std::string Fortran77Dialect::function(Op op, const std::vector<std::string>& x) const {
    switch (op) {
        case Op::less:
            return fmt::format("({} .LT. {})", x[0], x[1]);
        case Op::less_equal:
            return fmt::format("({} .LE. {})", x[0], x[1]);
        case Op::logical_and:
            return fmt::format("({} .AND. {})", x[0], x[1]);
        case Op::logical_or:
            return fmt::format("({} .OR. {})", x[0], x[1]);
        case Op::logical_not:
            return fmt::format("(.NOT. {})", x[0]);
        case Op::pow:
            return fmt::format("(({})**({}))", x[0], x[1]);
        case Op::select:
        case Op::floor:
        case Op::mod:
            return fmt::format("{}_f_{}({})", model_, name_of(op), fmt::join(x, ", "));
        default:
            return fmt::format("{}({})", upper(name_of(op)), fmt::join(x, ", "));
    }
}

std::string Fortran77Dialect::equal(const std::string& element, bool is_real, long value) const {
    return is_real ? fmt::format("(NINT({}) .EQ. {})", element, value) : fmt::format("({} .EQ. {})", element, value);
}

std::string Fortran77Dialect::table_call(const std::string& name, const std::string& arguments) const {
    return fmt::format("{}_f_{}({})", model_, name, arguments);
}

std::string Fortran77Routine::open(const RoutineBody& body) {
    const Routine& routine = body.routine;
    std::vector<const Argument*> declared;
    std::string text = "C\n";
    if (body.kind == RoutineBody::Kind::piece) {
        for (const std::size_t a : body.arguments) declared.push_back(&routine.arguments[a]);
    } else {  // with the arrays of its own
        text += comment_lines(routine.text, "C ", fortran77_last_column);
        for (const Argument& argument : routine.arguments) declared.push_back(&argument);
    }
    return text + fixed_form_statement(fmt::format("SUBROUTINE {}({})", body.name, fmt::join(names_of(body), ", "))) +
           dummies(declared);
}

std::string Fortran77Routine::declare(const RoutineBody& body) {
    const Routine& routine = body.routine;
    std::string mentions, zeros, counters;
    bool reads_unused = false;
    std::size_t loops = 0;
    for (std::size_t a = 0; body.sets_zero() && a < routine.arguments.size(); ++a) {
        const Argument& argument = routine.arguments[a];
        const bool zeroed = std::ranges::count(routine.zeroed, a) > 0;
        if (argument.is_info()) {
            zeros += fixed_form_statement(fmt::format(
                "{} = {}", argument.name, body.first_info.empty() ? "0" : fmt::format("INT({})", body.first_info)));
        } else if (!body.needs.arguments.contains(a) && !(zeroed && argument.elements() > 0)) {
            mentions += mention(argument);
            reads_unused = reads_unused || argument.intent == Argument::Intent::in;
        }
        if (!zeroed || argument.elements() == 0) continue;
        if (argument.shape.empty()) {
            zeros += fixed_form_statement(argument.name + " = 0.0D0");
        } else {
            zeros += zeroing(argument, 10 * ++loops);
            if (counters != "i, j") counters = argument.shape.size() == 2 ? "i, j" : "i";
        }
    }
    std::string text;
    if (reads_unused) text += fixed_form_statement("DOUBLE PRECISION z0");
    if (!counters.empty()) text += fixed_form_statement("INTEGER " + counters);
    for (const auto& [lanes, length] : body.workspaces())
        text += fixed_form_statement(fmt::format("DOUBLE PRECISION {}({})", workspace_name(lanes), length));
    if (body.has_statements()) text += locals(body);
    return text + mentions + zeros;
}

// Temporaries and the functions that the body calls.
std::string Fortran77Routine::locals(const RoutineBody& body) const {
    std::vector<std::string> names, functions;
    const Piece& piece = body.routine.pieces[body.piece];
    for (std::size_t k = piece.first; k < piece.last; ++k)
        if (body.routine.statements[k].kind == CodeStatement::Kind::temporary)
            names.push_back(temporary_name(body.routine, body.routine.statements[k].number));
    for (const Op op : fortran77_functions)
        if (body.needs.functions.contains(op)) functions.push_back(fmt::format("{}_f_{}", program_.name, name_of(op)));
    for (const std::size_t table : body.needs.tables)
        functions.push_back(fmt::format("{}_f_{}", program_.name, table_name(table)));
    names.insert(names.end(), functions.begin(), functions.end());
    if (body.sines)
        for (const SinePlan::Group& group : body.sines->groups())
            for (const std::string& array : {group.angle, group.sine, group.cosine})
                names.push_back(fmt::format("{}({})", array, padded_angles(group.angles.size())));
    std::string values;
    for (const std::size_t k : body.needs.thresholds) {
        names.emplace_back(thresholds[k].name);
        values += fixed_form_statement(
            fmt::format("PARAMETER ({} = {})", thresholds[k].name, fortran77_number(thresholds[k].value)));
    }
    return fixed_form_declarations("DOUBLE PRECISION", names) + values + fixed_form_declarations("EXTERNAL", functions);
}

std::string Fortran77Routine::close(const RoutineBody&) {
    return fixed_form_statement("END");
}

std::string Fortran77Routine::comment(const std::string& text) {
    return comment_lines(text, "C     ", fortran77_last_column);
}

std::string Fortran77Routine::assign(const std::string& temporary, const std::string& value) {
    return store(temporary, value);
}

std::string Fortran77Routine::store(const std::string& element, const std::string& value) {
    return fixed_form_statement(fmt::format("{} = {}", element, value));
}

std::string Fortran77Routine::store_unless(const std::string& condition, const std::string& element,
                                           const std::string& value) {
    return fixed_form_statement(fmt::format("IF ({}) {} = {}", opposite(condition, ".NOT. "), element, value));
}

std::string Fortran77Routine::check(const std::string& condition, std::size_t info) {
    return fixed_form_statement(
        fmt::format("IF (info .EQ. 0 .AND. {}) info = {}", opposite(condition, ".NOT. "), info));
}

std::string Fortran77Routine::call(const Routine& routine, const CodeStatement& statement) {
    return fixed_form_call("CALL " + call_text(routine, statement, dialect_, ""),
                           routine.calls.at(statement.number).name);
}

std::string Fortran77Routine::call_piece(const RoutineBody& piece) {
    return fixed_form_statement(fmt::format("CALL {}({})", piece.name, fmt::join(names_of(piece), ", ")));
}

std::string Fortran77Routine::evaluate_sines(const SinePlan::Group& group, const AngleText& angle) {
    const std::size_t given = group.angles.size(), all = padded_angles(given);
    std::string text;
    for (std::size_t k = 0; k < all; ++k)
        text += store(dialect_.local(group.angle, k), k < given ? angle(k) : dialect_.number(0.0));
    return text + fixed_form_statement(fmt::format("CALL {}_f_sines({}, {}, {}, {})", program_.name, all, group.angle,
                                                   group.sine, group.cosine));
}

}  // namespace lag
