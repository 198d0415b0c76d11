// Equal limbs of a mechanism (equal_limbs.hpp) -> a smaller mechanism with one of them, in lanes (core/lanes.hpp).
//
// Their parameters need not be equal: what differs becomes a lane parameter. The equations of the small mechanism, formed
// once with sums over the lanes where a limb meets the body that carries it, are those of the whole one.
//
// A limb may lack a body that the others have if it goes on behind it with the same hinges (rear wheels that do not
// steer): there the hinge stands still at zero and the body has no mass. Its coordinate and speed are zero in that lane.
// A limb may lack rotations (`orient`) that others have: there their angle is zero. Where a hinge has the opposite axis,
// its coordinate and speed have a minus in that lane.
//
// Constraints may hold bodies of one limb and of none: all limbs have them, formed alike.
//
// Not handled: switched constraints, beside limbs too; routines of the user's, energies of the script's
// own in which a limb's coordinates stand, limbs that begin with a prescribed one, loads between
// two limbs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/alike_subtrees.hpp"

namespace lag {

// An entry of the small mechanism's tables, as entries of the whole one's.
template <class AnyIndex>
struct LaneEntry {
    bool has_lanes = false;
    std::vector<std::optional<AnyIndex>> by_lane;  // without lanes: one; none where a limb lacks it
    std::vector<bool> is_mirrored;                 // by lane: the limb's hinge has the opposite axis: with a minus
};

// How many entries of the whole mechanism these are.
template <class AnyIndex>
std::size_t entries_of_whole(const std::vector<LaneEntry<AnyIndex>>& entries) {
    std::size_t count = 0;
    for (const LaneEntry<AnyIndex>& entry : entries)
        for (const auto& index : entry.by_lane) count += index.has_value() ? 1 : 0;
    return count;
}

struct PrototypeLimb {
    Model model;  // the other bodies and one limb; coordinates, speeds and parameters in lanes
    std::vector<std::vector<std::string>> limbs;          // by group, by lane: the limb's first body
    std::vector<LaneEntry<CoordinateIndex>> coordinates;  // by coordinate of `model`
    std::vector<LaneEntry<SpeedIndex>> speeds;            // by speed of `model`
    std::vector<LaneEntry<std::size_t>> constraints;      // by constraint of `model`
    std::vector<LaneEntry<std::size_t>> rows;             // by constraint row, once they are formed (choice/limbs.hpp)
};

// Why limbs that hang alike are not in lanes.
struct NotInLanes {
    std::string why;
};

// With these groups in lanes. Makes lane symbols in the model's graph. NotInLanes, UnlikeExpressions (lane_values.hpp).
PrototypeLimb prototype_limb(const Model& model, const std::vector<Limbs>& groups);

}  // namespace lag
