#include "emitters/writers/cpp_routine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/rational.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

std::string parameter(const Argument& argument, bool named) {
    const bool is_in = argument.intent == Argument::Intent::in;
    std::string type = argument.type == Argument::Type::integer ? "int" : "R";
    if (!argument.shape.empty()) {
        type = fmt::format("{}{}*", is_in ? "const " : "", type);
    } else if (!is_in) {
        type += "&";
    }
    return fmt::format(fmt::runtime(named ? "{} {}" : "{} /*{}*/"), type, argument.name);
}

// Of all groups that have so many at once.
std::string names_of_limbs(const Program& program, std::size_t lanes) {
    std::string names;
    for (const auto& limbs : program.limbs) {
        if (std::min(limbs.size(), program.lanes_at_once) != lanes) continue;
        names += names.empty() ? "" : "; ";
        names += limbs.size() <= program.lanes_at_once ? fmt::format("{}", fmt::join(limbs, ", "))
                                                       : fmt::format("{}, {}, .., {}, {} at a time", limbs[0], limbs[1],
                                                                     limbs.back(), program.lanes_at_once);
    }
    return names;
}

bool is_set_to_zero(const RoutineBody& body, std::size_t a) {
    return body.sets_zero() && std::ranges::count(body.routine.zeroed, a) > 0;
}

// Does its text hold L::?
bool uses_math(const RoutineBody& body) {
    const BodyNeeds& needs = body.needs;
    const bool has_functions = !std::ranges::all_of(needs.functions, changes_lanes);  // those are of lag_limbs
    const bool in_statements = needs.numbers || needs.checks || has_functions;
    return (body.has_statements() && in_statements) ||
           (body.sets_zero() && (!body.routine.zeroed.empty() || !body.first_info.empty()));
}

}  // namespace

std::string CppDialect::number(double value) const {
    return fmt::format("L::number({})", shortest_decimal(value));
}

std::string CppDialect::named_number(const std::string& name, double) const {
    return fmt::format("L::number({})", name);
}

std::string CppDialect::element(const Argument& argument, std::size_t element) const {
    if (argument.type == Argument::Type::integer) return fmt::format("L::number({})", argument.name);
    return argument.shape.empty() ? argument.name : fmt::format("{}[{}]", argument.name, element);
}

std::string CppDialect::work(std::size_t slot) const {
    return fmt::format("work[{}]", slot);
}

std::string CppDialect::function(Op op, const std::vector<std::string>& operands) const {
    const bool guards_pivot = op == Op::select && operands.back() == named_number("harmless_pivot", 0);
    if (batch && guards_pivot) return fmt::format("lag_vector::guarded<L>({})", fmt::join(operands, ", "));
    const char* name = op == Op::logical_and   ? "both"
                       : op == Op::logical_or  ? "either"
                       : op == Op::logical_not ? "opposite"
                                               : name_of(op);
    return fmt::format("L::{}({})", name, fmt::join(operands, ", "));
}

std::string CppDialect::table_call(const std::string& name, const std::string& arguments) const {
    return fmt::format("{}<R>({})", name, arguments);
}

std::string CppDialect::lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const {
    return fmt::format("K{}::load({} + {})", lanes, argument.name, first);
}

std::string CppDialect::lane_gather(std::size_t lanes, const std::vector<std::string>& elements) const {
    return fmt::format("K{}::of({})", lanes, fmt::join(elements, ", "));
}

std::string CppDialect::lane_function(std::size_t lanes, Op op, const std::vector<std::string>& operands) const {
    return fmt::format("K{}{}", lanes, function(op, operands).substr(1));
}

std::string CppDialect::lane_table_call(std::size_t lanes, const std::string& name, const std::string& orders,
                                        const std::vector<std::string>& operands) const {
    const bool is_map = operands.size() == 2;
    return fmt::format("K{}::each([](const R& x{}) {{ return {}; }}, {})", lanes, is_map ? ", const R& y" : "",
                       table_call(name, orders + (is_map ? ", x, y" : ", x")), fmt::join(operands, ", "));
}

std::string CppDialect::lane_of(const std::string& name, std::size_t lane) const {
    return fmt::format("{}[{}]", name, lane);
}

std::string CppDialect::element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const {
    return fmt::format("{}[{}]", argument.name, indexed_by_slice(first, step));
}

std::string CppDialect::lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const {
    return fmt::format("K{}::load({} + {})", lanes, argument.name, indexed_by_slice(first, lanes));
}

std::string CppDialect::sum_of_slices(const Slices& slices, std::size_t slot) const {
    return fmt::format("K{}::lane_sum({} + {}, {}, {})", slices.at_once, workspace_name(slices.lanes), slot,
                       slices.count(), slices.length);
}

std::string CppDialect::lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const {
    return fmt::format("{}[{}][{}]", workspace_name(slices.lanes), slot + lane / slices.at_once * slices.length,
                       lane % slices.at_once);
}

std::string CppDialect::lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const {
    return fmt::format("K{}::template repeated<{}>({})", lanes, few, operand);
}

std::string CppDialect::lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const {
    return fmt::format("K{}::template folded<{}>({})", lanes, few, operand);
}

std::string CppRoutine::open(const RoutineBody& body) {
    const bool is_piece = body.kind == RoutineBody::Kind::piece;
    std::vector<std::string> list;
    if (body.lanes() > 0) list.push_back(fmt::format("int {}", slice_name));
    for (const std::size_t a : body.arguments) {
        const Argument& argument = body.routine.arguments[a];
        const bool is_scalar_result = argument.intent == Argument::Intent::out && argument.shape.empty();
        list.push_back(parameter(argument, body.needs.arguments.contains(a) || is_set_to_zero(body, a) ||
                                               is_scalar_result || argument.type == Argument::Type::integer));
    }
    if (is_piece)
        for (const auto& [lanes, length] : body.workspaces())
            list.push_back(fmt::format(
                "{}* {}",
                lanes == 0 ? "R" : fmt::format("typename lag_limbs<R, {}>::value", body.routine.lanes_of_slice(lanes)),
                workspace_name(lanes)));
    const std::string text = is_piece ? "" : fmt::format("// {}\n", body.routine.text);
    return fmt::format("\n{}template <class R>\n{}", text,
                       wrapped_c(fmt::format("void {}({}) {{", body.name, fmt::join(list, ", ")), 0));
}

std::string CppRoutine::declare(const RoutineBody& body) {
    const Routine& routine = body.routine;
    std::string text = uses_math(body) ? "    using L = lag_math<R>;\n" : "";
    for (const std::size_t lanes : body.needs.lanes)
        text += fmt::format(
            "    using K{0} = lag_limbs<R, {0}>;  // {1}\n    using V{0} [[maybe_unused]] = typename K{0}::value;\n",
            lanes, names_of_limbs(program_, lanes));
    if (!body.sets_zero()) return text;
    if (routine.calls_linked())
        text +=
            fmt::format("    static_assert(std::is_same<R, double>::value{}, \"a user's routine takes doubles\");\n",
                        batch_ ? " || lag_vector::is_pack<R>::value" : "");
    std::string locals, start;
    for (std::size_t a = 0; a < routine.arguments.size(); ++a) {
        const Argument& argument = routine.arguments[a];
        if (argument.intent == Argument::Intent::local)
            locals =
                fmt::format("    R {}[{}];\n", argument.name, std::max<std::size_t>(argument.elements(), 1)) + locals;
        if (argument.is_info()) {
            start += body.first_info.empty()
                         ? fmt::format("    {} = 0;\n", argument.name)
                         // int(c[75]) for any R; no larger than what it can be where c holds no numbers
                         : wrapped_c(fmt::format("for ({0} = 0; {0} < {1} && !L::every(L::less_equal({2}, "
                                                 "L::number({0}))); ++{0}) {{}}",
                                                 argument.name, std::ranges::max(routine.infos_of_constants),
                                                 body.first_info),
                                     4);
        } else if (is_set_to_zero(body, a)) {
            start += fmt::format("    for (int k = 0; k < {}; ++k) {}[k] = L::number(0.0);\n", argument.elements(),
                                 argument.name);
        }
    }
    for (const auto& [lanes, length] : body.workspaces())
        start += fmt::format("    {} {}[{}];\n", lanes == 0 ? "R" : fmt::format("V{}", routine.lanes_of_slice(lanes)),
                             workspace_name(lanes), length * routine.slices_of(lanes));
    return text + locals + start;
}

std::string CppRoutine::close(const RoutineBody&) {
    return "}\n";
}

std::string CppRoutine::comment(const std::string& text) {
    return comment_lines(text, "    // ", c_line_width);
}

std::string CppRoutine::assign(const std::string& temporary, const std::string& value) {
    return wrapped_c(fmt::format("const R {} = {};", temporary, value), 4);
}

std::string CppRoutine::store(const std::string& element, const std::string& value) {
    return wrapped_c(fmt::format("{} = {};", element, value), 4);
}

std::string CppRoutine::check(const std::string& condition, std::size_t info) {
    return wrapped_c(fmt::format("if (info == 0 && !L::every({})) info = {};", condition, info), 4);
}

std::string CppRoutine::assign_lanes(std::size_t lanes, const std::string& temporary, const std::string& value) {
    return wrapped_c(fmt::format("const V{} {} = {};", lanes, temporary, value), 4);
}

std::string CppRoutine::check_lanes(const std::string& condition, const std::vector<std::string>& by_lane) {
    return wrapped_c(fmt::format("info = info == 0 ? K{}::first_failing({}, {{{}}}) : info;", by_lane.size(), condition,
                                 fmt::join(by_lane, ", ")),
                     4);
}

std::string CppRoutine::call(const Routine& routine, const CodeStatement& statement) {
    const ExternalCall& called = routine.calls.at(statement.number);
    if (called.takes_arrays || !called.of_arguments.empty()) {  // "arm_contact_search(..)"
        const std::string call = call_text(routine, statement, dialect_, "");
        return wrapped_c(fmt::format("{}::{};", program_.name, call.substr(program_.name.size() + 1)), 4);
    }
    if (routine.calls[statement.number].procedure) {
        const std::string& name = routine.calls[statement.number].name;
        const std::string call = call_text(routine, statement, dialect_, "");
        return wrapped_c(fmt::format("{}{};", batch_ ? cpp_by_lanes(name) : name + "<R>", call.substr(name.size())), 4);
    }
    if (!batch_) return wrapped_c(fmt::format("::{};", call_text(routine, statement, dialect_, "&")), 4);
    const std::string& name = routine.calls.at(statement.number).name;
    const std::string call = call_text(routine, statement, dialect_, "");
    return wrapped_c(fmt::format("{}{};", cpp_by_lanes(name), call.substr(name.size())), 4);
}

std::string CppRoutine::call_piece(const RoutineBody& piece) {
    const std::string call =
        fmt::format("{}::{}<R>({});", program_.name, piece.name, fmt::join(c_arguments_of_piece(piece), ", "));
    return c_loop_over_slices(piece) + wrapped_c(call, piece.lanes() > 0 ? 8 : 4);
}

std::string CppRoutine::evaluate_sines(const SinePlan::Group& group, const AngleText& angle) {
    const std::size_t n = group.angles.size();
    const std::string type = group.lanes > 0 ? fmt::format("V{}", group.lanes) : "R";
    std::vector<std::string> list;
    for (std::size_t k = 0; k < n; ++k) list.push_back(angle(k));
    return wrapped_c(fmt::format("const {} {}[{}] = {{{}}};", type, group.angle, n, fmt::join(list, ", ")), 4) +
           fmt::format("    {3} {0}[{2}], {1}[{2}];\n", group.sine, group.cosine, n, type) +
           fmt::format("    lag_vector::sines({}, {}, {});\n", group.angle, group.sine, group.cosine);
}

std::string CppRoutine::longer_name(const Routine& routine) const {
    std::vector<std::string> dummies, names;
    for (const Argument& argument : routine.arguments) {
        if (argument.intent == Argument::Intent::local) continue;
        dummies.push_back(parameter(argument, true));
        names.push_back(argument.name);
    }
    return cpp_longer_name("template <class R>\n", program_.name, routine.name,
                           fmt::format("{}", fmt::join(dummies, ", ")), names);
}

std::string cpp_longer_name(const std::string& head, const std::string& model, const std::string& routine,
                            const std::string& dummies, const std::vector<std::string>& arguments) {
    return fmt::format("{}{}{}}}\n", head, wrapped_c(fmt::format("void {}_{}({}) {{", model, routine, dummies), 0),
                       wrapped_c(fmt::format("{}::{}({});", model, routine, fmt::join(arguments, ", ")), 4));
}

std::string cpp_by_lanes(const std::string& external) {
    return external + "_by_lanes";
}

}  // namespace lag
