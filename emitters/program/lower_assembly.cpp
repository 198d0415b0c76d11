#include "emitters/program/lower_assembly.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/calculus.hpp"
#include "core/info_codes.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "lagrange/kinematics/displacement.hpp"

namespace lag {

namespace {

// The equations of the mechanism in every speed.
struct System {
    const Model& model;
    std::vector<MassEntry> mass_matrix;  // with weighted rows, those of speed kind too
    const std::vector<Expr>& kinematic_equations;
    const ConstraintRows& constraints;
};
// Bodies move before they bend.
std::vector<MassEntry> with_heavy_modes(const Model& model, std::vector<MassEntry> mass_matrix) {
    constexpr int heavier = 1000000;
    for (MassEntry& entry : mass_matrix) {
        const std::optional<CoordinateIndex> q = model.speeds[entry.row].rate_of;
        if (entry.row == entry.column && q && is_elastic(model, *q)) entry.value = heavier * entry.value;
    }
    return mass_matrix;
}
System system_of(const Model& model, const Equations& equations) {
    if (equations.whole) {
        const WholeMechanism& whole = *equations.whole;
        return {whole.model,
                with_weighted_rows(with_heavy_modes(whole.model, whole.mass_matrix), whole.constraints, whole.weights),
                whole.kinematic_equations, whole.constraints};
    }
    return {model,
            with_weighted_rows(with_heavy_modes(model, equations.mass_matrix), equations.system_rows.rows,
                               equations.weights),
            equations.kinematic_equations, equations.constraints};
}

// Numbers, from 0, of the rows that restrict coordinates.
std::vector<std::size_t> position_rows(const System& system) {
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < system.constraints.rows.size(); ++r)
        if (!is_speed_row(system.model, system.constraints.rows[r])) rows.push_back(r);
    return rows;
}

// M, and below it the rows of position kind.
LdlPlan assembly_plan(const System& system, const ConstraintRows& held, const std::vector<std::size_t>& rows) {
    const std::size_t nu = system.model.speeds.size();
    std::vector<int> signs(nu, +1);
    signs.resize(nu + rows.size(), -1);
    SymmetricPattern pattern(signs);
    for (const MassEntry& entry : system.mass_matrix) pattern.insert(entry.row, entry.column);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const auto& [speed, coefficient] : held.rows[rows[k]].B) pattern.insert(nu + k, speed.value);
        if (held.rows[rows[k]].is_switched()) pattern.insert_vanishing(nu + k);
    }
    return plan_ldl(pattern);
}

// Their numbers are those of info.
std::vector<SystemRow> numbered_rows(const Model& model, const System& system, const std::vector<std::size_t>& rows) {
    std::vector<SystemRow> result = system_rows(system.model, system.constraints, rows);
    if (&system.model == &model) return result;
    const InfoCodes codes(model.speeds.size(), system.constraints.rows.size());
    std::size_t independent = 0, dependent = 0;
    for (std::size_t u = 0; u < system.model.speeds.size(); ++u) {
        const bool stays =
            independent < model.speeds.size() && model.speeds[independent].name == system.model.speeds[u].name;
        result[u].number = stays ? InfoCodes::of_speed(independent++) : codes.of_dependent_speed(dependent++);
    }
    for (std::size_t k = 0; k < rows.size(); ++k) result[system.model.speeds.size() + k].number = codes.of_row(rows[k]);
    return result;
}

std::vector<std::size_t> all_rows(const Equations& equations) {
    std::vector<std::size_t> rows(equations.constraints.rows.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
}

long operations_of(const Model& model, const std::vector<Expr>& values) {
    return count_operations(*model.graph, values, bit(Role::parameter)).total();
}

// B d, by row of `rows`: entry by entry, or as the rates that the rows have at the speeds d less those at rest, which are
// formed from body to body; what takes fewer operations.
std::vector<Expr> rows_times(const Model& model, const ConstraintRows& constraints,
                             const std::vector<std::size_t>& rows, const std::vector<Expr>& d) {
    Graph& graph = *model.graph;
    Substitution moving(graph), at_rest(graph);
    for (std::size_t u = 0; u < d.size(); ++u) {
        moving.replace(symbol(model, SpeedIndex{u}), graph.own(d[u]));
        at_rest.replace(symbol(model, SpeedIndex{u}), graph.integer(0));
    }
    std::vector<Expr> by_entries, by_rates;
    for (const std::size_t r : rows) {
        by_entries.push_back(graph.integer(0));
        for (const auto& [speed, coefficient] : constraints.rows[r].B)
            by_entries.back() += coefficient * d[speed.value];
        const Expr rate = graph.own(constraints.rows[r].phidot);
        by_rates.push_back(moving(rate) - at_rest(rate));
    }
    return operations_of(model, by_rates) < operations_of(model, by_entries) ? by_rates : by_entries;
}

// x with M x + B^T l = 0 and B x = `errors`, by speed, then l by row of the plan.
SolvedRows by_matrix(const Model& model, const System& system, const LdlPlan& plan, const ConstraintRows& held,
                     const std::vector<std::size_t>& rows, const std::vector<Expr>& errors) {
    std::vector<Expr> right_side(system.model.speeds.size(), model.graph->integer(0));
    right_side.insert(right_side.end(), errors.begin(), errors.end());
    return solve_on_expressions(*model.graph, plan, numbered_rows(model, system, rows),
                                SystemEntries(system.model, system.mass_matrix, held, rows), right_side);
}

// The same by the recursion, where that takes clearly fewer operations than the plan: the passes shorten small plans more.
std::optional<SolvedRows> by_recursion(const Model& model, const Equations& equations, const System& system,
                                       const LdlPlan& plan, const std::vector<std::size_t>& rows,
                                       const std::vector<Expr>& errors) {
    if (!equations.motion_onto_rows) return {};
    SolvedAccelerations motion = (*equations.motion_onto_rows)(rows, errors);
    if (equations.whole || equations.has_mass_matrix) {
        std::vector<Expr> entries;
        for (const MassEntry& entry : system.mass_matrix) entries.push_back(entry.value);
        const auto by_plan = operations_of(model, entries) + static_cast<long>(count_operations(plan).total());
        if (4 * operations_of(model, motion.accelerations) > 3 * by_plan) return {};
    }
    const std::vector<SystemRow> numbered = numbered_rows(model, system, rows);
    const std::size_t nu = system.model.speeds.size();
    for (PivotCheck& check : motion.checks) {  // its numbers are those of all rows
        const std::size_t index = check.info - 1;
        const auto row = std::ranges::find(rows, index - nu);
        check.info = numbered.at(index < nu ? index : nu + static_cast<std::size_t>(row - rows.begin())).number;
    }
    return SolvedRows{.x = std::move(motion.accelerations),
                      .checks = std::move(motion.checks),
                      .labels = std::move(motion.labels),
                      .factors = {}};
}

// Coordinates of cut hinges that rows depend on are closed too. What they lack is added to the hinge's first error, by
// the root of squares, so that nothing ends before. (A comparison would be one more event for an integrator.)
void close_cut_hinges(const System& system, AssemblyStep& step) {
    Graph& graph = *system.model.graph;
    std::optional<Kinematics> kinematics;
    std::optional<std::size_t> last;
    for (std::size_t r = 0; r < system.constraints.rows.size(); ++r) {
        const std::size_t c = system.constraints.rows[r].constraint;
        const Constraint& constraint = system.model.constraints.at(c);
        if (constraint.kind != Constraint::Kind::hinge || last == c) continue;
        last = c;
        if (!kinematics) kinematics = compute_kinematics(system.model);
        const auto lacks = cut_hinge_lacks(system.model, *kinematics, constraint.cut);
        if (lacks.empty()) continue;
        Expr square = graph.power({&graph, step.phi.at(r).id}, 2);
        for (const auto& [q, lack] : lacks) {
            square = square + graph.power(lack, 2);
            step.next.at(q.value) = step.next.at(q.value) + lack;
        }
        step.phi.at(r) = sqrt(square);
    }
}

// An orientation row also holds with the hinge's axis reversed: its error is 2 there, so that nothing ends there.
std::vector<Expr> errors_not_reversed(const System& system) {
    Graph& graph = *system.model.graph;
    std::vector<Expr> errors;
    std::optional<Kinematics> kinematics;
    std::optional<std::size_t> last;
    for (const ConstraintRow& row : system.constraints.rows) {
        const Constraint& constraint = system.model.constraints.at(row.constraint);
        errors.push_back(is_speed_row(system.model, row) ? graph.integer(0) : where_it_holds(graph, row, row.phi));
        if (constraint.kind != Constraint::Kind::hinge || last == row.constraint) continue;
        if (row.component < separation_row_count(constraint.cut)) continue;
        last = row.constraint;
        if (!kinematics) kinematics = compute_kinematics(system.model);
        for (const Expr& cosine : cut_hinge_senses(system.model, *kinematics, constraint.cut))
            errors.back() =
                graph.select(graph.binary(Op::less, graph.integer(0), cosine), errors.back(), graph.integer(2));
    }
    return errors;
}

}  // namespace

Expr guess_symbol(const Model& model, CoordinateIndex q) {
    // a name that no script can give
    return model.graph->symbol("guess of " + model.coordinates[q.value].name, Role::coordinate);
}

std::optional<AssemblyStep> assembly_step(const Model& model, const Equations& equations, const LdlPlan& plan) {
    const System in_time = system_of(model, equations);
    const ConstraintRows displaced = rows_of_displacements(in_time.constraints);
    const System system{in_time.model, in_time.mass_matrix, in_time.kinematic_equations, displaced};
    const std::vector<std::size_t> rows = position_rows(system);
    if (rows.empty()) return {};
    // in the axes that serve the equations
    const auto is_moved_otherwise = [](const ConstraintRow& row) { return row.of_displacements.has_value(); };
    const bool all_take_part = rows.size() == system.constraints.rows.size() && model.contacts.empty() &&
                               std::ranges::none_of(in_time.constraints.rows, is_moved_otherwise);
    const bool lean = !equations.whole && (equations.motion_onto_rows != nullptr || all_take_part);
    const bool same = lean && rows.size() == system.constraints.rows.size();
    const ConstraintRows& held = lean ? equations.system_rows.rows : system.constraints;
    const bool is_without_matrix = lean && !equations.has_mass_matrix;
    const LdlPlan steps = same || is_without_matrix ? plan : assembly_plan(system, held, rows);
    if (!steps.void_pivots.empty()) return {};
    std::vector<Expr> guess;
    for (std::size_t q = 0; q < model.coordinates.size(); ++q) guess.push_back(guess_symbol(model, CoordinateIndex{q}));
    const std::vector<Expr> d = displacement_to(system.model, guess);
    std::vector<Expr> errors = rows_times(system.model, held, rows, d);
    for (std::size_t k = 0; k < rows.size(); ++k) errors[k] = -held.rows[rows[k]].phi - errors[k];
    std::optional<SolvedRows> moved = by_recursion(model, equations, system, steps, rows, errors);
    SolvedRows solved = moved ? *std::move(moved) : by_matrix(model, system, steps, held, rows, errors);
    AssemblyStep result;
    for (std::size_t u = 0; u < d.size(); ++u) result.step.push_back(d[u] + solved.x[u]);
    result.phi = errors_not_reversed(system);
    result.next = displaced_coordinates(system.model, system.kinematic_equations, result.step);
    close_cut_hinges(system, result);
    result.checks = std::move(solved.checks), result.labels = std::move(solved.labels);
    return result;
}

SolvedRows projected_speeds(const Model& model, const Equations& equations, const LdlPlan& plan) {
    const std::vector<std::size_t> rows = all_rows(equations);
    const ConstraintRows& held = equations.system_rows.rows;
    std::vector<Expr> errors;
    for (const ConstraintRow& row : held.rows) errors.push_back(-row.phidot);
    const System system = system_of(model, equations);
    std::optional<SolvedRows> moved = by_recursion(model, equations, system, plan, rows, errors);
    SolvedRows solved =
        moved ? *std::move(moved)
              : by_matrix(model, system, model.contacts.empty() ? plan : assembly_plan(system, held, rows), held, rows,
                          errors);
    for (std::size_t u = 0; u < model.speeds.size(); ++u) solved.x[u] = symbol(model, SpeedIndex{u}) + solved.x[u];
    return solved;
}

}  // namespace lag
