#include "lagrange/kinematics/limb_sites.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "lagrange/kinematics/lanes_of_bodies.hpp"

namespace lag {

namespace {

// A limb that lacks nothing, neither bodies nor rotations nor motions: the others are described by it.
std::size_t first_limb(const Model& model, const Limbs& limbs) {
    std::size_t first = 0;
    std::optional<std::size_t> most;
    for (std::size_t lane = 0; lane < limbs.size(); ++lane) {
        std::size_t turns = 0;
        bool is_whole = true;
        for (const auto& b : limbs[lane]) {
            is_whole = is_whole && b.has_value();
            if (b) turns += model.body(*b).orient_rotations.size() + model.body(*b).hinge.motions.size();
        }
        if (!is_whole || (most && turns <= *most)) continue;
        most = turns, first = lane;
    }
    return first;
}

// The body that carries them may stand for several itself, the same number for all groups.
std::size_t lanes_that_carry(const Model& model, const std::vector<Limbs>& groups) {
    const std::vector<std::size_t> lanes = lanes_of_bodies(model);
    const auto lanes_around = [&](const Limbs& limbs) {
        return lanes[model.body(first_body(limbs.front())).inboard.value];
    };
    for (const Limbs& limbs : groups)
        if (lanes_around(limbs) != lanes_around(groups.front()))
            throw InternalError("limbs on bodies with different numbers of lanes");
    return groups.empty() ? 0 : lanes_around(groups.front());
}

}  // namespace

void require_own_symbols(const Model& small, const std::vector<Expr>& held, const std::string& why) {
    for (const Expr& e : symbols_in(*small.graph, held, in_lanes)) {
        const Symbol& symbol = small.graph->symbol_of(e);
        const bool moves = symbol.role == Role::coordinate || symbol.role == Role::speed;
        if (moves && std::ranges::count(small.coordinates, symbol.name, &Coordinate::name) == 0 &&
            std::ranges::count(small.speeds, symbol.name, &Speed::name) == 0)
            throw NotInLanes{why};
    }
}

LimbSites::LimbSites(const Model& model, const std::vector<Limbs>& groups)
    : whole_(model),
      groups_(groups),
      values_(*model.graph, lanes_that_carry(model, groups)),
      site_of_body_(model.bodies.size()) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::size_t begin = places_.size(), first = first_limb(model, groups[g]);
        for (std::size_t k = 0; k < groups[g].front().size(); ++k) {
            Place& place = places_.emplace_back(Place{g, begin, {}, *groups[g][first][k]});
            for (std::size_t lane = 0; lane < groups[g].size(); ++lane) {
                place.by_lane.push_back(groups[g][lane][k]);
                if (place.by_lane.back()) site_of_body_[place.by_lane.back()->value] = Site{begin + k, lane};
            }
        }
    }
}

std::optional<LimbSites::Limb> LimbSites::limb_of(const std::vector<BodyIndex>& bodies, const std::string& what) const {
    std::optional<Limb> limb;
    for (const BodyIndex b : bodies) {
        if (!site_of(b)) continue;
        const Limb own{places_[site_of(b)->place].group, site_of(b)->lane};
        if (limb && limb != own)
            throw NotInLanes{fmt::format("{} between {} and a body of another limb", what, whole_.body(b).name)};
        limb = own;
    }
    return limb;
}

}  // namespace lag
