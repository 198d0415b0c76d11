#include "lagrange/formulations/null_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "core/errors.hpp"
#include "core/info_codes.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/formulations/system_right_side.hpp"
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

// The system of v', factored: of all rows but those of contacts, which are numbered among themselves here.
class NullSpaceSystem {
  public:
    NullSpaceSystem(const Model& model, const NullSpaceChoice& choice, const Equations& equations)
        : graph_(model.graph),
          nu_(model.speeds.size()),
          numbers_(bilateral_rows(equations.system_rows.rows)),
          held_(rows_numbered(equations.system_rows.rows, numbers_)),
          permanent_(permanent_rows(held_)),
          elimination_(eliminate(model, rows_numbered(held_, permanent_), choice.dependent, choice.states,
                                 RowsWithoutDivisor::left_out)) {
        std::vector<bool> eliminated(held_.rows.size(), false);
        for (const EliminationPivot& pivot : elimination_.pivots) eliminated[permanent_[pivot.row]] = true;
        for (std::size_t r = 0; r < held_.rows.size(); ++r)
            if (!eliminated[r]) kept_.push_back(r);
        for (const MassEntry& entry : equations.mass_matrix) {
            const Expr m = graph_->own(entry.value);
            mass_.push_back({entry.row, entry.column, m});
            if (entry.row != entry.column) mass_.push_back({entry.column, entry.row, m});
        }
        form_basis();
        form_matrix();
    }

    // Both by place in the right side: by speed, then by row.
    struct Solution {
        std::vector<Expr> accelerations, multipliers;
        std::vector<Expr> motions;  // v'
    };

    // M u' + B^T lambda = f, B u' = gamma for b = [f; gamma]. Checks and names go to `result`; rows have numbers among
    // `all_rows`.
    Solution first_solution(const Model& model, const std::vector<Expr>& b, std::size_t all_rows,
                            SolvedAccelerations& result) {
        const InfoCodes codes(nu_, all_rows);
        plan_ = std::make_unique<LdlPlan>(plan_ldl(pattern_));
        require_pivots(model);
        Policy policy{PivotGuard(*graph_), {}};
        for (const SpeedIndex u : elimination_.independent)
            policy.rows.push_back({InfoCodes::of_speed(u.value), model.speeds[u.value].name, {}});
        for (const std::size_t r : kept_) {
            policy.rows.push_back({codes.of_row(numbers_[r]), fmt::format("constraint row {}", numbers_[r] + 1), {}});
            if (held_.rows[r].is_switched())
                policy.rows.back().off =
                    graph_->binary(Op::equal, graph_->own(held_.rows[r].active), graph_->integer(0));
        }
        const auto entry = [&](std::size_t i, std::size_t j) {
            const auto found = entries_.find({i, j});
            return found == entries_.end() ? graph_->integer(0) : found->second;
        };
        const Column particular = particular_solution(b);
        factors_ = execute(*plan_, entry, reduced(b, particular), policy);
        Solution solution = expanded(b, particular, factors_.x);
        for (const EliminationPivot& pivot : elimination_.pivots)
            if (!pivot.holds.is_one())
                result.checks.push_back(
                    {.condition = pivot.holds, .info = codes.of_row(numbers_[permanent_[pivot.row]])});
        result.checks.insert(result.checks.end(), policy.guard.checks.begin(), policy.guard.checks.end());
        result.labels = std::move(policy.guard.labels);
        add_labels(model, solution.motions, result.labels);
        return solution;
    }

    // With the same factors: u', then lambda.
    std::vector<Expr> solve(const std::vector<Expr>& b) const {
        const Column particular = particular_solution(b);
        Solution solution = expanded(b, particular, solve_with(*plan_, factors_, reduced(b, particular)));
        std::vector<Expr> x = std::move(solution.accelerations);
        x.insert(x.end(), solution.multipliers.begin(), solution.multipliers.end());
        return x;
    }

  private:
    // S by column: 1 at its independent speed, T at the dependent ones.
    void form_basis() {
        std::map<std::size_t, std::size_t> place;
        for (const SpeedIndex u : elimination_.independent) {
            place[u.value] = basis_.size();
            basis_.push_back({{u.value, graph_->integer(1)}});
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
        Expr sum{graph_.get(), 0};
        for (const auto& [at, value] : a)
            if (const auto other = b.find(at); other != b.end()) sum += value * other->second;
        return sum;
    }
    Column row(std::size_t r) const {
        Column entries;
        for (const auto& [speed, coefficient] : held_.rows[r].B) entries[speed.value] = graph_->own(coefficient);
        return entries;
    }
    Column load_of(const std::vector<Expr>& b) const {
        Column load;
        for (std::size_t u = 0; u < nu_; ++u) load[u] = graph_->own(b[u]);
        return load;
    }

    // S^T M S, and the rows that are kept below it.
    void form_matrix() {
        const std::size_t n = basis_.size();
        std::vector<int> signs(n, +1);
        signs.resize(n + kept_.size(), -1);
        pattern_ = SymmetricPattern(signs);
        const auto insert = [&](std::size_t i, std::size_t j, const Expr& value) {
            if (value.is_zero()) return;
            entries_[{i, j}] = value;
            const bool constant = (graph_->node(value).dependence & ~bit(Role::parameter)) == 0;
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
    }

    // Of the rows that were eliminated.
    Column particular_solution(const std::vector<Expr>& b) const {
        std::vector<Expr> by_row;
        for (const std::size_t r : permanent_) by_row.push_back(graph_->own(b[nu_ + r]));
        const std::vector<Expr> x = dependent_solution(elimination_, by_row);
        Column particular;
        for (std::size_t d = 0; d < x.size(); ++d)
            if (!x[d].is_zero()) particular[elimination_.dependent[d].speed.value] = x[d];
        return particular;
    }

    // The right side of the system of v'.
    std::vector<Expr> reduced(const std::vector<Expr>& b, const Column& particular) const {
        Column load = load_of(b);
        for (const auto& [u, value] : mass_times(particular)) load[u] -= value;
        std::vector<Expr> right_side;
        for (const Column& column : basis_) right_side.push_back(product(column, load));
        for (const std::size_t r : kept_) right_side.push_back(graph_->own(b[nu_ + r]) - product(row(r), particular));
        return right_side;
    }

    // B_D^T lambda = f - M u' - loads of the other rows, at the dependent speeds.
    Solution expanded(const std::vector<Expr>& b, const Column& particular, const std::vector<Expr>& unknowns) const {
        Column x = particular;
        for (std::size_t j = 0; j < basis_.size(); ++j)
            for (const auto& [u, value] : basis_[j]) add(x, u, value * unknowns[j]);
        Solution solution;
        solution.motions.assign(unknowns.begin(), unknowns.begin() + static_cast<std::ptrdiff_t>(basis_.size()));
        for (std::size_t u = 0; u < nu_; ++u) {
            x.emplace(u, graph_->integer(0));
            solution.accelerations.push_back(x.at(u));
        }
        solution.multipliers.assign(held_.rows.size(), graph_->integer(0));
        Column load = load_of(b);
        for (const auto& [u, value] : mass_times(x)) load[u] -= value;
        for (std::size_t k = 0; k < kept_.size(); ++k) {
            const Expr lambda = unknowns[basis_.size() + k];
            solution.multipliers[kept_[k]] = lambda;
            for (const auto& [u, value] : row(kept_[k])) load[u] -= value * lambda;
        }
        std::vector<Expr> by_dependent;
        for (const DependentSpeed& d : elimination_.dependent) by_dependent.push_back(load[d.speed.value]);
        const std::vector<Expr> lambda = multipliers(elimination_, by_dependent);
        for (const EliminationPivot& pivot : elimination_.pivots)
            solution.multipliers[permanent_[pivot.row]] = lambda[pivot.row];
        return solution;
    }

    void require_pivots(const Model& model) const {
        if (plan_->void_pivots.empty()) return;
        const std::size_t row = plan_->void_pivots.front();
        if (row < basis_.size())
            throw ModelError(fmt::format("the motion of '{}' that the constraints leave moves no mass or inertia",
                                         model.speeds[elimination_.independent[row].value].name));
        throw ModelError(fmt::format("constraint row '{}' restricts nothing that the other rows leave",
                                     held_.rows[kept_[row - basis_.size()]].name),
                         "leave it out");
    }

    void add_labels(const Model& model, const std::vector<Expr>& motions, NodeLabels& labels) const {
        for (const EliminationPivot& pivot : elimination_.pivots)
            labels.add(pivot.divisor,
                       {fmt::format("divisor of {} in constraint row {}", model.speeds[pivot.speed.value].name,
                                    numbers_[permanent_[pivot.row]] + 1),
                        {}});
        for (std::size_t j = 0; j < basis_.size(); ++j) {
            const std::string& by = model.speeds[elimination_.independent[j].value].name;
            for (const auto& [u, value] : basis_[j])
                labels.add(value, {fmt::format("{} per {}", model.speeds[u].name, by), {}});
            labels.add(motions[j], {"solution for " + by, {}});
        }
    }

    std::shared_ptr<Graph> graph_;
    std::size_t nu_;
    std::vector<std::size_t> numbers_;  // of `held_` among all rows
    ConstraintRows held_;
    std::vector<std::size_t> permanent_, kept_;  // rows; those with multipliers
    Elimination elimination_;
    std::vector<MassEntry> mass_;  // both triangles
    std::vector<Column> basis_;
    SymmetricPattern pattern_;
    std::map<std::pair<std::size_t, std::size_t>, Expr> entries_;
    std::unique_ptr<LdlPlan> plan_;
    LdlResult<Expr> factors_;
};

}  // namespace

NullSpaceChoice null_space_choice(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                                  const RowStudy& study) {
    const ConstraintRows permanent = rows_numbered(constraints, permanent_rows(constraints));
    NullSpaceChoice choice{{}, elimination_states(model, kinematics, permanent, study)};
    const std::vector<SpeedIndex>& named = model.treatment.dependent;
    const RowsWithoutDivisor rest = named.empty() ? RowsWithoutDivisor::left_out : RowsWithoutDivisor::refused;
    for (const DependentSpeed& d : eliminate(model, permanent, named, choice.states, rest).dependent)
        choice.dependent.push_back(d.speed);
    return choice;
}

void solve_in_null_space(const Model& model, const NullSpaceChoice& choice, Equations& equations) {
    const auto system = std::make_shared<NullSpaceSystem>(model, choice, equations);
    const ConstraintRows& rows = equations.system_rows.rows;
    SolvedAccelerations result;
    result.is_recursion = false;
    const std::vector<std::size_t> bilateral = bilateral_rows(rows);
    const auto without_contacts = [&, nu = model.speeds.size()](const std::vector<Expr>& all) {
        std::vector<Expr> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(nu));
        for (const std::size_t r : bilateral) some.push_back(all[nu + r]);
        return some;
    };
    NullSpaceSystem::Solution solution = system->first_solution(
        model, without_contacts(system_right_side(model, equations, rows)), rows.rows.size(), result);
    result.accelerations = std::move(solution.accelerations);
    result.multipliers.assign(rows.rows.size(), model.graph->integer(0));
    for (std::size_t k = 0; k < bilateral.size(); ++k) result.multipliers[bilateral[k]] = solution.multipliers[k];
    turn_to_stated(equations.system_rows.loops, result.multipliers);
    result.right_side = system_right_side(model, equations, equations.constraints);
    result.solve_again = [system](const std::vector<Expr>& b) { return system->solve(b); };
    equations.accelerations = std::move(result);
}

}  // namespace lag
