#include "lagrange/kinematics/limbs_on_limbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/lanes_of_bodies.hpp"

namespace lag {

namespace {

// An entry of the inner mechanism in terms of the whole one.
template <class AnyIndex>
LaneEntry<AnyIndex> composed(const LaneEntry<AnyIndex>& inner, const std::vector<LaneEntry<AnyIndex>>& outer,
                             std::size_t within) {
    if (!inner.has_lanes) return outer.at(inner.by_lane.front()->value);
    LaneEntry<AnyIndex> entry{true, {}, {}};
    for (std::size_t i = 0; i < inner.by_lane.size(); ++i)
        for (std::size_t lane = 0; lane < within; ++lane) {
            const LaneEntry<AnyIndex>* const own = inner.by_lane[i] ? &outer.at(inner.by_lane[i]->value) : nullptr;
            entry.by_lane.push_back(own != nullptr ? own->by_lane.at(lane) : std::nullopt);
            entry.is_mirrored.push_back(own != nullptr && inner.is_mirrored[i] != own->is_mirrored.at(lane));
        }
    return entry;
}

template <class AnyIndex>
std::vector<LaneEntry<AnyIndex>> composed(const std::vector<LaneEntry<AnyIndex>>& inner,
                                          const std::vector<LaneEntry<AnyIndex>>& outer, std::size_t within) {
    std::vector<LaneEntry<AnyIndex>> entries;
    for (const LaneEntry<AnyIndex>& entry : inner) entries.push_back(composed(entry, outer, within));
    return entries;
}

// By lane, what the limb's first body is called in the whole mechanism; "" where that limb lacks it.
std::vector<std::string> names_of(const Model& whole, const PrototypeLimb& limb, const Limbs& inner) {
    std::vector<std::string> names;
    for (const auto& bodies : inner) {
        const SpeedIndex u = limb.model.body(*bodies.front()).hinge.speeds.front();
        for (const auto& index : limb.speeds.at(u.value).by_lane)
            names.push_back(index ? whole.body(whole.speeds[index->value].body).name : "");
    }
    return names;
}

// With the first group that can be in lanes.
std::optional<PrototypeLimb> with_one_more(const Model& whole, const PrototypeLimb& limb, std::size_t most,
                                           std::vector<std::string>& notes) {
    const std::vector<std::size_t> lanes = lanes_of_bodies(limb.model);
    for (const Limbs& inner : alike_subtrees(limb.model)) {
        const std::size_t within = lanes[limb.model.body(*inner.front().front()).inboard.value];
        if (within != 2 || within * inner.size() > most) continue;
        const std::vector<std::string> names = names_of(whole, limb, inner);
        const std::string which = fmt::format("{}", fmt::join(names, ", "));
        try {
            PrototypeLimb both = prototype_limb(limb.model, {inner});
            both.coordinates = composed(both.coordinates, limb.coordinates, within);
            both.speeds = composed(both.speeds, limb.speeds, within);
            both.limbs = limb.limbs;
            both.limbs.push_back(names);
            notes.push_back("limbs on limbs in lanes: " + which);
            return both;
        } catch (const NotInLanes& reason) {  // limbs of other kinds may be
            notes.push_back(fmt::format("limbs on limbs not in lanes: {}: {}", which, reason.why));
        } catch (const UnlikeExpressions& unlike) {
            notes.push_back(fmt::format("limbs on limbs not in lanes: {}: they differ in {}", which, unlike.what));
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<PrototypeLimb> with_limbs_on_limbs(const Model& whole, const PrototypeLimb& limb, std::size_t most,
                                                 std::vector<std::string>& notes) {
    const bool is_plain = whole.constraints.empty() && whole.contacts.empty() && whole.stops.empty() &&
                          whole.externals.empty() && whole.states.empty();
    if (!is_plain) return std::nullopt;
    std::optional<PrototypeLimb> found;
    while (auto more = with_one_more(whole, found ? *found : limb, most, notes)) found = std::move(more);
    return found;
}

}  // namespace lag
