#include "emitters/program/linearized_system.hpp"

#include <algorithm>

#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "emitters/program/residual.hpp"

namespace lag {

LinearizedSystem::LinearizedSystem(const Model& model, const Equations& equations, const LdlPlan& plan,
                                   const SolvedSystem& solved)
    : model_(model), equations_(equations), plan_(plan), solved_(solved) {
    if (!solved.contacts) return;
    Graph& graph = *model.graph;
    contacts_ = rows_of_contacts(model, equations.constraints);
    const Residual residual(model, equations, solved);
    const std::vector<Expr> unknowns = residual.unknowns(),
                            others = without_contacts(model, equations.constraints, unknowns);
    std::vector<Expr> x = solved.accelerations;
    x.insert(x.end(), solved.multipliers.begin(), solved.multipliers.end());
    Substitution solution(graph);
    for (std::size_t k = 0; k < x.size(); ++k) solution.replace(unknowns[k], x[k]);
    for (const Expr& row : residual.in_mode()) {
        D_.push_back(gradient(graph, row, others, Quotients::by_reciprocal));
        for (Expr& slope : D_.back()) slope = solution(graph.own(slope));
    }
}

// Loads are what pulls at a row: F = -lambda.
std::vector<Expr> LinearizedSystem::of_contacts(const std::vector<Expr>& values, long sign) const {
    std::vector<Expr> chosen;
    for (const std::size_t r : contacts_) {
        const Expr value = model_.graph->own(values[model_.speeds.size() + r]);
        chosen.push_back(sign < 0 ? -value : value);
    }
    return chosen;
}

std::vector<Expr> LinearizedSystem::joined(const std::vector<Expr>& others,
                                           const std::vector<Expr>& of_contacts) const {
    const std::size_t nu = model_.speeds.size();
    std::vector<Expr> all(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(nu));
    all.resize(nu + equations_.constraints.rows.size(), model_.graph->integer(0));
    const std::vector<std::size_t> bilateral = bilateral_rows(equations_.constraints);
    for (std::size_t k = 0; k < bilateral.size(); ++k) all[nu + bilateral[k]] = others[nu + k];
    for (std::size_t k = 0; k < contacts_.size(); ++k) all[nu + contacts_[k]] = of_contacts[k];
    return all;
}

std::vector<Expr> LinearizedSystem::solve(const std::vector<Expr>& right_side) const {
    if (!solved_.contacts) return solve_system(equations_, plan_, *solved_.factors, right_side);
    const std::vector<std::vector<Expr>>& inverse = solved_.contacts->inverse;
    Graph& graph = *model_.graph;
    std::vector<Expr> x = solved_.solve_others(right_side), rest = of_contacts(right_side, +1);
    for (std::size_t k = 0; k < rest.size(); ++k)
        for (std::size_t j = 0; j < x.size(); ++j) rest[k] -= D_[k][j] * graph.own(x[j]);
    std::vector<Expr> F(rest.size(), graph.integer(0)), multipliers;
    for (std::size_t i = 0; i < F.size(); ++i)
        for (std::size_t k = 0; k < rest.size(); ++k) F[i] += inverse[i][k] * rest[k];
    add_response(x, solved_.contacts->response, F);
    for (const Expr& load : F) multipliers.push_back(-load);
    return joined(x, multipliers);
}

std::vector<Expr> LinearizedSystem::solve_transposed(const std::vector<Expr>& right_side) const {
    if (!solved_.contacts) return solve_system(equations_, plan_, *solved_.factors, right_side);
    const std::vector<std::vector<Expr>>&inverse = solved_.contacts->inverse, &X = solved_.contacts->response.columns;
    Graph& graph = *model_.graph;
    const std::vector<Expr> given = without_contacts(model_, equations_.constraints, right_side);
    std::vector<Expr> by_load = of_contacts(right_side, -1);
    for (std::size_t i = 0; i < by_load.size(); ++i)
        for (std::size_t j = 0; j < given.size(); ++j) by_load[i] += graph.own(X[i][j]) * graph.own(given[j]);
    std::vector<Expr> z(by_load.size(), graph.integer(0));
    for (std::size_t k = 0; k < z.size(); ++k)
        for (std::size_t i = 0; i < by_load.size(); ++i) z[k] += inverse[i][k] * by_load[i];
    std::vector<Expr> others = given;
    for (std::size_t j = 0; j < others.size(); ++j)
        for (std::size_t k = 0; k < z.size(); ++k) others[j] -= D_[k][j] * z[k];
    return joined(solved_.solve_others(joined(others, std::vector<Expr>(z.size(), graph.integer(0)))), z);
}

}  // namespace lag
