#include "emitters/writers/fortran_routine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/lanes.hpp"
#include "emitters/writers/text_lines.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

// `of_slices`: what is behind the name of a workspace in slices, "" or "(:,:,slice + 1)".
std::string dummies(const RoutineBody& body, const std::string& of_slices) {
    std::vector<std::string> names;
    if (body.lanes() > 0) names.emplace_back(slice_name);
    for (const std::size_t a : body.arguments) names.push_back(body.routine.arguments[a].name);
    if (body.kind == RoutineBody::Kind::piece)
        for (const auto& [lanes, length] : body.workspaces())
            names.push_back(workspace_name(lanes) + (lanes > 0 && lanes == body.lanes() ? of_slices : ""));
    return fmt::format("{}", fmt::join(names, ", "));
}

// "work(12)", "work4(4,12)", "work64(8,12,8)"; a piece in slices has one of those in its lanes: "work64(8,12)".
std::string declared_workspace(const RoutineBody& body, std::size_t lanes, std::size_t length) {
    const Routine& routine = body.routine;
    if (lanes == 0) return fmt::format("{}({})", workspace_name(lanes), length);
    const bool has_all = routine.is_in_slices(lanes) && body.lanes() != lanes;
    return fmt::format("{}({},{}{})", workspace_name(lanes), lane_width(routine.lanes_of_slice(lanes)), length,
                       has_all ? fmt::format(",{}", routine.slices_of(lanes)) : "");
}

// Columns of angles of lane values that make whole blocks for the sines.
std::size_t padded_columns(const SinePlan::Group& group) {
    const std::size_t width = lane_width(group.lanes);
    return padded_angles(width * group.angles.size()) / width;
}

}  // namespace

std::string fortran_dummy(const Argument& argument, bool in_piece, const std::string& first) {
    const char* const intent = argument.intent == Argument::Intent::in                 ? "in"
                               : argument.intent == Argument::Intent::out && !in_piece ? "out"
                                                                                       : "inout";
    return fmt::format("    {}, intent({}) :: {}{}\n",
                       argument.type == Argument::Type::integer ? "integer" : "real(dp)", intent, argument.name,
                       fortran_dimensions(argument, first));
}

std::string fortran_mentions(const std::vector<std::string>& unused) {
    if (unused.empty()) return {};
    std::vector<std::string> list;
    for (const std::string& name : unused) list.push_back(fmt::format("unused_{0} => {0}", name));
    return "    ! no statement needs these arguments\n" +
           wrapped_fortran(fmt::format("associate ({}); end associate", fmt::join(list, ", ")), 4);
}

std::string FortranRoutine::open(const RoutineBody& body) {
    const bool is_piece = body.kind == RoutineBody::Kind::piece;
    // the file's own routines, of contacts and of the script, are pure
    const bool calls_users = body.routine.calls_linked();
    std::string text = is_piece ? "\n" : fmt::format("\n  ! {}\n", body.routine.text);
    text +=
        wrapped_fortran(fmt::format("{}{}subroutine {}({})", body.kind == RoutineBody::Kind::frame ? "recursive " : "",
                                    calls_users ? "" : "pure ", body.name, dummies(body, "")),
                        2);
    if (!is_piece) {
        for (const Argument& argument : body.routine.arguments)
            text += argument.intent == Argument::Intent::local
                        ? fmt::format("    real(dp) :: {}{}\n", argument.name, fortran_dimensions(argument))
                        : fortran_dummy(argument, false);
    } else {
        if (body.lanes() > 0) text += fmt::format("    integer, intent(in) :: {}\n", slice_name);
        for (const std::size_t a : body.arguments) text += fortran_dummy(body.routine.arguments[a], true);
    }
    return text;
}

std::string FortranRoutine::declare(const RoutineBody& body) {
    const Routine& routine = body.routine;
    std::string text;
    for (const auto& [lanes, length] : body.workspaces())
        text += fmt::format("    real(dp){} :: {}\n", body.kind == RoutineBody::Kind::piece ? ", intent(inout)" : "",
                            declared_workspace(body, lanes, length));
    if (body.kind == RoutineBody::Kind::frame && has_slices(routine))
        text += fmt::format("    integer :: {}\n", slice_name);
    if (body.has_statements()) text += fortran_temporaries(routine, routine.pieces[body.piece], "real(dp)");
    if (body.sines)
        for (const SinePlan::Group& group : body.sines->groups())
            text +=
                fmt::format("    real(dp) :: {0}({3}), {1}({3}), {2}({3})\n", group.angle, group.sine, group.cosine,
                            group.lanes == 0 ? std::to_string(padded_angles(group.angles.size()))
                                             : fmt::format("{},{}", lane_width(group.lanes), padded_columns(group)));
    std::vector<std::string> unused;
    std::string start;
    if (!body.sets_zero()) return text;
    for (const std::size_t a : body.arguments) {
        const Argument& argument = routine.arguments[a];
        const bool is_unused = !body.needs.arguments.contains(a), is_result = argument.intent == Argument::Intent::out;
        if (argument.is_info()) {
            start += fmt::format("    {} = {}\n", argument.name,
                                 body.first_info.empty() ? "0" : fmt::format("int({})", body.first_info));
        } else if (std::ranges::count(routine.zeroed, a) > 0 || (is_unused && is_result)) {
            start += fmt::format("    {} = 0.0_dp\n", argument.name);
        } else if (is_unused) {
            unused.push_back(argument.name);
        }
    }
    return text + fortran_mentions(unused) + start;
}

std::string FortranRoutine::close(const RoutineBody& body) {
    return fmt::format("  end subroutine {}\n", body.name);
}

std::string FortranRoutine::comment(const std::string& text) {
    return comment_lines(text, "    ! ", fortran_line_width);
}

std::string FortranRoutine::assign(const std::string& temporary, const std::string& value) {
    return store(temporary, value);
}

std::string FortranRoutine::store(const std::string& element, const std::string& value) {
    return wrapped_fortran(fmt::format("{} = {}", element, value), 4);
}

std::string FortranRoutine::store_unless(const std::string& condition, const std::string& element,
                                         const std::string& value) {
    return wrapped_fortran(fmt::format("if ({}) {} = {}", opposite(condition, ".not. "), element, value), 4);
}

std::string FortranRoutine::check(const std::string& condition, std::size_t info) {
    return wrapped_fortran(fmt::format("if (info == 0 .and. {}) info = {}", opposite(condition, ".not. "), info), 4);
}

std::string FortranRoutine::assign_lanes(std::size_t, const std::string& temporary, const std::string& value) {
    return store(temporary, value);
}

std::string FortranRoutine::check_lanes(const std::string& condition, const std::vector<std::string>& by_lane) {
    return wrapped_fortran(fmt::format("if (info == 0 .and. .not. all{0}) info = first_failing({0}, [{1}])", condition,
                                       fmt::join(by_lane, ", ")),
                           4);
}

std::string FortranRoutine::call(const Routine& routine, const CodeStatement& statement) {
    return wrapped_fortran("call " + call_text(routine, statement, dialect_, ""), 4);
}

std::string FortranRoutine::call_piece(const RoutineBody& piece) {
    if (piece.lanes() == 0) return wrapped_fortran(fmt::format("call {}({})", piece.name, dummies(piece, "")), 4);
    const std::string own_slice = fmt::format("(:,:,{} + 1)", slice_name);
    return fmt::format("    do {} = 0, {}\n{}    end do\n", slice_name, piece.slices().count() - 1,
                       wrapped_fortran(fmt::format("call {}({})", piece.name, dummies(piece, own_slice)), 6));
}

std::string FortranRoutine::evaluate_sines(const SinePlan::Group& group, const AngleText& angle) {
    const std::size_t given = group.angles.size(), width = group.lanes == 0 ? 1 : lane_width(group.lanes);
    const std::size_t all = group.lanes == 0 ? padded_angles(given) : padded_columns(group);
    std::string text;
    for (std::size_t k = 0; k < all; ++k) {
        const std::string element =
            group.lanes == 0 ? dialect_.local(group.angle, k) : dialect_.lane_local(group.angle, k);
        text += store(element, k < given ? angle(k) : dialect_.number(0.0));
    }
    return text +
           fmt::format("    call vector_sines({}, {}, {}, {})\n", width * all, group.angle, group.sine, group.cosine);
}

}  // namespace lag
