#include "emitters/writers/driver_stages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/fortran_dialect.hpp"

namespace lag {

namespace {

bool is_of_fortran(Language language) {
    return language == Language::fortran || language == Language::fortran77;
}

// Names and units: a literal that needs no lines of its own.
std::string short_literal(const std::string& text, Language language) {
    const char mark = is_of_fortran(language) ? '\'' : '"';
    std::string quoted(1, mark);
    for (const char c : text) quoted += c == mark ? std::string(2, c) : std::string(1, c);
    return quoted + mark;
}

std::string factor_literal(double value, Language language) {
    std::string text = fmt::format("{:.16e}", value);
    if (language == Language::fortran77) std::ranges::replace(text, 'e', 'D');
    return text + (language == Language::fortran ? "_dp" : "");
}

std::string user_units(const Program& program, Language language) {
    std::string text;
    for (const UserUnit& one : program.user_units) {
        const std::string name = short_literal(one.name, language), unit = short_literal(one.unit, language),
                          factor = factor_literal(one.scale, language);
        switch (language) {
            case Language::fortran:
                text += fmt::format("    case ({})\n      unit = {}\n      factor = {}\n", name, unit, factor);
                break;
            case Language::fortran77:
                text += fmt::format("      IF (name .EQ. {}) THEN\n      mark = {}\n      factor = {}\n      ENDIF\n",
                                    name, unit, factor);
                break;
            case Language::cpp:
                text += fmt::format("    if (name == {}) return factor = {}, {};\n", name, factor, unit);
                break;
            default:
                text += fmt::format("    if (strcmp(name, {}) == 0) return *factor = {}, {};\n", name, factor, unit);
        }
    }
    return text;
}

// -- calls

// Where a name stands among the rows; their number where it does not.
std::size_t place_among(const std::vector<TableRow>& rows, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(rows, name, &TableRow::name) - rows.begin());
}

// What the main program calls it: "t", "s->p[2]", "y(4)".
std::string element_of(const Program& program, Language language, const StageRoutine& routine,
                       const std::string& name) {
    if (name == "t") return "t";
    struct Table {
        const std::vector<TableRow>& rows;
        std::string array, parted;  // of C++, whose state is in parts
        std::size_t from;
    };
    const std::size_t nq = program.coordinates.size(), nu = program.speeds.size();
    for (const Table& table : {Table{program.parameters, "p", "p", 0},
                               {program.inputs, "w", "w", 0},
                               {program.coordinates, "y", "q", 0},
                               {program.speeds, "y", "u", nq},
                               {program.states, "y", "states", nq + nu},
                               {program.outputs, "o", "o", 0}}) {
        const std::size_t k = place_among(table.rows, name);
        if (k == table.rows.size()) continue;
        if (is_of_fortran(language)) return fmt::format("{}({})", table.array, table.from + k + 1);
        if (language == Language::cpp) return fmt::format("s.{}[{}]", table.parted, k);
        return fmt::format("s->{}[{}]", table.array, table.from + k);
    }
    throw ModelError("'" + routine.name + "' is told '" + name + "', which the main program has not",
                     "a speed that the constraints solve out is given as an output");
}

std::string call_of(const Program& program, Language language, const StageRoutine& routine) {
    std::string list;
    const auto add = [&](const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    for (const std::string& name : routine.arguments) add(element_of(program, language, routine, name));
    for (const std::string& name : routine.results)
        add((is_of_fortran(language) ? "" : "&") + element_of(program, language, routine, name));
    if (language == Language::fortran77) return "      CALL " + routine.name + "(" + list + ")\n";
    if (language == Language::fortran) return wrapped_fortran("call " + routine.name + "(" + list + ")", 4);
    return wrapped_c(routine.name + "(" + list + ");", 4);
}

std::string calls_at(StageRoutine::Stage stage, const Program& program, Language language) {
    std::string text;
    for (const StageRoutine& routine : program.stage_routines)
        if (routine.stage == stage) text += call_of(program, language, routine);
    return text;
}

std::string prototypes(const Program& program, Language language) {
    std::string text;
    for (const StageRoutine& routine : program.stage_routines) {
        if (language == Language::fortran) text += "  external :: " + routine.name + "\n";
        if (is_of_fortran(language)) continue;
        std::string list;
        for (std::size_t k = 0; k < routine.arguments.size() + routine.results.size(); ++k)
            list += std::string(k > 0 ? ", " : "") + (k < routine.arguments.size() ? "double" : "double*");
        if (list.empty() && language == Language::c) list = "void";
        text += wrapped_c(
            (language == Language::cpp ? "extern \"C\" void " : "void ") + routine.name + "(" + list + ");", 0);
    }
    return text.empty() || is_of_fortran(language) ? text : text + "\n";
}

// Inputs that the user's routines give are no columns of tables.
std::string free_columns(const Program& program, Language language) {
    std::string text;
    for (const StageRoutine& routine : program.stage_routines)
        for (const std::string& name : routine.results) {
            const std::size_t k = place_among(program.inputs, name);
            text += (is_of_fortran(language) ? language == Language::fortran ? "  call " : "      CALL " : "    ") +
                    fmt::format("{}_free_input({}){}\n", program.name, k + 1, is_of_fortran(language) ? "" : ";");
        }
    return text;
}

}  // namespace

Holes stage_texts(const Program& program, Language language) {
    return {{"USER_UNITS", user_units(program, language)},
            {"STAGE_PROTOTYPES", prototypes(program, language)},
            {"CALLS_AT_INIT", calls_at(StageRoutine::Stage::init, program, language)},
            {"CALLS_AT_STEP", calls_at(StageRoutine::Stage::step, program, language)},
            {"FREE_COLUMNS", free_columns(program, language)},
            {"QUANTITY", program.user_units.empty() ? "value" : "quantity"}};
}

}  // namespace lag
