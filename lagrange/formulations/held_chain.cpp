#include "lagrange/formulations/held_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "lagrange/formulations/planar_chain.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

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
    if (std::ranges::count(of_one_hinge(model, k), false) > 0) return std::nullopt;
    const std::optional<PlanarChain> whole = longest_planar_chain(model, k, inertias, ChainBase::on_ground);
    if (!whole || whole->links.size() < shortest_held_chain) return std::nullopt;
    const auto half = static_cast<std::ptrdiff_t>(whole->links.size() / 2);
    HeldChain chain{
        {whole->links.begin(), whole->links.begin() + half}, whole->links[whole->links.size() / 2], whole->axis};
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
