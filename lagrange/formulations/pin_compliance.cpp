#include "lagrange/formulations/pin_compliance.hpp"

#include <algorithm>

namespace lag {

PinCompliance::PinCompliance(const PinnedLink& first) {
    const Vec2 gt = first.g * first.t;
    phi_ = {gt[0] * first.t[0], gt[0] * first.t[1], gt[1] * first.t[1]};
    b_ = first.driven * first.t;
    links_.push_back({first, {}, {}, {}});
}

Expr PinCompliance::unity() const {
    return links_.front().link.g.graph->integer(1);
}

PinCompliance::Joined PinCompliance::join(const Symmetric2& M, const Vec2& p, const Reciprocal& reciprocal) const {
    Joined joined;
    if (links_.size() == 1) {  // Phi = g t t^T
        const Expr both = phi_.xx * M.xx + phi_.yy * M.yy + 2 * (phi_.xy * M.xy);
        joined.r = reciprocal(unity() + both);
        joined.psi = phi_;
    } else {
        const InSeries series = in_series(phi_, M, unity());
        joined.r = reciprocal(series.D);
        joined.psi = series.numerator;
    }
    joined.x = b_ - joined.r * (joined.psi * (M * b_ + p));
    return joined;
}

void PinCompliance::append(const PinnedLink& link, const Reciprocal& reciprocal) {
    const auto& [M, p, L, driven, g, t] = link;
    const auto [r, psi, x] = join(M, p, reciprocal);
    // rows of S = T Psi and of S T^T, times D
    const Vec2 turned = psi * L;
    const std::array<Vec2, 2> S{Vec2{psi.xx - t[0] * turned[0], psi.xy - t[0] * turned[1]},
                                Vec2{psi.xy - t[1] * turned[0], psi.yy - t[1] * turned[1]}};
    const Expr along_x = plane_dot(S[0], L), along_y = plane_dot(S[1], L);
    const Vec2 gt = g * t;
    Appended appended{link, phi_, b_, M * x + p};
    for (std::size_t i = 0; i < 2; ++i) {  // E = (T - S M)^T
        const Vec2 SM = M * S[i];
        for (std::size_t j = 0; j < 2; ++j) {
            const Expr T = i == j ? unity() - t[i] * L[j] : -(t[i] * L[j]);
            appended.E[j][i] = T - r * SM[j];
        }
    }
    phi_ = {r * (S[0][0] - along_x * t[0]) + gt[0] * t[0], r * (S[0][1] - along_x * t[1]) + gt[0] * t[1],
            r * (S[1][1] - along_y * t[1]) + gt[1] * t[1]};
    b_ = x + (driven - plane_dot(L, x)) * t;
    links_.push_back(std::move(appended));
}

Vec2 PinCompliance::acceleration(const Symmetric2& M, const Vec2& p, const Reciprocal& reciprocal) const {
    return join(M, p, reciprocal).x;
}

std::vector<PinMotion> PinCompliance::motions(Vec2 force) const {
    std::vector<PinMotion> result(links_.size());
    for (std::size_t k = links_.size(); k-- > 0;) {
        const auto& [link, phi, b, constant, E] = links_[k];
        const Expr pulled = link.driven - link.g * plane_dot(link.t, force);
        if (k == 0) {
            result[k] = {{}, pulled};
            break;
        }
        force = Vec2{plane_dot(E[0], force), plane_dot(E[1], force)} + constant;
        result[k].a = b - phi * force;
        result[k].alpha = pulled - plane_dot(link.L, result[k].a);
    }
    return result;
}

}  // namespace lag
