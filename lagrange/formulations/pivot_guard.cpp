#include "lagrange/formulations/pivot_guard.hpp"

#include <fmt/format.h>

namespace lag {

Expr PivotGuard::reciprocal(const Expr& pivot, const Expr& lead, const PivotSite& site, std::size_t info,
                            const std::string& name, const std::optional<Expr>& off) {
    const Expr zero = graph_->integer(0);
    const auto unless_off = [&](const Expr& otherwise, const Expr& value) {
        return off ? graph_->select(*off, otherwise, value) : value;
    };
    const Expr d = unless_off(graph_->integer(site.sign), pivot);
    const Expr bound =
        site.can_cancel ? unless_off(zero, graph_->mul(graph_->constant(exact_rational(pivot_margin)), lead)) : zero;
    const Expr holds = site.sign > 0 ? graph_->binary(Op::less, bound, d) : graph_->binary(Op::less, d, bound);
    const Expr harmless = graph_->constant(site.sign * parse_rational("1e30"));
    checks.push_back({holds, info});
    const Expr reciprocal = unless_off(zero, graph_->div(graph_->integer(1), graph_->select(holds, d, harmless)));
    labels.add(bound, {fmt::format("least pivot of {} that is taken", name), "least_d_" + std::to_string(info)});
    labels.add(d, {"pivot of " + name, "d_" + std::to_string(info)});
    labels.add(reciprocal, {"reciprocal pivot of " + name, "r_" + std::to_string(info)});
    return reciprocal;
}

PivotBlock<Expr> PivotGuard::block(const SymmetricBlock<Expr>& D, const std::vector<GuardedPivot>& pivots) {
    if (pivots.size() == 1) {
        const GuardedPivot& one = pivots.front();
        return {{}, reciprocal(D[0][0], one.lead, one.site, one.info, one.name, one.off)};
    }
    const SymmetricBlock<Expr> cofactors = adjugate(D);
    const std::vector<Expr> minors = leading_minors(D, cofactors);
    std::string names, numbers;
    Expr holds;
    for (std::size_t k = 0; k < pivots.size(); ++k) {
        const auto& [lead, site, info, name, off] = pivots[k];
        Expr bound = graph_->integer(0);
        if (site.can_cancel) bound = graph_->mul(graph_->constant(exact_rational(pivot_margin)), lead);
        if (k > 0) bound = bound * minors[k - 1];
        holds = graph_->binary(Op::less, bound, minors[k]);
        checks.push_back({.condition = holds, .info = info, .after_previous = k > 0});
        names += (k == 0 ? "" : ", ") + name;
        numbers += "_" + std::to_string(info);
        labels.add(minors[k], {(k == 0 ? "pivot of " : "determinant of the pivots of ") + names, "d" + numbers});
    }
    const Expr det = graph_->select(holds, minors.back(), graph_->constant(parse_rational("1e30")));
    const Expr g = graph_->div(graph_->integer(1), det);
    labels.add(g, {"reciprocal determinant of the pivots of " + names, "r" + numbers});
    return {cofactors, g};
}

}  // namespace lag
