#include "emitters/program/limb_directions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/lanes.hpp"
#include "core/structural_zero.hpp"
#include "emitters/program/expression_ldl.hpp"
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

bool is_minus_one(Graph& graph, Expr e) {
    return graph.neg(graph.own(e)).is_one();
}

}  // namespace

LimbDirections::LimbDirections(const LimbSystem& system, const LimbRoutines& routines)
    : system_(system),
      routines_(routines),
      limb_(system.limb()),
      graph_(*limb_.model.graph),
      values_(graph_),
      lacking_(limb_.model) {
    find_limbs();
}

// Bodies that a constraint ties together are of one limb.
void LimbDirections::find_limbs() {
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
bool LimbDirections::factorize() {
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

bool LimbDirections::is_told(const LimbDirection& direction, std::size_t u) const {
    return direction.lanes == 0 || system_.lanes_of(u) == 0 || direction.limbs.contains(limb_of_[u]);
}

// To the limbs whose rows it stands in.
void LimbDirections::narrow(const std::vector<Rows>& right_sides) {
    for (std::size_t d = 0; d < directions_.size(); ++d) {
        std::set<std::size_t> limbs;
        for (std::size_t u = 0; u < right_sides[d].size(); ++u)
            if (!right_sides[d][u].is_zero() && system_.lanes_of(u) > 0) limbs.insert(limb_of_[u]);
        directions_[d].limbs = std::move(limbs);
    }
}

std::optional<Differentiator> LimbDirections::differentiator(const LimbDirection& direction) const {
    Differentiator derivative(graph_, Quotients::by_reciprocal);
    if (direction.lanes > 0) derivative.keep_lanes_apart();
    for (const auto& [symbol, slope] : direction.seeds) derivative.seed(symbol, slope);
    std::vector<bool> apart;
    for (std::size_t lane = 0; lane < direction.lanes; ++lane) apart.push_back(direction.columns[lane].has_value());
    if (!routines_.seed(derivative, apart)) return std::nullopt;
    return derivative;
}

std::optional<LimbDirections::Rows> LimbDirections::along(const LimbDirection& direction, const Rows& values,
                                                          bool of_unknowns) const {
    std::optional<Differentiator> derivative = differentiator(direction);
    if (!derivative) return std::nullopt;
    Rows slopes(values.size(), graph_.integer(0));
    for (std::size_t k = 0; k < values.size(); ++k)
        if (!of_unknowns || is_told(direction, k)) slopes[k] = (*derivative)(graph_.own(values[k]));
    if (derivative->lanes_met()) return std::nullopt;
    return slopes;
}

LimbDirections::Rows LimbDirections::solve(const LimbDirection& direction, const Rows& right_side,
                                           Wanted wanted) const {
    struct {
        const LimbDirections& directions;
        const LimbDirection& direction;
        Wanted wanted;
        bool is_wanted(std::size_t u) const {
            const bool is_of_limb = directions.system_.lanes_of(u) > 0;
            return directions.is_told(direction, u) && wanted != (is_of_limb ? Wanted::of_body : Wanted::of_limbs);
        }
        Expr sum_over_lanes(const Expr& value, std::size_t lanes) const {
            return direction.lanes > 0 ? value : lane_sum(value, {lanes});
        }
    } policy{*this, direction, wanted};
    Rows x = solve_with(plan_, *factors_, right_side, policy);
    for (Expr& e : x) e = graph_.own(e);
    return x;
}

// K, by unknown of the body: what the limbs' unknowns do where that one is 1 and all others of the body are none.
void LimbDirections::form_responses() {
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
void LimbDirections::form_directions(const std::vector<Column>& columns) {
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
            LimbDirection* found = nullptr;
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
        LimbDirection& one = directions_.emplace_back();
        one.columns.emplace_back(c), one.is_mirrored.push_back(false);
        one.seeds.emplace_back(columns[c].symbol, graph_.integer(1));
        for (const auto& [symbol, weights] : by_column[c])
            one.seeds.emplace_back(graph_.expr(symbol), values_.joined(weights));
    }
    for (LimbDirection& direction : directions_) {
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

void LimbDirections::settle(std::vector<Rows>& rows) const {
    LaneExpansion in_lane(graph_);
    std::vector<Expr> values;
    for (const Rows& row : rows)
        for (const Expr& e : row)
            for (const Expr& value : in_lane.of_each(graph_.own(e))) values.push_back(value);
    const std::vector<bool> zero =
        StructuralZeros(graph_, conditions_by_lane(system_.solved().checks, in_lane))(values);
    std::size_t k = 0;
    for (Rows& row : rows)
        for (Expr& e : row) {
            bool is_zero = true;
            for (std::size_t lane = 0; lane < std::max<std::size_t>(graph_.lanes_of(e), 1); ++lane)
                is_zero = zero[k++] && is_zero;
            if (is_zero) e = graph_.integer(0);
        }
}

long LimbDirections::count(const std::vector<Expr>& more) const {
    constexpr Dependence costs_nothing = static_cast<Dependence>(bit(Role::parameter) | in_lanes);
    std::vector<Expr> roots = system_.solved().accelerations;
    for (const Expr& e : factors_->L) roots.push_back(graph_.own(e));
    for (const PivotBlock<Expr>& inverse : factors_->inverses)
        roots.push_back(inverse.solve(std::vector<Expr>{graph_.integer(1)}).front());
    for (const Expr& e : more) roots.push_back(graph_.own(e));
    return count_operations(graph_, roots, costs_nothing).total();
}

std::optional<std::vector<LimbDirections::Rows>> LimbDirections::by_direction(const LimbResidual& residual) const {
    std::vector<Rows> all;
    for (const LimbDirection& direction : directions_) {
        std::optional<Rows> slopes = along(direction, residual.rows, true);
        if (!slopes) return std::nullopt;
        all.push_back(*std::move(slopes));
    }
    return all;
}

// By coordinates and speeds from composite inertias; what else the residual depends on is differentiated, and so are the loads and
// the rows of constraints.
std::optional<std::vector<LimbDirections::Rows>> LimbDirections::by_links(const LimbResidual& residual) const {
    if (!residual.way) return std::nullopt;
    std::vector<Expr> symbols;
    std::map<NodeId, std::size_t> place;
    std::vector<LimbDirection> others = directions_;
    for (LimbDirection& direction : others)
        std::erase_if(direction.seeds, [&](const std::pair<Expr, Expr>& seed) {
            const Expr symbol = seed.first;
            const bool is_state = (graph_.node(symbol.id).dependence & (bit(Role::coordinate) | bit(Role::speed))) != 0;
            if (is_state && place.emplace(symbol.id, symbols.size()).second) symbols.push_back(symbol);
            return is_state;
        });
    const auto slopes = slopes_of_inverse_dynamics_of_tree(minimal_system(limb_.model, compute_kinematics(limb_.model)),
                                                           *residual.way, symbols);
    if (!slopes) return std::nullopt;
    Rows beside = residual.beside, of_inertia = residual.rows;
    beside.resize(of_inertia.size(), graph_.integer(0));
    for (std::size_t u = 0; u < slopes->loads.size(); ++u) beside[u] = beside[u] + slopes->loads[u];
    for (std::size_t k = 0; k < of_inertia.size(); ++k) of_inertia[k] = of_inertia[k] - beside[k];
    std::vector<Rows> all;
    for (std::size_t d = 0; d < directions_.size(); ++d) {
        std::optional<Rows> sums = along(others[d], of_inertia, true);
        const std::optional<Rows> of_others = along(directions_[d], beside, true);
        if (!sums || !of_others) return std::nullopt;
        for (std::size_t k = 0; k < beside.size(); ++k) (*sums)[k] = (*sums)[k] + (*of_others)[k];
        for (std::size_t u = 0; u < slopes->of_inertia.size(); ++u) {
            if (!is_told(directions_[d], u)) continue;
            const bool is_summed = directions_[d].lanes == 0 && system_.lanes_of(u) == 0;
            for (const auto& [symbol, weight] : directions_[d].seeds) {
                const auto found = place.find(symbol.id);
                if (found == place.end()) continue;
                const Expr term = slopes->of_inertia[u][found->second] * weight;
                const std::size_t lanes = is_summed ? graph_.lanes_of(symbol) : 0;
                (*sums)[u] = (*sums)[u] + (lanes > 0 ? lane_sum(term, {lanes}) : term);
            }
        }
        all.push_back(*std::move(sums));
    }
    return all;
}

void LimbDirections::prepare(std::vector<Rows>& right_sides) const {
    for (Rows& right_side : right_sides) right_side = lacking_.of_values(std::move(right_side));
    settle(right_sides);
    for (Rows& right_side : right_sides)
        turn_to_lean(system_.equations().system_rows.loops, right_side, limb_.model.speeds.size());
}

std::vector<std::vector<LimbDirections::Rows>> LimbDirections::right_sides(const LimbResidual& residual, bool narrows) {
    std::vector<std::vector<Rows>> ways;
    const auto add = [&](std::optional<std::vector<Rows>> slopes) {
        if (!slopes) return;
        Substitution known = system_.solution();
        for (Rows& row : *slopes)
            for (Expr& e : row) e = -known(graph_.own(e));
        prepare(*slopes);
        if (narrows) narrow(*slopes);
        ways.push_back(*std::move(slopes));
    };
    add(by_direction(residual)), add(by_links(residual));
    return ways;
}

const LimbDirections::Rows& LimbDirections::response(std::size_t body_unknown) {
    if (responses_.empty()) form_responses();
    return responses_[body_unknown];
}

bool LimbDirections::form(const std::vector<Column>& columns) {
    if (!factorize()) return false;
    form_directions(columns);
    return true;
}

bool LimbDirections::seed_slopes(const std::vector<Column>& columns) {
    std::vector<Expr> slopes;
    for (const LimbDirection& direction : directions_)
        for (const auto& [symbol, slope] : direction.seeds) slopes.push_back(graph_.own(slope));
    std::set<NodeId> scalars;
    for (const Expr& e : symbols_in(graph_, slopes)) scalars.insert(e.id);
    for (const LimbDirection& direction : directions_)
        for (const auto& column : direction.columns)
            if (direction.lanes > 0 && column && scalars.contains(columns[*column].symbol.id)) return false;
    for (const auto& [id, of_columns] : lane_weights(graph_, slopes, columns))
        for (LimbDirection& direction : directions_) {
            const auto is_seeded = [&direction](NodeId symbol) {
                return std::ranges::any_of(direction.seeds, [&](const auto& seed) { return seed.first.id == symbol; });
            };
            if (is_seeded(id)) continue;
            std::vector<Expr> members(graph_.lanes_of(graph_.expr(id)), graph_.integer(0));
            for (std::size_t at = 0; at < direction.columns.size(); ++at) {
                if (!direction.columns[at]) continue;
                const auto known = of_columns.find(*direction.columns[at]);
                if (known == of_columns.end()) continue;
                for (std::size_t lane = 0; lane < members.size(); ++lane) {
                    if (known->second[lane].is_zero()) continue;
                    if (direction.lanes > 0 && (members.size() != direction.lanes || lane != at)) return false;
                    members[lane] = direction.is_mirrored[at] ? -known->second[lane] : known->second[lane];
                }
            }
            if (!std::ranges::all_of(members, &Expr::is_zero))
                direction.seeds.emplace_back(graph_.expr(id), values_.joined(members));
        }
    return true;
}

}  // namespace lag
