#include "lagrange/formulations/held_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/errors.hpp"
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

}  // namespace

bool HeldChain::holds(std::size_t link) const {
    return std::ranges::find(held, link) != held.end();
}

std::size_t HeldChain::after(std::size_t link) const {
    const auto place = std::ranges::find(held, link);
    if (place == held.end()) return 0;
    return place + 1 == held.end() ? next : *(place + 1);
}

std::optional<HeldChain> find_held_chain(const Model& model, const Kinematics& k,
                                         const std::vector<Inertia>& inertias) {
    PivotReference reference(model, k, inertias);
    const std::vector<bool> one = of_one_hinge(model, k);
    const bool fits = std::ranges::find(one, false) == one.end();
    // by link: how many links the longest chain from it outward has, and the next of them
    std::vector<std::size_t> length(k.links.size(), 0), outer(k.links.size(), 0);
    std::vector<std::optional<std::size_t>> axis(k.links.size());
    for (std::size_t l = k.links.size(); fits && l-- > 1;) {
        axis[l] = axis_of_hinge(model, k, reference, l);
        if (!axis[l]) continue;
        const auto further = [&](std::size_t o) { return k.links[o].inboard == l && axis[o] == axis[l]; };
        for (std::size_t o = l + 1; o < k.links.size(); ++o)
            if (further(o) && length[o] > length[outer[l]]) outer[l] = o;
        length[l] = 1 + length[outer[l]];
    }
    std::size_t first = 0;
    for (std::size_t l = 1; l < k.links.size(); ++l)
        if (k.links[l].inboard == 0 && length[l] > length[first]) first = l;
    if (length[first] < shortest_held_chain) return std::nullopt;
    HeldChain chain{{}, first, *axis[first]};
    for (std::size_t n = length[first] / 2; n > 0; --n) {
        chain.held.push_back(chain.next);
        chain.next = outer[chain.next];
    }
    return chain;
}

HeldChain held_chain(const Model& model, const Kinematics& k, const std::vector<Inertia>& inertias) {
    if (std::optional<HeldChain> chain = find_held_chain(model, k, inertias)) return std::move(*chain);
    throw ModelError(fmt::format("formulation = two_ended needs a chain of at least {} bodies on ground that turn "
                                 "about parallel axes, each by a hinge and a speed of its own",
                                 shortest_held_chain),
                     "use formulation = articulated, or auto");
}

}  // namespace lag
