// Chains of bodies that turn, body on body, about one and the same axis: for formulation = two_ended (held_chain.hpp) and for
// segments in lanes (chain_segments.hpp).
//
// A body fits if its hinge is one rotation about that axis, in axes that do not turn (non_rotating_axes.hpp), and if its own
// inertia about the hinge is positive at the default parameters. Other bodies may hang on any of them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "lagrange/dynamics/inertias.hpp"

namespace lag {

struct PlanarChain {
    std::vector<std::size_t> links;  // from the innermost one outward
    std::size_t axis = 0;
};

enum class ChainBase {
    on_ground,
    on_what_shifts,  // on ground, or on a link that no hinge turns
};

// The longest one; nothing where there is none.
std::optional<PlanarChain> longest_planar_chain(const Model& model, const Kinematics& kinematics,
                                                const std::vector<Inertia>& inertias, ChainBase base);

}  // namespace lag
