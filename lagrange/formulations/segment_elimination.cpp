#include "lagrange/formulations/segment_elimination.hpp"

#include "core/info_codes.hpp"

namespace lag {

namespace {

// G x, of columns; G^T x.
Vec2 combined(const std::array<Vec2, 2>& G, const Vec2& x) {
    return {G[0][0] * x[0] + G[1][0] * x[1], G[0][1] * x[0] + G[1][1] * x[1]};
}
Vec2 each_dot(const std::array<Vec2, 2>& G, const Vec2& x) {
    return {plane_dot(G[0], x), plane_dot(G[1], x)};
}

}  // namespace

SegmentElimination::SegmentElimination(const Model& model, const Kinematics& k, const ChainSegments& segments,
                                       const std::vector<SegmentLink>& links, std::size_t at_once, PivotGuard& guard)
    : model_(model), k_(k), segments_(segments) {
    eliminate(links, at_once, guard);
    join(guard);
}

Expr SegmentElimination::reciprocal(const Expr& d, std::size_t step, PivotGuard& guard) const {
    std::vector<std::size_t> infos;
    for (std::size_t lane = 0; lane < segments_.lanes; ++lane)
        infos.push_back(InfoCodes::of_speed(k_.links[segments_.link(lane, step)].columns.front().speed.value));
    const std::size_t first = k_.links[segments_.link(0, step)].columns.front().speed.value;
    const Expr g = guard.reciprocal(d, d, {first, +1, false}, infos.front(), model_.speeds[first].name);
    if (model_.graph->is_lane_value(guard.checks.back().condition)) guard.checks.back().by_lane = infos;
    return g;
}

void SegmentElimination::eliminate(const std::vector<SegmentLink>& links, std::size_t at_once, PivotGuard& guard) {
    const Expr zero = model_.graph->integer(0), one = model_.graph->integer(1);
    A_ = H_ = {zero, zero, zero}, p_ = h_ = {zero, zero};
    G_ = {Vec2{-one, zero}, Vec2{zero, -one}};
    for (std::size_t last = links.size(); last > 0;) {
        const std::size_t first = last > at_once ? last - at_once : 0;
        blocks_.push_back(eliminated(std::span(links).subspan(first, last - first), first, guard));
        last = first;
    }
}

SegmentElimination::Block SegmentElimination::eliminated(std::span<const SegmentLink> links, std::size_t first,
                                                         PivotGuard& guard) {
    const std::size_t n = links.size();
    const Expr zero = model_.graph->integer(0);
    // C_i: acceleration of each pin less that of the first one, at alpha = 0
    std::vector<Vec2> C(n + 1, Vec2{zero, zero});
    for (std::size_t i = 0; i < n; ++i) C[i + 1] = C[i] + links[i].c;
    // outermost first: the matrix of the block's rotations, its right side, what its first pin and the force do to it
    Symmetric2 M = A_;
    Vec2 P = p_ + A_ * C[n];
    std::vector<std::vector<Expr>> D(n);
    Block block{.first = first, .rows = std::vector<Row>(n)};
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t i = n - 1 - k;
        const SegmentLink& link = links[i];
        const Vec2 Mt = M * link.t;
        Row& row = block.rows[k];
        row.t = link.t, row.c = link.c;
        row.b = link.m + Mt;
        row.share = each_dot(G_, link.t);
        row.left = link.torque - link.carried_torque - link.n - plane_dot(link.m, C[i]) - plane_dot(link.t, P);
        for (std::size_t f = 0; f < k; ++f) D[k].push_back(plane_dot(link.t, block.rows[f].b));
        D[k].push_back(link.J + plane_dot(link.t, Mt));
        P = P + link.p + link.M * C[i];
        M = {M.xx + link.M.xx, M.xy + link.M.xy, M.yy + link.M.yy};
    }
    // L D L^T; every column of right sides goes with it
    h_ = h_ + each_dot(G_, C[n]);
    for (std::size_t k = 0; k < n; ++k) {
        Row& row = block.rows[k];
        row.g = reciprocal(D[k][k], first + n - 1 - k, guard);
        const Vec2 Lb = row.g * row.b, Ls = row.g * row.share;
        row.driven = row.left * row.g, row.L_of_pin = Lb, row.L_of_force = Ls;
        for (std::size_t later = k + 1; later < n; ++later) {
            const Expr entry = D[later][k], l = entry * row.g;
            Row& other = block.rows[later];
            row.later.push_back(l);
            for (std::size_t f = k + 1; f <= later; ++f) D[later][f] = D[later][f] - D[f][k] * l;
            other.b = other.b - entry * Lb, other.share = other.share - entry * Ls;
            other.left = other.left - entry * row.driven;
        }
        for (std::size_t r = 0; r < 2; ++r) G_[r] = G_[r] - row.share[r] * Lb;
        M = {M.xx - row.b[0] * Lb[0], M.xy - row.b[0] * Lb[1], M.yy - row.b[1] * Lb[1]};
        P = P + row.left * Lb;
        h_ = h_ + row.left * Ls;
        H_ = {H_.xx + row.share[0] * Ls[0], H_.xy + row.share[0] * Ls[1], H_.yy + row.share[1] * Ls[1]};
    }
    A_ = M, p_ = P;
    return block;
}

// From the last segment, which carries nothing, to the first one.
void SegmentElimination::join(PivotGuard& guard) {
    Graph& graph = *model_.graph;
    const auto in = [&](const Symmetric2& m, std::size_t lane) {
        return Symmetric2{graph.lane_member(m.xx, lane), graph.lane_member(m.xy, lane), graph.lane_member(m.yy, lane)};
    };
    const auto of = [&](const Vec2& v, std::size_t lane) {
        return Vec2{graph.lane_member(v[0], lane), graph.lane_member(v[1], lane)};
    };
    const std::size_t last = segments_.lanes - 1;
    joints_.resize(last);
    first_ = {in(A_, last), of(p_, last)};
    for (std::size_t lane = last; lane-- > 0;) {
        const auto& [B, P] = first_;
        Joint& joint = joints_[lane];
        joint.H = in(H_, lane), joint.G = {of(G_[0], lane), of(G_[1], lane)}, joint.h = of(h_, lane);
        const InSeries series = in_series(B, joint.H, graph.integer(1));
        const std::size_t u = k_.links[segments_.link(lane + 1, 0)].columns.front().speed.value;
        const Expr r = guard.reciprocal(series.D, series.D, {u, +1, false}, InfoCodes::of_speed(u),
                                        model_.speeds[u].name + " between segments");
        joint.S = r * series.numerator;
        joint.f = joint.S * (joint.h + joint.H * P) - P;
        // G S, by force
        const std::array<Vec2, 2> GS{combined(joint.G, {joint.S.xx, joint.S.xy}),
                                     combined(joint.G, {joint.S.xy, joint.S.yy})};
        const auto& G = joint.G;
        const auto product = [&](std::size_t i, std::size_t j) { return GS[0][i] * G[0][j] + GS[1][i] * G[1][j]; };
        const Symmetric2 A = in(A_, lane);
        first_ = {{A.xx + product(0, 0), A.xy + product(0, 1), A.yy + product(1, 1)},
                  of(p_, lane) + combined(G, joint.f)};
    }
}

SegmentMotions SegmentElimination::motions(const Vec2& first_pin) const {
    Graph& graph = *model_.graph;
    std::array<std::vector<Expr>, 2> pins, forces;
    Vec2 a = first_pin;
    for (std::size_t lane = 0; lane < segments_.lanes; ++lane) {
        Vec2 f{graph.integer(0), graph.integer(0)}, next = f;
        if (lane < joints_.size()) {
            const Joint& joint = joints_[lane];
            const Vec2 along = each_dot(joint.G, a);
            f = joint.S * along + joint.f;
            const Vec2 yielded = joint.H * f;
            for (std::size_t i = 0; i < 2; ++i) next[i] = yielded[i] - (along[i] + joint.h[i]);
        }
        for (std::size_t i = 0; i < 2; ++i) pins[i].push_back(graph.own(a[i])), forces[i].push_back(f[i]);
        a = next;
    }
    a = {graph.lane_gather(pins[0]), graph.lane_gather(pins[1])};
    const Vec2 f{graph.lane_gather(forces[0]), graph.lane_gather(forces[1])};
    SegmentMotions found{.by_link = std::vector<PlaneMotion>(segments_.links.size()),
                         .by_step = std::vector<PlaneMotion>(segments_.steps())};
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
        const std::size_t n = block->rows.size();
        std::vector<Expr> alpha(n);
        for (std::size_t k = n; k-- > 0;) {
            const Row& row = block->rows[k];
            alpha[k] = row.driven - plane_dot(row.L_of_force, f) - plane_dot(row.L_of_pin, a);
            for (std::size_t m = 0; m < row.later.size(); ++m) alpha[k] = alpha[k] - row.later[m] * alpha[k + 1 + m];
        }
        Vec2 pin = a;  // of the links of the block, from the first one on
        for (std::size_t k = n; k-- > 0;) {
            const std::size_t step = block->first + n - 1 - k;
            found.by_step[step] = {alpha[k], pin};
            for (std::size_t lane = 0; lane < segments_.lanes; ++lane)
                found.by_link[lane * segments_.steps() + step] = {
                    graph.lane_member(alpha[k], lane),
                    {graph.lane_member(pin[0], lane), graph.lane_member(pin[1], lane)}};
            pin = pin + alpha[k] * block->rows[k].t + block->rows[k].c;
        }
        a = pin;
    }
    return found;
}

}  // namespace lag
