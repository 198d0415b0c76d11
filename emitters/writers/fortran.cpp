// Program -> a Fortran 2008 module. Lines stay within 132 columns, literals carry their kind, selections are `merge`
// (both sides are evaluated), every routine is pure. A dummy argument that a body does not need is named in an empty
// `associate`, so that no compiler warns. Bodies that were split pass a workspace; their caller is `recursive`, which
// keeps that array off static storage.

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "core/errors.hpp"
#include "emitters/writers/assembly_text.hpp"
#include "emitters/writers/fortran_batch.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/vector_text.hpp"
#include "emitters/writers/writer.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_name = 63;

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

std::string table_text(const NameTable& table) {
    std::string line =
        "character(len=64), parameter, public :: " + table.name + "(" + table.extent + ") = [character(len=64) ::";
    if (table.entries.empty()) return wrapped_fortran(line + "]", 2);
    std::string text = "  " + line + " &\n", row;
    for (std::size_t k = 0; k < table.entries.size(); ++k) {
        const std::string entry = quoted(table.entries[k].substr(0, 64)) + (k + 1 < table.entries.size() ? ", " : "]");
        if (row.size() + entry.size() > fortran_line_width - 10) {
            text += "    " + row + "&\n";
            row.clear();
        }
        row += entry;
    }
    return text + "    " + row + "\n";
}

// In parts, since a statement may have no more than 255 lines.
std::string table_text(const IndexTable& table) {
    constexpr std::size_t part = 2000;
    std::string text, parts;
    const auto declared = [&](const std::string& access, const std::string& name, const std::string& list) {
        return wrapped_fortran("integer, parameter" + access + " :: " + name + " = [integer :: " + list + "]", 2);
    };
    if (table.entries.size() <= part)
        return declared(", public", table.name + "(" + table.extent + ")", index_list(table.entries, 1));
    for (std::size_t first = 0; first < table.entries.size(); first += part) {
        const auto begin = table.entries.begin() + static_cast<std::ptrdiff_t>(first);
        const std::size_t size = std::min(part, table.entries.size() - first);
        const std::string name = table.name + "_" + std::to_string(first / part + 1);
        parts += (parts.empty() ? "" : ", ") + name;
        text += declared("", name + "(" + std::to_string(size) + ")",
                         index_list({begin, begin + static_cast<std::ptrdiff_t>(size)}, 1));
    }
    return text + declared(", public", table.name + "(" + table.extent + ")", parts);
}

class FortranWriter {
  public:
    FortranWriter(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options)
        : program_(program), routines_(routines), options_(options) {}

    std::string text() {
        std::string result = head_comment(program_, routines_, "! ", fortran_line_width);
        result += "module " + program_.name + "_model\n  implicit none\n  private\n";
        result += "  integer, parameter :: dp = kind(1.0d0)\n";
        std::string sizes;
        for (const Extent& extent : program_.sizes)
            sizes += (sizes.empty() ? "" : ", ") + extent.name + " = " + std::to_string(extent.value);
        result += wrapped_fortran("integer, parameter, public :: " + sizes, 2);
        for (const NameTable& table : name_tables(program_)) result += table_text(table);
        for (const IndexTable& table : index_tables(program_)) result += table_text(table);
        for (const Routine* routine : routines_) result += "  public :: " + program_.name + "_" + routine->name + "\n";
        if (options_.batch) result += batch_names();
        if (has_assembly_loop(routines_)) result += "  public :: " + program_.name + "_" + assembly_loop + "\n";
        result += fortran_point_tables(program_, routines_);
        result += interfaces_text();
        std::string bodies;
        for (const Routine* routine : routines_) bodies += routine_text(*routine);
        if (has_assembly_loop(routines_)) bodies += fortran_assembly(program_);
        if (options_.batch) bodies += batches_text();
        bodies += fortran_table_functions(program_, routines_);
        if (bodies.find("floor_of(") != std::string::npos) bodies += floor_text();
        if (bodies.find("call vector_sines(") != std::string::npos) bodies += fortran_vector_text();
        return result + "contains\n" + bodies + "end module " + program_.name + "_model\n";
    }

  private:
    std::string batch_names() const {
        std::string text;
        if (std::ranges::any_of(routines_, [](const Routine* r) { return goes_in_blocks(*r); }))
            text = "  integer, parameter :: lanes = " + std::to_string(fortran_lanes) +
                   "  ! states of a block: 4 is faster where vectors have 256 bits\n";
        for (const Routine* routine : routines_)
            if (has_fortran_batch(*routine)) text += "  public :: " + program_.name + "_" + routine->name + "_batch\n";
        return text;
    }
    std::string batches_text() const {
        const Program packs = ordered_for(program_, OrderGoal::packs);
        std::string text;
        for (const Routine* routine : routines_)
            if (has_fortran_batch(*routine)) text += fortran_batch_text(packs, *packs.find(routine->name));
        return text;
    }
    static std::string floor_text() {
        return "\n  ! largest whole number not above x; the intrinsic's integer overflows\n"
               "  elemental function floor_of(x) result(whole)\n    real(dp), intent(in) :: x\n    real(dp) :: whole\n"
               "    whole = aint(x)\n    whole = merge(whole - 1.0_dp, whole, whole > x)\n  end function floor_of\n";
    }

    // The user's routines, each once.
    std::string interfaces_text() const {
        std::string text;
        std::set<std::string> known;
        for (const ExternalCall& call : program_.externals) {
            if (!known.insert(call.name).second) continue;
            std::string given, taken;
            for (std::size_t k = 1; k <= call.arguments; ++k) given += (k > 1 ? ", a" : "a") + std::to_string(k);
            for (std::size_t k = 1; k <= call.results; ++k) taken += (k > 1 ? ", r" : "r") + std::to_string(k);
            const std::string list = given + (given.empty() || taken.empty() ? "" : ", ") + taken;
            text += wrapped_fortran("subroutine " + call.name + "(" + list + ")", 4) + "      import :: dp\n";
            if (!given.empty()) text += wrapped_fortran("real(dp), intent(in) :: " + given, 6);
            if (!taken.empty()) text += wrapped_fortran("real(dp), intent(out) :: " + taken, 6);
            text += "    end subroutine " + call.name + "\n";
        }
        return text.empty() ? text : "  interface\n" + text + "  end interface\n";
    }

    static std::string declaration(const Argument& argument, bool inside_piece) {
        if (argument.intent == Argument::Intent::local && !inside_piece)
            return "    real(dp) :: " + argument.name + fortran_dimensions(argument) + "\n";
        const bool is_in = argument.intent == Argument::Intent::in;
        const bool is_out = argument.intent == Argument::Intent::out && !inside_piece;
        return std::string("    ") + (argument.type == Argument::Type::integer ? "integer" : "real(dp)") + ", intent(" +
               (is_in    ? "in"
                : is_out ? "out"
                         : "inout") +
               ") :: " + argument.name + fortran_dimensions(argument) + "\n";
    }

    std::string body_text(const Routine& routine, std::size_t p) const {
        std::string text;
        const Piece& piece = routine.pieces[p];
        std::string last_comment;
        const std::optional<SinePlan> sines = plan_of(routine, p);
        for (std::size_t k = piece.first; k < piece.last; ++k) {
            if (sines) text += sines_text(routine, p, *sines, k - piece.first);
            const CodeStatement& s = routine.statements[sines ? sines->order()[k - piece.first] : k];
            if (!s.comment.empty() && s.comment != last_comment)
                text += comment_lines(s.comment, "    ! ", fortran_line_width);
            if (!s.comment.empty()) last_comment = s.comment;
            const std::string value = value_text(program_, routine, s, p, dialect_, sines ? &*sines : nullptr);
            switch (s.kind) {
                case CodeStatement::Kind::temporary:
                    text += wrapped_fortran(temporary_name(s.number) + " = " + value, 4);
                    break;
                case CodeStatement::Kind::result:
                    text += wrapped_fortran(
                        dialect_.element(routine.arguments[s.place.argument], s.place.element) + " = " + value, 4);
                    break;
                case CodeStatement::Kind::call:
                    text += wrapped_fortran("call " + call_text(program_, routine, s, dialect_, ""), 4);
                    break;
                case CodeStatement::Kind::check:
                    text += wrapped_fortran(
                        "info = merge(info, " + std::to_string(s.number) + ", info /= 0 .or. " + value + ")", 4);
                    break;
            }
            if (is_stored(routine, s))
                text += "    " + dialect_.work(routine.slot[s.number] - 1) + " = " + temporary_name(s.number) + "\n";
        }
        return text;
    }

    std::optional<SinePlan> plan_of(const Routine& routine, std::size_t p) const {
        return options_.vector_sines ? std::optional<SinePlan>(std::in_place, routine, p) : std::nullopt;
    }

    // Whole vectors: a remainder would be computed one by one.
    static std::size_t padded(std::size_t angles) { return (angles + 3) / 4 * 4; }

    // The groups of angles that stand before the statement at `place`.
    std::string sines_text(const Routine& routine, std::size_t p, const SinePlan& plan, std::size_t place) const {
        std::string text;
        for (const SinePlan::Group& group : plan.groups()) {
            if (group.before != place) continue;
            for (std::size_t k = 0; k < group.angles.size(); ++k)
                text += wrapped_fortran(dialect_.local(group.angle, k) + " = " +
                                            angle_text(program_, routine, group.angles[k], p, dialect_, plan),
                                        4);
            for (std::size_t k = group.angles.size(); k < padded(group.angles.size()); ++k)
                text += "    " + dialect_.local(group.angle, k) + " = 0.0_dp\n";
            text += "    call vector_sines(" + std::to_string(padded(group.angles.size())) + ", " + group.angle + ", " +
                    group.sine + ", " + group.cosine + ")\n";
        }
        return text;
    }

    std::string sine_arrays_text(const Routine& routine, std::size_t p) const {
        std::string text;
        const std::optional<SinePlan> sines = plan_of(routine, p);
        if (!sines) return text;
        for (const SinePlan::Group& group : sines->groups()) {
            const std::string size = "(" + std::to_string(padded(group.angles.size())) + ")";
            text +=
                "    real(dp) :: " + group.angle + size + ", " + group.sine + size + ", " + group.cosine + size + "\n";
        }
        return text;
    }

    static std::string call_list(const Routine& routine, const std::set<std::size_t>& arguments, bool work) {
        std::string text;
        for (const std::size_t a : arguments) text += (text.empty() ? "" : ", ") + routine.arguments[a].name;
        return work ? text + (text.empty() ? "work" : ", work") : text;
    }

    std::string routine_text(const Routine& routine) const {
        const std::string name = program_.name + "_" + routine.name;
        std::set<std::size_t> all, used;
        for (std::size_t a = 0; a < routine.arguments.size(); ++a)
            if (routine.arguments[a].intent != Argument::Intent::local) all.insert(a);
        for (const Piece& piece : routine.pieces) used.merge(arguments_used(program_, routine, piece));
        std::string text = "\n  ! " + routine.text + "\n";
        text += wrapped_fortran((routine.is_split() ? "recursive " : "") + subroutine(routine) + name + "(" +
                                    call_list(routine, all, false) + ")",
                                2);
        std::string unused, start;
        for (std::size_t a = 0; a < routine.arguments.size(); ++a) {
            const Argument& argument = routine.arguments[a];
            text += declaration(argument, false);
            if (argument.type == Argument::Type::integer) {
                start += "    " + argument.name + " = 0\n";
            } else if (std::ranges::count(routine.zeroed, a) > 0) {
                start += "    " + argument.name + " = 0.0_dp\n";
            } else if (!used.contains(a)) {
                if (argument.intent == Argument::Intent::out) start += "    " + argument.name + " = 0.0_dp\n";
                if (argument.intent != Argument::Intent::out)
                    unused += (unused.empty() ? "" : ", ") + ("unused_" + argument.name + " => ") + argument.name;
            }
        }
        if (!routine.is_split())
            text += fortran_temporaries(routine, routine.pieces[0], "    real(dp) :: ") + sine_arrays_text(routine, 0);
        if (routine.workspace > 0) text += "    real(dp) :: work(" + std::to_string(routine.workspace) + ")\n";
        if (!unused.empty()) text += wrapped_fortran("associate (" + unused + ")", 4) + "    end associate\n";
        text += start;
        if (!routine.is_split()) return text + body_text(routine, 0) + "  end subroutine " + name + "\n";
        std::string pieces;
        for (std::size_t p = 0; p < routine.pieces.size(); ++p) {
            const std::string piece_name = name + "_" + std::to_string(p + 1);
            const std::set<std::size_t> needed = arguments_used(program_, routine, routine.pieces[p]);
            text += wrapped_fortran(
                "call " + piece_name + "(" + call_list(routine, needed, routine.workspace > 0) + ")", 4);
            pieces += piece_text(routine, p, piece_name, needed);
        }
        return text + "  end subroutine " + name + "\n" + pieces;
    }

    static std::string subroutine(const Routine& routine) {
        return routine.calls_externals() ? "subroutine " : "pure subroutine ";
    }

    std::string piece_text(const Routine& routine, std::size_t p, const std::string& name,
                           const std::set<std::size_t>& needed) const {
        const bool work = routine.workspace > 0;
        std::string text =
            "\n" + wrapped_fortran(subroutine(routine) + name + "(" + call_list(routine, needed, work) + ")", 2);
        for (const std::size_t a : needed) text += declaration(routine.arguments[a], true);
        if (work) text += "    real(dp), intent(inout) :: work(" + std::to_string(routine.workspace) + ")\n";
        text += fortran_temporaries(routine, routine.pieces[p], "    real(dp) :: ") + sine_arrays_text(routine, p);
        const std::string body = body_text(routine, p);
        if (work && body.find("work(") == std::string::npos)
            text += "    associate (unused_work => work)\n    end associate\n";
        return text + body + "  end subroutine " + name + "\n";
    }

    const Program& program_;
    const std::vector<const Routine*>& routines_;
    const EmitOptions& options_;
    FortranDialect dialect_;
};

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

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
    if (program.name.size() + longest > longest_name)
        throw ModelError("the model name " + program.name + " is too long for Fortran: names of routines reach " +
                             std::to_string(program.name.size() + longest) + " characters, 63 are allowed",
                         "choose a model name of at most " + std::to_string(longest_name - longest) + " characters");
    std::map<std::string, std::string> seen;
    for (const auto* table : {&program.coordinates, &program.speeds, &program.parameters, &program.inputs,
                              &program.constraints, &program.outputs}) {
        for (const TableRow& row : *table) {
            if (row.name.size() > longest_name)
                throw ModelError("the name " + row.name + " is too long for Fortran", "63 characters are allowed");
            const auto [known, is_new] = seen.emplace(lower_case(row.name), row.name);
            if (!is_new && known->second != row.name)
                throw ModelError(
                    "the names " + known->second + " and " + row.name + " differ only in case, which Fortran ignores",
                    "rename one of them, or emit C++");
        }
    }
}

std::string fortran_text(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options) {
    return FortranWriter(program, routines, options).text();
}

}  // namespace lag
