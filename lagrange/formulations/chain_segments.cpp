#include "lagrange/formulations/chain_segments.hpp"

#include <algorithm>

#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

namespace {

// Links of the chain, and those that hang on it.
std::vector<bool> on_chain(const Kinematics& k, const ChainSegments& segments) {
    std::vector<bool> is_on_it(k.links.size(), false);
    for (std::size_t l = 1; l < k.links.size(); ++l) is_on_it[l] = segments.holds(l) || is_on_it[k.links[l].inboard];
    return is_on_it;
}

// What hangs on the chain slides in its plane or across it, so that no inertia couples the two; and no speed moves something
// there and elsewhere.
bool fits(const Model& model, const Kinematics& k, const ChainSegments& segments) {
    const std::size_t z = segments.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    const std::vector<bool> is_on_it = on_chain(k, segments), one = of_one_hinge(model, k);
    for (std::size_t l = 1; l < k.links.size(); ++l) {
        if (!is_on_it[l]) continue;
        for (const SpeedColumn& column : k.links[l].columns) {
            const bool is_oblique = !column.v[z].is_zero() && !(column.v[x].is_zero() && column.v[y].is_zero());
            if (is_oblique || !one[column.speed.value]) return false;
        }
    }
    return true;
}

}  // namespace

bool ChainSegments::holds(std::size_t link) const {
    return std::ranges::find(links, link) != links.end();
}

std::optional<ChainSegments> chain_segments(const Model& model, const Kinematics& k,
                                            const std::vector<Inertia>& inertias, std::size_t lanes) {
    const std::optional<PlanarChain> chain = longest_planar_chain(model, k, inertias, ChainBase::on_what_shifts);
    if (!chain || chain->links.size() < fewest_links_of_segments * lanes) return std::nullopt;
    const std::size_t left = chain->links.size() % lanes;
    ChainSegments segments{
        {chain->links.begin() + static_cast<std::ptrdiff_t>(left), chain->links.end()}, lanes, chain->axis};
    if (!fits(model, k, segments)) return std::nullopt;
    return segments;
}

}  // namespace lag
