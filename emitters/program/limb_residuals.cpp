#include "emitters/program/limb_residuals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/structural_zero.hpp"
#include "emitters/program/jacobian.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

Expr placeholder(Graph& graph, const std::string& name, std::size_t lanes) {
    if (lanes == 0) return graph.symbol(name, Role::input);
    return graph.lane_symbol(name, Role::input, std::vector<Expr>(lanes, graph.integer(0)));
}

std::vector<Expr> conditions_by_lane(const std::vector<PivotCheck>& checks, LaneExpansion& in_lane) {
    std::vector<Expr> conditions;
    for (const PivotCheck& check : checks)
        for (const Expr& condition : in_lane.of_each(check.condition)) conditions.push_back(condition);
    return conditions;
}

LimbSystem::LimbSystem(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan,
                       const SolvedSystem& solved, const FormulationChoice& way)
    : limb_(limb),
      equations_(equations),
      plan_(plan),
      solved_(solved),
      way_(way),
      graph_(*limb.model.graph),
      lacking_(limb.model),
      unknowns_(acceleration_symbols(limb.model)) {
    for (std::size_t r = 0; r < limb.rows.size(); ++r) {
        const std::size_t lanes = limb.rows[r].has_lanes ? limb.rows[r].by_lane.size() : 0;
        unknowns_.push_back(placeholder(graph_, fmt::format("multiplier {} of {}", r + 1, lanes), lanes));
    }
    const MinimalSystem system = minimal_system(limb.model, compute_kinematics(limb.model));
    const std::vector<Expr> beside = constraint_part();
    for (const Regrouping regrouping : {Regrouping::inertias, Regrouping::masses, Regrouping::none}) {
        FormulationChoice choice = way;
        choice.regrouping = regrouping;
        std::vector<Expr> residual = inverse_dynamics_of_tree(system, choice);
        for (Expr& e : residual) e = graph_.own(e);
        if (!is_tree()) residual = lacking_.of_values(std::move(residual));
        for (std::size_t k = 0; k < beside.size(); ++k) {
            if (k < residual.size())
                residual[k] += beside[k];
            else
                residual.push_back(beside[k]);
        }
        const bool is_new = std::ranges::find(residuals_, residual, &LimbResidual::rows) == residuals_.end();
        if (is_new && (is_tree() ? is_zero_at_rates(residual) : is_of_system(residual)))
            residuals_.push_back({std::move(residual), beside, choice});
    }
    if (!is_tree()) residuals_.push_back({of_system(), {}, std::nullopt});
}

Substitution LimbSystem::solution() const {
    Substitution solution(graph_);
    const std::size_t nu = solved_.accelerations.size();
    for (std::size_t k = 0; k < unknowns_.size(); ++k)
        solution.replace(unknowns_[k], k < nu ? solved_.accelerations[k] : solved_.multipliers[k - nu]);
    return solution;
}

std::vector<Expr> LimbSystem::solve(const std::vector<Expr>& right_side) const {
    return solve_system(equations_, plan_, *solved_.factors, lacking_.of_values(right_side));
}

// What rows of no limb receive is summed over the lanes.
void LimbSystem::add_product(std::vector<Expr>& rows, std::size_t row, std::size_t column, Expr entry, Expr x) const {
    const Expr product = graph_.own(entry) * x;
    const std::size_t lanes = lanes_of(row) == 0 ? lanes_of(column) : 0;
    rows[row] += lanes > 0 ? lane_sum(product, {lanes}) : product;
}

// [B^T lambda; B u' - gamma]; of trees nothing.
std::vector<Expr> LimbSystem::constraint_part() const {
    if (is_tree()) return {};
    const std::size_t nu = solved_.accelerations.size();
    std::vector<Expr> rows(nu, graph_.integer(0));
    for (const Expr& gamma : stabilized_gamma(limb_.model, equations_.constraints)) rows.push_back(-graph_.own(gamma));
    for (std::size_t r = 0; r < equations_.constraints.rows.size(); ++r)
        for (const auto& [speed, coefficient] : equations_.constraints.rows[r].B) {
            add_product(rows, speed.value, nu + r, coefficient, unknowns_[nu + r]);
            add_product(rows, nu + r, speed.value, coefficient, unknowns_[speed.value]);
        }
    return rows;
}

// A U - b, b less what was absorbed.
std::vector<Expr> LimbSystem::of_system() const {
    const std::size_t nu = solved_.accelerations.size();
    std::vector<Expr> x = unknowns_, rows;
    for (std::size_t u = 0; u < equations_.absorbed.size(); ++u) x[u] = x[u] - graph_.own(equations_.absorbed[u]);
    for (const Expr& value : solved_.right_side) rows.push_back(-graph_.own(value));
    const auto add = [&](std::size_t row, std::size_t column, const Expr& entry) {
        add_product(rows, row, column, entry, x[column]);
        if (row != column) add_product(rows, column, row, entry, x[row]);
    };
    for (const MassEntry& entry : equations_.mass_matrix) add(entry.row, entry.column, entry.value);
    for (std::size_t r = 0; r < equations_.constraints.rows.size(); ++r)
        for (const auto& [speed, coefficient] : equations_.constraints.rows[r].B) add(nu + r, speed.value, coefficient);
    return rows;
}

// At every state.
bool LimbSystem::is_zero_at_rates(const std::vector<Expr>& residual) const {
    if (quaternions(limb_.model).empty()) return true;
    LaneExpansion in_lane(graph_);
    std::vector<Expr> values;
    Substitution at_rates = solution();
    for (std::size_t u = 0; u < residual.size(); ++u) {
        const std::vector<Expr> by_lane = in_lane.of_each(at_rates(residual[u]));
        for (std::size_t lane = 0; lane < by_lane.size(); ++lane)  // of a limb that lacks the hinge it says nothing
            values.push_back(limb_.speeds[u].by_lane[lane] ? by_lane[lane] : graph_.integer(0));
    }
    const std::vector<bool> zero = StructuralZeros(graph_, conditions_by_lane(solved_.checks, in_lane))(values);
    return std::ranges::find(zero, false) == zero.end();
}

// Whether it says at every state what the solved system says (residual.hpp).
bool LimbSystem::is_of_system(const std::vector<Expr>& residual) const {
    if (quaternions(limb_.model).empty()) return true;
    LaneExpansion in_lane(graph_);
    std::vector<Expr> differences, system = of_system();
    for (std::size_t k = 0; k < residual.size(); ++k)
        for (const Expr& e : in_lane.of_each(graph_.own(system[k] - residual[k]))) differences.push_back(e);
    const std::vector<bool> zero = StructuralZeros(graph_, {})(differences);
    return std::ranges::find(zero, false) == zero.end();
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

std::vector<Expr> differentiated_of(const LimbSystem& system) {
    std::vector<Expr> roots = system.equations().kinematic_equations;
    roots.insert(roots.end(), system.solved().accelerations.begin(), system.solved().accelerations.end());
    for (const LimbResidual& residual : system.residuals())
        roots.insert(roots.end(), residual.rows.begin(), residual.rows.end());
    return roots;
}

}  // namespace lag
