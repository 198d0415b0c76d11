#include "emitters/program/expression_ldl.hpp"

#include <fmt/format.h>

#include "core/info_codes.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/formulations/pivot_guard.hpp"

namespace lag {

namespace {

struct ExpressionPolicy {
    PivotGuard guard;
    const std::vector<SystemRow>& rows;

    Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
        const SystemRow& row = rows.at(site.row);
        if (!row.may_depend) return guard.reciprocal(d, lead, site, row.number, row.name, row.off);
        Graph& graph = *d.graph;
        const Expr bound = site.can_cancel ? graph.constant(exact_rational(pivot_margin)) * lead : graph.integer(0);
        const Expr depends =
            site.sign > 0 ? graph.binary(Op::less_equal, d, bound) : graph.binary(Op::less_equal, bound, d);
        const Expr off = row.off ? graph.binary(Op::logical_or, *row.off, depends) : depends;
        const Expr reciprocal = guard.reciprocal(d, lead, site, row.number, row.name, off);
        guard.checks.back().depends = depends;
        return reciprocal;
    }
    Expr sum_over_lanes(const Expr& value, std::size_t lanes) const { return lane_sum(value, {lanes}); }
};

// Factors and unknowns, by the numbers that info says.
void add_labels(NodeLabels& labels, const LdlPlan& plan, const std::vector<SystemRow>& rows,
                const LdlResult<Expr>& result) {
    for (const LdlStep& step : plan.steps) {
        const SystemRow& row = rows.at(plan.order[step.row]);
        const std::string i = std::to_string(row.number), j = std::to_string(rows.at(plan.order[step.column]).number);
        if (step.kind == LdlStepKind::scale)
            labels.add(result.L[step.slot],
                       {fmt::format("factor L({}, {})", i, j), fmt::format("l_{}_{}", i, j), Quantity::factor});
        if (step.kind == LdlStepKind::update)
            labels.add(result.U[step.slot], {fmt::format("factor L D({}, {})", i, j), fmt::format("ld_{}_{}", i, j)});
        if (step.kind == LdlStepKind::backward)
            labels.add(result.x[plan.order[step.row]], {"solution for " + row.name, "x_" + i});
    }
}

// In lanes as one comparison, which all languages have there.
Expr is_off(Graph& graph, Expr flag) {
    const Expr zero = graph.integer(0);
    return graph.is_lane_value(flag) ? graph.binary(Op::less_equal, graph.unary(Op::abs, flag), zero)
                                     : graph.binary(Op::equal, flag, zero);
}

}  // namespace

std::vector<SystemRow> system_rows(const Model& model, const ConstraintRows& constraints,
                                   const std::vector<std::size_t>& rows) {
    Graph& graph = *model.graph;
    std::vector<SystemRow> result;
    const bool shares = contacts_share_loads(model);
    const InfoCodes codes(model.speeds.size(), constraints.rows.size());
    for (const Speed& speed : model.speeds) result.push_back({InfoCodes::of_speed(result.size()), speed.name});
    for (const std::size_t r : rows) {
        result.push_back({codes.of_row(r), "constraint row " + std::to_string(r + 1)});
        const ConstraintRow& row = constraints.rows.at(r);
        if (row.is_switched()) result.back().off = is_off(graph, graph.own(row.active));
        result.back().may_depend = row.of_contact && shares;
    }
    return result;
}

SystemEntries::SystemEntries(const Model& model, const std::vector<MassEntry>& mass_matrix,
                             const ConstraintRows& constraints, const std::vector<std::size_t>& rows)
    : graph_(model.graph.get()) {
    for (const MassEntry& entry : mass_matrix) entries_[{entry.row, entry.column}] = entry.value;
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (const auto& [speed, coefficient] : constraints.rows.at(rows[k]).B)
            entries_[{model.speeds.size() + k, speed.value}] = coefficient;
}

Expr SystemEntries::operator()(std::size_t row, std::size_t column) const {
    const auto found = entries_.find({row, column});
    return found == entries_.end() ? graph_->integer(0) : graph_->own(found->second);
}

SolvedRows solve_on_expressions(Graph& graph, const LdlPlan& plan, const std::vector<SystemRow>& rows,
                                const SystemEntries& entries, const std::vector<Expr>& right_side) {
    std::vector<Expr> b;
    for (const Expr& value : right_side) b.push_back(graph.own(value));
    ExpressionPolicy policy{PivotGuard(graph), rows};
    LdlResult<Expr> result = execute(plan, entries, b, policy);
    add_labels(policy.guard.labels, plan, rows, result);
    return {result.x, std::move(policy.guard.checks), std::move(policy.guard.labels), std::move(result)};
}

}  // namespace lag
