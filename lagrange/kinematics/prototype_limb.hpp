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
// Routines of the user's are called once for each limb (prototype_calls.hpp).
//
// Potentials and dissipations in which a limb's coordinates or speeds stand become loads on hinges (energy_loads.hpp).
//
// Not handled: dry friction whose limit depends on loads; kinetic energies of the script's own, limbs that begin with a
// prescribed hinge, forces between points of two limbs.
#pragma once

#include <vector>

#include "lagrange/kinematics/alike_subtrees.hpp"
#include "lagrange/kinematics/prototype_tables.hpp"

namespace lag {

// With these groups in lanes. Makes lane symbols in the model's graph. NotInLanes, UnlikeExpressions (lane_values.hpp).
PrototypeLimb prototype_limb(const Model& model, const std::vector<Limbs>& groups);

}  // namespace lag
