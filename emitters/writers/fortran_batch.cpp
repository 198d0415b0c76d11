#include "emitters/writers/fortran_batch.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include "emitters/passes/sine_plan.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/writer.hpp"

namespace lag {

namespace {

bool is_common(const Argument& argument) {
    return argument.name == "c";
}

std::string section(const std::string& array, const std::string& states, const Argument& argument) {
    std::string text = array + "(" + states;
    for (std::size_t k = 0; k < argument.shape.size(); ++k) text += ",:";
    return text + ")";
}

// Array expressions over the lanes. Selections, and what stands in them, become statements of their own.
class LaneDialect : public FortranDialect {
  public:
    std::string element(const Argument& argument, std::size_t element) const override {
        const std::string place = FortranDialect::element(argument, element);
        if (is_common(argument) || argument.shape.empty()) return place;
        return argument.name + "(:," + place.substr(argument.name.size() + 1);
    }
    std::string work(std::size_t slot) const override { return "work(:," + std::to_string(slot + 1) + ")"; }
    std::string local(const std::string& array, std::size_t element) const override {
        return array + "(:," + std::to_string(element + 1) + ")";
    }
    std::string function(Op op, const std::vector<std::string>& x) const override {
        switch (op) {
            case Op::select:
                return stated("merge(" + named(x[1]) + ", " + named(x[2]) + ", " + x[0] + ")");
            case Op::logical_and:
                return "(" + truth(x[0]) + "*" + truth(x[1]) + " > 0.5_dp)";
            case Op::logical_or:
                return "(" + truth(x[0]) + " + " + truth(x[1]) + " > 0.5_dp)";
            default:
                return FortranDialect::function(op, x);
        }
    }
    // A statement with what has to stand before it.
    std::string statement(const std::string& left, const std::string& right) const {
        std::string text;
        const bool is_last = !before_.empty() && before_.back().first == right;  // it needs no name of its own
        if (is_last) before_.back().first = left, --names_;
        for (const auto& [name, value] : before_) text += wrapped_fortran(name + " = " + value, 4);
        before_.clear();
        return is_last ? text : text + wrapped_fortran(left + " = " + right, 4);
    }
    std::string declarations() const {
        const std::string type = "    real(dp), dimension(lanes) :: ";
        std::string text, line;
        for (std::size_t k = 1; k <= names_; ++k) {
            const std::string name = "h" + std::to_string(k);
            if (k % 16 == 1 || line.size() + name.size() + 2 > fortran_line_width) {
                text += line.empty() ? "" : line + "\n";
                line = type + name;
            } else {
                line += ", " + name;
            }
        }
        return line.empty() ? text : text + line + "\n";
    }

  private:
    std::string stated(const std::string& value) const {
        before_.emplace_back("h" + std::to_string(++names_), value);
        return before_.back().first;
    }
    std::string named(const std::string& value) const {
        static const std::regex is_name_or_number("[-(]*[a-z0-9_.]+(e[-+][0-9]+_dp)?(\\([0-9:,]+\\))?[)]*");
        return std::regex_match(value, is_name_or_number) ? value : stated(value);
    }
    std::string truth(const std::string& condition) const { return stated("merge(1.0_dp, 0.0_dp, " + condition + ")"); }

    mutable std::vector<std::pair<std::string, std::string>> before_;  // name, value
    mutable std::size_t names_ = 0;
};

class BatchWriter {
  public:
    BatchWriter(const Program& program, const Routine& routine)
        : program_(program),
          routine_(routine),
          scalar_(program.name + "_" + routine.name),
          block_(scalar_ + "_lanes"),
          has_checks_(!routine.checks.empty()) {
        for (const Piece& piece : routine.pieces) needed_.merge(without_info(arguments_used(program, routine, piece)));
    }

    std::string text() const { return goes_in_blocks(routine_) ? batch_text() + block_text() : one_by_one_text(); }

  private:
    std::set<std::size_t> without_info(std::set<std::size_t> arguments) const {
        std::erase_if(arguments, [&](std::size_t a) { return is_info(routine_.arguments[a]); });
        return arguments;
    }
    static bool is_info(const Argument& argument) { return argument.type == Argument::Type::integer; }
    bool is_set_to_zero(std::size_t a) const { return std::ranges::count(routine_.zeroed, a) > 0; }

    // `first`: the extent of the states.
    static std::string declaration(const Argument& argument, const std::string& first, bool inside_piece) {
        const bool is_in = argument.intent == Argument::Intent::in;
        return std::string("    ") + (is_info(argument) ? "integer" : "real(dp)") + ", intent(" +
               (is_in          ? "in"
                : inside_piece ? "inout"
                               : "out") +
               ") :: " + argument.name + fortran_dimensions(argument, is_common(argument) ? "" : first) + "\n";
    }

    std::string list(const std::set<std::size_t>& arguments, const std::string& suffix, bool failed, bool work) const {
        std::string text;
        for (const std::size_t a : arguments) {
            const Argument& argument = routine_.arguments[a];
            text += (text.empty() ? "" : ", ") + argument.name + (is_common(argument) ? "" : suffix);
        }
        if (failed) text += text.empty() ? "failed" : ", failed";
        if (work) text += text.empty() ? "work" : ", work";
        return text;
    }

    // -- the loop over blocks

    std::string batch_text() const {
        std::string names = "n", declarations, blocks, unused, load, fill, store, store_rest, zeros, scalar_list,
                    scalar_results;
        const std::string whole = "first:first+lanes-1";
        for (std::size_t a = 0; a < routine_.arguments.size(); ++a) {
            const Argument& argument = routine_.arguments[a];
            const std::string& name = argument.name;
            const bool is_in = argument.intent == Argument::Intent::in, is_read = needed_.contains(a);
            names += ", " + name;
            declarations += declaration(argument, "n", false);
            scalar_list +=
                (scalar_list.empty() ? "" : ", ") + (is_common(argument)          ? name
                                                     : is_in || is_info(argument) ? section(name, "k", argument)
                                                                                  : "one_" + name);
            if (is_info(argument)) {
                if (!has_checks_) zeros += "    info = 0\n";
                continue;
            }
            if (!is_in && has_checks_) {
                blocks += "    real(dp) :: one_" + name + fortran_dimensions(argument) + "\n";
                scalar_results += "      " + section(name, "k", argument) + " = one_" + name + "\n";
            }
            if (!is_read && !is_set_to_zero(a)) {
                if (!is_in) zeros += "    " + name + " = 0.0_dp\n";
                if (is_in && !has_checks_) unused += (unused.empty() ? "unused_" : ", unused_") + name + " => " + name;
                continue;
            }
            if (is_common(argument)) continue;
            const std::string block = name + "_block";
            blocks += "    real(dp) :: " + block + fortran_dimensions(argument, "lanes") + "\n";
            if (is_in) {
                load += "      " + block + " = " + section(name, whole, argument) + "\n";
                fill += "        " + section(block, "k", argument) + " = " +
                        section(name, "min(first+k-1,n)", argument) + "\n";
            } else {
                store += "      " + section(name, whole, argument) + " = " + block + "\n";
                store_rest += "      " + section(name, "first:n", argument) + " = " +
                              section(block, "1:n-first+1", argument) + "\n";
            }
        }
        if (has_checks_) {
            blocks += "    real(dp) :: failed(lanes)\n";
            store += "      info(" + whole + ") = int(failed)\n";
            store_rest += "      info(first:n) = int(failed(1:n-first+1))\n";
        }
        const std::string call =
            wrapped_fortran("call " + block_ + "(" + list(kernel_arguments(), "_block", has_checks_, false) + ")", 6);
        std::string text =
            "\n  ! " + routine_.text + ", of n states: the first index is the state, c is common to all\n";
        text += wrapped_fortran("recursive pure subroutine " + scalar_ + "_batch(" + names + ")", 2);
        text += "    integer, intent(in) :: n\n" + declarations + blocks;
        text += fill.empty() && !has_checks_ ? "    integer :: first\n" : "    integer :: first, k\n";
        if (!unused.empty()) text += wrapped_fortran("associate (" + unused + ")", 4) + "    end associate\n";
        text += zeros + "    do first = 1, n - lanes + 1, lanes\n" + load + call + store + "    end do\n";
        text += "    first = n - modulo(n, lanes) + 1\n    if (first <= n) then\n";
        if (!fill.empty()) text += "      do k = 1, lanes\n" + fill + "      end do\n";
        text += call + store_rest + "    end if\n";
        if (has_checks_)
            text += "    do k = 1, n\n      if (info(k) == 0) cycle\n" +
                    wrapped_fortran("call " + scalar_ + "(" + scalar_list + ")", 6) + scalar_results + "    end do\n";
        return text + "  end subroutine " + scalar_ + "_batch\n";
    }

    // -- one state after the other
    std::string one_by_one_text() const {
        std::string names = "n", declarations, locals, list, results;
        for (const Argument& argument : routine_.arguments) {
            if (argument.intent == Argument::Intent::local) continue;
            const std::string& name = argument.name;
            names += ", " + name;
            declarations += declaration(argument, "n", false);
            const bool copied = argument.intent != Argument::Intent::in && !is_info(argument);
            list += (list.empty() ? "" : ", ") + (copied                ? "one_" + name
                                                  : is_common(argument) ? name
                                                                        : section(name, "k", argument));
            if (!copied) continue;
            locals += "    real(dp) :: one_" + name + fortran_dimensions(argument) + "\n";
            results += "      " + section(name, "k", argument) + " = one_" + name + "\n";
        }
        return "\n  ! " + routine_.text +
               ", of n states: the first index is the state, c is common to all.\n"
               "  ! One state after the other, since it calls routines of the user's\n" +
               wrapped_fortran("recursive subroutine " + scalar_ + "_batch(" + names + ")", 2) +
               "    integer, intent(in) :: n\n" + declarations + locals + "    integer :: k\n    do k = 1, n\n" +
               wrapped_fortran("call " + scalar_ + "(" + list + ")", 6) + results + "    end do\n  end subroutine " +
               scalar_ + "_batch\n";
    }

    // -- one block

    std::set<std::size_t> kernel_arguments() const {
        std::set<std::size_t> arguments = needed_;
        for (const std::size_t a : routine_.zeroed) arguments.insert(a);
        return arguments;
    }

    std::string block_text() const {
        const std::set<std::size_t> arguments = kernel_arguments();
        const std::string work_size = "(lanes," + std::to_string(routine_.workspace) + ")\n";
        std::string text =
            "\n" + wrapped_fortran(
                       "recursive pure subroutine " + block_ + "(" + list(arguments, "", has_checks_, false) + ")", 2);
        for (const std::size_t a : arguments) text += declaration(routine_.arguments[a], "lanes", false);
        if (has_checks_) text += "    real(dp), intent(out) :: failed(lanes)\n";
        std::string start = has_checks_ ? "    failed = 0.0_dp\n" : "";
        for (const std::size_t a : routine_.zeroed) start += "    " + routine_.arguments[a].name + " = 0.0_dp\n";
        if (!routine_.is_split()) return text + piece_body(0, start) + "  end subroutine " + block_ + "\n";
        if (routine_.workspace > 0) text += "    real(dp) :: work" + work_size;
        text += start;
        std::string pieces;
        for (std::size_t p = 0; p < routine_.pieces.size(); ++p) {
            const std::string name = block_ + "_" + std::to_string(p + 1);
            const std::set<std::size_t> needed = without_info(arguments_used(program_, routine_, routine_.pieces[p]));
            const bool failed = checks(routine_.pieces[p]), work = routine_.workspace > 0;
            text += wrapped_fortran("call " + name + "(" + list(needed, "", failed, work) + ")", 4);
            std::string piece =
                "\n" + wrapped_fortran("pure subroutine " + name + "(" + list(needed, "", failed, work) + ")", 2);
            for (const std::size_t a : needed) piece += declaration(routine_.arguments[a], "lanes", true);
            if (failed) piece += "    real(dp), intent(inout) :: failed(lanes)\n";
            if (work) piece += "    real(dp), intent(inout) :: work" + work_size;
            std::string body = piece_body(p, "");
            if (work && body.find("work(") == std::string::npos)
                body = piece_body(p, "    associate (unused_work => work)\n    end associate\n");
            pieces += piece + body + "  end subroutine " + name + "\n";
        }
        return text + "  end subroutine " + block_ + "\n" + pieces;
    }

    bool checks(const Piece& piece) const {
        return std::any_of(routine_.statements.begin() + static_cast<std::ptrdiff_t>(piece.first),
                           routine_.statements.begin() + static_cast<std::ptrdiff_t>(piece.last),
                           [](const CodeStatement& s) { return s.kind == CodeStatement::Kind::check; });
    }

    // Declarations of what the piece computes, `start`, and the statements.
    std::string piece_body(std::size_t p, const std::string& start) const {
        const Piece& piece = routine_.pieces[p];
        const LaneDialect dialect;
        const SinePlan sines(routine_, p);
        std::string body, last_comment;
        for (std::size_t k = piece.first; k < piece.last; ++k) {
            body += sines_text(p, sines, k - piece.first, dialect);
            const CodeStatement& s = routine_.statements[sines.order()[k - piece.first]];
            if (!s.comment.empty() && s.comment != last_comment)
                body += comment_lines(s.comment, "    ! ", fortran_line_width);
            if (!s.comment.empty()) last_comment = s.comment;
            const std::string value = value_text(program_, routine_, s, p, dialect, &sines);
            if (s.kind == CodeStatement::Kind::check) {
                body += dialect.statement("failed", "failed + merge(0.0_dp, 1.0_dp, " + value + ")");
                continue;
            }
            const bool is_temporary = s.kind == CodeStatement::Kind::temporary;
            body +=
                dialect.statement(is_temporary ? temporary_name(s.number)
                                               : dialect.element(routine_.arguments[s.place.argument], s.place.element),
                                  value);
            if (is_stored(routine_, s))
                body += "    " + dialect.work(routine_.slot[s.number] - 1) + " = " + temporary_name(s.number) + "\n";
        }
        return fortran_temporaries(routine_, piece, "    real(dp), dimension(lanes) :: ") + dialect.declarations() +
               sine_arrays_text(sines) + start + body;
    }

    // The groups of angles that stand before the statement at `place`, each evaluated as one long vector.
    std::string sines_text(std::size_t p, const SinePlan& plan, std::size_t place, const LaneDialect& dialect) const {
        std::string text;
        for (const SinePlan::Group& group : plan.groups()) {
            if (group.before != place) continue;
            for (std::size_t k = 0; k < group.angles.size(); ++k)
                text += dialect.statement(dialect.local(group.angle, k),
                                          angle_text(program_, routine_, group.angles[k], p, dialect, plan));
            text += "    call vector_sines(lanes*" + std::to_string(group.angles.size()) + ", " + group.angle + ", " +
                    group.sine + ", " + group.cosine + ")\n";
        }
        return text;
    }

    static std::string sine_arrays_text(const SinePlan& sines) {
        std::string text;
        for (const SinePlan::Group& group : sines.groups()) {
            const std::string size = "(lanes," + std::to_string(group.angles.size()) + ")";
            text +=
                "    real(dp) :: " + group.angle + size + ", " + group.sine + size + ", " + group.cosine + size + "\n";
        }
        return text;
    }

    const Program& program_;
    const Routine& routine_;
    std::string scalar_, block_;
    bool has_checks_;
    std::set<std::size_t> needed_;  // arguments that a block reads or writes, without info
};

}  // namespace

bool has_fortran_batch(const Routine& routine) {
    return routine.name == "derivatives" || routine.name == "accelerations";
}

bool goes_in_blocks(const Routine& routine) {
    return has_fortran_batch(routine) && !routine.calls_externals();
}

std::string fortran_batch_text(const Program& program, const Routine& routine) {
    return BatchWriter(program, routine).text();
}

}  // namespace lag
