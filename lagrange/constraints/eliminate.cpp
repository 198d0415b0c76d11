#include "lagrange/constraints/eliminate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"

namespace lag {

namespace {

constexpr double vanishing = 1e-9;  // of the magnitude of the terms: an entry below is zero
constexpr double well_away = 0.02;  // of the largest entry of its row: preferred as divisor
constexpr double usable = 1e-6;

const char* const check_margin = "2e-12";
const char* const harmless_divisor = "1e30";

constexpr Dependence state_roles = bit(Role::coordinate) | bit(Role::speed) | bit(Role::time) | bit(Role::input);

Expr absolute(Graph& graph, Expr e) {
    return graph.unary(Op::abs, e);
}

// A bound of |e|, made of parameters where possible: sines and cosines count as 1.
Expr magnitude_bound(Graph& graph, Expr e) {
    const std::array<Expr, 1> roots{e};
    std::unordered_map<NodeId, Expr> bound;
    for (const NodeId id : reachable(graph, roots)) {
        const Node node = graph.node(id);
        const Expr here = graph.expr(id);
        if ((node.dependence & state_roles) == 0) {
            bound[id] = absolute(graph, here);
            continue;
        }
        const auto of = [&](int k) { return bound.at(node.operand[k]); };
        switch (node.op) {
            case Op::add:
            case Op::sub:
                bound[id] = of(0) + of(1);
                break;
            case Op::neg:
                bound[id] = of(0);
                break;
            case Op::mul:
                bound[id] = of(0) * of(1);
                break;
            case Op::sin:
            case Op::cos:
                bound[id] = graph.integer(1);
                break;
            default:
                // conditions have no magnitude; nothing above asks for it
                bound[id] = is_condition(node.op) ? graph.integer(0) : absolute(graph, here);
        }
    }
    return bound.at(e.id);
}

// One entry of the rows while they are worked on: the expression, a bound of its terms, and both as numbers by state.
struct Entry {
    Expr value;
    std::optional<Expr> bound;  // formed when first needed
    std::vector<double> number, size;
};

// Right sides by constraint row -> by pivot, through the factors of the rows.
std::vector<Expr> forward(const std::vector<EliminationPivot>& pivots, const std::vector<Expr>& by_row) {
    std::vector<Expr> y;
    for (const EliminationPivot& pivot : pivots) {
        Expr sum = by_row[pivot.row];
        for (const auto& [l, factor] : pivot.lower) sum -= factor * y[l];
        y.push_back(sum);
    }
    return y;
}
std::vector<Expr> backward(const std::vector<EliminationPivot>& pivots, const std::vector<Expr>& y) {
    std::vector<Expr> x(y.size());
    for (std::size_t k = y.size(); k-- > 0;) {
        Expr sum = y[k];
        for (const auto& [l, coefficient] : pivots[k].upper) sum -= coefficient * x[l];
        x[k] = sum * pivots[k].reciprocal;
    }
    return x;
}

class Eliminator {
  public:
    Eliminator(const Model& model, const ConstraintRows& constraints, const std::vector<SpeedIndex>& wanted,
               const EliminationStates& states)
        : model_(model),
          graph_(*model.graph),
          constraints_(constraints),
          states_(states.defaults),
          at_defaults_(states.defaults.size()),
          singular_at_defaults_(states.singular_at_defaults) {
        states_.insert(states_.end(), states.elsewhere.begin(), states.elsewhere.end());
        allowed_.assign(model.speeds.size(), wanted.empty());
        for (const SpeedIndex u : wanted) allowed_[u.value] = true;
        named_ = !wanted.empty();
        for (std::size_t b = 1; b < model.bodies.size(); ++b)
            depth_.push_back(1 + depth_[model.bodies[b].inboard.value]);
    }

    Elimination run(RowsWithoutDivisor rest) {
        const bool refuses = rest == RowsWithoutDivisor::refused;
        if (refuses) require_count();
        read_rows();
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            if (refuses) refuse_empty_row();
            std::optional<Place> place = choose(0, at_defaults_);
            if (!place && singular_at_defaults_) place = choose(at_defaults_, states_.size());
            if (!place && !refuses) break;
            if (!place) refuse();
            pivot_on(*place);
        }
        solve();
        return std::move(result_);
    }

  private:
    using Row = std::map<std::size_t, Entry>;

    void require_count() const {
        const auto named = static_cast<std::size_t>(std::count(allowed_.begin(), allowed_.end(), true));
        const std::size_t rows = constraints_.rows.size();
        if (!named_ || named == rows) return;
        std::string names;
        for (const ConstraintRow& row : constraints_.rows)
            names += fmt::format("{}{}'", names.empty() ? "'" : ", '", row.name);
        throw ModelError(fmt::format("the number of dependent speeds is wrong: {} named, but {} constraint rows: {}",
                                     named, rows, names),
                         "name one speed for each row, or none: then they are chosen");
    }

    void read_rows() {
        rows_.resize(constraints_.rows.size());
        done_.assign(rows_.size(), false);
        std::vector<Evaluator<double>> values;
        const ModelIndex index(model_);
        for (const ModelValues& state : states_) values.push_back(evaluator_of(model_, index, state));
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (const auto& [speed, coefficient] : constraints_.rows[r].B) {
                Entry entry{.value = graph_.own(coefficient), .bound = {}, .number = {}, .size = {}};
                for (Evaluator<double>& value : values) {
                    entry.number.push_back(value(entry.value));
                    entry.size.push_back(std::abs(entry.number.back()));
                }
                rows_[r].emplace(speed.value, std::move(entry));
            }
    }

    bool vanishes(const Entry& entry) const {
        for (std::size_t s = 0; s < entry.number.size(); ++s)
            if (std::abs(entry.number[s]) > vanishing * entry.size[s]) return false;
        return true;
    }

    void refuse_empty_row() const {
        for (std::size_t r = 0; r < rows_.size(); ++r)
            if (!done_[r] && rows_[r].empty())
                throw ModelError(fmt::format("constraint row '{}' repeats what the other rows already say",
                                             constraints_.rows[r].name),
                                 "leave it out", {Subject::Kind::row, constraints_.rows[r].name});
    }

    // The least |entry| over the largest one of its row, over the states from `first` to `end`; NaN counts as zero.
    static double distance_from_zero(const Row& row, std::size_t speed, std::size_t first, std::size_t end) {
        double least = first < end ? 1 : 0;
        for (std::size_t s = first; s < end; ++s) {
            double largest = 0;
            for (const auto& [other, entry] : row) largest = std::max(largest, std::abs(entry.number[s]));
            const double here = std::abs(row.at(speed).number[s]) / largest;
            least = here >= 0 ? std::min(least, here) : 0;
        }
        return least;
    }

    struct Place {
        std::size_t row = 0, speed = 0;
    };

    std::optional<Place> choose(std::size_t first, std::size_t end) const {
        std::vector<std::size_t> in_column(model_.speeds.size(), 0);
        for (std::size_t r = 0; r < rows_.size(); ++r)
            if (!done_[r])
                for (const auto& [speed, entry] : rows_[r]) ++in_column[speed];
        using Score = std::tuple<bool, bool, std::size_t, std::size_t, std::size_t, std::size_t>;
        std::optional<Score> best;
        Place place;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (done_[r]) continue;
            for (const auto& [speed, entry] : rows_[r]) {
                if (!allowed_[speed]) continue;
                const double distance = distance_from_zero(rows_[r], speed, first, end);
                if (!(distance > usable)) continue;
                const bool varies = (graph_.node(entry.value).dependence & state_roles) != 0;
                const std::size_t fill = (rows_[r].size() - 1) * (in_column[speed] - 1);
                const std::size_t depth = depth_[model_.speeds[speed].body.value];
                const Score score{distance <= well_away,        varies, fill, model_.bodies.size() - depth,
                                  model_.speeds.size() - speed, r};
                if (best && *best <= score) continue;
                best = score;
                place = {r, speed};
            }
        }
        if (!best) return std::nullopt;
        return place;
    }

    [[noreturn]] void refuse() const {
        std::string rows, speeds, columns;
        std::vector<bool> used(model_.speeds.size(), false);
        for (const EliminationPivot& pivot : result_.pivots) used[pivot.speed.value] = true;
        for (std::size_t r = 0; r < rows_.size(); ++r)
            if (!done_[r]) rows += fmt::format("{}{}'", rows.empty() ? "'" : ", '", constraints_.rows[r].name);
        for (std::size_t u = 0; u < model_.speeds.size(); ++u)
            if (allowed_[u] && !used[u])
                speeds += fmt::format("{}{}'", speeds.empty() ? "'" : ", '", model_.speeds[u].name);
        if (!named_)
            throw ModelError(
                fmt::format("no speed can be solved from the constraint rows {}: every divisor vanishes", rows),
                "the mechanism is singular at the initial configuration or at all others");
        throw ModelError(fmt::format("the rest of the constraints, {}, cannot be solved for {}: the divisor vanishes "
                                     "at the initial configuration or at all others",
                                     rows, speeds),
                         "name other dependent speeds, or none: then they are chosen");
    }

    void pivot_on(const Place& place) {
        done_[place.row] = true;
        const std::size_t k = result_.pivots.size();
        EliminationPivot pivot;
        pivot.row = place.row;
        pivot.speed = SpeedIndex(place.speed);
        Entry& entry = rows_[place.row].at(place.speed);
        pivot.divisor = entry.value;
        set_check(pivot, entry);
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (done_[r]) continue;
            const auto found = rows_[r].find(place.speed);
            if (found == rows_[r].end()) continue;
            const Entry head = found->second;
            rows_[r].erase(found);
            const Expr factor = head.value * pivot.reciprocal;
            lower_[r].emplace_back(k, factor);
            for (const auto& [speed, above] : rows_[place.row]) {
                if (speed == place.speed) continue;
                subtract(rows_[r], speed, factor, head, entry, above);
            }
        }
        pivot.lower = lower_[place.row];
        result_.pivots.push_back(std::move(pivot));
    }

    // row(speed) -= factor * above, in symbols and in numbers; entries that vanish are dropped.
    void subtract(Row& row, std::size_t speed, Expr factor, const Entry& head, const Entry& pivot, const Entry& above) {
        const bool fills = !row.contains(speed);
        Entry& entry = row[speed];
        if (fills) {
            entry.value = Expr{&graph_, 0};
            entry.bound = absolute(graph_, factor) * bound_of(above);
            entry.number.assign(states_.size(), 0.0);
            entry.size.assign(states_.size(), 0.0);
        } else {
            bound_of(entry);  // of what it starts from
        }
        entry.value -= factor * above.value;
        for (std::size_t s = 0; s < states_.size(); ++s) {
            const double term = head.number[s] / pivot.number[s] * above.number[s];
            entry.number[s] -= term;
            entry.size[s] += std::abs(term);
        }
        if (entry.value.is_zero() || vanishes(entry)) row.erase(speed);
    }

    Expr bound_of(Entry& entry) {
        if (!entry.bound) entry.bound = magnitude_bound(graph_, entry.value);
        return *entry.bound;
    }
    Expr bound_of(const Entry& entry) { return entry.bound ? *entry.bound : magnitude_bound(graph_, entry.value); }

    void set_check(EliminationPivot& pivot, Entry& entry) {
        const Expr one = graph_.integer(1);
        pivot.holds = one;
        if (graph_.is_constant_expression(pivot.divisor)) {
            pivot.reciprocal = one / pivot.divisor;
            return;
        }
        const Expr bound = graph_.constant(parse_rational(check_margin)) * bound_of(entry);
        pivot.holds = graph_.binary(Op::logical_or, graph_.binary(Op::less, bound, pivot.divisor),
                                    graph_.binary(Op::less, pivot.divisor, -bound));
        pivot.reciprocal =
            one / graph_.select(pivot.holds, pivot.divisor, graph_.constant(parse_rational(harmless_divisor)));
    }

    // -- what the pivots give

    void solve() {
        const std::size_t n = result_.pivots.size(), nu = model_.speeds.size();
        std::vector<std::size_t> pivot_of(nu, n);
        for (std::size_t k = 0; k < n; ++k) pivot_of[result_.pivots[k].speed.value] = k;
        for (std::size_t u = 0; u < nu; ++u)
            if (pivot_of[u] == n) result_.independent.push_back(SpeedIndex(u));
        std::vector<std::map<std::size_t, Expr>> column(nu);  // by independent speed: minus the rows' entries, by pivot
        for (std::size_t k = 0; k < n; ++k)
            for (const auto& [speed, entry] : rows_[result_.pivots[k].row]) {
                if (pivot_of[speed] == n)
                    column[speed].emplace(k, -entry.value);
                else if (pivot_of[speed] != k)
                    result_.pivots[k].upper.emplace_back(pivot_of[speed], entry.value);
            }
        const Expr zero{&graph_, 0};
        std::vector<DependentSpeed> solved(n);
        for (std::size_t k = 0; k < n; ++k) solved[k].speed = result_.pivots[k].speed;
        for (const SpeedIndex u : result_.independent) {
            if (column[u.value].empty()) continue;
            std::vector<Expr> y(n, zero);
            for (const auto& [k, value] : column[u.value]) y[k] = value;
            const std::vector<Expr> x = backward(result_.pivots, y);
            for (std::size_t k = 0; k < n; ++k)
                if (!x[k].is_zero()) solved[k].T.emplace_back(u, x[k]);
        }
        Substitution at_rest(graph_);
        for (std::size_t u = 0; u < nu; ++u) at_rest.replace(symbol(model_, SpeedIndex(u)), zero);
        std::vector<Expr> moving;  // b of the rows
        for (const ConstraintRow& row : constraints_.rows) moving.push_back(-at_rest(row.phidot));
        const std::vector<Expr> drift = backward(result_.pivots, forward(result_.pivots, moving));
        Substitution substitute(graph_);
        for (std::size_t k = 0; k < n; ++k) {
            solved[k].drift = drift[k];
            Expr value = drift[k];
            for (const auto& [u, coefficient] : solved[k].T) value += coefficient * symbol(model_, u);
            solved[k].value = value;
            substitute.replace(symbol(model_, solved[k].speed), value);
        }
        std::vector<Expr> gamma;
        for (const ConstraintRow& row : constraints_.rows) gamma.push_back(substitute(row.gamma));
        const std::vector<Expr> bias = backward(result_.pivots, forward(result_.pivots, gamma));
        for (std::size_t k = 0; k < n; ++k) solved[k].bias = bias[k];
        std::sort(solved.begin(), solved.end(),
                  [](const DependentSpeed& a, const DependentSpeed& b) { return a.speed < b.speed; });
        result_.dependent = std::move(solved);
    }

    const Model& model_;
    Graph& graph_;
    const ConstraintRows& constraints_;
    std::vector<ModelValues> states_;  // those at the defaults, then those elsewhere
    std::size_t at_defaults_ = 0;
    bool singular_at_defaults_ = false;
    std::vector<bool> allowed_;
    bool named_ = false;
    std::vector<std::size_t> depth_{0};  // by body
    std::vector<Row> rows_;
    std::vector<bool> done_;
    std::map<std::size_t, std::vector<std::pair<std::size_t, Expr>>> lower_;  // by row
    Elimination result_;
};

}  // namespace

Elimination eliminate(const Model& model, const ConstraintRows& constraints, const std::vector<SpeedIndex>& dependent,
                      const EliminationStates& states, RowsWithoutDivisor rest) {
    return Eliminator(model, constraints, dependent, states).run(rest);
}

std::vector<Expr> dependent_solution(const Elimination& elimination, const std::vector<Expr>& by_row) {
    const std::vector<EliminationPivot>& pivots = elimination.pivots;
    const std::vector<Expr> x = backward(pivots, forward(pivots, by_row));
    std::vector<Expr> by_dependent;
    for (const DependentSpeed& d : elimination.dependent)
        by_dependent.push_back(
            x[static_cast<std::size_t>(std::ranges::find(pivots, d.speed, &EliminationPivot::speed) - pivots.begin())]);
    return by_dependent;
}

// B_D = L U by pivots, so that U^T z = load forward, then lambda = L^-T z backward.
std::vector<Expr> multipliers(const Elimination& elimination, const std::vector<Expr>& load) {
    const std::vector<EliminationPivot>& pivots = elimination.pivots;
    std::size_t rows = 0;
    for (const EliminationPivot& pivot : pivots) rows = std::max(rows, pivot.row + 1);
    std::vector<Expr> z(pivots.size()), lambda(rows);
    for (std::size_t k = 0; k < pivots.size(); ++k) {
        for (std::size_t d = 0; d < load.size(); ++d)
            if (elimination.dependent[d].speed == pivots[k].speed) z[k] += load[d];
    }
    for (std::size_t k = 0; k < pivots.size(); ++k) {
        z[k] = z[k] * pivots[k].reciprocal;
        for (const auto& [l, coefficient] : pivots[k].upper) z[l] -= coefficient * z[k];
    }
    for (std::size_t k = pivots.size(); k-- > 0;) {
        for (const auto& [l, factor] : pivots[k].lower) z[l] -= factor * z[k];
    }
    for (std::size_t k = 0; k < pivots.size(); ++k) lambda[pivots[k].row] = z[k];
    return lambda;
}

}  // namespace lag
