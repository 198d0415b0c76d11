// Program -> a Fortran 2008 module: sizes, name tables, routines (fortran_routine.hpp), the functions that these call.
// Lines stay within 132 columns, literals carry their kind.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "emitters/passes/thresholds.hpp"
#include "emitters/writers/asked_procedures.hpp"
#include "emitters/writers/fortran_batch.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/fortran_routine.hpp"
#include "emitters/writers/head_comment.hpp"
#include "emitters/writers/index_names.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/name_tables.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/template_text.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_fortran_name = 63;

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

std::string fortran_table(const NameTable& table) {
    std::string line =
        fmt::format("character(len=64), parameter, public :: {}({}) = [character(len=64) ::", table.name, table.extent);
    if (table.entries.empty()) return wrapped_fortran(line + "]", 2);
    std::string text = fmt::format("  {} &\n", line), row;
    for (std::size_t k = 0; k < table.entries.size(); ++k) {
        const std::string entry = quoted(table.entries[k].substr(0, 64)) + (k + 1 < table.entries.size() ? ", " : "]");
        if (row.size() + entry.size() > fortran_line_width - 10) {
            text += fmt::format("    {}&\n", row);
            row.clear();
        }
        row += entry;
    }
    return fmt::format("{}    {}\n", text, row);
}

// In parts, since a statement may have no more than 255 lines.
std::string fortran_table(const IndexTable& table) {
    constexpr std::size_t part = 2000;
    std::string text, parts;
    const auto declared = [&](const std::string& access, const std::string& name, const std::string& list) {
        return wrapped_fortran(fmt::format("integer, parameter{} :: {} = [integer :: {}]", access, name, list), 2);
    };
    if (table.entries.size() <= part)
        return declared(", public", fmt::format("{}({})", table.name, table.extent), index_list(table.entries, 1));
    for (std::size_t first = 0; first < table.entries.size(); first += part) {
        const auto begin = table.entries.begin() + static_cast<std::ptrdiff_t>(first);
        const std::size_t size = std::min(part, table.entries.size() - first);
        const std::string name = fmt::format("{}_{}", table.name, first / part + 1);
        parts += (parts.empty() ? "" : ", ") + name;
        text += declared("", fmt::format("{}({})", name, size),
                         index_list({begin, begin + static_cast<std::ptrdiff_t>(size)}, 1));
    }
    return text + declared(", public", fmt::format("{}({})", table.name, table.extent), parts);
}

class FortranWriter {
  public:
    FortranWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        std::string result =
            head_comment(program_, routines_,
                         {"! ", fortran_line_width, "call ", program_.name + "_", "", "({})", "", options_.procedures});
        result += fmt::format("module {}_model\n  implicit none\n  private\n", program_.name);
        result += "  integer, parameter :: dp = kind(1.0d0)\n";
        std::string sizes;
        for (const Extent& extent : program_.sizes)
            sizes += fmt::format("{}{} = {}", sizes.empty() ? "" : ", ", extent.name, extent.value);
        result += wrapped_fortran("integer, parameter, public :: " + sizes, 2);
        for (const IndexNames& table : index_names(program_, longest_fortran_name))
            result += fortran_declarations("integer, parameter, public", index_definitions(table, "", 1), 2);
        for (const NameTable& table : name_tables(program_)) result += fortran_table(table);
        for (const IndexTable& table : index_tables(program_)) result += fortran_table(table);
        for (const NumberTable& table : number_tables(program_))
            result += wrapped_fortran(fmt::format("integer, parameter, public :: {}({}) = [integer :: {}]", table.name,
                                                  table.extent, number_list(table.entries)),
                                      2);
        for (const Routine* routine : routines_)
            result += fmt::format("  public :: {}_{}\n", program_.name, routine->name);
        if (options_.batch) result += batch_names();
        for (const RoutineName name : procedures_of_file(routines_, options_))
            result += fmt::format("  public :: {}\n", routine_of(program_.name, name));
        FortranRoutine language;
        RoutineWriter writer(program_, language, options_.own_sines());
        std::string bodies;
        for (const Routine* routine : routines_)
            bodies += writer.text(*routine, fmt::format("{}_{}", program_.name, routine->name));
        BodyNeeds needs = writer.asked_for();
        const ScriptProcedures of_script(program_, routines_);
        bodies += of_script.fortran();
        if (of_script.uses_floor()) needs.functions.insert(Op::floor);
        ProcedureTexts procedures(program_, fortran_procedure);
        bodies += procedures.called_by(routines_);
        for (const RoutineName name : procedures_of_file(routines_, options_))
            bodies += procedures.text(to_string(name));
        if (options_.batch) {
            const Program packs = ordered_for(program_, OrderGoal::packs, true);
            for (const Routine* routine : routines_)
                if (has_fortran_batch(*routine)) bodies += fortran_batch_text(packs, *packs.find(routine->name), needs);
        }
        for (const std::size_t k : needs.thresholds)
            result += fmt::format("  real(dp), parameter :: {} = {}\n", thresholds[k].name,
                                  FortranDialect().number(thresholds[k].value));
        result +=
            fmt::format("{}{}contains\n{}", fortran_point_tables(program_, needs.tables), interfaces_text(), bodies);
        return fmt::format("{}{}{}end module {}_model\n", result, functions_text(needs),
                           fortran_limbs_text(needs.lanes, bodies), program_.name);
    }

  private:
    std::string batch_names() const {
        std::string text;
        if (std::ranges::any_of(routines_, [](const Routine* r) { return goes_in_blocks(*r); }))
            text = fmt::format("  integer, parameter :: lanes = {}  ! states of a block\n", fortran_lanes);
        for (const Routine* routine : routines_)
            if (has_fortran_batch(*routine))
                text += fmt::format("  public :: {}_{}_batch\n", program_.name, routine->name);
        return text;
    }

    // What the bodies call.
    std::string functions_text(const BodyNeeds& needs) const {
        return fortran_table_functions(program_, needs.tables) +
               (needs.functions.contains(Op::floor) ? filled_template("floor_of.f90") : "") +
               (needs.own_sines ? fortran_sine_text(options_.sines, needs.most_angles > sine_block) : "");
    }

    // The user's routines, each once.
    std::string interfaces_text() const {
        std::string text;
        std::set<std::string> known;
        for (const ExternalCall& call : program_.externals) {
            if (!known.insert(call.name).second) continue;
            std::string given, taken;
            const auto add = [&](std::string& names, const char* letter, std::size_t k) {
                const std::string name = letter + std::to_string(k);
                // an interface cannot give a dummy the name of its routine
                names += (k > 1 ? ", " : "") + name + (lower_case(call.name) == name ? "_" : "");
            };
            for (std::size_t k = 1; k <= call.arguments; ++k) add(given, "a", k);
            for (std::size_t k = 1; k <= call.results; ++k) add(taken, "r", k);
            const std::string list = given + (given.empty() || taken.empty() ? "" : ", ") + taken;
            text += wrapped_fortran(fmt::format("subroutine {}({})", call.name, list), 4) + "      import :: dp\n";
            if (!given.empty()) text += wrapped_fortran("real(dp), intent(in) :: " + given, 6);
            if (!taken.empty()) text += wrapped_fortran("real(dp), intent(out) :: " + taken, 6);
            text += fmt::format("    end subroutine {}\n", call.name);
        }
        return text.empty() ? text : fmt::format("  interface\n{}  end interface\n", text);
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
};

}  // namespace

void check_fortran_names(const Program& program, const std::vector<const Routine*>& routines, bool batch) {
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto is_plain = [&](char c) {
        return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    if (program.name.empty() || !is_letter(program.name.front()) || !std::ranges::all_of(program.name, is_plain))
        throw ModelError("Fortran cannot take the model name " + program.name, "letters, digits and _, a letter first");
    std::size_t longest = std::string("_model").size();
    for (const Routine* routine : routines) {
        std::size_t length = routine->name.size() + 1;
        if (batch && has_fortran_batch(*routine)) length += std::string("_lanes").size();
        if (routine->is_split()) length += 1 + std::to_string(routine->pieces.size()).size();
        longest = std::max(longest, length);
    }
    if (program.name.size() + longest > longest_fortran_name)
        throw ModelError(
            fmt::format(
                "the model name {} is too long for Fortran: names of routines reach {} characters, 63 are allowed",
                program.name, program.name.size() + longest),
            fmt::format("choose a model name of at most {} characters", longest_fortran_name - longest));
    std::map<std::string, std::string> seen;
    for (const auto* table : {&program.coordinates, &program.speeds, &program.states, &program.parameters,
                              &program.inputs, &program.constraints, &program.outputs}) {
        for (const TableRow& row : *table) {
            if (row.name.size() > longest_fortran_name)
                throw ModelError(fmt::format("the name {} is too long for Fortran", row.name),
                                 "63 characters are allowed");
            const auto [known, is_new] = seen.emplace(lower_case(row.name), row.name);
            if (!is_new && known->second != row.name)
                throw ModelError(fmt::format("the names {} and {} differ only in case, which Fortran ignores",
                                             known->second, row.name),
                                 "rename one of them, or emit C++");
        }
    }
}

std::string fortran_text(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options) {
    return FortranWriter(program, routines, options).text();
}

}  // namespace lag
