#include "emitters/writers/c_routine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/rational.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/text_lines.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

std::string parameter(const Argument& argument) {
    const bool is_in = argument.intent == Argument::Intent::in;
    const std::string type = argument.type == Argument::Type::integer ? "int" : "double";
    if (argument.shape.empty()) return type + (is_in ? " " : "* ") + argument.name;
    return fmt::format("{}{}* {}", is_in ? "const " : "", type, argument.name);
}

std::string type_of(std::size_t lanes) {
    return lanes == 0 ? "double" : c_lane_type(lanes);
}

}  // namespace

std::string CDialect::number(double value) const {
    return shortest_decimal(value);
}

std::string CDialect::named_number(const std::string& name, double) const {
    return fmt::format("{}_{}", model_, name);
}

std::string CDialect::element(const Argument& argument, std::size_t element) const {
    const bool is_result = argument.intent != Argument::Intent::in;
    if (argument.shape.empty()) return is_result ? "*" + argument.name : argument.name;
    return fmt::format("{}[{}]", argument.name, element);
}

std::string CDialect::work(std::size_t slot) const {
    return fmt::format("work[{}]", slot);
}

std::string CDialect::function(Op op, const std::vector<std::string>& x) const {
    switch (op) {
        case Op::less:
            return fmt::format("({} < {})", x[0], x[1]);
        case Op::less_equal:
            return fmt::format("({} <= {})", x[0], x[1]);
        case Op::logical_and:
            return fmt::format("({} && {})", x[0], x[1]);
        case Op::logical_or:
            return fmt::format("({} || {})", x[0], x[1]);
        case Op::logical_not:
            return fmt::format("(!{})", x[0]);
        case Op::select:
        case Op::min:
        case Op::max:
        case Op::mod:
            return fmt::format("lag_{}({})", name_of(op), fmt::join(x, ", "));
        default:
            return fmt::format("{}({})", op == Op::abs ? "fabs" : name_of(op), fmt::join(x, ", "));
    }
}

std::string CDialect::equal(const std::string& element, bool, long value) const {
    return fmt::format("({} == {})", element, value);
}

std::string CDialect::table_call(const std::string& name, const std::string& arguments) const {
    return fmt::format("{}_{}({})", model_, name, arguments);
}

std::string CDialect::lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const {
    return fmt::format("{}_load({} + {})", c_lane_type(lanes), argument.name, first);
}

std::string CDialect::lane_gather(std::size_t lanes, const std::vector<std::string>& elements) const {
    return fmt::format("{}_of({})", c_lane_type(lanes), fmt::join(elements, ", "));
}

std::string CDialect::lane_function(std::size_t lanes, Op op, const std::vector<std::string>& x) const {
    if (op == Op::less || op == Op::less_equal) return function(op, x);
    return fmt::format("{}_{}({})", c_lane_type(lanes), name_of(op), fmt::join(x, ", "));
}

std::string CDialect::lane_choice(std::size_t lanes, const std::vector<std::string>& x) const {
    return fmt::format("{}_either({})", c_lane_type(lanes), fmt::join(x, ", "));
}

std::string CDialect::lane_of(const std::string& name, std::size_t lane) const {
    return fmt::format("{}[{}]", name, lane);
}

std::string CDialect::element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const {
    return fmt::format("{}[{}]", argument.name, indexed_by_slice(first, step));
}

std::string CDialect::lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const {
    return fmt::format("{}_load({} + {})", c_lane_type(lanes), argument.name, indexed_by_slice(first, lanes));
}

std::string CDialect::sum_of_slices(const Slices& slices, std::size_t slot) const {
    return fmt::format("{}_sum_of_slices({} + {}, {}, {})", c_lane_type(slices.at_once), workspace_name(slices.lanes),
                       slot, slices.count(), slices.length);
}

std::string CDialect::lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const {
    return fmt::format("{}[{}][{}]", workspace_name(slices.lanes), slot + lane / slices.at_once * slices.length,
                       lane % slices.at_once);
}

std::string CDialect::lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const {
    return fmt::format("{}_repeated_{}({})", c_lane_type(lanes), few, operand);
}

std::string CDialect::lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const {
    return fmt::format("{}_folded_{}({})", c_lane_type(lanes), few, operand);
}

std::string CRoutine::open(const RoutineBody& body) {
    std::vector<std::string> list;
    if (body.lanes() > 0) list.push_back(fmt::format("int {}", slice_name));
    for (const std::size_t a : body.arguments) list.push_back(parameter(body.routine.arguments[a]));
    const bool is_piece = body.kind == RoutineBody::Kind::piece;
    if (is_piece)
        for (const auto& [lanes, length] : body.workspaces())
            list.push_back(fmt::format("{}* {}", type_of(body.routine.lanes_of_slice(lanes)), workspace_name(lanes)));
    const std::string text = is_piece ? "\n" : fmt::format("\n/* {} */\n", body.routine.text);
    return text + wrapped_c(fmt::format("static inline void {}({}) {{", body.name, fmt::join(list, ", ")), 0);
}

std::string CRoutine::declare(const RoutineBody& body) {
    const Routine& routine = body.routine;
    if (!body.sets_zero()) return {};
    std::string locals, unused, zeros;
    for (std::size_t a = 0; a < routine.arguments.size(); ++a) {
        const Argument& argument = routine.arguments[a];
        if (argument.intent == Argument::Intent::local) {
            locals = fmt::format("    double {}[{}];\n", argument.name, std::max<std::size_t>(argument.elements(), 1)) +
                     locals;
        } else if (argument.is_info()) {
            zeros += fmt::format("    *{} = {};\n", argument.name,
                                 body.first_info.empty() ? "0" : fmt::format("(int){}", body.first_info));
        } else if (std::ranges::count(routine.zeroed, a) > 0) {
            zeros += fmt::format("    for (int k = 0; k < {}; ++k) {}[k] = 0.0;\n", argument.elements(), argument.name);
        } else if (!body.needs.arguments.contains(a)) {
            unused += fmt::format("    (void){};\n", argument.name);
        }
    }
    for (const auto& [lanes, length] : body.workspaces())
        zeros += fmt::format("    {} {}[{}];\n", type_of(routine.lanes_of_slice(lanes)), workspace_name(lanes),
                             length * routine.slices_of(lanes));
    return locals + unused + zeros;
}

std::string CRoutine::close(const RoutineBody&) {
    return "}\n";
}

std::string CRoutine::comment(const std::string& text) {
    std::string comment = without_comment_end(comment_lines(text, "", c_line_width - 12));
    if (!comment.empty() && comment.back() == '\n') comment.pop_back();
    return fmt::format("    /* {} */\n", comment);
}

std::string CRoutine::assign(const std::string& temporary, const std::string& value) {
    return wrapped_c(fmt::format("const double {} = {};", temporary, value), 4);
}

std::string CRoutine::store(const std::string& element, const std::string& value) {
    return wrapped_c(fmt::format("{} = {};", element, value), 4);
}

std::string CRoutine::store_unless(const std::string& condition, const std::string& element, const std::string& value) {
    return wrapped_c(fmt::format("if ({}) {} = {};", opposite(condition, "!"), element, value), 4);
}

std::string CRoutine::check(const std::string& condition, std::size_t info) {
    return wrapped_c(fmt::format("if (*info == 0 && {}) *info = {};", opposite(condition, "!"), info), 4);
}

std::string CRoutine::assign_lanes(std::size_t lanes, const std::string& temporary, const std::string& value) {
    return wrapped_c(fmt::format("const {} {} = {};", c_lane_type(lanes), temporary, value), 4);
}

std::string CRoutine::check_lanes(const std::string& condition, const std::vector<std::string>& by_lane) {
    return wrapped_c(fmt::format("*info = *info == 0 ? {}_first_failing({}, {}) : *info;", c_lane_type(by_lane.size()),
                                 condition, fmt::join(by_lane, ", ")),
                     4);
}

std::string CRoutine::call(const Routine& routine, const CodeStatement& statement) {
    return wrapped_c(call_text(routine, statement, dialect_, "&") + ";", 4);
}

std::string CRoutine::call_piece(const RoutineBody& piece) {
    const std::string call = fmt::format("{}({});", piece.name, fmt::join(c_arguments_of_piece(piece), ", "));
    return c_loop_over_slices(piece) + wrapped_c(call, piece.lanes() > 0 ? 8 : 4);
}

std::string CRoutine::evaluate_sines(const SinePlan::Group& group, const AngleText& angle) {
    if (group.lanes > 0) return evaluate_limb_sines(group, angle);
    const std::size_t given = group.angles.size(), all = padded_angles(given);
    std::string text = fmt::format("    double {0}[{2}], {1}[{2}];\n", group.sine, group.cosine, all);
    for (std::size_t first = 0; first < all; first += sine_block) {
        std::vector<std::string> list;
        for (std::size_t k = first; k < first + sine_block; ++k)
            list.push_back(k < given ? angle(k) : dialect_.number(0.0));
        const std::string place = first == 0 ? "" : fmt::format(" + {}", first);
        text += wrapped_c(
            fmt::format("lag_sines({}, {}{}, {}{});", fmt::join(list, ", "), group.sine, place, group.cosine, place),
            4);
    }
    return text;
}

std::string CRoutine::evaluate_limb_sines(const SinePlan::Group& group, const AngleText& angle) {
    const std::string type = c_lane_type(group.lanes);
    const std::size_t given = group.angles.size(), at_once = lane_width(group.lanes) == 2 ? 2 : 1;
    const std::size_t all = (given + at_once - 1) / at_once * at_once;
    std::string text = fmt::format("    {3} {0}[{2}], {1}[{2}];\n", group.sine, group.cosine, all, type);
    for (std::size_t k = 0; k < given; k += at_once) {
        std::string angles = angle(k);
        if (at_once == 2) angles += ", " + angle(std::min(k + 1, given - 1));
        text += wrapped_c(
            fmt::format("{0}_sines({1}, {2} + {4}, {3} + {4});", type, angles, group.sine, group.cosine, k), 4);
    }
    return text;
}

std::string without_comment_end(std::string text) {
    for (const char* mark : {"*/", "/*"})
        for (std::size_t k = text.find(mark); k != std::string::npos; k = text.find(mark, k)) text.insert(k + 1, " ");
    return text;
}

}  // namespace lag
