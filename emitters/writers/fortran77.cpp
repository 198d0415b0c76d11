// Program -> fixed-form Fortran 77 for codes that keep their old compilers (fortran77_form.hpp, fortran77_routine.hpp).
// No module: <model>_sizes gives the sizes, <model>_coordinate_names(names) and its like give the tables. What goes
// beyond the 1978 standard is what every compiler of its day took: names longer than six characters with underscores
// and lower-case letters.

#include <fmt/format.h>

#include <algorithm>

#include "emitters/writers/asked_procedures.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran77_routine.hpp"
#include "emitters/writers/head_comment.hpp"
#include "emitters/writers/index_names.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/template_text.hpp"
#include "emitters/writers/text_lines.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_fortran77_name = 31;

class Fortran77Writer {
  public:
    Fortran77Writer(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        std::string result =
            head_comment(program_, routines_,
                         {"C ", fortran77_last_column, "CALL ", program_.name + "_", "", "", "", options_.procedures});
        result += sizes_text();
        for (const NameTable& table : name_tables(program_)) result += table_text(table);
        if (program_.jacobian) result += pattern_text(*derivative_routine(jacobian_name()), *program_.jacobian);
        for (const DerivativeTable& table : program_.derivative_tables)
            if (!table.routine.entries.empty()) result += pattern_text(table.routine, table.pattern);
        if (!program_.events.empty()) result += numbers_text();
        Fortran77Routine language(program_);
        RoutineWriter writer(program_, language, options_.own_sines());
        for (const Routine* routine : routines_)
            result += writer.text(*routine, fmt::format("{}_{}", program_.name, routine->name));
        ProcedureTexts procedures(program_, fortran77_procedure);
        result += procedures.called_by(routines_);
        for (const RoutineName name : procedures_of_file(routines_, options_))
            result += procedures.text(to_string(name));
        BodyNeeds needs = writer.asked_for();
        const ScriptProcedures of_script(program_, routines_);
        if (of_script.uses_floor()) needs.functions.insert(Op::floor);
        return result + of_script.fortran77() + functions_text(needs);
    }

  private:
    // The list of each is the same for every model and every option: callers are written once.
    std::string sizes_text() const {
        std::string text =
            sizes_of("sizes", "The sizes of all arrays", {"nq", "nu", "np", "nw", "nc", "nl", "nphi", "no"});
        if (!program_.states.empty()) text += sizes_of("state_sizes", "The number of states", {"ns"});
        if (!program_.flags.empty()) text += sizes_of("flag_sizes", "The number of flags, the last of w", {"nf"});
        if (!program_.events.empty()) text += sizes_of("event_sizes", "The number of events", {"ne"});
        if (!program_.dependent_speeds.empty())
            text += sizes_of("dependent_sizes", "The number of dependent speeds", {"nd"});
        if (!program_.base_parameters.empty())
            text += sizes_of("regressor_sizes", "The number of base parameters", {"nb"});
        if (program_.jacobian) text += sizes_of("jacobian_sizes", "Columns and entries of the jacobian", {"nj", "nz"});
        for (const DerivativeTable& table : program_.derivative_tables) {
            const std::string& name = to_string(table.routine.routine);
            std::vector<std::string> sizes;
            if (table.routine.of != RoutineName::residual) sizes.push_back(columns_extent(table.routine.kind));
            if (!table.routine.entries.empty()) sizes.push_back(table.routine.entries);
            text += sizes_of(name + "_sizes",
                             sizes.size() == 2                           ? "Columns and entries of " + name
                             : table.routine.of == RoutineName::residual ? "Entries of " + name
                                                                         : "Columns of " + name,
                             sizes);
        }
        return text;
    }
    std::string sizes_of(const std::string& routine, const std::string& what,
                         const std::vector<std::string>& names) const {
        std::string list, body;
        for (const std::string& name : names) {
            list += (list.empty() ? "" : ", ") + name;
            body += fixed_form_statement(fmt::format("{} = {}", name, program_.size(name).value));
        }
        return fmt::format("C\nC {}\n{}{}{}{}", what,
                           fixed_form_statement(fmt::format("SUBROUTINE {}_{}({})", program_.name, routine, list)),
                           fixed_form_declarations("INTEGER", names), body, fixed_form_statement("END"));
    }

    std::string table_text(const NameTable& table) const {
        if (table.entries.empty()) return {};
        std::string text = fmt::format(
            "C\n{}{}", fixed_form_statement(fmt::format("SUBROUTINE {}_{}(names)", program_.name, table.name)),
            fixed_form_statement(fmt::format("CHARACTER*64 names({})", table.entries.size())));
        for (std::size_t k = 0; k < table.entries.size(); ++k)
            text += fixed_form_statement(
                fmt::format("names({}) = {}", k + 1, fortran77_quoted(table.entries[k].substr(0, 64))));
        return text + fixed_form_statement("END");
    }

    static const std::string& jacobian_name() { return to_string(RoutineName::jacobian); }
    std::string pattern_text(const DerivativeRoutine& routine, const JacobianPattern& pattern) const {
        const std::string size = fmt::format("({})", std::max<std::size_t>(pattern.rows.size(), 1));
        std::string text =
            fmt::format("C\nC Rows and columns of the {}\n{}{}",
                        routine.of == RoutineName::derivatives ? to_string(routine.kind) + "'s entries"
                                                               : "entries of " + to_string(routine.routine),
                        fixed_form_statement(fmt::format("SUBROUTINE {}_{}_pattern(rows, columns)", program_.name,
                                                         to_string(routine.routine))),
                        fixed_form_statement(fmt::format("INTEGER rows{}, columns{}", size, size)));
        for (std::size_t k = 0; k < pattern.rows.size(); ++k) {
            const std::string place = fmt::format("({}) = ", k + 1);
            text += fixed_form_statement(fmt::format("rows{}{}", place, pattern.rows[k] + 1));
            text += fixed_form_statement(fmt::format("columns{}{}", place, pattern.columns[k] + 1));
        }
        if (pattern.rows.empty()) text += fixed_form_statement("rows(1) = 0") + fixed_form_statement("columns(1) = 0");
        return text + fixed_form_statement("END");
    }

    // event_directions(numbers) and the like
    std::string numbers_text() const {
        std::string text;
        for (const NumberTable& table : number_tables(program_)) {
            text += fmt::format(
                "C\n{}{}", fixed_form_statement(fmt::format("SUBROUTINE {}_{}(numbers)", program_.name, table.name)),
                fixed_form_statement(fmt::format("INTEGER numbers({})", table.entries.size())));
            for (std::size_t k = 0; k < table.entries.size(); ++k)
                text += fixed_form_statement(fmt::format("numbers({}) = {}", k + 1, table.entries[k]));
            text += fixed_form_statement("END");
        }
        return text;
    }

    // What the bodies call.
    std::string functions_text(const BodyNeeds& needs) const {
        std::string text;
        for (const Op op : fortran77_functions)
            if (needs.functions.contains(op))
                text += fixed_form(model_template(fmt::format("{}.f", name_of(op)), program_));
        if (needs.own_sines) text += fortran77_sine_text(program_, options_.sines);
        return text + fortran77_point_tables(program_, needs.tables);
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
};

}  // namespace

std::string fortran77_text(const Program& program, const std::vector<const Routine*>& routines,
                           const EmitOptions& options) {
    return Fortran77Writer(program, routines, options).text();
}

std::string fortran77_places(const Program& program, const std::string& file_name) {
    std::string text =
        comment_lines("Generated by lag; do not edit.", "C ", fortran77_last_column) +
        comment_lines(
            fmt::format("{}: sizes of arrays and places in them, by name; INCLUDE '{}' stands among the declarations",
                        program.name, file_name),
            "C ", fortran77_last_column);
    const auto add = [&](const std::vector<std::string>& definitions) {
        std::vector<std::string> names;
        for (const std::string& definition : definitions) names.push_back(definition.substr(0, definition.find(' ')));
        text += fixed_form_declarations("INTEGER", names);
        for (const std::string& definition : definitions)
            text += fixed_form_statement(fmt::format("PARAMETER ({})", definition));
    };
    std::vector<std::string> sizes;
    for (const Extent& size : program.sizes) sizes.push_back(fmt::format("{} = {}", size.name, size.value));
    add(sizes);
    for (const IndexNames& table : index_names(program, longest_fortran77_name)) add(index_definitions(table, "", 1));
    return text;
}

}  // namespace lag
