// Stage: Program with results as expressions -> Program with statements.
//
// Per routine: expressions -> n-ary code with parameters hoisted -> the best of several sequences of passes
// (sequences.hpp) -> resubstitution -> fewer steps to the results of what integrators call (height.cpp) -> nested
// statements -> their order -> pieces. The sequence that won for `derivatives` is a hint for the others. When all routines are final, what they need of parameters alone becomes c(1..nc), which `setup` computes.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "emitters/passes/constant_texts.hpp"
#include "emitters/passes/estimate.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/passes/sequences.hpp"
#include "emitters/passes/value_names.hpp"

namespace lag {

namespace {

void settle_checks(Program& program, Routine& routine) {
    std::erase_if(routine.checks, [&](const PivotCheck& check) {
        if (routine.graph->node(check.condition).op != Op::constant) return false;
        if (!check.condition.is_zero()) return true;
        const TableRow* const failing = program.failing(check.info);
        if (failing == nullptr) throw InternalError("a pivot of no speed and no row");
        const std::string& name = failing->name;
        if (program.info_codes().meaning(check.info).kind == InfoCodes::Kind::row)
            throw ModelError(
                fmt::format("the constraints are singular: the pivot of row '{}' is zero for every state", name), "",
                {Subject::Kind::row, name});
        throw ModelError(fmt::format("the mass matrix is singular: the pivot of {} is zero for every state", name),
                         "a body that can move freely in this speed has no inertia against it",
                         {Subject::Kind::speed, name});
    });
    // of equal conditions only the first can be the first to fail
    std::set<NodeId> stated;
    std::erase_if(routine.checks, [&](const PivotCheck& check) { return !stated.insert(check.condition.id).second; });
}

// c of size nc: an argument or result of a function of the user's may be called c too.
bool knows_constants(const Routine& routine) {
    return routine.name != RoutineName::setup && std::ranges::any_of(routine.arguments, [](const Argument& a) {
               return a.name == "c" && a.shape.size() == 1 && a.shape.front().name == "nc";
           });
}

// Pivots of parameters alone are tested once, in `setup`: the first that fails is an element of c, with which info begins.
void move_checks_to_setup(Program& program, Routine& routine) {
    if (!knows_constants(routine) || !routine.has_info()) return;
    Graph& graph = *program.constants_graph;
    GraphCopy copy(*routine.graph, graph);
    const auto is_of_constants = [&](const PivotCheck& check) {
        return routine.graph->node(check.condition).dependence == bit(Role::parameter) && check.by_lane.empty();
    };
    Expr first = graph.integer(0);
    for (auto check = routine.checks.rbegin(); check != routine.checks.rend(); ++check) {  // the first is asked first
        if (!is_of_constants(*check)) continue;
        routine.infos_of_constants.insert(routine.infos_of_constants.begin(), check->info);
        const Expr holds = routine.graph == program.constants_graph ? check->condition : copy(check->condition);
        first = graph.select(holds, first, graph.integer(static_cast<long>(check->info)));
    }
    if (routine.infos_of_constants.empty()) return;
    std::erase_if(routine.checks, is_of_constants);
    routine.first_info = first;
}

std::vector<Expr> roots_of(const Routine& routine) {
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
    return roots;
}

// The sequence that won for `routine`, as a hint for another routine: one that holds much of the same code takes it at
// smaller sizes already.
Hint hint_from(const Routine& routine, const std::string& other) {
    const bool is_alike = is_one_of(other, {RoutineName::derivatives, RoutineName::accelerations,
                                            RoutineName::right_side, RoutineName::inverse_dynamics});
    Hint hint{{}, is_alike ? std::size_t{600} : std::size_t{2000}};
    for (const int pass : routine.passes) hint.passes.push_back(static_cast<Pass>(pass));
    return hint;
}

void form_code(Program& program, Routine& routine, int level, const Hint& hint) {
    const Dependence free_roles = knows_constants(routine) ? bit(Role::parameter) : Dependence{0};
    const std::vector<Expr> roots = roots_of(routine);
    Code code = code_of(*routine.graph, roots, free_roles, program.constants_graph, routine.labels);
    Searched found = searched(std::move(code), hint, level);
    // The longer search begins with other numbers of constants than the shorter one did, and may end above it.
    if (level > default_level && routine.code) {
        Code known = finished(*routine.code, default_level, true);
        if (count_operations(known).total() < count_operations(found.code).total())
            found = {std::move(known), std::move(found.path)};
    }
    routine.code = std::make_shared<const Code>(std::move(found.code));
    routine.passes.clear();
    for (const Pass pass : found.path) routine.passes.push_back(static_cast<int>(pass));
}

// The parts of the mass matrix are computed as the whole is: by its code, less what they do not need.
void share_code_of_mass_matrix(Program& program) {
    const Routine* whole = program.find(RoutineName::mass_matrix);
    for (Routine& part : program.routines) {
        if (!is_part_of_mass_matrix(part)) continue;
        Code code = *whole->code;
        code.roots.clear();
        for (const ResultExpression& result : part.results)
            code.roots.push_back(result.value.is_zero() ? code.free(program.constants_graph->integer(0))
                                                        : whole->code->roots[result.place.element]);
        part.code = std::make_shared<const Code>(std::move(code));
        part.passes = whole->passes;
    }
}

// Plain parameters in declared order, then expressions by their structural hash: an order that no routine and no order
// of creation influences.
void number_constants(Program& program) {
    const Graph& graph = *program.constants_graph;
    std::set<NodeId> needed;
    for (const Routine& routine : program.routines) {
        if (!routine.code) continue;
        if (routine.first_info) needed.insert(routine.first_info->id);
        const std::vector<std::uint32_t> uses = count_uses(*routine.code);
        for (CodeId id = 0; id < routine.code->size(); ++id) {
            if (uses[id] == 0 || !routine.code->is_free(id)) continue;
            const Expr value = routine.code->free_value(id);
            if (graph.node(value).dependence != 0) needed.insert(value.id);
        }
    }
    std::vector<NodeId> order;
    for (const TableRow& parameter : program.parameters) {
        const Expr symbol = program.constants_graph->symbol(parameter.name, Role::parameter);
        if (needed.erase(symbol.id) > 0) order.push_back(symbol.id);
    }
    std::vector<NodeId> rest(needed.begin(), needed.end());
    std::ranges::sort(
        rest, [&](NodeId a, NodeId b) { return std::pair(graph.node(a).hash, a) < std::pair(graph.node(b).hash, b); });
    // lane values last, the lanes of each one after the other
    std::stable_partition(rest.begin(), rest.end(),
                          [&](NodeId id) { return (graph.node(id).dependence & in_lanes) == 0; });
    order.insert(order.end(), rest.begin(), rest.end());
    LaneExpansion in_lane(*program.constants_graph);
    for (const NodeId id : order) {
        program.constant_number.emplace(id, static_cast<std::uint32_t>(program.constants.size()));
        const Expr value = program.constants_graph->expr(id);
        const std::size_t lanes = program.constants_graph->lanes_of(value);
        for (std::size_t k = 0; k < std::max<std::size_t>(lane_width(lanes), 1); ++k)
            program.constants.push_back(in_lane(value, k < lanes ? k : 0));
    }
    program.size("nc").value = program.constants.size();
    for (Routine& routine : program.routines)
        for (Argument& argument : routine.arguments)
            for (Extent& extent : argument.shape)
                if (extent.name == "nc") extent.value = program.constants.size();
}

void fill_setup(Program& program) {
    for (Routine& routine : program.routines) {
        if (routine.name != RoutineName::setup) continue;
        routine.graph = program.constants_graph;
        const std::size_t c = 1;  // arguments: p, c
        routine.arguments[c].element_names = constant_texts(program);
        for (std::size_t k = 0; k < program.constants.size(); ++k)
            routine.results.push_back({{c, k}, program.constants[k]});
    }
}

}  // namespace

Routine with_reduced_height(Routine routine) {
    constexpr long most_operations = 1500;
    if (count_operations(*routine.code).total() > most_operations) return routine;
    const auto cost = [&](const Code& code) {
        Routine trial = routine;
        trial.code = std::make_shared<const Code>(code);
        return weighed_cost(estimated_cycles(std::move(trial), true), count_operations(code).total());
    };
    routine.code = std::make_shared<const Code>(reduce_height(*routine.code, cost));
    return routine;
}

Program optimize_derivatives(Program program, const OptimizeOptions& options, const Program* like) {
    return optimize_routine(std::move(program), RoutineName::derivatives, options, like);
}

Program optimize_routine(Program program, RoutineName name, const OptimizeOptions& options, const Program* like) {
    const Routine* served = like == nullptr ? nullptr : like->find(RoutineName::derivatives);
    for (Routine& routine : program.routines) {
        if (routine.name != name) continue;
        settle_checks(program, routine);
        move_checks_to_setup(program, routine);
        form_code(program, routine, options.level, served == nullptr ? Hint{} : hint_from(*served, routine.name));
    }
    return program;
}

Program optimize(Program program, const OptimizeOptions& options) {
    const Program with_derivatives = optimize_derivatives(program, options);
    return optimize(std::move(program), with_derivatives, options);
}

Program optimize(Program program, const Program& with_derivatives, const OptimizeOptions& options) {
    program.constants_graph = with_derivatives.constants_graph;
    std::map<bool, const Routine*> served;  // by instead_of_lanes
    for (Routine& routine : program.routines) {
        settle_checks(program, routine);
        move_checks_to_setup(program, routine);
        const auto done = std::ranges::find_if(with_derivatives.routines, [&](const Routine& other) {
            return other.code && other.name == routine.name && other.instead_of_lanes == routine.instead_of_lanes;
        });
        if (done == with_derivatives.routines.end()) continue;
        routine.code = done->code, routine.passes = done->passes;
        if (routine.name == RoutineName::derivatives) served[routine.instead_of_lanes] = &routine;
    }
    for (Routine& routine : program.routines)
        if (routine.name != RoutineName::setup && !is_part_of_mass_matrix(routine) && !routine.code)
            form_code(program, routine, options.level,
                      served.empty() ? Hint{} : hint_from(*served.at(routine.instead_of_lanes), routine.name));
    for (Routine& routine : program.routines) {
        if (!routine.code || routine.name == RoutineName::setup) continue;
        const bool is_called_often = is_one_of(routine.name, {RoutineName::derivatives, RoutineName::accelerations});
        routine.code = std::make_shared<const Code>(finished(*routine.code, options.level, is_called_often));
        if (is_called_often && options.reduces_height) routine = with_reduced_height(std::move(routine));
    }
    share_code_of_mass_matrix(program);
    number_constants(program);
    fill_setup(program);
    for (Routine& routine : program.routines) {
        if (routine.name == RoutineName::setup) form_code(program, routine, options.level, {});
        routine.code = std::make_shared<const Code>(bound_width(*routine.code, statement_width));
        form_statements(routine, options.line_size);
        order_terms(routine);
        cut_into_slices(routine);
        order_statements(routine, OrderGoal::one_state);
        split_body(routine, options.split_above, options.piece_size);
        name_temporaries(program, routine);
        mark_sections(program, routine, false);
    }
    return program;
}

}  // namespace lag
