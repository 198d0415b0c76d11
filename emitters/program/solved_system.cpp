#include "emitters/program/solved_system.hpp"

#include <numeric>

#include "emitters/program/lower_assembly.hpp"

namespace lag {

namespace {

void add_absorbed(std::vector<Expr>& x, const Equations& equations) {
    for (std::size_t u = 0; u < equations.absorbed.size(); ++u) x[u] += equations.absorbed[u];
}

}  // namespace

SolvedSystem solve_equations(const Model& model, const Equations& equations, const LdlPlan& plan) {
    if (const SolvedAccelerations* const solved = equations.solved()) {
        SolvedSystem result{.accelerations = solved->accelerations,
                            .multipliers = {},
                            .checks = solved->checks,
                            .labels = solved->labels,
                            .factors = {},
                            .right_side = {}};
        add_absorbed(result.accelerations, equations);
        return result;
    }
    const bool absorbing = !equations.absorbed.empty();
    std::vector<std::size_t> rows(equations.constraints.rows.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::vector<Expr> right_side = absorbing ? equations.linear_system()->absorbed_right_side : equations.right_side;
    const std::vector<Expr> gamma = stabilized_gamma(model, equations);
    for (std::size_t r = 0; r < gamma.size(); ++r) {
        Expr value = gamma[r];
        if (absorbing)
            for (const auto& [speed, coefficient] : equations.constraints.rows[r].B)
                value -= coefficient * equations.absorbed[speed.value];
        right_side.push_back(value);
    }
    SolvedRows solved = solve_on_expressions(
        *model.graph, plan, system_rows(model, equations.constraints, rows),
        SystemEntries(model, with_weighted_rows(equations.mass_matrix, equations.constraints, equations.weights),
                      equations.constraints, rows),
        with_weighted_rows(right_side, equations.constraints, equations.weights));
    add_absorbed(solved.x, equations);
    const auto split = solved.x.begin() + static_cast<std::ptrdiff_t>(model.speeds.size());
    return {.accelerations = {solved.x.begin(), split},
            .multipliers = {split, solved.x.end()},
            .checks = std::move(solved.checks),
            .labels = std::move(solved.labels),
            .factors = std::move(solved.factors),
            .right_side = std::move(right_side)};
}

}  // namespace lag
