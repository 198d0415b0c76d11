// LdlPlan as text: see plan_text.hpp.
#include "sparse_ldl/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"

namespace lag {

namespace {

std::string padded(const std::string& text, std::size_t width, bool right_aligned) {
    const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
    return right_aligned ? blanks + text : text + blanks;
}

class PlanText {
  public:
    PlanText(const LdlPlan& plan, const std::vector<std::string>& names)
        : plan_(plan), names_(names), group_of_(plan.group_of_position()) {
        for (std::size_t j = 0; j < plan.size(); ++j) {
            for (const std::size_t i : plan.factor.columns[j]) places_.emplace_back(i, j);
        }
    }

    std::string order_and_pictures() const {
        std::string text;
        const std::size_t n = plan_.size();
        std::size_t width = 0;
        for (const std::string& name : names_) width = std::max(width, name.size());
        for (std::size_t i = 0; i < n; ++i) {
            text += fmt::format("{}  {}  {}   ", padded(std::to_string(i + 1), 4, true), padded(name(i), width, false),
                                plan_.pattern.sign(plan_.order[i]) > 0 ? '+' : '-');
            for (std::size_t j = 0; j < n; ++j) text += {' ', in_a(i, j) ? 'x' : '.'};
            text += "   ";
            for (std::size_t j = 0; j <= i; ++j) text += {' ', in_l(i, j) ? (i == j || in_a(i, j) ? 'x' : '+') : '.'};
            text += '\n';
        }
        return text;
    }

    std::string step(const LdlStep& step) const {
        const std::string j = fmt::format("[{}]", step.column + 1);
        const std::string ij = fmt::format("[{},{}]", step.row + 1, step.column + 1);
        switch (step.kind) {
            case LdlStepKind::pivot:
                return pivot(step);
            case LdlStepKind::reciprocal:
                if (step.row != step.column)
                    return fmt::format("D{0}^-1 by cofactors, checks of its minors", range(step.column, step.row));
                return fmt::format("r{0} = 1 / d{0}", j);
            case LdlStepKind::update:
                return fmt::format("U{} = {}", ij,
                                   difference(entry(step), step.first_term, step.last_term, &PlanText::update_term));
            case LdlStepKind::scale:
                if (const PivotGroup& group = group_of_[step.column]; group.size() > 1)
                    return fmt::format("L[{0},{1}] = U[{0},{1}] * D{2}^-1", step.row + 1,
                                       columns(group.first, group.last), range(group.first, group.last));
                return fmt::format("L{0} = U{0} * r{1}", ij, j);
            case LdlStepKind::forward:
                return fmt::format("y{} = {}", j,
                                   difference(fmt::format("b[{}]", name(step.row)), step.first_term, step.last_term,
                                              &PlanText::forward_term));
            case LdlStepKind::divide:
                if (step.row != step.column) return fmt::format("z{0} = D{0}^-1 * y{0}", range(step.column, step.row));
                return fmt::format("z{0} = y{0} * r{0}", j);
            case LdlStepKind::backward:
                return fmt::format("x[{}] = {}", name(step.row),
                                   difference("z" + j, step.first_term, step.last_term, &PlanText::backward_term));
        }
        throw InternalError("unknown LDL^T step");
    }

  private:
    using TermText = std::string (PlanText::*)(const LdlTerm&) const;

    const std::string& name(std::size_t position) const { return names_[plan_.order[position]]; }
    static std::string columns(std::size_t first, std::size_t last) {
        return fmt::format("{}..{}", first + 1, last + 1);
    }
    static std::string range(std::size_t first, std::size_t last) { return fmt::format("[{}]", columns(first, last)); }
    bool in_a(std::size_t i, std::size_t j) const { return plan_.pattern.has(plan_.order[i], plan_.order[j]); }
    bool in_l(std::size_t i, std::size_t j) const { return i == j || plan_.factor.has(i, j); }

    std::string at_slot(std::size_t slot) const {
        return fmt::format("[{},{}]", places_[slot].first + 1, places_[slot].second + 1);
    }
    std::string update_term(const LdlTerm& term) const {
        return fmt::format("L{}*U{}", at_slot(term.left), at_slot(term.right));
    }
    std::string forward_term(const LdlTerm& term) const {
        return fmt::format("L{}*y[{}]", at_slot(term.left), term.right + 1);
    }
    std::string backward_term(const LdlTerm& term) const {
        return fmt::format("L{}*x[{}]", at_slot(term.left), name(term.right));
    }

    // "" where the sum starts from a structural zero.
    std::string entry(const LdlStep& step) const {
        return step.starts_from_entry ? fmt::format("A[{},{}]", name(step.row), name(step.column)) : "";
    }

    std::string difference(std::string text, std::size_t first, std::size_t last, TermText term_text) const {
        for (std::size_t t = first; t < last; ++t) {
            text += text.empty() ? "-" : " - ";
            text += (this->*term_text)(plan_.terms[t]);
        }
        return text.empty() ? "0" : text;
    }

    std::string pivot(const LdlStep& step) const {
        const std::string j = fmt::format("[{}]", step.column + 1);
        const std::string lead = difference(entry(step), step.first_term, step.lead_end, &PlanText::update_term);
        const char* relation = plan_.pattern.sign(plan_.order[step.column]) > 0 ? " > " : " < ";
        if (!step.can_cancel()) return fmt::format("d{0} = {1}   check d{0}{2}0", j, lead, relation);
        const bool named = step.first_term != step.lead_end;
        const std::string a = named ? "a" + j : lead;
        return fmt::format("{0}d{1} = {2}   check d{1}{3}2e-12 * {4}", named ? fmt::format("{} = {}, ", a, lead) : "",
                           j, difference(a, step.lead_end, step.last_term, &PlanText::update_term), relation, a);
    }

    const LdlPlan& plan_;
    const std::vector<std::string>& names_;
    const std::vector<PivotGroup> group_of_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  // slot -> row, column of L
};

}  // namespace

std::string to_string(const LdlPlan& plan, const std::vector<std::string>& names) {
    if (names.size() != plan.size()) {
        throw InternalError(fmt::format("{} names for a plan of {} rows", names.size(), plan.size()));
    }
    const PlanText writer(plan, names);
    std::string text = fmt::format(
        "LDL^T of {} rows: {} entries in the lower triangle of A, {} below the diagonal of L, {} of them fill\norder, "
        "pivot signs, A and L in this order\n{}",
        plan.size(), plan.pattern.nonzeros(), plan.factor.nonzeros(), plan.fill(), writer.order_and_pictures());
    for (const std::size_t row : plan.void_pivots) text += fmt::format("no pivot for {}\n", names[row]);
    text += "steps\n";
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
        text += fmt::format("{}  {}\n", padded(std::to_string(s + 1), 4, true), writer.step(plan.steps[s]));
    }
    const LdlOperationCount count = count_operations(plan);
    return fmt::format("{}{} add, {} mul, {} div\n", text, count.add, count.mul, count.div);
}

}  // namespace lag
