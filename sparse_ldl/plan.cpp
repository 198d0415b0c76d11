// The steps of factor and solve: see plan.hpp.
#include "sparse_ldl/plan.hpp"

#include <algorithm>

#include "sparse_ldl/ordering.hpp"
#include "sparse_ldl/pivot_partners.hpp"

namespace lag {

namespace {

class PlanBuilder {
  public:
    explicit PlanBuilder(LdlPlan& plan)
        : plan_(plan),
          factor_(plan.factor),
          group_of_(plan.group_of_position()),
          is_zero_in_u_(plan.factor.nonzeros()) {}

    void factor_group(const PivotGroup& group) {
        for (std::size_t j = group.first; j <= group.last; ++j) {
            add_pivot(j);
            if (group.size() == 1) add_step(LdlStepKind::reciprocal, j, j, 0, false, {});
            add_updates(j);
        }
        if (group.size() > 1) add_step(LdlStepKind::reciprocal, group.last, group.first, 0, false, {});
        for (const std::size_t i : factor_.columns[group.last]) {
            std::vector<LdlTerm> terms;
            for (std::size_t j = group.first; group.size() > 1 && j <= group.last; ++j)
                if (const std::size_t slot = factor_.slot(i, j); !is_zero_in_u_[slot]) terms.push_back({slot, j});
            add_step(LdlStepKind::scale, i, group.first, factor_.slot(i, group.first), false, terms);
        }
    }

    void solve() {
        const std::size_t n = factor_.size();
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<LdlTerm> terms;
            for (const std::size_t k : factor_.rows[i])
                if (k < group_of_[i].first) terms.push_back({factor_.slot(i, k), k});
            add_step(LdlStepKind::forward, i, i, 0, false, terms);
        }
        for (const PivotGroup& group : plan_.groups)
            add_step(LdlStepKind::divide, group.last, group.first, 0, false, {});
        for (std::size_t j = n; j-- > 0;) {
            std::vector<LdlTerm> terms;
            for (const std::size_t i : factor_.columns[j])
                if (i > group_of_[j].last) terms.push_back({factor_.slot(i, j), i});
            add_step(LdlStepKind::backward, j, j, 0, false, terms);
        }
    }

  private:
    bool has_entry(std::size_t i, std::size_t j) const { return plan_.pattern.has(plan_.order[i], plan_.order[j]); }
    int sign(std::size_t position) const { return plan_.pattern.sign(plan_.order[position]); }

    LdlStep& add_step(LdlStepKind kind, std::size_t row, std::size_t column, std::size_t slot, bool starts_from_entry,
                      const std::vector<LdlTerm>& terms) {
        const std::size_t first = plan_.terms.size();
        plan_.terms.insert(plan_.terms.end(), terms.begin(), terms.end());
        const std::size_t last = plan_.terms.size();
        plan_.steps.push_back({kind, row, column, slot, starts_from_entry, first, last, last});
        return plan_.steps.back();
    }

    // The terms of opposite sign first: they grow the pivot, so that only the later ones can cancel it.
    void add_pivot(std::size_t j) {
        std::vector<LdlTerm> lead;
        std::vector<LdlTerm> same_sign;
        for (const std::size_t k : factor_.rows[j]) {
            const std::size_t slot = factor_.slot(j, k);
            if (k >= group_of_[j].first || is_zero_in_u_[slot]) continue;
            (sign(k) == sign(j) ? same_sign : lead).push_back({slot, slot});
        }
        const std::size_t lead_size = lead.size();
        lead.insert(lead.end(), same_sign.begin(), same_sign.end());
        LdlStep& step = add_step(LdlStepKind::pivot, j, j, 0, has_entry(j, j), lead);
        step.lead_end = step.first_term + lead_size;
    }

    // Every group before that of j with entries in row j contributes to the rows of its entries below j.
    void add_updates(std::size_t j) {
        const std::vector<std::size_t>& rows = factor_.columns[j];
        std::vector<std::vector<LdlTerm>> terms(rows.size());
        for (std::size_t k = 0; k < factor_.rows[j].size();) {
            const PivotGroup group = group_of_[factor_.rows[j][k]];
            if (group.first == group_of_[j].first) break;
            auto target = rows.begin();
            for (const std::size_t i : factor_.columns[group.last]) {
                if (i <= j) continue;
                target = std::lower_bound(target, rows.end(), i);  // a part of column j
                add_products(group, i, j, terms[static_cast<std::size_t>(target - rows.begin())]);
            }
            k += group.size();
        }
        for (std::size_t t = 0; t < rows.size(); ++t) {
            const std::size_t slot = factor_.column_start[j] + t;
            is_zero_in_u_[slot] = terms[t].empty() && !has_entry(rows[t], j);
            if (is_zero_in_u_[slot]) continue;
            add_step(LdlStepKind::update, rows[t], j, slot, has_entry(rows[t], j), terms[t]);
        }
    }

    // L_j D L_i^T of a group: either row may be the one of U, that with fewer entries is.
    void add_products(const PivotGroup& group, std::size_t i, std::size_t j, std::vector<LdlTerm>& terms) const {
        std::vector<LdlTerm> by_i, by_j;
        for (std::size_t k = group.first; k <= group.last; ++k) {
            const std::size_t slot_ik = factor_.slot(i, k), slot_jk = factor_.slot(j, k);
            if (!is_zero_in_u_[slot_ik]) by_i.push_back({slot_jk, slot_ik});
            if (!is_zero_in_u_[slot_jk]) by_j.push_back({slot_ik, slot_jk});
        }
        const std::vector<LdlTerm>& fewer = by_j.size() < by_i.size() ? by_j : by_i;
        terms.insert(terms.end(), fewer.begin(), fewer.end());
    }

    LdlPlan& plan_;
    const FactorPattern& factor_;
    const std::vector<PivotGroup> group_of_;
    std::vector<bool> is_zero_in_u_;  // by slot: L has an entry there, of other columns of the group
};

}  // namespace

LdlPlan plan_ldl(const SymmetricPattern& pattern, LdlScope scope) {
    return plan_ldl(pattern, choose_ordering(pattern), scope);
}

LdlPlan plan_ldl(const SymmetricPattern& pattern, const EliminationOrder& order, LdlScope scope) {
    return plan_ldl(pattern, order, single_pivots(pattern.size()), scope);
}

LdlPlan plan_ldl(const SymmetricPattern& pattern, const EliminationOrder& order, const PivotGroups& groups,
                 LdlScope scope) {
    LdlPlan plan{pattern, order, groups, factor_pattern(pattern, order, groups),
                 scope,   {},    {},     void_pivots(pattern, order)};
    PlanBuilder builder(plan);
    for (const PivotGroup& group : groups) builder.factor_group(group);
    if (scope == LdlScope::factor_and_solve) builder.solve();
    return plan;
}

LdlPlan plan_ldl_in_groups(const SymmetricPattern& pattern) {
    constexpr std::size_t most_pivots = 3, most_operations = 120;  // per cent of those of single pivots
    LdlPlan plan = plan_ldl(pattern);
    const std::size_t single = count_operations(plan).total();
    for (const PivotLines lines : {PivotLines::all, PivotLines::at_roots}) {
        LdlPlan grouped = plan_ldl(pattern, plan.order, pivot_groups(pattern, plan.order, most_pivots, lines));
        if (count_operations(grouped).total() * 100 <= single * most_operations) return grouped;
    }
    return plan;
}

std::vector<PivotGroup> LdlPlan::group_of_position() const {
    std::vector<PivotGroup> result;
    for (const PivotGroup& group : groups) result.insert(result.end(), group.size(), group);
    return result;
}

std::size_t LdlPlan::lanes_summed(const LdlTerm& term, std::size_t position) const {
    if (pattern.lanes(order[position]) > 0) return 0;
    const auto after = std::upper_bound(factor.column_start.begin(), factor.column_start.end(), term.left);
    return pattern.lanes(order[static_cast<std::size_t>(after - factor.column_start.begin()) - 1]);
}

namespace {

// D^-1 of a group by cofactors, its determinants and the checks of all but its first pivot.
LdlOperationCount inverse_of_group(std::size_t size) {
    if (size == 2) return {1, 2 + 2, 1};
    return {6 + 2, 12 + 3 + 4, 1};
}
// A product with D^-1, of so many entries that are not zero.
LdlOperationCount product_of_group(std::size_t size, std::size_t entries) {
    return {size * (entries - 1), size * (entries + 1), 0};
}

}  // namespace

LdlOperationCount count_operations(const LdlPlan& plan) {
    LdlOperationCount count;
    const auto add = [&](const LdlOperationCount& more) {
        count.add += more.add, count.mul += more.mul, count.div += more.div;
    };
    const std::vector<PivotGroup> group_of = plan.group_of_position();
    for (const LdlStep& step : plan.steps) {
        const std::size_t terms = step.last_term - step.first_term;
        const std::size_t size = group_of[step.column].size();
        switch (step.kind) {
            case LdlStepKind::pivot:
                count.mul += step.can_cancel() && step.column == group_of[step.column].first ? 1 : 0;
                [[fallthrough]];
            case LdlStepKind::update:
                if (!step.starts_from_entry && terms > 0) --count.add;  // -(first product) is no addition
                [[fallthrough]];
            case LdlStepKind::forward:
            case LdlStepKind::backward:
                count.add += terms, count.mul += terms;
                break;
            case LdlStepKind::reciprocal:
                size == 1 ? void(++count.div) : add(inverse_of_group(size));
                break;
            case LdlStepKind::scale:
                size == 1 ? void(++count.mul) : add(product_of_group(size, terms));
                break;
            case LdlStepKind::divide:
                size == 1 ? void(++count.mul) : add(product_of_group(size, size));
                break;
        }
    }
    return count;
}

}  // namespace lag
