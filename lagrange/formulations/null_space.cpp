#include "lagrange/formulations/null_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/errors.hpp"
#include "core/info_codes.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

namespace {

using Column = std::map<std::size_t, Expr>;  // by speed

struct Policy {
    struct Row {
        std::size_t number = 0;
        std::string name;
        std::optional<Expr> off;
    };
    PivotGuard guard;
    std::vector<Row> rows;
    Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
        const Row& row = rows.at(site.row);
        return guard.reciprocal(d, lead, site, row.number, row.name, row.off);
    }
};

class NullSpaceSolver {
  public:
    NullSpaceSolver(const Model& model, const NullSpaceChoice& choice, Equations& equations)
        : model_(model),
          graph_(*model.graph),
          equations_(equations),
          held_(equations.system_rows.rows),
          codes_(model.speeds.size(), held_.rows.size()),
          permanent_(permanent_rows(held_)),
          elimination_(eliminate(model, rows_numbered(held_, permanent_), choice.dependent, choice.states,
                                 RowsWithoutDivisor::left_out)) {
        std::vector<bool> eliminated(held_.rows.size(), false);
        for (const EliminationPivot& pivot : elimination_.pivots) eliminated[permanent_[pivot.row]] = true;
        for (std::size_t r = 0; r < held_.rows.size(); ++r)
            if (!eliminated[r]) kept_.push_back(r);
        for (const MassEntry& entry : equations.mass_matrix) {
            const Expr m = graph_.own(entry.value);
            mass_.push_back({entry.row, entry.column, m});
            if (entry.row != entry.column) mass_.push_back({entry.column, entry.row, m});
        }
    }

    SolvedAccelerations run() {
        result_.is_recursion = false;
        form_basis();
        form_right_sides();
        form_system();
        solve();
        find_multipliers();
        turn_to_stated(equations_.system_rows.loops, result_.multipliers);
        add_labels();
        return std::move(result_);
    }

  private:
    std::size_t nu() const { return model_.speeds.size(); }

    // S by column: 1 at its independent speed, T at the dependent ones.
    void form_basis() {
        std::map<std::size_t, std::size_t> place;
        for (const SpeedIndex u : elimination_.independent) {
            place[u.value] = basis_.size();
            basis_.push_back({{u.value, graph_.integer(1)}});
        }
        for (const DependentSpeed& d : elimination_.dependent)
            for (const auto& [u, coefficient] : d.T) basis_[place.at(u.value)].emplace(d.speed.value, coefficient);
    }

    Column mass_times(const Column& x) const {
        Column product;
        for (const MassEntry& entry : mass_)
            if (const auto at = x.find(entry.column); at != x.end()) add(product, entry.row, entry.value * at->second);
        return product;
    }
    static void add(Column& column, std::size_t at, const Expr& value) {
        const auto [place, is_new] = column.emplace(at, value);
        if (!is_new) place->second = place->second + value;
    }
    Expr product(const Column& a, const Column& b) const {
        Expr sum{&graph_, 0};
        for (const auto& [at, value] : a)
            if (const auto other = b.find(at); other != b.end()) sum += value * other->second;
        return sum;
    }
    Column row(std::size_t r) const {
        Column entries;
        for (const auto& [speed, coefficient] : held_.rows[r].B) entries[speed.value] = graph_.own(coefficient);
        return entries;
    }

    // f and gamma, both less what was absorbed; a particular solution.
    void form_right_sides() {
        const bool absorbing = !equations_.absorbed.empty();
        f_ = absorbing ? equations_.linear_system()->absorbed_right_side : equations_.right_side;
        gamma_ = stabilized_gamma(model_, held_);
        for (std::size_t r = 0; absorbing && r < held_.rows.size(); ++r)
            for (const auto& [speed, coefficient] : row(r)) gamma_[r] -= coefficient * equations_.absorbed[speed];
        std::vector<Expr> by_row;
        for (const std::size_t r : permanent_) by_row.push_back(graph_.own(gamma_[r]));
        const std::vector<Expr> x = dependent_solution(elimination_, by_row);
        for (std::size_t d = 0; d < x.size(); ++d)
            if (!x[d].is_zero()) particular_[elimination_.dependent[d].speed.value] = x[d];
    }

    // S^T M S, the rows that are kept below it, and the right side.
    void form_system() {
        const std::size_t n = basis_.size();
        std::vector<int> signs(n, +1);
        signs.resize(n + kept_.size(), -1);
        pattern_ = SymmetricPattern(signs);
        const auto insert = [&](std::size_t i, std::size_t j, const Expr& value) {
            if (value.is_zero()) return;
            entries_[{i, j}] = value;
            const bool constant = (graph_.node(value).dependence & ~bit(Role::parameter)) == 0;
            constant ? pattern_.insert_constant(i, j) : pattern_.insert(i, j);
        };
        for (std::size_t j = 0; j < n; ++j) {
            const Column column = mass_times(basis_[j]);
            for (std::size_t i = j; i < n; ++i) insert(i, j, product(basis_[i], column));
        }
        for (std::size_t k = 0; k < kept_.size(); ++k) {
            const Column entries = row(kept_[k]);
            for (std::size_t j = 0; j < n; ++j) insert(n + k, j, product(entries, basis_[j]));
            if (held_.rows[kept_[k]].is_switched()) pattern_.insert_vanishing(n + k);
        }
        Column load;
        for (std::size_t u = 0; u < nu(); ++u) load[u] = graph_.own(f_[u]);
        for (const auto& [u, value] : mass_times(particular_)) load[u] -= value;
        for (const Column& column : basis_) right_side_.push_back(product(column, load));
        for (const std::size_t r : kept_) right_side_.push_back(graph_.own(gamma_[r]) - product(row(r), particular_));
    }

    void require_pivots(const LdlPlan& plan) const {
        if (plan.void_pivots.empty()) return;
        const std::size_t row = plan.void_pivots.front();
        if (row < basis_.size())
            throw ModelError(fmt::format("the motion of '{}' that the constraints leave moves no mass or inertia",
                                         model_.speeds[elimination_.independent[row].value].name));
        throw ModelError(fmt::format("constraint row '{}' restricts nothing that the other rows leave",
                                     held_.rows[kept_[row - basis_.size()]].name),
                         "leave it out");
    }

    void solve() {
        const LdlPlan plan = plan_ldl(pattern_);
        require_pivots(plan);
        Policy policy{PivotGuard(graph_), {}};
        for (const SpeedIndex u : elimination_.independent)
            policy.rows.push_back({InfoCodes::of_speed(u.value), model_.speeds[u.value].name, {}});
        for (const std::size_t r : kept_) {
            policy.rows.push_back({codes_.of_row(r), fmt::format("constraint row {}", r + 1), {}});
            if (held_.rows[r].is_switched())
                policy.rows.back().off = graph_.binary(Op::equal, graph_.own(held_.rows[r].active), graph_.integer(0));
        }
        const auto entry = [&](std::size_t i, std::size_t j) {
            const auto found = entries_.find({i, j});
            return found == entries_.end() ? graph_.integer(0) : found->second;
        };
        unknowns_ = execute(plan, entry, right_side_, policy).x;
        Column x = particular_;
        for (std::size_t j = 0; j < basis_.size(); ++j)
            for (const auto& [u, value] : basis_[j]) add(x, u, value * unknowns_[j]);
        for (std::size_t u = 0; u < nu(); ++u)
            result_.accelerations.push_back(x.contains(u) ? x.at(u) : graph_.integer(0));
        for (const EliminationPivot& pivot : elimination_.pivots)
            if (!pivot.holds.is_one())
                result_.checks.push_back({.condition = pivot.holds, .info = codes_.of_row(permanent_[pivot.row])});
        result_.checks.insert(result_.checks.end(), policy.guard.checks.begin(), policy.guard.checks.end());
        result_.labels = std::move(policy.guard.labels);
    }

    // B_D^T lambda = f - M u' - loads of the other rows, at the dependent speeds.
    void find_multipliers() {
        result_.multipliers.assign(held_.rows.size(), graph_.integer(0));
        Column x, load;
        for (std::size_t u = 0; u < nu(); ++u) {
            x[u] = result_.accelerations[u];
            load[u] = graph_.own(f_[u]);
        }
        for (const auto& [u, value] : mass_times(x)) load[u] -= value;
        for (std::size_t k = 0; k < kept_.size(); ++k) {
            const Expr lambda = unknowns_[basis_.size() + k];
            result_.multipliers[kept_[k]] = lambda;
            for (const auto& [u, value] : row(kept_[k])) load[u] -= value * lambda;
        }
        std::vector<Expr> by_dependent;
        for (const DependentSpeed& d : elimination_.dependent) by_dependent.push_back(load[d.speed.value]);
        const std::vector<Expr> lambda = multipliers(elimination_, by_dependent);
        for (const EliminationPivot& pivot : elimination_.pivots)
            result_.multipliers[permanent_[pivot.row]] = lambda[pivot.row];
    }

    void add_labels() {
        for (const EliminationPivot& pivot : elimination_.pivots)
            result_.labels.add(pivot.divisor,
                               {fmt::format("divisor of {} in constraint row {}", model_.speeds[pivot.speed.value].name,
                                            permanent_[pivot.row] + 1),
                                {}});
        for (std::size_t j = 0; j < basis_.size(); ++j) {
            const std::string& by = model_.speeds[elimination_.independent[j].value].name;
            for (const auto& [u, value] : basis_[j])
                result_.labels.add(value, {fmt::format("{} per {}", model_.speeds[u].name, by), {}});
            result_.labels.add(unknowns_[j], {"solution for " + by, {}});
        }
    }

    const Model& model_;
    Graph& graph_;
    Equations& equations_;
    const ConstraintRows& held_;
    InfoCodes codes_;
    std::vector<std::size_t> permanent_, kept_;  // rows; those with multipliers
    Elimination elimination_;
    std::vector<MassEntry> mass_;  // both triangles
    std::vector<Column> basis_;
    std::vector<Expr> f_, gamma_;
    Column particular_;
    SymmetricPattern pattern_;
    std::map<std::pair<std::size_t, std::size_t>, Expr> entries_;
    std::vector<Expr> right_side_, unknowns_;
    SolvedAccelerations result_;
};

}  // namespace

namespace {

// What contacts allow is found with the factors of the whole system.
void refuse_contacts(const Model& model) {
    const std::string hint = "use options(constraints = multipliers)";
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        if (model.constraints[c].of_contact) {
            const std::string row = row_name(model, c, 0);
            throw ModelError(
                fmt::format("constraints = null_space cannot take '{}', a row of a contact or of dry friction", row),
                hint, {Subject::Kind::row, row});
        }
    if (!model.stops.empty())
        throw ModelError(fmt::format("constraints = null_space cannot take the stop '{}'", model.stops.front().name),
                         hint);
}

}  // namespace

NullSpaceChoice null_space_choice(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                                  const RowStudy& study) {
    refuse_contacts(model);
    const ConstraintRows permanent = rows_numbered(constraints, permanent_rows(constraints));
    NullSpaceChoice choice{{}, elimination_states(model, kinematics, permanent, study)};
    const std::vector<SpeedIndex>& named = model.treatment.dependent;
    const RowsWithoutDivisor rest = named.empty() ? RowsWithoutDivisor::left_out : RowsWithoutDivisor::refused;
    for (const DependentSpeed& d : eliminate(model, permanent, named, choice.states, rest).dependent)
        choice.dependent.push_back(d.speed);
    return choice;
}

void solve_in_null_space(const Model& model, const NullSpaceChoice& choice, Equations& equations) {
    equations.accelerations = NullSpaceSolver(model, choice, equations).run();
}

}  // namespace lag
