#include "emitters/program/limb_residuals.hpp"

#include <algorithm>
#include <utility>

#include "core/structural_zero.hpp"
#include "emitters/program/jacobian.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

namespace {

// Whether it is zero at u' at every state.
bool is_of_rates(const PrototypeLimb& limb, const std::vector<Expr>& rates, const std::vector<Expr>& residual,
                 const std::vector<PivotCheck>& checks) {
    if (quaternions(limb.model).empty()) return true;
    Graph& graph = *limb.model.graph;
    LaneExpansion in_lane(graph);
    std::vector<Expr> values;
    Substitution at_rates = solution_of_limbs(limb, rates);
    for (std::size_t u = 0; u < residual.size(); ++u) {
        const std::vector<Expr> by_lane = in_lane.of_each(at_rates(residual[u]));
        for (std::size_t lane = 0; lane < by_lane.size(); ++lane)  // of a limb that lacks the hinge it says nothing
            values.push_back(limb.speeds[u].by_lane[lane] ? by_lane[lane] : graph.integer(0));
    }
    const std::vector<bool> zero = StructuralZeros(graph, conditions_by_lane(checks, in_lane))(values);
    return std::ranges::find(zero, false) == zero.end();
}

}  // namespace

std::vector<Expr> conditions_by_lane(const std::vector<PivotCheck>& checks, LaneExpansion& in_lane) {
    std::vector<Expr> conditions;
    for (const PivotCheck& check : checks)
        for (const Expr& condition : in_lane.of_each(check.condition)) conditions.push_back(condition);
    return conditions;
}

Substitution solution_of_limbs(const PrototypeLimb& limb, const std::vector<Expr>& rates) {
    Substitution solution(*limb.model.graph);
    const std::vector<Expr> symbols = acceleration_symbols(limb.model);
    for (std::size_t u = 0; u < symbols.size(); ++u) solution.replace(symbols[u], rates[u]);
    return solution;
}

std::vector<LimbResidual> limb_residuals(const PrototypeLimb& limb, const std::vector<Expr>& rates,
                                         const std::vector<PivotCheck>& checks, const FormulationChoice& way) {
    const MinimalSystem system = minimal_system(limb.model, compute_kinematics(limb.model));
    std::vector<LimbResidual> residuals;
    for (const Regrouping regrouping : {Regrouping::inertias, Regrouping::masses, Regrouping::none}) {
        FormulationChoice choice = way;
        choice.regrouping = regrouping;
        std::vector<Expr> residual = inverse_dynamics_of_tree(system, choice);
        for (Expr& e : residual) e = limb.model.graph->own(e);
        const bool is_new = std::ranges::find(residuals, residual, &LimbResidual::rows) == residuals.end();
        if (is_new && is_of_rates(limb, rates, residual, checks)) residuals.push_back({std::move(residual), choice});
    }
    return residuals;
}

LaneWeights lane_weights(Graph& graph, const std::vector<Expr>& roots, const std::vector<Column>& columns) {
    std::map<NodeId, std::size_t> place;
    for (std::size_t k = 0; k < columns.size(); ++k) place.emplace(columns[k].symbol.id, k);
    LaneWeights found;
    for (const Expr& e : symbols_in(graph, roots, in_lanes)) {
        const std::vector<Expr> members = graph.lane_members(e.id);
        for (std::size_t lane = 0; lane < members.size(); ++lane)
            for (const Expr& column : symbols_in(graph, std::vector<Expr>{members[lane]})) {
                if (!place.contains(column.id)) continue;
                std::vector<Expr>& weights = found[e.id][place.at(column.id)];
                weights.resize(members.size(), graph.integer(0));
                weights[lane] = partial_derivative(members[lane], column);
            }
    }
    return found;
}

}  // namespace lag
