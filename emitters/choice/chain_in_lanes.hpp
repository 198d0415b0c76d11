// A long planar chain in segments, each of them in a lane (lagrange/formulations/chain_segments.hpp): the equations of the whole
// mechanism, some of whose values are lane values.
#pragma once

#include <cstddef>
#include <vector>

#include "emitters/choice/limbs.hpp"

namespace lag {

// Whether some chain is long enough for two segments.
bool has_chain_for_lanes(const Model& model);

// As limbs without a limb: every entry of the mechanism is one of itself; with one link at a time and with several together.
// Nothing where no chain has so many segments, where more are faster in any case, or where the mechanism is no tree of rigid
// bodies. `mechanism`: in its own axes.
std::vector<LimbEquations> chain_in_lanes(const MinimalSystem& mechanism, std::size_t lanes);

}  // namespace lag
