#include "emitters/program/limb_derivatives.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/adjoint.hpp"
#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

namespace {

constexpr Dependence costs_nothing = static_cast<Dependence>(bit(Role::parameter) | in_lanes);

// A symbol that is to be replaced, or differentiated by: in as many lanes as `like`.
Expr placeholder(Graph& graph, const std::string& name, Expr like) {
    const std::size_t lanes = graph.lanes_of(like);
    if (lanes == 0) return graph.symbol(name, Role::input);
    return graph.lane_symbol(name, Role::input, std::vector<Expr>(lanes, graph.integer(0)));
}

// One that is ±1 in one lane and zero in all others: that lane.
std::optional<std::size_t> only_lane(Graph& graph, const std::vector<Expr>& weights) {
    std::optional<std::size_t> found;
    for (std::size_t lane = 0; lane < weights.size(); ++lane) {
        if (weights[lane].is_zero()) continue;
        if (found || !(weights[lane].is_one() || (-graph.own(weights[lane])).is_one())) return std::nullopt;
        found = lane;
    }
    return found;
}

}  // namespace

LimbDerivatives::LimbDerivatives(const PrototypeLimb& limb, Rates rates, const std::vector<PivotCheck>& checks,
                                 const FormulationChoice& way)
    : limb_(limb), rates_(std::move(rates)), graph_(*limb.model.graph), values_(graph_) {
    Model loaded = limb.model;
    for (std::size_t u = 0; u < loaded.speeds.size(); ++u) {
        const SpeedIndex speed{u};
        accelerations_.push_back(acceleration_symbol(loaded, speed));
        loads_.push_back(placeholder(graph_, "load on " + loaded.speeds[u].name, symbol(loaded, speed)));
        loaded.hinge_loads.push_back({speed, loads_.back()});
    }
    const Equations equations = form_system(minimal_system(loaded, compute_kinematics(loaded)), {}, way, {});
    answers_ = equations.solved()->accelerations;
    residuals_ = limb_residuals(limb, rates_.of_speeds, checks, way);
}

// u' in place of its symbols.
Substitution LimbDerivatives::solution() const {
    return solution_of_limbs(limb_, rates_.of_speeds);
}

std::vector<Expr> LimbDerivatives::answer_to(const std::vector<Expr>& loads) const {
    Differentiator derivative(graph_, Quotients::by_reciprocal);
    for (std::size_t u = 0; u < loads.size(); ++u) derivative.seed(loads_[u], loads[u]);
    std::vector<Expr> answers;
    for (const Expr& e : answers_) answers.push_back(derivative(graph_.own(e)));
    return answers;
}

// Elements of the whole mechanism, from `first` on, as the small one has its entries.
template <class AnyIndex>
std::vector<Expr> LimbDerivatives::gathered(const std::vector<LaneEntry<AnyIndex>>& entries,
                                            const std::vector<Expr>& elements, std::size_t first) {
    std::vector<Expr> found;
    for (const LaneEntry<AnyIndex>& entry : entries) {
        std::vector<Expr> members;
        for (std::size_t lane = 0; lane < entry.by_lane.size(); ++lane) {
            const auto& index = entry.by_lane[lane];
            const Expr e = index ? elements.at(first + index->value) : graph_.integer(0);
            members.push_back(entry.is_mirrored[lane] ? -e : e);
        }
        found.push_back(entry.has_lanes ? values_.joined(members) : members.front());
    }
    return found;
}

// What a term in as many lanes as `like` gives to a scalar.
Expr LimbDerivatives::summed(Expr value, Expr like) const {
    const std::size_t lanes = graph_.lanes_of(like);
    return lanes == 0 ? value : graph_.lane_sum(value, lanes);
}

LimbDerivatives::Rates LimbDerivatives::tangent(const std::vector<Column>& columns, const std::vector<Expr>& d) {
    Differentiator of_members(graph_);
    for (std::size_t k = 0; k < columns.size(); ++k) of_members.seed(columns[k].symbol, d[k]);
    const auto along_d = [&](std::vector<Expr> values) {
        Differentiator derivative(graph_, Quotients::by_reciprocal);
        for (std::size_t k = 0; k < columns.size(); ++k) derivative.seed(columns[k].symbol, d[k]);
        for (const Expr& e : symbols_in(graph_, values, in_lanes)) {
            std::vector<Expr> slopes;
            for (const Expr& member : graph_.lane_members(e.id)) slopes.push_back(of_members(member));
            if (!std::ranges::all_of(slopes, &Expr::is_zero)) derivative.seed(e, values_.joined(slopes));
        }
        for (Expr& e : values) e = derivative(graph_.own(e));
        return values;
    };
    Rates best{along_d(rates_.of_coordinates), along_d(rates_.of_speeds)};
    const auto count_of = [&](const std::vector<Expr>& of_speeds) {
        std::vector<Expr> all = of_speeds;
        all.insert(all.end(), rates_.of_speeds.begin(), rates_.of_speeds.end());  // whose pivots are tested
        return count_operations(graph_, all, costs_nothing).total();
    };
    for (const LimbResidual& residual : residuals_) {
        Substitution known = solution();
        std::vector<Expr> right_side = along_d(residual.rows);
        for (Expr& e : right_side) e = -known(e);
        std::vector<Expr> of_speeds = answer_to(right_side);
        if (count_of(of_speeds) < count_of(best.of_speeds)) best.of_speeds = std::move(of_speeds);
    }
    return best;
}

// Of v^T [q'; u'] by these symbols, scalars or in lanes.
std::vector<Expr> LimbDerivatives::gradient_at_solution(const std::vector<Expr>& v_q, const std::vector<Expr>& v_u,
                                                        const std::vector<Expr>& symbols) {
    std::optional<std::vector<Expr>> best;
    long fewest = 0;
    const auto consider = [&](std::vector<Expr> slopes) {
        const long count = count_operations(graph_, slopes, costs_nothing).total();
        if (!best || count < fewest) best = std::move(slopes), fewest = count;
    };
    Expr of_coordinates = graph_.integer(0);
    for (std::size_t q = 0; q < v_q.size(); ++q)
        of_coordinates +=
            summed(v_q[q] * graph_.own(rates_.of_coordinates[q]), symbol(limb_.model, CoordinateIndex{q}));
    const std::vector<Expr> z = answer_to(v_u);
    for (const LimbResidual& residual : residuals_) {
        Substitution known = solution();
        Expr G = of_coordinates;
        for (std::size_t u = 0; u < z.size(); ++u) {
            if (z[u].is_zero()) continue;
            const Expr held = placeholder(graph_, "adjoint of " + limb_.model.speeds[u].name, accelerations_[u]);
            known.replace(held, z[u]);
            G -= summed(held * residual.rows[u], accelerations_[u]);
        }
        std::vector<Expr> slopes = gradient(graph_, G, symbols, Quotients::by_reciprocal);
        for (Expr& e : slopes) e = known(e);
        consider(std::move(slopes));
    }
    Expr whole = of_coordinates;
    for (std::size_t u = 0; u < v_u.size(); ++u)
        whole += summed(v_u[u] * graph_.own(rates_.of_speeds[u]), accelerations_[u]);
    consider(gradient(graph_, whole, symbols, Quotients::by_reciprocal));
    return *std::move(best);
}

// Of all that is differentiated.
LaneWeights LimbDerivatives::lane_symbols_of(const std::vector<Column>& columns) const {
    std::vector<Expr> roots = rates_.of_coordinates;
    roots.insert(roots.end(), rates_.of_speeds.begin(), rates_.of_speeds.end());
    for (const LimbResidual& residual : residuals_)
        roots.insert(roots.end(), residual.rows.begin(), residual.rows.end());
    return lane_weights(graph_, roots, columns);
}

LimbDerivatives::LaneResult LimbDerivatives::by_column(Expr scalar,
                                                       const std::vector<std::pair<Expr, Weights>>& lane_symbols) {
    std::set<std::pair<std::size_t, std::size_t>> places;  // lanes, the only one that counts
    for (const auto& [slope, weights] : lane_symbols) {
        const std::optional<std::size_t> lane = only_lane(graph_, weights);
        places.emplace(weights.size(), lane ? *lane : weights.size());
    }
    if (scalar.is_zero() && places.size() == 1 && places.begin()->second < places.begin()->first) {
        const std::size_t lane = places.begin()->second;
        Expr sum = graph_.integer(0);
        for (const auto& [slope, weights] : lane_symbols) sum = weights[lane].is_one() ? sum + slope : sum - slope;
        return {sum, graph_.is_lane_value(sum) ? lane + 1 : 0};
    }
    for (const auto& [slope, weights] : lane_symbols)
        scalar += graph_.lane_sum(slope * values_.joined(weights), weights.size());
    return {scalar, 0};
}

std::vector<LimbDerivatives::LaneResult> LimbDerivatives::adjoint(const std::vector<Column>& columns,
                                                                  const std::vector<Expr>& v, Expr more) {
    const std::size_t nu = accelerations_.size(), nq = rates_.of_coordinates.size();
    const std::size_t first_speed = entries_of_whole(limb_.coordinates);
    const std::vector<Expr> v_q = gathered(limb_.coordinates, v, 0), v_u = gathered(limb_.speeds, v, first_speed);
    if (v_q.size() != nq || v_u.size() != nu) throw InternalError("weights of another mechanism");
    const auto lane_symbols = lane_symbols_of(columns);
    std::vector<Expr> symbols, by_more;
    for (const Column& column : columns) symbols.push_back(column.symbol);
    by_more = gradient(graph_, graph_.own(more), symbols, Quotients::by_reciprocal);
    for (const auto& [id, by_columns] : lane_symbols) symbols.push_back(graph_.expr(id));
    const std::vector<Expr> slopes = gradient_at_solution(v_q, v_u, symbols);
    std::vector<std::vector<std::pair<Expr, Weights>>> of_column(columns.size());
    std::size_t k = columns.size();
    for (const auto& [id, by_columns] : lane_symbols) {
        const Expr slope = slopes[k++];
        if (slope.is_zero()) continue;
        for (const auto& [column, weights] : by_columns) of_column[column].emplace_back(slope, weights);
    }
    std::vector<LaneResult> results;
    for (std::size_t c = 0; c < columns.size(); ++c) results.push_back(by_column(slopes[c] + by_more[c], of_column[c]));
    return results;
}

}  // namespace lag
