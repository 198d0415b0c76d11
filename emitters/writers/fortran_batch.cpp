#include "emitters/writers/fortran_batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "emitters/passes/thresholds.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/fortran_routine.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

bool is_common(const Argument& argument) {
    return argument.name == "c";
}

std::string section(const std::string& array, const std::string& states, const Argument& argument) {
    std::string text = fmt::format("{}({}", array, states);
    for (std::size_t k = 0; k < argument.shape.size(); ++k) text += ",:";
    return text + ")";
}

// Whether compilers make vectors of all statements in one loop over the lanes. What is no vector instruction stands in
// the way of the whole loop; so does a branch: a selection between anything but a pivot and its harmless value.
class LoopTest {
  public:
    explicit LoopTest(const Routine& routine) : routine_(routine), code_(*routine.code), sines_(routine, 0) {}

    bool passes() const {
        if (routine_.is_split() || sines_.groups().size() > 1) return false;
        if (!sines_.groups().empty() && sines_.groups().front().before != 0) return false;
        std::vector<bool> is_known(code_.size());
        return std::ranges::all_of(routine_.statements, [&](const CodeStatement& s) {
            return s.kind != CodeStatement::Kind::call && has_vectors(s.value.id, is_known);
        });
    }

  private:
    bool has_vectors(CodeId root, std::vector<bool>& is_known) const {
        std::vector<CodeId> open{root};
        while (!open.empty()) {
            const CodeId id = open.back();
            open.pop_back();
            if (is_known[id]) continue;
            is_known[id] = true;
            if (code_.node(id).kind == CodeKind::function && !is_vector_instruction(id)) return false;
            for (const Item& item : code_.items(id)) open.push_back(item.id);
        }
        return true;
    }
    bool is_vector_instruction(CodeId id) const {
        switch (code_.node(id).op) {
            case Op::less:
            case Op::less_equal:
            case Op::sqrt:
            case Op::abs:
                return true;
            case Op::sin:
            case Op::cos:
                return sines_.find(code_, id) != nullptr;
            case Op::select: {
                const Item other = code_.items(id)[2];
                return code_.is_free(other.id) && threshold_of(code_, other.id, true) == harmless();
            }
            default:
                return false;
        }
    }

  public:
    static std::size_t harmless() {
        const auto found = std::ranges::find_if(thresholds, [](const auto& t) { return t.name == harmless_pivot; });
        return static_cast<std::size_t>(found - thresholds.begin());
    }
    static constexpr std::string_view harmless_pivot = "harmless_pivot";

  private:
    const Routine& routine_;
    const Code& code_;
    SinePlan sines_;
};

// Expressions over the lanes: of one lane in a loop, or of whole arrays. Selections, and what stands in them, become
// statements of their own.
class LaneDialect : public FortranDialect {
  public:
    explicit LaneDialect(bool in_loop) : index_(in_loop ? "lane" : ":"), in_loop_(in_loop) {}

    std::string element(const Argument& argument, std::size_t element) const override {
        const std::string place = FortranDialect::element(argument, element);
        if (is_common(argument)) return place;
        if (argument.shape.empty()) return in_loop_ ? place + "(lane)" : place;
        return fmt::format("{}({},{}", argument.name, index_, place.substr(argument.name.size() + 1));
    }
    std::string work(std::size_t slot) const override { return fmt::format("work({},{})", index_, slot + 1); }
    std::string local(const std::string& array, std::size_t element) const override {
        return fmt::format("{}({},{})", array, index_, element + 1);
    }
    std::string function(Op op, const std::vector<std::string>& x) const override {
        switch (op) {
            case Op::logical_and:
                return both_truths("({}*{} > 0.5_dp)", x);
            case Op::logical_or:
                return both_truths("({} + {} > 0.5_dp)", x);
            default:
                return FortranDialect::function(op, x);
        }
    }
    std::string selection(const std::string& condition, const Operand& a, const Operand& b) const override {
        return stated(fmt::format("merge({}, {}, {})", named(a), named(b), condition));
    }
    bool names_selections() const override { return true; }
    std::string named_number(const std::string& name, double value) const override {
        return in_loop_ && name == LoopTest::harmless_pivot ? "spare" : FortranDialect::named_number(name, value);
    }
    std::size_t indent() const { return in_loop_ ? 6 : 4; }
    std::string temporary_type() const { return in_loop_ ? "real(dp)" : "real(dp), dimension(lanes)"; }
    // A statement with what has to stand before it.
    std::string statement(const std::string& left, const std::string& right) const {
        std::string text;
        const bool is_last = !before_.empty() && before_.back().first == right;  // it needs no name of its own
        if (is_last) before_.back().first = left, --names_;
        for (const auto& [name, value] : before_)
            text += wrapped_fortran(fmt::format("{} = {}", name, value), indent());
        before_.clear();
        return is_last ? text : text + wrapped_fortran(fmt::format("{} = {}", left, right), indent());
    }
    // Of the names made since the last call.
    std::string take_declarations() const {
        std::vector<std::string> names;
        for (std::size_t k = 1; k <= names_; ++k) names.push_back(fmt::format("h{}", k));
        names_ = 0;
        return fortran_declarations(temporary_type(), names);
    }

  private:
    std::string stated(const std::string& value) const {
        before_.emplace_back("h" + std::to_string(++names_), value);
        return before_.back().first;
    }
    std::string named(const Operand& value) const { return value.is_name ? value.text : stated(value.text); }
    std::string truth(const std::string& condition) const {
        return stated(fmt::format("merge(1.0_dp, 0.0_dp, {})", condition));
    }
    // The first one is stated first.
    std::string both_truths(fmt::format_string<std::string&, std::string&> text,
                            const std::vector<std::string>& x) const {
        std::string first = truth(x[0]), second = truth(x[1]);
        return fmt::format(text, first, second);
    }

    std::string index_;
    bool in_loop_;
    mutable std::vector<std::pair<std::string, std::string>> before_;  // name, value
    mutable std::size_t names_ = 0;
};

bool is_info(const Argument& argument) {
    return argument.type == Argument::Type::integer;
}

// "y(n,nq+nu)"; `first`: the extent of the states.
std::string dummy(const Argument& argument, bool in_piece, const std::string& first) {
    return fortran_dummy(argument, in_piece, is_common(argument) ? "" : first);
}

// What a loop over lanes reads where the states have it, without a copy: y(n,*) from the block's first state on. A copy
// is stored in narrower vectors than it is read in, and the processor waits until these have left for the cache.
bool is_read_in_place(const Argument& argument) {
    return argument.intent == Argument::Intent::in && !is_common(argument);
}

// Whether the block's routine needs the extent n.
bool reads_arrays_in_place(const Routine& routine, const std::set<std::size_t>& arguments) {
    return std::ranges::any_of(arguments, [&](std::size_t a) {
        return is_read_in_place(routine.arguments[a]) && !routine.arguments[a].shape.empty();
    });
}

// The block's routine: what a piece needs, and `failed` (a number for each lane) where the scalar routine has info.
class LaneRoutine : public FortranRoutine {
  public:
    LaneRoutine(bool in_loop, bool has_checks) : dialect_(in_loop), in_loop_(in_loop), has_checks_(has_checks) {}

    // Dummies of the block's routine or of a piece of it, `failed` and `work` not among them.
    static std::set<std::size_t> arguments(const RoutineBody& body) {
        std::set<std::size_t> result = body.needs.arguments;
        if (body.sets_zero()) result.insert(body.routine.zeroed.begin(), body.routine.zeroed.end());
        std::erase_if(result, [&](std::size_t a) { return is_info(body.routine.arguments[a]); });
        return result;
    }

    const Dialect& dialect() const override { return dialect_; }
    std::string open(const RoutineBody& body) override {
        const bool has_extent = in_loop_ && reads_arrays_in_place(body.routine, arguments(body));
        std::string text =
            "\n" + wrapped_fortran(fmt::format("{}pure subroutine {}({}{})", body.sets_zero() ? "recursive " : "",
                                               body.name, has_extent ? "n, " : "", list(body)),
                                   2);
        if (has_extent) text += "    integer, intent(in) :: n\n";
        for (const std::size_t a : arguments(body)) {
            const Argument& argument = body.routine.arguments[a];
            if (in_loop_ && is_read_in_place(argument) && !argument.shape.empty())
                text += fmt::format("    real(dp), intent(in) :: {}(n,*)\n", argument.name);
            else
                text += dummy(argument, !body.sets_zero(), "lanes");
        }
        if (body.needs.checks)
            text += fmt::format("    real(dp), intent({}) :: failed(lanes)\n",
                                body.sets_zero() && !in_loop_ ? "out" : "inout");
        return text;
    }
    std::string declare(const RoutineBody& body) override {
        const Routine& routine = body.routine;
        first_info_ = body.first_info;
        std::string text;
        for (const auto& [limbs, length] : body.workspaces())
            text += fmt::format("    real(dp){} :: {}(lanes,{})\n",
                                body.kind == RoutineBody::Kind::piece ? ", intent(inout)" : "", workspace_name(limbs),
                                length);
        if (body.has_statements())
            text += fortran_temporaries(routine, routine.pieces[body.piece], dialect_.temporary_type()) +
                    dialect_.take_declarations();
        if (in_loop_) text += has_checks_ ? "    real(dp) :: bad, spare\n" : "";
        if (in_loop_) text += "    integer :: lane\n";
        if (body.sines)
            for (const SinePlan::Group& group : body.sines->groups())
                text += fmt::format("    real(dp) :: {0}(lanes,{3}), {1}(lanes,{3}), {2}(lanes,{3})\n", group.angle,
                                    group.sine, group.cosine, group.angles.size());
        if (!body.sets_zero()) return text;
        if (body.needs.checks && !in_loop_) text += fmt::format("    failed = {}\n", failed_before(body.first_info));
        for (const std::size_t a : routine.zeroed) text += fmt::format("    {} = 0.0_dp\n", routine.arguments[a].name);
        return text;
    }
    std::string store(const std::string& element, const std::string& value) override {
        return opened() + dialect_.statement(element, value);
    }
    std::string check(const std::string& condition, std::size_t) override {
        if (in_loop_) return opened() + dialect_.statement("bad", fmt::format("merge(bad, spare, {})", condition));
        return dialect_.statement("failed", fmt::format("failed + merge(0.0_dp, 1.0_dp, {})", condition));
    }
    std::string call_piece(const RoutineBody& piece) override {
        return wrapped_fortran(fmt::format("call {}({})", piece.name, list(piece)), 4);
    }
    std::string banner(const std::string& text) override { return FortranRoutine::comment(text); }
    std::string comment(const std::string& text) override {
        if (!in_loop_) return FortranRoutine::comment(text);
        return opened() + comment_lines(text, "      ! ", fortran_line_width);
    }
    std::string close(const RoutineBody& body) override {
        std::string end;
        if (is_open_) end = std::string(has_checks_ ? "      failed(lane) = bad\n" : "") + "    end do\n";
        is_open_ = false;
        return end + FortranRoutine::close(body);
    }
    // A group is evaluated as one long vector.
    std::string evaluate_sines(const SinePlan::Group& group, const AngleText& angle) override {
        std::string text = in_loop_ ? "    do lane = 1, lanes\n" : "";
        for (std::size_t k = 0; k < group.angles.size(); ++k)
            text += dialect_.statement(dialect_.local(group.angle, k), angle(k));
        if (in_loop_) text += "    end do\n";
        return text + fmt::format("    call vector_sines(lanes*{}, {}, {}, {})\n", group.angles.size(), group.angle,
                                  group.sine, group.cosine);
    }

  private:
    static std::string list(const RoutineBody& body) {
        std::vector<std::string> names;
        for (const std::size_t a : arguments(body)) names.push_back(body.routine.arguments[a].name);
        if (body.needs.checks) names.emplace_back("failed");
        if (body.kind == RoutineBody::Kind::piece)
            for (const auto& [limbs, length] : body.workspaces()) names.push_back(workspace_name(limbs));
        return fmt::format("{}", fmt::join(names, ", "));
    }

    // The loop begins with the first statement.
    std::string opened() {
        if (!in_loop_ || is_open_) return {};
        is_open_ = true;
        return std::string("    do lane = 1, lanes\n") +
               (has_checks_ ? fmt::format("      bad = {}\n      spare = failed(lane)\n", failed_before(first_info_))
                            : "");
    }

    // Not 0 where a pivot of parameters alone fails.
    static std::string failed_before(const std::string& first_info) {
        return first_info.empty() ? "0.0_dp" : first_info;
    }

    LaneDialect dialect_;
    std::string first_info_;
    bool in_loop_, has_checks_, is_open_ = false;
};

class BatchWriter {
  public:
    BatchWriter(const Program& program, const Routine& routine)
        : program_(program),
          routine_(routine),
          scalar_(fmt::format("{}_{}", program.name, routine.name)),
          block_(scalar_ + "_lanes"),
          has_checks_(!routine.checks.empty()),
          in_loop_(goes_in_blocks(routine) && LoopTest(routine).passes()) {
        for (std::size_t p = 0; p < routine.pieces.size(); ++p)
            needed_.merge(body_needs(program, routine, p).arguments);
        if (routine.first_info) needed_.insert(place_of_argument(routine, "c"));
        std::erase_if(needed_, [&](std::size_t a) { return is_info(routine.arguments[a]); });
    }

    std::string text(BodyNeeds& asked_for) const {
        if (!goes_in_blocks(routine_)) return one_by_one_text();
        LaneRoutine language(in_loop_, has_checks_);
        RoutineWriter writer(program_, language, true);
        const std::string block = writer.text(routine_, block_);
        asked_for.add(writer.asked_for());
        if (in_loop_ && has_checks_) asked_for.thresholds.insert(LoopTest::harmless());
        if (asked_for.own_sines) asked_for.most_angles = std::max(asked_for.most_angles, std::size_t{fortran_lanes});
        return batch_text() + block;
    }

  private:
    bool is_set_to_zero(std::size_t a) const { return std::ranges::count(routine_.zeroed, a) > 0; }

    // Arguments of the block's routine; `in_place`: of a whole block whose states are read where they are.
    std::string block_list(bool in_place) const {
        std::set<std::size_t> arguments = needed_;
        arguments.insert(routine_.zeroed.begin(), routine_.zeroed.end());
        std::vector<std::string> names;
        if (in_loop_ && reads_arrays_in_place(routine_, arguments)) names.emplace_back(in_place ? "n" : "lanes");
        for (const std::size_t a : arguments) {
            const Argument& argument = routine_.arguments[a];
            if (in_loop_ && in_place && is_read_in_place(argument))
                names.push_back(argument.name + (argument.shape.empty() ? "(first)" : "(first,1)"));
            else
                names.push_back(argument.name + (is_common(argument) ? "" : "_block"));
        }
        if (has_checks_) names.emplace_back("failed");
        return fmt::format("{}", fmt::join(names, ", "));
    }

    // -- the loop over blocks

    std::string batch_text() const {
        std::string names = "n", declarations, blocks, load, fill, store, store_rest, zeros, scalar_list,
                    scalar_results;
        std::vector<std::string> unused;
        const std::string whole = "first:first+lanes-1";
        for (std::size_t a = 0; a < routine_.arguments.size(); ++a) {
            const Argument& argument = routine_.arguments[a];
            const std::string& name = argument.name;
            const bool is_in = argument.intent == Argument::Intent::in, is_read = needed_.contains(a);
            names += ", " + name;
            declarations += dummy(argument, false, "n");
            scalar_list +=
                (scalar_list.empty() ? "" : ", ") + (is_common(argument)          ? name
                                                     : is_in || is_info(argument) ? section(name, "k", argument)
                                                                                  : "one_" + name);
            if (is_info(argument)) {
                if (!has_checks_)
                    zeros += routine_.first_info
                                 ? fmt::format("    info = int(c({}))\n", routine_.place_of_info(program_) + 1)
                                 : "    info = 0\n";
                continue;
            }
            if (!is_in && has_checks_) {
                blocks += fmt::format("    real(dp) :: one_{}{}\n", name, fortran_dimensions(argument));
                scalar_results += fmt::format("      {} = one_{}\n", section(name, "k", argument), name);
            }
            if (!is_read && !is_set_to_zero(a)) {
                if (!is_in) zeros += fmt::format("    {} = 0.0_dp\n", name);
                if (is_in && !has_checks_) unused.push_back(name);
                continue;
            }
            if (is_common(argument)) continue;
            const std::string block = name + "_block";
            blocks += fmt::format("    real(dp) :: {}{}\n", block, fortran_dimensions(argument, "lanes"));
            if (is_in) {
                if (!in_loop_) load += fmt::format("      {} = {}\n", block, section(name, whole, argument));
                fill += fmt::format("        {} = {}\n", section(block, "k", argument),
                                    section(name, "min(first+k-1,n)", argument));
            } else {
                store += fmt::format("      {} = {}\n", section(name, whole, argument), block);
                store_rest += fmt::format("      {} = {}\n", section(name, "first:n", argument),
                                          section(block, "1:n-first+1", argument));
            }
        }
        if (has_checks_) {
            blocks += "    real(dp) :: failed(lanes)\n";
            store += fmt::format("      info({}) = merge(0, 1, failed < 0.5_dp)\n", whole);
            store_rest += "      info(first:n) = merge(0, 1, failed(1:n-first+1) < 0.5_dp)\n";
        }
        const auto call = [&](bool in_place) {
            return (in_loop_ && has_checks_ ? "      failed = harmless_pivot  ! what a failing pivot becomes\n" : "") +
                   wrapped_fortran(fmt::format("call {}({})", block_, block_list(in_place)), 6);
        };
        std::string text = fmt::format(
            "\n"
            "  ! {}, of n states: the first index is the state, c is common to all\n",
            routine_.text);
        text += wrapped_fortran(fmt::format("recursive pure subroutine {}_batch({})", scalar_, names), 2);
        text += fmt::format("    integer, intent(in) :: n\n{}{}", declarations, blocks);
        text += fill.empty() && !has_checks_ ? "    integer :: first\n" : "    integer :: first, k\n";
        text += fortran_mentions(unused);
        text +=
            fmt::format("{}    do first = 1, n - lanes + 1, lanes\n{}{}{}    end do\n", zeros, load, call(true), store);
        text += "    first = n - modulo(n, lanes) + 1\n    if (first <= n) then\n";
        if (!fill.empty()) text += fmt::format("      do k = 1, lanes\n{}      end do\n", fill);
        text += fmt::format("{}{}    end if\n", call(false), store_rest);
        if (has_checks_)
            text += fmt::format(
                "    do k = 1, n\n"
                "      if (info(k) == 0) cycle\n"
                "{}{}    end do\n",
                wrapped_fortran(fmt::format("call {}({})", scalar_, scalar_list), 6), scalar_results);
        return fmt::format("{}  end subroutine {}_batch\n", text, scalar_);
    }

    // -- one state after the other
    std::string one_by_one_text() const {
        std::string names = "n", declarations, locals, list, results;
        for (const Argument& argument : routine_.arguments) {
            if (argument.intent == Argument::Intent::local) continue;
            const std::string& name = argument.name;
            names += ", " + name;
            declarations += dummy(argument, false, "n");
            const bool copied = argument.intent != Argument::Intent::in && !is_info(argument);
            list += (list.empty() ? "" : ", ") + (copied                ? "one_" + name
                                                  : is_common(argument) ? name
                                                                        : section(name, "k", argument));
            if (!copied) continue;
            locals += fmt::format("    real(dp) :: one_{}{}\n", name, fortran_dimensions(argument));
            results += fmt::format("      {} = one_{}\n", section(name, "k", argument), name);
        }
        return fmt::format(
            "\n"
            "  ! {}, of n states: the first index is the state, c is common to all.\n"
            "  ! One state after the other, since it calls routines of the user's\n"
            "{}    integer, intent(in) :: n\n"
            "{}{}    integer :: k\n"
            "    do k = 1, n\n"
            "{}{}    end do\n"
            "  end subroutine {}_batch\n",
            routine_.text, wrapped_fortran(fmt::format("recursive subroutine {}_batch({})", scalar_, names), 2),
            declarations, locals, wrapped_fortran(fmt::format("call {}({})", scalar_, list), 6), results, scalar_);
    }

    const Program& program_;
    const Routine& routine_;
    std::string scalar_, block_;
    bool has_checks_, in_loop_;
    std::set<std::size_t> needed_;  // arguments that a block reads or writes, without info
};

}  // namespace

bool has_fortran_batch(const Routine& routine) {
    return is_one_of(routine.name, {RoutineName::derivatives, RoutineName::accelerations});
}

bool goes_in_blocks(const Routine& routine) {
    return has_fortran_batch(routine) && !routine.calls_externals();
}

std::string fortran_batch_text(const Program& program, const Routine& routine, BodyNeeds& asked_for) {
    return BatchWriter(program, routine).text(asked_for);
}

}  // namespace lag
