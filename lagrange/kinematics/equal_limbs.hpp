// Equal limbs of a mechanism -> a smaller mechanism with one of them, in lanes (core/lanes.hpp).
//
// Limbs are subtrees of bodies that hang on the same body (not on ground) with the same hinges: four legs, the corners
// of a vehicle, fingers. Their parameters need not be equal: what differs becomes a lane parameter. Of several classes
// of equal limbs the one with most speeds is taken. The equations of the small mechanism, formed once with sums over the
// lanes where the limb meets the body that carries it, are those of the whole one.
//
// A limb may lack a body that the others have if it goes on behind it with the same hinges (rear wheels that do not
// steer): there the hinge stands still at zero and the body has no mass. Its coordinate and speed are zero in that lane.
//
// Not handled: constraints, routines of the user's, energies of the script's own in which a limb's coordinates stand,
// prescribed or coupled motions in limbs, loads between two limbs.
#pragma once

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
};

struct PrototypeLimb {
    Model model;                           // the other bodies and one limb; coordinates, speeds and parameters in lanes
    std::vector<std::string> limbs;        // by lane: the limb's first body
    std::vector<std::string> bodies;       // of the limb, as they are called in `model`
    std::vector<std::string> differences;  // what is not the same in all limbs, by the names of lane symbols
    std::vector<LaneEntry<CoordinateIndex>> coordinates;  // by coordinate of `model`
    std::vector<LaneEntry<SpeedIndex>> speeds;            // by speed of `model`
};

struct EqualLimbs {
    std::optional<PrototypeLimb> prototype;  // none: no limbs are alike
    std::vector<std::string> notes;          // which limbs, or why some that hang alike are not in lanes
};

// Makes lane symbols in the model's graph.
EqualLimbs find_equal_limbs(const Model& model);

}  // namespace lag
