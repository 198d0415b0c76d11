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

}  // namespace lag
