#include "lagrange/formulations/segmented_chain.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace lag {

namespace {

ChainSegments required(const Model& model, const Kinematics& k, const std::vector<Inertia>& inertias,
                       std::size_t lanes) {
    if (std::optional<ChainSegments> segments = chain_segments(model, k, inertias, lanes)) return std::move(*segments);
    throw InternalError(
        fmt::format("no planar chain has {} segments of at least {} links", lanes, fewest_links_of_segments));
}

}  // namespace

SegmentedChain::SegmentedChain(const Model& model, const Kinematics& k, const std::vector<Inertia>& inertias,
                               std::size_t lanes, std::size_t at_once, const std::vector<Vec3<Expr>>& omega,
                               const std::vector<LinkAcceleration>& taken)
    : model_(model),
      k_(k),
      segments_(required(model, k, inertias, lanes)),
      at_once_(at_once),
      omega_(omega),
      taken_(taken) {}

std::vector<LinkAcceleration> SegmentedChain::with_pins_at_rest() const {
    std::vector<LinkAcceleration> accelerations = taken_;
    for (const std::size_t l : segments_.links) accelerations[l].a = {};
    return accelerations;
}

Wrench SegmentedChain::at_rest(std::size_t link, const ArticulatedInertia& received) const {
    const Vec3<Expr> less = -taken_[link].a;
    return {received.M * less, received.H * less};
}

std::vector<SegmentLink> SegmentedChain::in_lanes(const std::vector<ArticulatedInertia>& inertias,
                                                  const std::vector<Wrench>& bias,
                                                  const std::vector<Expr>& direct) const {
    const std::size_t z = segments_.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    std::vector<ChainLink> links;
    for (std::size_t n = 0; n < segments_.links.size(); ++n) {
        const std::size_t l = segments_.links[n];
        const Expr& omega = omega_[l][z];
        ChainLink link{inertias[l], bias[l], {}, omega * omega, torque_of(l, direct)};
        const bool is_last = n + 1 == segments_.links.size();
        const std::size_t next = is_last ? segments_.links[segments_.steps()] : segments_.links[n + 1];
        // the last link has a pin where that of the first segment has one, so that all are formed alike: nothing hangs there
        const Vec3<Expr> o = is_last ? k_.turned[l].inward(k_.own_axes->links[next].o) : k_.links[next].o;
        link.o = {o[x], o[y]};
        links.push_back(link);
    }
    return links_in_lanes(model_, k_, segments_, links);
}

Expr SegmentedChain::torque_of(std::size_t l, const std::vector<Expr>& direct) const {
    return model_.graph->own(direct[k_.links[l].columns.front().speed.value]);
}

void SegmentedChain::eliminate(std::vector<ArticulatedInertia>& inertias, std::vector<Wrench>& bias,
                               const std::vector<Expr>& direct, PivotGuard& guard) {
    const std::size_t z = segments_.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    std::vector<SegmentLink> links = in_lanes(inertias, bias, direct);
    for (std::size_t step = 0; step < moments_.size(); ++step) links[step].n = links[step].n - moments_[step];
    Expr across, force_across;  // of the whole chain, along the axis
    for (const std::size_t l : segments_.links) across += inertias[l].M(z, z), force_across += bias[l].force[z];
    elimination_ = std::make_unique<SegmentElimination>(model_, k_, segments_, links, at_once_, guard);
    const Symmetric2& M = elimination_->M();
    ArticulatedInertia whole;
    whole.M(x, x) = M.xx, whole.M(x, y) = whole.M(y, x) = M.xy, whole.M(y, y) = M.yy, whole.M(z, z) = across;
    Wrench needed;
    needed.force[x] = elimination_->p()[0], needed.force[y] = elimination_->p()[1], needed.force[z] = force_across;
    needed.moment[z] = torque_of(first(), direct);
    inertias[first()] = whole;
    bias[first()] = needed + Wrench{whole.M * taken_[first()].a, {}};
}

SegmentMotions SegmentedChain::substitute(std::vector<SpatialAcceleration>& motion,
                                          std::vector<Expr>& accelerations) const {
    const std::size_t z = segments_.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    const SpatialAcceleration base = carried_outward(k_.links[first()], motion[k_.links[first()].inboard]);
    const Vec3<Expr> pin = base.a + taken_[first()].a;
    SegmentMotions motions = elimination_->motions({pin[x], pin[y]});
    const std::vector<PlaneMotion>& found = motions.by_link;
    for (std::size_t n = 0; n < found.size(); ++n) {
        const std::size_t l = segments_.links[n];
        motion[l] = base;
        motion[l].alpha[z] = found[n].alpha;
        motion[l].a[x] = found[n].a[0] - taken_[l].a[x], motion[l].a[y] = found[n].a[1] - taken_[l].a[y];
        accelerations[k_.links[l].columns.front().speed.value] =
            n == 0 ? found[n].alpha - base.alpha[z] : found[n].alpha - found[n - 1].alpha;
    }
    return motions;
}

}  // namespace lag
