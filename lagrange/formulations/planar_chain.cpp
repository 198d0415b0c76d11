#include "lagrange/formulations/planar_chain.hpp"

#include <algorithm>

#include "lagrange/formulations/pivot_reference.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

namespace {

std::optional<std::size_t> axis_of_hinge(const Model& model, const Kinematics& k, PivotReference& reference,
                                         std::size_t l) {
    const Link& link = k.links[l];
    if (link.rotation.kind != Rotation::Kind::identity || link.columns.size() != 1 || !link.ends_body)
        return std::nullopt;
    const std::optional<Along> along = single_axis(link.columns.front());
    if (!along || !along->rotates || is_massless(model.body(link.body))) return std::nullopt;
    if (reference.lead(l, link.columns.front())) return std::nullopt;
    return along->axis;
}

// Whether no hinge from ground to here turns.
bool only_shifts(const Kinematics& k, std::size_t l) {
    for (; l != 0; l = k.links[l].inboard) {
        const Link& link = k.links[l];
        const bool turns = link.rotation.kind != Rotation::Kind::identity || !is_zero(link.w_drift) ||
                           std::ranges::any_of(link.columns, [](const SpeedColumn& c) { return !is_zero(c.w); });
        if (turns) return false;
    }
    return true;
}

}  // namespace

std::optional<PlanarChain> longest_planar_chain(const Model& model, const Kinematics& k,
                                                const std::vector<Inertia>& inertias, ChainBase base) {
    PivotReference reference(model, k, inertias);
    // by link: how many links the longest chain from it outward has, and the next of them
    std::vector<std::size_t> length(k.links.size(), 0), outer(k.links.size(), 0);
    std::vector<std::optional<std::size_t>> axis(k.links.size());
    for (std::size_t l = k.links.size(); l-- > 1;) {
        axis[l] = axis_of_hinge(model, k, reference, l);
        if (!axis[l]) continue;
        const auto further = [&](std::size_t o) { return k.links[o].inboard == l && axis[o] == axis[l]; };
        for (std::size_t o = l + 1; o < k.links.size(); ++o)
            if (further(o) && length[o] > length[outer[l]]) outer[l] = o;
        length[l] = 1 + length[outer[l]];
    }
    std::size_t first = 0;
    for (std::size_t l = 1; l < k.links.size(); ++l) {
        const std::size_t i = k.links[l].inboard;
        const bool fits = base == ChainBase::on_ground ? i == 0 : only_shifts(k, i);
        if (fits && length[l] > length[first]) first = l;
    }
    if (length[first] == 0) return std::nullopt;
    PlanarChain chain{{}, *axis[first]};
    for (std::size_t l = first; l != 0; l = outer[l]) chain.links.push_back(l);
    return chain;
}

}  // namespace lag
