#include "emitters/writers/routines_of_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emitters/writers/routine_writer.hpp"

namespace lag {

namespace {

// ydot(i) = u(i): the statement copies the speed of the same place.
bool copies_speed(const Program& program, const Routine& derivatives, const CodeStatement& s) {
    if (s.kind != CodeStatement::Kind::result || s.lane > 0 || s.value.minus) return false;
    if (derivatives.code->node(s.value.id).kind != CodeKind::symbol) return false;
    const Symbol& symbol = derivatives.code->symbol_of(s.value.id);
    return symbol.role == Role::speed && symbol.name == program.speeds[s.place.element].name;
}

// A part of the state for q, u and udot, what bears the same name for the others.
ArgumentPart part_for(const Program& program, const Routine& derivatives, const Argument& argument) {
    const std::size_t nq = program.coordinates.size(), nu = program.speeds.size();
    if (argument.name == "q") return {place_of_argument(derivatives, "y"), 0, nq};
    if (argument.name == "u") return {place_of_argument(derivatives, "y"), nq, nu};
    if (argument.name == "udot") return {place_of_argument(derivatives, "ydot"), nq, nu};
    return {place_of_argument(derivatives, argument.name), 0, argument.elements()};
}

}  // namespace

std::optional<Routine> derivatives_by_accelerations(const Program& program, const Routine& derivatives,
                                                    const Routine& accelerations) {
    const std::size_t nq = program.coordinates.size();
    if (nq != program.speeds.size() || !program.states.empty() || !program.constraints.empty()) return {};
    if (!derivatives.calls.empty() || !accelerations.calls.empty()) return {};
    if (derivatives.operations != accelerations.operations) return {};
    Routine result = derivatives;
    const auto is_rate = [&](const CodeStatement& s) {
        return s.kind == CodeStatement::Kind::result && s.place.element < nq;
    };
    std::erase_if(result.statements, [&](const CodeStatement& s) { return !is_rate(s); });
    if (result.statements.size() != nq || !std::ranges::all_of(result.statements, [&](const CodeStatement& s) {
            return copies_speed(program, result, s);
        }))
        return {};
    for (CodeStatement& s : result.statements) {
        s.section.clear(), s.section_in.clear(), s.section_out.clear();
        s.comment = "rates of coordinates";
    }
    std::ranges::sort(result.statements, {}, [](const CodeStatement& s) { return s.place.element; });
    ExternalCall call{.name = fmt::format("{}_{}", program.name, accelerations.name)};
    for (const Argument& argument : accelerations.arguments) {
        if (argument.name == "lambda") {  // has no elements
            result.arguments.push_back(argument);
            result.arguments.back().intent = Argument::Intent::local;
        }
        call.of_arguments.push_back(part_for(program, result, argument));
    }
    result.calls = {call};
    CodeStatement& solve = result.statements.emplace_back();
    solve.kind = CodeStatement::Kind::call;
    solve.comment = "rates of speeds";
    result.pieces = {{0, result.statements.size()}};
    result.zeroed.clear();
    result.first_info.reset(), result.infos_of_constants.clear();
    std::ranges::fill(result.temporary, 0U);
    result.names.clear(), result.slot.clear(), result.piece_of.clear();
    result.workspace.clear();
    return result;
}

RoutinesOfFile::RoutinesOfFile(const Program& program, std::vector<const Routine*> chosen, bool batch)
    : list_(std::move(chosen)) {
    const auto find = [&](RoutineName name) {
        return std::ranges::find_if(list_, [&](const Routine* r) { return r->name == name; });
    };
    const auto derivatives = find(RoutineName::derivatives), accelerations = find(RoutineName::accelerations);
    if (batch || derivatives == list_.end() || accelerations == list_.end()) return;
    derivatives_ = derivatives_by_accelerations(program, **derivatives, **accelerations);
    if (!derivatives_) return;
    // in the place of all its forms, behind what it calls
    std::erase_if(list_, [](const Routine* r) { return r->name == RoutineName::derivatives; });
    const auto calls_last = std::ranges::find_if(
        list_.rbegin(), list_.rend(), [](const Routine* r) { return r->name == RoutineName::accelerations; });
    list_.insert(calls_last.base(), &*derivatives_);
}

}  // namespace lag
