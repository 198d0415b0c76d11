#include "emitters/program/expression_ldl.hpp"

#include "lagrange/formulations/pivot_guard.hpp"

namespace lag {

namespace {

struct ExpressionPolicy {
    PivotGuard guard;
    const std::vector<SystemRow>& rows;

    Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
        const SystemRow& row = rows.at(site.row);
        return guard.reciprocal(d, lead, site, row.number, row.name);
    }
};

}  // namespace

std::vector<SystemRow> system_rows(const Model& model, const std::vector<std::size_t>& rows) {
    std::vector<SystemRow> result;
    for (const Speed& speed : model.speeds) result.push_back({result.size() + 1, speed.name});
    for (const std::size_t r : rows)
        result.push_back({model.speeds.size() + r + 1, "constraint row " + std::to_string(r + 1)});
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
    return found == entries_.end() ? graph_->integer(0) : Expr{graph_, found->second.id};
}

SolvedRows solve_on_expressions(Graph& graph, const LdlPlan& plan, const std::vector<SystemRow>& rows,
                                const SystemEntries& entries, const std::vector<Expr>& right_side) {
    std::vector<Expr> b;
    for (const Expr& value : right_side) b.push_back({&graph, value.id});
    ExpressionPolicy policy{PivotGuard(graph), rows};
    LdlResult<Expr> result = execute(plan, entries, b, policy);
    return {result.x, std::move(policy.guard.checks), std::move(policy.guard.labels), std::move(result)};
}

}  // namespace lag
