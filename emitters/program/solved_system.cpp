#include "emitters/program/solved_system.hpp"

#include <fmt/format.h>

#include <numeric>
#include <optional>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "emitters/program/lower_assembly.hpp"
#include "emitters/program/momentum_form.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/formulations/system_right_side.hpp"

namespace lag {

namespace {

void add_absorbed(std::vector<Expr>& x, const Equations& equations) {
    for (std::size_t u = 0; u < equations.absorbed.size(); ++u) x[u] += equations.absorbed[u];
}

bool holds_parameters_alone(const Graph& graph, Expr e) {
    return (graph.node(e).dependence & ~bit(Role::parameter)) == 0;
}

// Linear equations with constant coefficients, as small quantities leave them: x = M^-1 b(0) + sum of M^-1 db/dz z, where
// all that stands before a z is a constant. Nothing where they are not of that kind, or where this is no shorter.
std::optional<std::vector<Expr>> collected_solution(const Model& model, const Equations& equations, const LdlPlan& plan,
                                                    const SolvedRows& solved, const std::vector<Expr>& right_side) {
    if (!model.small.any() || !equations.constraints.rows.empty()) return {};
    Graph& graph = *model.graph;
    for (const MassEntry& entry : equations.mass_matrix)
        if (!holds_parameters_alone(graph, entry.value)) return {};
    const std::vector<Expr> moving =
        symbols_in(graph, right_side, static_cast<Dependence>(~bit(Role::parameter) & 0xffff));
    std::vector<std::pair<Expr, std::vector<Expr>>> columns;  // z, M^-1 db/dz
    Substitution at_zero(graph);
    const auto solution = [&](const std::vector<Expr>& b) { return solve_system(equations, plan, solved.factors, b); };
    for (const Expr& z : moving) {
        std::vector<Expr> slopes;
        for (const Expr& b : right_side) {
            slopes.push_back(graph.own(partial_derivative(b, z)));
            if (!holds_parameters_alone(graph, slopes.back())) return {};
        }
        columns.emplace_back(z, solution(slopes));
        at_zero.replace(z, graph.integer(0));
    }
    std::vector<Expr> at_rest;
    for (const Expr& b : right_side) at_rest.push_back(at_zero(b));
    std::vector<Expr> x = solution(at_rest);
    for (const auto& [z, column] : columns)
        for (std::size_t k = 0; k < x.size(); ++k) x[k] = x[k] + column[k] * z;
    const auto count = [&](const std::vector<Expr>& e) {
        return count_operations(graph, e, bit(Role::parameter)).total();
    };
    return count(x) <= count(solved.x) ? std::optional(x) : std::nullopt;
}

// `solved`: what all other rows give.
ContactSystem contact_system_of(const Model& model, const ConstraintRows& constraints,
                                const std::vector<std::size_t>& rows, const SolveOthers& solve,
                                const std::vector<Expr>& gamma, const SolvedSystem& solved) {
    ContactSystem system{.response = response_to_contacts(model, constraints, rows, solve),
                         .free_rates = {},
                         .free_multipliers = solved.multipliers};
    for (const std::size_t r : rows) {
        Expr rate = -model.graph->own(gamma[r]);
        for (const auto& [speed, coefficient] : constraints.rows[r].B)
            rate = rate + model.graph->own(coefficient) * solved.accelerations[speed.value];
        system.free_rates.push_back(rate);
    }
    return system;
}

// What the search of the mode takes: the same with all stops open, and their rows beside those of contacts.
void add_search(const Model& model, const Equations& equations, const std::vector<Expr>& gamma, SolvedSystem& solved) {
    Graph& graph = *model.graph;
    Substitution open(graph);
    for (const Contact& stop : model.stops) open.replace(symbol(model, stop.closed.value()), graph.integer(0));
    const auto opened = [&](std::vector<Expr> values) {
        for (Expr& value : values) value = open(graph.own(value));
        return values;
    };
    const SolvedSystem all_open{.accelerations = opened(solved.accelerations),
                                .multipliers = opened(solved.multipliers),
                                .checks = {},
                                .labels = {},
                                .factors = {},
                                .right_side = {}};
    for (const PivotCheck& check : solved.checks) {
        const Expr condition = open(graph.own(check.condition));
        if (graph.node(condition).op == Op::constant) continue;
        solved.checks_of_search.push_back(
            {.condition = condition, .info = check.info, .after_previous = check.after_previous});
    }
    const std::vector<std::size_t> rows = rows_of_search(model, equations.constraints);
    solved.search = contact_system_of(
        model, equations.constraints, rows, [&](const std::vector<Expr>& b) { return opened(solved.solve_others(b)); },
        gamma, all_open);
    solved.search->response = without_held_rows(model, equations.constraints, rows, std::move(solved.search->response));
}

// From what all other rows give to what contacts make of it.
void add_contacts(const Model& model, const Equations& equations, const std::vector<Expr>& gamma,
                  SolvedSystem& solved) {
    const ConstraintRows& constraints = equations.constraints;
    const std::vector<std::size_t> rows = rows_of_contacts(model, constraints);
    if (const ExternalRoutine* const linked = linked_among(model.externals))
        throw ModelError(fmt::format("contacts and dry friction cannot be combined with '{}', a routine of the user's",
                                     linked->name),
                         "write the load as an expression, a table or a procedure, or give it as an input");
    ContactSystem system = contact_system_of(model, constraints, rows, solved.solve_others, gamma, solved);
    solved.calls = loads_of_contacts(model, constraints, system);
    const std::vector<Expr> F(solved.calls.back().results.begin(), solved.calls.back().results.end() - 1);
    std::vector<Expr> x = solved.accelerations;
    x.insert(x.end(), solved.multipliers.begin(), solved.multipliers.end());
    add_response(x, system.response, F);
    const auto split = x.begin() + static_cast<std::ptrdiff_t>(model.speeds.size());
    solved.accelerations.assign(x.begin(), split);
    solved.multipliers.assign(constraints.rows.size(), model.graph->integer(0));
    const std::vector<std::size_t> bilateral = bilateral_rows(constraints);
    for (std::size_t k = 0; k < bilateral.size(); ++k)
        solved.multipliers[bilateral[k]] = *(split + static_cast<std::ptrdiff_t>(k));
    for (std::size_t k = 0; k < rows.size(); ++k) solved.multipliers[rows[k]] = -F[k];
    for (const ContactCall& call : solved.calls)
        for (PivotCheck& check : checks_of(model, constraints, call)) solved.checks.push_back(std::move(check));
    add_inverse(model, constraints, F, system);
    solved.calls.push_back(*system.inverse_call);
    solved.contacts = std::move(system);
}

}  // namespace

std::vector<Expr> without_contacts(const Model& model, const ConstraintRows& constraints,
                                   const std::vector<Expr>& values) {
    const std::size_t nu = model.speeds.size();
    std::vector<Expr> result(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(nu));
    for (const std::size_t r : bilateral_rows(constraints)) result.push_back(values[nu + r]);
    return result;
}

std::vector<Expr> solve_system(const Equations& equations, const LdlPlan& plan, const LdlResult<Expr>& factors,
                               std::vector<Expr> right_side) {
    const ConstraintRows& held = equations.system_rows.rows;
    const std::vector<TurnedLoop>& loops = equations.system_rows.loops;
    const std::size_t nu = right_side.size() - held.rows.size();
    turn_to_lean(loops, right_side, nu);
    struct {
        static bool is_wanted(std::size_t /*row*/) { return true; }
        static Expr sum_over_lanes(const Expr& value, std::size_t lanes) { return lane_sum(value, {lanes}); }
    } policy;
    std::vector<Expr> x = solve_with(plan, factors, with_weighted_rows(right_side, held, equations.weights), policy);
    turn_to_stated(loops, x, nu);
    return x;
}

std::vector<Expr> at_allowed_speeds(const Model& model, const SolvedSystem& solved, std::vector<Expr> values) {
    if (solved.allowed_speeds.empty()) return values;
    Substitution allowed(*model.graph);
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        allowed.replace(symbol(model, SpeedIndex{u}), solved.allowed_speeds[u]);
    for (Expr& value : values) value = allowed(model.graph->own(value));
    return values;
}

namespace {

// What all rows but those of contacts give where a recursion, or a basis of the null space, has solved already.
SolvedSystem solved_already(const Model& model, const Equations& equations, const SolvedAccelerations& solved) {
    SolvedSystem result{.accelerations = solved.accelerations,
                        .multipliers = solved.multipliers,
                        .checks = solved.checks,
                        .labels = solved.labels,
                        .factors = {},
                        .right_side = solved.right_side};
    add_absorbed(result.accelerations, equations);
    result.multipliers = std::vector<Expr>();
    for (const std::size_t r : bilateral_rows(equations.constraints))
        result.multipliers.push_back(solved.multipliers[r]);
    if (solved.solve_again)
        result.solve_others = [&model, &equations, &solved](const std::vector<Expr>& b) {
            return solved.solve_again(without_contacts(model, equations.constraints, b));
        };
    return result;
}

void add_loads_of_contacts(const Model& model, const Equations& equations, const std::vector<Expr>& gamma,
                           SolvedSystem& solved) {
    if (has_search(model)) add_search(model, equations, gamma, solved);
    if (!model.contacts.empty()) add_contacts(model, equations, gamma, solved);
}

}  // namespace

SolvedSystem solve_equations(const Model& model, const Equations& equations, const LdlPlan& plan) {
    const std::vector<Expr> gamma = stabilized_gamma(model, equations.constraints);
    if (const SolvedAccelerations* const solved = equations.solved()) {
        SolvedSystem result = solved_already(model, equations, *solved);
        add_loads_of_contacts(model, equations, gamma, result);
        return result;
    }
    const std::vector<std::size_t> rows = bilateral_rows(equations.constraints);
    const ConstraintRows& held = equations.system_rows.rows;
    const std::vector<TurnedLoop>& loops = equations.system_rows.loops;
    SolvedRows solved = solve_on_expressions(
        *model.graph, plan, system_rows(model, held, rows),
        SystemEntries(model, with_weighted_rows(equations.mass_matrix, held, equations.weights), held, rows),
        without_contacts(model, held,
                         with_weighted_rows(system_right_side(model, equations, held), held, equations.weights)));
    if (is_by_momentum(model) && !rows.empty()) {
        MotionByMomentum motion = motion_by_momentum(model, equations, plan, solved);
        return {.accelerations = std::move(motion.accelerations),
                .multipliers = std::move(motion.multipliers),
                .checks = std::move(solved.checks),
                .labels = std::move(solved.labels),
                .factors = {},
                .right_side = {},
                .allowed_speeds = std::move(motion.allowed_speeds)};
    }
    turn_to_stated(loops, solved.x, model.speeds.size());
    turn_to_stated(loops, solved.factors.x, model.speeds.size());
    std::vector<Expr> right_side = system_right_side(model, equations, equations.constraints);
    if (std::optional<std::vector<Expr>> collected = collected_solution(model, equations, plan, solved, right_side))
        solved.x = std::move(*collected);
    add_absorbed(solved.x, equations);
    const auto split = solved.x.begin() + static_cast<std::ptrdiff_t>(model.speeds.size());
    SolvedSystem result{.accelerations = {solved.x.begin(), split},
                        .multipliers = {split, solved.x.end()},
                        .checks = std::move(solved.checks),
                        .labels = std::move(solved.labels),
                        .factors = std::make_shared<const LdlResult<Expr>>(std::move(solved.factors)),
                        .right_side = std::move(right_side)};
    result.solve_others = [&model, &equations, &plan, factors = result.factors](const std::vector<Expr>& b) {
        const ConstraintRows& all = equations.system_rows.rows;
        return solve_with(plan, *factors, without_contacts(model, all, with_weighted_rows(b, all, equations.weights)));
    };
    add_loads_of_contacts(model, equations, gamma, result);
    return result;
}

}  // namespace lag
