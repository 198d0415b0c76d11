#include "emitters/program/limb_jacobian.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "core/structural_zero.hpp"
#include "emitters/program/expression_ldl.hpp"
#include "emitters/program/jacobian.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/lane_presence.hpp"

namespace lag {

namespace {

// Pivots that the recursion of u' has checked.
struct CheckedPivots {
    Expr reciprocal_of_pivot(const Expr& d, const Expr&, const PivotSite&) const {
        return d.graph->div(d.graph->integer(1), d);
    }
    Expr sum_over_lanes(const Expr& value, std::size_t lanes) const { return lane_sum(value, {lanes}); }
};

std::vector<Expr> all_of(const std::vector<std::vector<Expr>>& rows) {
    std::vector<Expr> all;
    for (const std::vector<Expr>& row : rows) all.insert(all.end(), row.begin(), row.end());
    return all;
}

bool is_minus_one(Graph& graph, Expr e) {
    return graph.neg(graph.own(e)).is_one();
}

}  // namespace

LimbJacobian::LimbJacobian(const LimbSystem& system, const LimbRoutines& routines)
    : system_(system),
      routines_(routines),
      limb_(system.limb()),
      rates_{system.equations().kinematic_equations, system.solved().accelerations},
      checks_(system.solved().checks),
      graph_(*limb_.model.graph),
      values_(graph_),
      lacking_(limb_.model) {
    find_limbs();
}

// Bodies that a constraint ties together are of one limb.
void LimbJacobian::find_limbs() {
    const std::vector<Body>& bodies = limb_.model.bodies;
    const std::vector<std::size_t> lanes = lanes_of_bodies(limb_.model);
    std::vector<std::size_t> first(bodies.size());
    limb_of_.resize(system_.unknowns().size());
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        const std::size_t inboard = bodies[b].inboard.value;
        first[b] = lanes[b] > 0 && lanes[inboard] == 0 ? b : first[inboard];
        for (const SpeedIndex u : bodies[b].hinge.speeds) limb_of_[u.value] = first[b];
    }
    const std::vector<ConstraintRow>& rows = system_.equations().constraints.rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::size_t row = limb_.model.speeds.size() + r;
        if (system_.lanes_of(row) == 0) continue;
        for (const auto& [speed, coefficient] : rows[r].B) {
            if (system_.lanes_of(speed.value) == 0) continue;
            const std::size_t other = limb_of_[row], own = limb_of_[speed.value];
            limb_of_[row] = own;
            if (other != 0) std::ranges::replace(limb_of_, other, own);
        }
    }
}

// Of trees A as composite inertias give it. Not where it is no derivative of the residual, off the unit length of Euler parameters.
bool LimbJacobian::factorize() {
    if (!system_.is_tree()) {
        plan_ = system_.plan(), factors_ = *system_.solved().factors;
        return true;
    }
    if (system_.residuals().empty()) return false;
    const FormulationChoice composite{.formulation = Formulation::composite, .absorbing = false, .except = {}};
    const Equations equations =
        form_system(minimal_system(limb_.model, compute_kinematics(limb_.model)), {}, composite, {});
    const std::size_t n = system_.unknowns().size();
    const SystemEntries entry(limb_.model, equations.mass_matrix, {}, {});
    if (!quaternions(limb_.model).empty()) {
        LaneExpansion in_lane(graph_);
        std::vector<Expr> differences;
        const std::vector<Expr> residual = lacking_.of_values(system_.residuals().front().rows);
        for (std::size_t j = 0; j < n; ++j) {
            Differentiator derivative(graph_);
            derivative.seed(system_.unknowns()[j], graph_.integer(1));
            if (system_.lanes_of(j) > 0) derivative.keep_lanes_apart();
            const bool is_lacking = presence_of(limb_.model, SpeedIndex{j}).has_value();
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t of_row = system_.lanes_of(i), of_column = system_.lanes_of(j);
                if (of_row > 0 && of_column > 0 && of_row != of_column) continue;
                Expr difference = derivative(residual[i]) - entry(std::max(i, j), std::min(i, j));
                if (is_lacking) difference = difference * *presence_of(limb_.model, SpeedIndex{j});
                for (const Expr& e : in_lane.of_each(difference)) differences.push_back(e);
            }
        }
        const std::vector<bool> zero = StructuralZeros(graph_, {})(differences);
        if (std::ranges::find(zero, false) != zero.end()) return false;
    }
    plan_ = plan_ldl(equations.pattern);
    if (!plan_.void_pivots.empty()) return false;
    CheckedPivots policy;
    factors_ = execute(plan_, entry, std::vector<Expr>(n, graph_.integer(0)), policy);
    return true;
}

// Whether a direction in lanes says something of this unknown: of its own limb or of the body.
bool LimbJacobian::is_told(const Direction& direction, std::size_t u) const {
    return direction.lanes == 0 || system_.lanes_of(u) == 0 || direction.limbs.contains(limb_of_[u]);
}

// To the limbs whose rows it stands in.
void LimbJacobian::narrow(const std::vector<Rows>& right_sides) {
    for (std::size_t d = 0; d < directions_.size(); ++d) {
        std::set<std::size_t> limbs;
        for (std::size_t u = 0; u < right_sides[d].size(); ++u)
            if (!right_sides[d][u].is_zero() && system_.lanes_of(u) > 0) limbs.insert(limb_of_[u]);
        directions_[d].limbs = std::move(limbs);
    }
}

std::optional<LimbJacobian::Rows> LimbJacobian::along(const Direction& direction, const Rows& values,
                                                      bool of_unknowns) const {
    Differentiator derivative(graph_, Quotients::by_reciprocal);
    if (direction.lanes > 0) derivative.keep_lanes_apart();
    for (const auto& [symbol, slope] : direction.seeds) derivative.seed(symbol, slope);
    std::vector<bool> apart;
    for (std::size_t lane = 0; lane < direction.lanes; ++lane) apart.push_back(direction.columns[lane].has_value());
    if (!routines_.seed(derivative, apart)) return std::nullopt;
    Rows slopes(values.size(), graph_.integer(0));
    for (std::size_t k = 0; k < values.size(); ++k)
        if (!of_unknowns || is_told(direction, k)) slopes[k] = derivative(graph_.own(values[k]));
    if (derivative.lanes_met()) return std::nullopt;
    return slopes;
}

// A^-1 times this, the multipliers of lean rows. In lanes that are directions of their own, nothing is summed.
LimbJacobian::Rows LimbJacobian::solve(const Direction& direction, const Rows& right_side) const {
    struct {
        const LimbJacobian& jacobian;
        const Direction& direction;
        bool is_wanted(std::size_t u) const { return jacobian.is_told(direction, u); }
        Expr sum_over_lanes(const Expr& value, std::size_t lanes) const {
            return direction.lanes > 0 ? value : lane_sum(value, {lanes});
        }
    } policy{*this, direction};
    Rows lean = right_side;
    turn_to_lean(system_.equations().system_rows.loops, lean, limb_.model.speeds.size());
    Rows x = solve_with(plan_, *factors_, lean, policy);
    for (Expr& e : x) e = graph_.own(e);
    return x;
}

// K, by unknown of the body: what the limbs' unknowns do where that one is 1 and all others of the body are none.
void LimbJacobian::form_responses() {
    const std::size_t n = plan_.size();
    responses_.assign(n, Rows(n, graph_.integer(0)));
    for (std::size_t b = 0; b < n; ++b) {
        if (system_.lanes_of(b) > 0) continue;
        Rows x(n, graph_.integer(0));
        for (const LdlStep& step : plan_.steps) {
            if (step.kind != LdlStepKind::backward) continue;
            const std::size_t u = plan_.order[step.row];
            if (u == b) x[step.row] = graph_.integer(1);
            if (system_.lanes_of(u) == 0) continue;
            for (std::size_t t = step.first_term; t < step.last_term; ++t)
                x[step.row] = x[step.row] - factors_->L[plan_.terms[t].left] * x[plan_.terms[t].right];
            responses_[b][u] = x[step.row];
        }
    }
}

// Columns of one limb alone go together where they stand in the same lane symbols.
void LimbJacobian::form_directions(const std::vector<Column>& columns) {
    std::vector<Expr> roots = differentiated_of(system_);
    for (const Expr& e : routines_.arguments()) roots.push_back(e);
    std::set<NodeId> scalars = routines_.symbols_of_single_calls();
    for (const Expr& e : symbols_in(graph_, roots)) scalars.insert(e.id);
    std::vector<std::map<NodeId, std::vector<Expr>>> by_column(columns.size());
    for (auto& [symbol, of_columns] : lane_weights(graph_, roots, columns))
        for (auto& [column, weights] : of_columns) by_column[column].emplace(symbol, std::move(weights));
    std::map<std::vector<NodeId>, std::vector<std::size_t>> alike;  // directions with these lane symbols
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::vector<NodeId> symbols;
        std::set<std::pair<std::size_t, std::size_t>> places;  // lanes, lane
        for (const auto& [symbol, weights] : by_column[c]) {
            symbols.push_back(symbol);
            for (std::size_t lane = 0; lane < weights.size(); ++lane)
                if (!weights[lane].is_zero()) places.emplace(weights.size(), lane);
        }
        if (places.size() == 1 && !scalars.contains(columns[c].symbol.id)) {
            const auto [lanes, lane] = *places.begin();
            Direction* found = nullptr;
            for (const std::size_t d : alike[symbols])
                if (!directions_[d].columns[lane]) found = &directions_[d];
            if (found == nullptr) {
                alike[symbols].push_back(directions_.size());
                found = &directions_.emplace_back();
                found->lanes = lanes, found->columns.resize(lanes), found->is_mirrored.resize(lanes, false);
                found->weights.resize(symbols.size(), std::vector<Expr>(lanes, graph_.integer(0)));
                for (const NodeId symbol : symbols) found->seeds.emplace_back(graph_.expr(symbol), graph_.integer(1));
            }
            found->columns[lane] = c;
            std::size_t k = 0;
            for (const auto& [symbol, weights] : by_column[c]) found->weights[k++][lane] = weights[lane];
            continue;
        }
        Direction& one = directions_.emplace_back();
        one.columns.emplace_back(c), one.is_mirrored.push_back(false);
        one.seeds.emplace_back(columns[c].symbol, graph_.integer(1));
        for (const auto& [symbol, weights] : by_column[c])
            one.seeds.emplace_back(graph_.expr(symbol), values_.joined(weights));
    }
    for (Direction& direction : directions_) {
        if (direction.lanes == 0) continue;
        for (std::size_t u = 0; u < system_.unknowns().size(); ++u)
            if (system_.lanes_of(u) == direction.lanes) direction.limbs.insert(limb_of_[u]);
        const std::vector<Expr>& first = direction.weights.front();
        const bool is_sign = std::ranges::all_of(first, [&](const Expr& weight) {
            return weight.is_zero() || weight.is_one() || is_minus_one(graph_, weight);
        });
        if (direction.weights.size() == 1 && is_sign) {
            for (std::size_t lane = 0; lane < first.size(); ++lane)
                direction.is_mirrored[lane] = is_minus_one(graph_, first[lane]);
        } else {
            for (std::size_t k = 0; k < direction.weights.size(); ++k)
                direction.seeds[k].second = values_.joined(direction.weights[k]);
        }
    }
}

// What is identically zero in all lanes becomes an exact zero.
void LimbJacobian::settle(std::vector<Rows>& rows) {
    LaneExpansion in_lane(graph_);
    std::vector<Expr> values;
    for (const Rows& row : rows)
        for (const Expr& e : row)
            for (const Expr& value : in_lane.of_each(graph_.own(e))) values.push_back(value);
    const std::vector<bool> zero = StructuralZeros(graph_, conditions_by_lane(checks_, in_lane))(values);
    std::size_t k = 0;
    for (Rows& row : rows)
        for (Expr& e : row) {
            bool is_zero = true;
            for (std::size_t lane = 0; lane < std::max<std::size_t>(graph_.lanes_of(e), 1); ++lane)
                is_zero = zero[k++] && is_zero;
            if (is_zero) e = graph_.integer(0);
        }
}

// Beside u' and the factors.
long LimbJacobian::count(const std::vector<Expr>& more) const {
    constexpr Dependence costs_nothing = static_cast<Dependence>(bit(Role::parameter) | in_lanes);
    std::vector<Expr> roots = rates_.of_speeds;
    for (const Expr& e : factors_->L) roots.push_back(graph_.own(e));
    for (const PivotBlock<Expr>& inverse : factors_->inverses)
        roots.push_back(inverse.solve(std::vector<Expr>{graph_.integer(1)}).front());
    for (const Expr& e : more) roots.push_back(graph_.own(e));
    return count_operations(graph_, roots, costs_nothing).total();
}

std::optional<std::vector<LimbJacobian::Rows>> LimbJacobian::by_direction(const LimbResidual& residual) const {
    std::vector<Rows> all;
    for (const Direction& direction : directions_) {
        std::optional<Rows> slopes = along(direction, residual.rows, true);
        if (!slopes) return std::nullopt;
        all.push_back(*std::move(slopes));
    }
    return all;
}

// By coordinates and speeds from composite inertias; what else the residual depends on is differentiated, and so are the rows of
// constraints.
std::optional<std::vector<LimbJacobian::Rows>> LimbJacobian::by_links(const LimbResidual& residual) const {
    if (!residual.way || !routines_.empty()) return std::nullopt;
    std::vector<Expr> symbols;
    std::map<NodeId, std::size_t> place;
    std::vector<Direction> others = directions_;
    for (Direction& direction : others)
        std::erase_if(direction.seeds, [&](const std::pair<Expr, Expr>& seed) {
            const Expr symbol = seed.first;
            const bool is_state = (graph_.node(symbol.id).dependence & (bit(Role::coordinate) | bit(Role::speed))) != 0;
            if (is_state && place.emplace(symbol.id, symbols.size()).second) symbols.push_back(symbol);
            return is_state;
        });
    const auto slopes = slopes_of_inverse_dynamics_of_tree(minimal_system(limb_.model, compute_kinematics(limb_.model)),
                                                           *residual.way, symbols);
    if (!slopes) return std::nullopt;
    Rows inverse_dynamics = residual.rows;
    for (std::size_t k = 0; k < residual.beside.size(); ++k)
        inverse_dynamics[k] = inverse_dynamics[k] - residual.beside[k];
    std::vector<Rows> all;
    for (std::size_t d = 0; d < directions_.size(); ++d) {
        std::optional<Rows> sums = along(others[d], inverse_dynamics, true);
        const std::optional<Rows> beside = along(directions_[d], residual.beside, true);
        if (!sums || !beside) return std::nullopt;
        for (std::size_t k = 0; k < beside->size(); ++k) (*sums)[k] = (*sums)[k] + (*beside)[k];
        for (std::size_t u = 0; u < slopes->size(); ++u) {
            if (!is_told(directions_[d], u)) continue;
            const bool is_summed = directions_[d].lanes == 0 && system_.lanes_of(u) == 0;
            for (const auto& [symbol, weight] : directions_[d].seeds) {
                const auto found = place.find(symbol.id);
                if (found == place.end()) continue;
                const Expr term = (*slopes)[u][found->second] * weight;
                const std::size_t lanes = is_summed ? graph_.lanes_of(symbol) : 0;
                (*sums)[u] = (*sums)[u] + (lanes > 0 ? lane_sum(term, {lanes}) : term);
            }
        }
        all.push_back(*std::move(sums));
    }
    return all;
}

// A^-1 (-dR), in the way that has fewest.
std::optional<std::vector<LimbJacobian::Rows>> LimbJacobian::fewest_operations() {
    std::optional<std::vector<Rows>> best;
    long fewest = 0;
    const auto consider = [&](std::optional<std::vector<Rows>> right_sides) {
        if (!right_sides) return;
        Substitution known = system_.solution();
        for (Rows& right_side : *right_sides) {
            for (Expr& e : right_side) e = -known(graph_.own(e));
            right_side = lacking_.of_values(std::move(right_side));
        }
        settle(*right_sides);
        narrow(*right_sides);
        std::vector<Rows> solved;
        for (std::size_t d = 0; d < directions_.size(); ++d) solved.push_back(solve(directions_[d], (*right_sides)[d]));
        const long operations = count(all_of(solved));
        if (!best || operations < fewest) best = std::move(solved), fewest = operations;
    };
    for (const LimbResidual& residual : system_.residuals())
        consider(by_direction(residual)), consider(by_links(residual));
    return best;
}

bool LimbJacobian::differentiate() {
    const std::optional<std::vector<Rows>> solved = fewest_operations();
    std::vector<std::optional<Rows>> whole;  // u' itself
    for (Direction& direction : directions_) {
        const std::optional<Rows> of_coordinates = along(direction, rates_.of_coordinates, false);
        whole.push_back(system_.is_tree() ? along(direction, rates_.of_speeds, true) : std::nullopt);
        if (!of_coordinates || !(whole.back() || solved)) return false;
        direction.of_coordinates = *of_coordinates;
    }
    std::vector<Rows> all;
    for (std::size_t d = 0; d < directions_.size(); ++d) all.push_back(solved ? (*solved)[d] : *whole[d]);
    long fewest = count(all_of(all));
    for (std::size_t d = 0; solved && d < directions_.size(); ++d) {
        if (!whole[d]) continue;
        std::swap(all[d], *whole[d]);
        const long operations = count(all_of(all));
        if (operations < fewest)
            fewest = operations;
        else
            std::swap(all[d], *whole[d]);
    }
    settle(all);
    for (std::size_t d = 0; d < directions_.size(); ++d) directions_[d].of_unknowns = std::move(all[d]);
    return true;
}

// By row of the whole mechanism's [q'; u'].
std::vector<LimbJacobian::SmallRow> LimbJacobian::rows_of_whole() const {
    const std::size_t first_speed = entries_of_whole(limb_.coordinates);
    std::vector<SmallRow> rows(first_speed + entries_of_whole(limb_.speeds));
    const auto add = [&](const auto& entries, bool is_speed) {
        for (std::size_t k = 0; k < entries.size(); ++k)
            for (std::size_t lane = 0; lane < entries[k].by_lane.size(); ++lane)
                if (const auto& index = entries[k].by_lane[lane])
                    rows[(is_speed ? first_speed : 0) + index->value] = {is_speed, entries[k].is_mirrored[lane], k,
                                                                         lane};
    };
    add(limb_.coordinates, false), add(limb_.speeds, true);
    return rows;
}

// What a limb's speed does that moves with the body alone, by the column in lane `at`: one product serves all columns of
// the direction, or all limbs of the row.
LimbDerivatives::LaneResult LimbJacobian::with_the_body(const Direction& direction, const SmallRow& row,
                                                        std::size_t at) {
    if (responses_.empty()) form_responses();
    const bool serves_columns = is_told(direction, row.place) || system_.lanes_of(row.place) < direction.lanes;
    Expr sum = graph_.integer(0);
    for (std::size_t b = 0; b < system_.unknowns().size(); ++b) {
        if (system_.lanes_of(b) > 0) continue;
        const Expr response = responses_[b][row.place], moved = graph_.own(direction.of_unknowns[b]);
        sum = sum + (serves_columns ? graph_.lane_member(response, row.lane) * moved
                                    : response * graph_.lane_member(moved, at));
    }
    return {sum, (serves_columns ? at : row.lane) + 1};
}

LimbDerivatives::LaneResult LimbJacobian::entry(const Direction& direction, const SmallRow& row, std::size_t column) {
    const auto of_column = std::ranges::find(direction.columns, std::optional(column));
    const auto at = static_cast<std::size_t>(of_column - direction.columns.begin());
    LimbDerivatives::LaneResult found{
        graph_.own((row.is_speed ? direction.of_unknowns : direction.of_coordinates)[row.place]), row.lane + 1};
    if (direction.lanes > 0) {
        const Expr like =
            row.is_speed ? system_.unknowns()[row.place] : symbol(limb_.model, CoordinateIndex{row.place});
        const bool is_own = graph_.lanes_of(like) == direction.lanes && row.lane == at;
        found.lane = at + 1;
        if (graph_.is_lane_value(like) && !(row.is_speed ? is_own && is_told(direction, row.place) : is_own))
            found =
                row.is_speed ? with_the_body(direction, row, at) : LimbDerivatives::LaneResult{graph_.integer(0), 0};
    }
    if (row.is_mirrored != direction.is_mirrored[at]) found.value = graph_.neg(found.value);
    return {found.value, graph_.is_lane_value(found.value) ? found.lane : 0};
}

std::optional<std::vector<LimbDerivatives::LaneResult>> LimbJacobian::entries(const std::vector<Column>& columns,
                                                                              const std::vector<Place>& places) {
    if (!factorize()) return std::nullopt;
    form_directions(columns);
    if (!differentiate()) return std::nullopt;
    std::vector<const Direction*> of_column(columns.size(), nullptr);
    for (const Direction& direction : directions_)
        for (const auto& column : direction.columns)
            if (column) of_column[*column] = &direction;
    const std::vector<SmallRow> rows = rows_of_whole();
    std::vector<LimbDerivatives::LaneResult> results;
    for (const Place& place : places) results.push_back(entry(*of_column[place.column], rows[place.row], place.column));
    return results;
}

}  // namespace lag
