#include "emitters/program/limb_derivatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/adjoint.hpp"
#include "core/errors.hpp"
#include "emitters/program/limb_residuals.hpp"

namespace lag {

namespace {

constexpr Dependence costs_nothing = static_cast<Dependence>(bit(Role::parameter) | in_lanes);

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

LimbDerivatives::LimbDerivatives(const PrototypeLimb& limb, Rates rates, const ImplicitAccelerations& accelerations,
                                 const LimbRoutines& routines)
    : accelerations_(accelerations),
      routines_(routines),
      limb_(limb),
      rates_(std::move(rates)),
      graph_(*limb.model.graph),
      values_(graph_) {}

LimbDerivatives::Rates LimbDerivatives::tangent(const std::vector<Column>& columns, const std::vector<Expr>& d) {
    Differentiator of_members(graph_);
    for (std::size_t k = 0; k < columns.size(); ++k) of_members.seed(columns[k].symbol, d[k]);
    const auto along_d = [&](std::vector<Expr> values) {
        Differentiator derivative(graph_, Quotients::by_reciprocal);
        for (std::size_t k = 0; k < columns.size(); ++k) derivative.seed(columns[k].symbol, d[k]);
        std::vector<Expr> roots = routines_.arguments();
        roots.insert(roots.end(), values.begin(), values.end());
        for (const Expr& e : symbols_in(graph_, roots, in_lanes)) {
            std::vector<Expr> slopes;
            for (const Expr& member : graph_.lane_members(e.id)) slopes.push_back(of_members(member));
            if (!std::ranges::all_of(slopes, &Expr::is_zero)) derivative.seed(e, values_.joined(slopes));
        }
        routines_.seed(derivative);
        for (Expr& e : values) e = derivative(graph_.own(e));
        return values;
    };
    Rates best{along_d(rates_.of_coordinates), {}};
    if (accelerations_.is_differentiated_whole()) best.of_speeds = along_d(rates_.of_speeds);
    const auto count_of = [&](const std::vector<Expr>& of_speeds) {
        std::vector<Expr> all = of_speeds;
        all.insert(all.end(), rates_.of_speeds.begin(), rates_.of_speeds.end());  // whose pivots are tested
        return count_operations(graph_, all, costs_nothing).total();
    };
    for (std::vector<Expr>& of_speeds : accelerations_.slopes(along_d))
        if (best.of_speeds.empty() || count_of(of_speeds) < count_of(best.of_speeds))
            best.of_speeds = std::move(of_speeds);
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
        of_coordinates += summed(v_q[q] * graph_.own(rates_.of_coordinates[q]),
                                 graph_.lanes_of(symbol(limb_.model, CoordinateIndex{q})));
    for (ImplicitAccelerations::Product& product : accelerations_.products(v_u)) {
        std::vector<Expr> slopes = gradient_of(of_coordinates - product.value, symbols);
        for (Expr& e : slopes) e = product.known(e);
        consider(std::move(slopes));
    }
    if (!accelerations_.is_differentiated_whole()) return *std::move(best);
    Expr whole = of_coordinates;
    for (std::size_t u = 0; u < v_u.size(); ++u)
        whole += summed(v_u[u] * graph_.own(rates_.of_speeds[u]), graph_.lanes_of(symbol(limb_.model, SpeedIndex{u})));
    consider(gradient_of(whole, symbols));
    return *std::move(best);
}

std::vector<Expr> LimbDerivatives::gradient_of(Expr value, std::vector<Expr> symbols) const {
    for (const Expr& result : routines_.results()) symbols.push_back(result);
    return routines_.through(gradient(graph_, value, symbols, Quotients::by_reciprocal), symbols);
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
        for (const auto& [slope, weights] : lane_symbols) {
            const Expr own = graph_.lane_repeat(slope, weights.size());
            sum = weights[lane].is_one() ? sum + own : sum - own;
        }
        return {sum, graph_.is_lane_value(sum) ? lane + 1 : 0};
    }
    for (const auto& [slope, weights] : lane_symbols)
        scalar += graph_.lane_sum(slope * values_.joined(weights), weights.size());
    return {scalar, 0};
}

std::vector<LimbDerivatives::LaneResult> LimbDerivatives::adjoint(const std::vector<Column>& columns,
                                                                  const std::vector<Expr>& v, Expr more) {
    const std::size_t nu = rates_.of_speeds.size(), nq = rates_.of_coordinates.size();
    const std::size_t first_speed = entries_of_whole(limb_.coordinates);
    const std::vector<Expr> v_q = gathered(values_, limb_.coordinates, v, 0),
                            v_u = gathered(values_, limb_.speeds, v, first_speed);
    if (v_q.size() != nq || v_u.size() != nu) throw InternalError("weights of another mechanism");
    std::vector<Expr> roots = accelerations_.differentiated();
    for (const Expr& e : routines_.arguments()) roots.push_back(e);
    const LaneWeights lane_symbols = lane_weights(graph_, roots, columns);
    std::vector<Expr> symbols, by_more;
    for (const Column& column : columns) symbols.push_back(column.symbol);
    for (const auto& [id, by_columns] : lane_symbols) symbols.push_back(graph_.expr(id));
    by_more = gradient_of(graph_.own(more), symbols);
    const std::vector<Expr> slopes = gradient_at_solution(v_q, v_u, symbols);
    std::vector<std::vector<std::pair<Expr, Weights>>> of_column(columns.size());
    std::size_t k = columns.size();
    for (const auto& [id, by_columns] : lane_symbols) {
        const Expr slope = graph_.own(slopes[k] + by_more[k]);
        ++k;
        if (slope.is_zero()) continue;
        for (const auto& [column, weights] : by_columns) of_column[column].emplace_back(slope, weights);
    }
    std::vector<LaneResult> results;
    for (std::size_t c = 0; c < columns.size(); ++c) results.push_back(by_column(slopes[c] + by_more[c], of_column[c]));
    return results;
}

}  // namespace lag
