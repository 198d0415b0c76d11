// Equal limbs of a mechanism -> a smaller mechanism with one of them, in lanes (core/lanes.hpp).
//
// Limbs are subtrees of bodies that hang on the same body (not on ground) with the same hinges: four legs, the corners
// of a vehicle, fingers. Their parameters need not be equal: what differs becomes a lane parameter. A mechanism may have
// several groups of equal limbs, on one body or on several (legs and arms); no limb carries another. The equations of the
// small mechanism, formed once with sums over the lanes where a limb meets the body that carries it, are those of the
// whole one.
//
// A limb may lack a body that the others have if it goes on behind it with the same hinges (rear wheels that do not
// steer): there the hinge stands still at zero and the body has no mass. Its coordinate and speed are zero in that lane.
// A limb may lack rotations (`orient`) that others have: there their angle is zero. Where a hinge has the opposite axis,
// its coordinate and speed have a minus in that lane.
//
// Not handled: constraints, routines of the user's, energies of the script's own in which a limb's coordinates stand,
// prescribed or coupled motions in limbs, loads between two limbs.
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

struct PrototypeLimb {
    Model model;  // the other bodies and one limb; coordinates, speeds and parameters in lanes
    std::vector<std::vector<std::string>> limbs;          // by group, by lane: the limb's first body
    std::vector<LaneEntry<CoordinateIndex>> coordinates;  // by coordinate of `model`
    std::vector<LaneEntry<SpeedIndex>> speeds;            // by speed of `model`
};

struct EqualLimbs {
    std::vector<Limbs> groups;       // that can be in lanes at the same time, those with most speeds first
    std::vector<std::string> notes;  // which limbs, or why some that hang alike are not in lanes
};

// Both make lane symbols in the model's graph.
EqualLimbs find_equal_limbs(const Model& model);
// With these groups in lanes, which `find_equal_limbs` has found.
PrototypeLimb prototype_limb(const Model& model, const std::vector<Limbs>& groups);

}  // namespace lag
