// The small mechanism that has one of several equal limbs in lanes (prototype_limb.hpp), as a value.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"

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

// A lane value of the small mechanism and the lane, from 0; or a scalar of it.
struct LaneOf {
    Expr value;
    std::size_t lane = 0;
};

struct PrototypeLimb {
    Model model;  // the other bodies and one limb; coordinates, speeds and parameters in lanes
    std::vector<std::vector<std::string>> limbs;          // by group, by lane: the limb's first body
    std::vector<LaneEntry<CoordinateIndex>> coordinates;  // by coordinate of `model`
    std::vector<LaneEntry<SpeedIndex>> speeds;            // by speed of `model`
    std::vector<LaneEntry<std::size_t>> constraints;      // by constraint of `model`
    std::vector<LaneEntry<std::size_t>> rows;             // by constraint row, once they are formed (choice/limbs.hpp)
    std::vector<Contact> contacts;                        // of the whole model; their rows are constraints of `model`
    // What calls are given and the rates of states, those of limbs that are alike: the expression of the whole model there
    std::map<NodeId, LaneOf> computed;
};

// Why limbs that hang alike are not in lanes.
struct NotInLanes {
    std::string why;
};

}  // namespace lag
