#include "emitters/program/limb_hessian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "core/adjoint.hpp"
#include "core/lanes.hpp"
#include "lagrange/constraints/lean_rows.hpp"

namespace lag {

LimbHessian::LimbHessian(const LimbSystem& system, const LimbRoutines& routines)
    : system_(system),
      routines_(routines),
      limb_(system.limb()),
      graph_(*limb_.model.graph),
      values_(graph_),
      directions_(system, routines) {}

LimbHessian::Slopes LimbHessian::slopes_of_G(const LimbResidual& residual, const std::vector<Expr>& v) {
    const std::vector<Expr> v_q = gathered(values_, limb_.coordinates, v, 0);
    std::vector<Rows> z{gathered(values_, limb_.speeds, v, entries_of_whole(limb_.coordinates))};
    const std::size_t nu = z.front().size(), n = system_.unknowns().size();
    z.front().resize(n, graph_.integer(0));
    directions_.prepare(z);
    z.front() = directions_.solve(LimbDirection{}, z.front());
    turn_to_stated(system_.equations().system_rows.loops, z.front(), nu);
    Slopes slopes{{}, {}, system_.solution()};
    Expr G = graph_.integer(0);
    for (std::size_t q = 0; q < v_q.size(); ++q)
        G += summed(v_q[q] * graph_.own(system_.equations().kinematic_equations[q]),
                    graph_.lanes_of(symbol(limb_.model, CoordinateIndex{q})));
    for (std::size_t k = 0; k < n; ++k) {
        const Expr value = graph_.own(z.front()[k]);
        if (value.is_zero()) continue;
        const std::size_t lanes = system_.lanes_of(k);
        const Expr held = placeholder(graph_, fmt::format("adjoint of unknown {} of {}", k + 1, lanes), lanes);
        slopes.known.replace(held, value);
        G -= summed(held * residual.rows[k], lanes);
    }
    std::vector<Expr> symbols = system_.unknowns();
    for (const LimbDirection& direction : directions_.all())
        for (const auto& [symbol, slope] : direction.seeds) symbols.push_back(symbol);
    const std::vector<Expr> by_symbol = gradient(graph_, G, symbols, Quotients::by_reciprocal);
    slopes.by_unknown.assign(by_symbol.begin(), by_symbol.begin() + static_cast<std::ptrdiff_t>(n));
    std::size_t k = n;
    for (const LimbDirection& direction : directions_.all()) {
        Expr sum = graph_.integer(0);
        for (const auto& [symbol, slope] : direction.seeds)
            sum = sum + summed(by_symbol[k++] * slope, direction.lanes > 0 ? 0 : graph_.lanes_of(symbol));
        slopes.by_direction.push_back(sum);
    }
    return slopes;
}

// g; nothing where G is not linear in the unknowns.
std::optional<std::vector<LimbHessian::Rows>> LimbHessian::slopes_of_unknowns(Slopes& slopes) const {
    std::set<NodeId> unknowns;
    for (const Expr& e : system_.unknowns()) unknowns.insert(e.id);
    std::vector<Rows> g;
    for (const LimbDirection& direction : directions_.all()) {
        std::optional<Rows> row = directions_.along(direction, slopes.by_unknown, true);
        if (!row) return std::nullopt;
        for (Expr& e : *row) e = graph_.own(e);
        for (const NodeId id : reachable(graph_, *row))
            if (unknowns.contains(id)) return std::nullopt;
        for (Expr& e : *row) e = slopes.known(e);
        g.push_back(*std::move(row));
    }
    directions_.prepare(g);
    return g;
}

// Each direction in `order` along those before it and itself.
std::optional<std::vector<std::vector<Expr>>> LimbHessian::second_derivatives(
    Slopes& slopes, const std::vector<std::size_t>& order) const {
    const std::vector<LimbDirection>& all = directions_.all();
    std::vector<std::vector<Expr>> found(all.size(), std::vector<Expr>(all.size(), graph_.integer(0)));
    for (std::size_t p = 0; p < order.size(); ++p) {
        const std::size_t j = order[p];
        std::optional<Differentiator> derivative = directions_.differentiator(all[j]);
        if (!derivative) return std::nullopt;
        for (std::size_t k = p; k < order.size(); ++k) {
            const std::size_t i = order[k];
            const bool are_limbs = all[i].lanes > 0 && all[j].lanes > 0;
            if (are_limbs && all[i].lanes != all[j].lanes) continue;
            const Expr along = (*derivative)(slopes.by_direction[i]);
            if (are_limbs && derivative->moves_with_scalar(slopes.by_direction[i])) return std::nullopt;
            found[i][j] = found[j][i] = slopes.known(graph_.own(along));
        }
        if (derivative->lanes_met()) return std::nullopt;
    }
    directions_.settle(found);
    return found;
}

// What is left of it there once the limbs are eliminated.
LimbHessian::Rows LimbHessian::at_body(const LimbDirection& direction, const Rows& right_side) {
    Rows sums(right_side.size(), graph_.integer(0));
    for (std::size_t b = 0; b < sums.size(); ++b) {
        if (system_.lanes_of(b) > 0) continue;
        std::map<std::size_t, Expr> of_limbs;  // by lanes
        for (std::size_t u = 0; u < sums.size(); ++u) {
            const std::size_t lanes = system_.lanes_of(u);
            if (lanes == 0 || right_side[u].is_zero()) continue;
            const Expr term = directions_.response(b)[u] * right_side[u];
            const auto [place, is_first] = of_limbs.emplace(lanes, term);
            if (!is_first) place->second = place->second + term;
        }
        sums[b] = right_side[b];
        for (const auto& [lanes, sum] : of_limbs) sums[b] = sums[b] + summed(sum, direction.lanes > 0 ? 0 : lanes);
    }
    return sums;
}

void LimbHessian::solve(Parts& parts, const std::vector<Rows>& g) {
    const std::size_t n = system_.unknowns().size();
    const Rows zeros(n, graph_.integer(0));
    for (std::size_t d = 0; d < g.size(); ++d) {
        const LimbDirection& direction = directions_.all()[d];
        parts.s.push_back(at_body(direction, parts.b[d]));
        const bool is_zero = std::ranges::all_of(g[d], &Expr::is_zero);
        Rows of_limbs = g[d];
        for (std::size_t u = 0; u < n; ++u)
            if (system_.lanes_of(u) == 0) of_limbs[u] = graph_.integer(0);
        parts.r.push_back(is_zero ? zeros : directions_.solve(direction, of_limbs, LimbDirections::Wanted::of_limbs));
        parts.y.push_back(
            is_zero ? zeros : directions_.solve(direction, at_body(direction, g[d]), LimbDirections::Wanted::of_body));
    }
}

// Each with the columns in their order, and the body's behind those of limbs.
std::vector<LimbHessian::Parts> LimbHessian::ways(const LimbResidual& residual, const std::vector<Expr>& v) {
    std::vector<Parts> found;
    const std::vector<LimbDirection>& all = directions_.all();
    std::vector<std::size_t> as_chosen(all.size());
    std::iota(as_chosen.begin(), as_chosen.end(), 0);
    std::vector<std::size_t> limbs_first = as_chosen;
    std::ranges::stable_sort(limbs_first, {}, [&](std::size_t d) { return all[d].lanes == 0; });
    const std::vector<std::vector<Rows>> right_sides = directions_.right_sides(residual, false);
    if (right_sides.empty()) return {};
    Slopes slopes = slopes_of_G(residual, v);
    const std::optional<std::vector<Rows>> g = slopes_of_unknowns(slopes);
    if (!g) return {};
    for (const std::vector<std::size_t>& order : {as_chosen, limbs_first}) {
        const auto of_G = second_derivatives(slopes, order);
        for (std::size_t k = 0; of_G && k < right_sides.size(); ++k) {
            Parts& parts = found.emplace_back();
            parts.b = right_sides[k], parts.of_G = *of_G;
            solve(parts, *g);
        }
    }
    return found;
}

// y_i^T b_j, of one limb where both are of limbs.
Expr LimbHessian::product(const Parts& parts, std::size_t i, std::size_t j) const {
    const bool are_scalars = directions_.all()[i].lanes == 0 && directions_.all()[j].lanes == 0;
    Expr sum = graph_.integer(0);
    std::map<std::size_t, Expr> of_limbs;  // by lanes
    for (std::size_t u = 0; u < parts.b[j].size(); ++u) {
        const std::size_t lanes = system_.lanes_of(u);
        const Expr term = lanes == 0 ? parts.y[i][u] * parts.s[j][u] : parts.r[i][u] * parts.b[j][u];
        if (term.is_zero()) continue;
        if (lanes == 0 || !are_scalars) {
            sum = sum + term;
        } else {
            const auto [place, is_first] = of_limbs.emplace(lanes, term);
            if (!is_first) place->second = place->second + term;
        }
    }
    for (const auto& [lanes, terms] : of_limbs) sum = sum + graph_.lane_sum(terms, lanes);
    return sum;
}

// Of different limbs, one product serves all columns of a direction.
LimbDerivatives::LaneResult LimbHessian::entry(const Parts& parts, std::size_t i, std::size_t at_i, std::size_t j,
                                               std::size_t at_j) const {
    const LimbDirection &one = directions_.all()[i], &other = directions_.all()[j];
    if (one.lanes == 0 || other.lanes == 0 || (one.lanes == other.lanes && at_i == at_j)) {
        const Expr products = i == j ? 2 * product(parts, i, i) : product(parts, i, j) + product(parts, j, i);
        return {parts.of_G[i][j] + products, (one.lanes > 0 ? at_i : at_j) + 1};
    }
    if (std::tuple(other.lanes, j, at_j) < std::tuple(one.lanes, i, at_i)) return entry(parts, j, at_j, i, at_i);
    Expr sum = graph_.integer(0);
    for (std::size_t b = 0; b < parts.y[i].size(); ++b) {
        if (system_.lanes_of(b) > 0) continue;
        sum = sum + graph_.lane_member(parts.y[i][b], at_i) * parts.s[j][b];
        sum = sum + graph_.lane_member(parts.s[i][b], at_i) * parts.y[j][b];
    }
    return {sum, at_j + 1};
}

// By place: of an expression of the whole mechanism.
std::vector<Expr> LimbHessian::of_scalar(Expr value, const std::vector<Column>& columns,
                                         const std::vector<Place>& places) const {
    std::vector<Expr> symbols, found(places.size(), graph_.integer(0));
    for (const Column& column : columns) symbols.push_back(column.symbol);
    const std::vector<Expr> slopes = gradient(graph_, graph_.own(value), symbols, Quotients::by_reciprocal);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        Differentiator derivative(graph_, Quotients::by_reciprocal);
        derivative.seed(columns[c].symbol, graph_.integer(1));
        for (std::size_t k = 0; k < places.size(); ++k)
            if (places[k].column == c) found[k] = graph_.own(derivative(graph_.own(slopes[places[k].row])));
    }
    return found;
}

std::optional<std::vector<LimbDerivatives::LaneResult>> LimbHessian::entries(const std::vector<Column>& columns,
                                                                             const std::vector<Expr>& v, Expr more,
                                                                             const std::vector<Place>& places) {
    if (!routines_.empty() || !directions_.form(columns) || !directions_.seed_slopes(columns)) return std::nullopt;
    const std::vector<LimbDirection>& all = directions_.all();
    std::vector<std::pair<std::size_t, std::size_t>> at(columns.size());  // direction, lane
    for (std::size_t d = 0; d < all.size(); ++d)
        for (std::size_t lane = 0; lane < all[d].columns.size(); ++lane)
            if (all[d].columns[lane]) at[*all[d].columns[lane]] = {d, lane};
    const std::vector<Expr> beside = of_scalar(more, columns, places);
    std::optional<std::vector<LimbDerivatives::LaneResult>> best;
    long fewest = 0;
    for (const LimbResidual& residual : system_.residuals())
        for (const Parts& parts : ways(residual, v)) {
            std::vector<LimbDerivatives::LaneResult> results;
            std::vector<Expr> roots;
            for (std::size_t k = 0; k < places.size(); ++k) {
                const auto& [i, at_i] = at[places[k].row];
                const auto& [j, at_j] = at[places[k].column];
                LimbDerivatives::LaneResult found = entry(parts, i, at_i, j, at_j);
                if (all[i].is_mirrored[at_i] != all[j].is_mirrored[at_j]) found.value = graph_.neg(found.value);
                found.value = found.value + beside[k];
                if (!graph_.is_lane_value(found.value)) found.lane = 0;
                roots.push_back(found.value), results.push_back(found);
            }
            const long count = directions_.count(roots);
            if (!best || count < fewest) best = std::move(results), fewest = count;
        }
    return best;
}

}  // namespace lag
