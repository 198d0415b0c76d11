// The steps of factor and solve: see plan.hpp.
#include "sparse_ldl/plan.hpp"

#include <algorithm>

#include "sparse_ldl/ordering.hpp"
#include "sparse_ldl/pivot_partners.hpp"

namespace lag {

namespace {

class PlanBuilder {
  public:
    explicit PlanBuilder(LdlPlan& plan) : plan_(plan), factor_(plan.factor) {}

    void factor_column(std::size_t j) {
        add_pivot(j);
        add_step(LdlStepKind::reciprocal, j, j, 0, false, {});
        add_updates(j);
        for (std::size_t s = factor_.column_start[j]; s < factor_.column_start[j + 1]; ++s) {
            add_step(LdlStepKind::scale, factor_.columns[j][s - factor_.column_start[j]], j, s, false, {});
        }
    }

    void solve() {
        const std::size_t n = factor_.size();
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<LdlTerm> terms;
            for (const std::size_t k : factor_.rows[i]) terms.push_back({factor_.slot(i, k), k});
            add_step(LdlStepKind::forward, i, i, 0, false, terms);
        }
        for (std::size_t i = 0; i < n; ++i) add_step(LdlStepKind::divide, i, i, 0, false, {});
        for (std::size_t j = n; j-- > 0;) {
            std::vector<LdlTerm> terms;
            for (const std::size_t i : factor_.columns[j]) terms.push_back({factor_.slot(i, j), i});
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
            (sign(k) == sign(j) ? same_sign : lead).push_back({slot, slot});
        }
        const std::size_t lead_size = lead.size();
        lead.insert(lead.end(), same_sign.begin(), same_sign.end());
        LdlStep& step = add_step(LdlStepKind::pivot, j, j, 0, has_entry(j, j), lead);
        step.lead_end = step.first_term + lead_size;
    }

    // Every column k with an entry in row j contributes to the rows of its entries below j.
    void add_updates(std::size_t j) {
        const std::vector<std::size_t>& rows = factor_.columns[j];
        std::vector<std::vector<LdlTerm>> terms(rows.size());
        for (const std::size_t k : factor_.rows[j]) {
            const std::size_t slot_jk = factor_.slot(j, k);
            const std::size_t end = factor_.column_start[k + 1];
            auto target = rows.begin();
            for (std::size_t slot_ik = slot_jk + 1; slot_ik < end; ++slot_ik) {
                const std::size_t i = factor_.columns[k][slot_ik - factor_.column_start[k]];
                target =
                    std::lower_bound(target, rows.end(), i);  // column k without its rows up to j is part of column j
                terms[static_cast<std::size_t>(target - rows.begin())].push_back({slot_jk, slot_ik});
            }
        }
        for (std::size_t t = 0; t < rows.size(); ++t) {
            add_step(LdlStepKind::update, rows[t], j, factor_.column_start[j] + t, has_entry(rows[t], j), terms[t]);
        }
    }

    LdlPlan& plan_;
    const FactorPattern& factor_;
};

}  // namespace

LdlPlan plan_ldl(const SymmetricPattern& pattern, LdlScope scope) {
    return plan_ldl(pattern, choose_ordering(pattern), scope);
}

LdlPlan plan_ldl(const SymmetricPattern& pattern, const EliminationOrder& order, LdlScope scope) {
    LdlPlan plan{pattern, order, factor_pattern(pattern, order), scope, {}, {}, void_pivots(pattern, order)};
    PlanBuilder builder(plan);
    for (std::size_t j = 0; j < plan.size(); ++j) builder.factor_column(j);
    if (scope == LdlScope::factor_and_solve) builder.solve();
    return plan;
}

LdlOperationCount count_operations(const LdlPlan& plan) {
    LdlOperationCount count;
    for (const LdlStep& step : plan.steps) {
        const std::size_t terms = step.last_term - step.first_term;
        count.mul += terms;
        count.add += terms;
        switch (step.kind) {
            case LdlStepKind::pivot:
                count.mul += step.can_cancel() ? 1 : 0;
                [[fallthrough]];
            case LdlStepKind::update:
                if (!step.starts_from_entry && terms > 0) --count.add;  // -(first product) is no addition
                break;
            case LdlStepKind::reciprocal:
                ++count.div;
                break;
            case LdlStepKind::scale:
            case LdlStepKind::divide:
                ++count.mul;
                break;
            case LdlStepKind::forward:
            case LdlStepKind::backward:
                break;
        }
    }
    return count;
}

}  // namespace lag
