// Limbs that limbs in lanes carry: the fingers of two hands. The small mechanism that has one hand in lanes is a mechanism
// itself, so that its own equal limbs become lanes in the same way (prototype_limb.hpp), each lane of a hand beside the
// others: fingers 1 of all hands, fingers 2 of all hands, ..
#pragma once

#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

// `limb`, formed of `whole`, with limbs on its limbs in lanes as well, those with most speeds first; nothing where there
// are none. A limb in two lanes may carry others, together at most `most` (of four limbs the vectors are full without
// them). Not beside constraints, contacts, stops, calls and states. `notes` get which limbs, or why some are not in lanes.
std::optional<PrototypeLimb> with_limbs_on_limbs(const Model& whole, const PrototypeLimb& limb, std::size_t most,
                                                 std::vector<std::string>& notes);

}  // namespace lag
