// Which subtrees of bodies hang alike: candidates for limbs in lanes (equal_limbs.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/model.hpp"

namespace lag {

constexpr std::size_t fewest_lanes = 3, most_lanes = 8;

// By lane, by body of the limb; none: the limb lacks it.
using Limbs = std::vector<std::vector<std::optional<BodyIndex>>>;

// All classes of subtrees with the same hinges that hang on one body, as many as there can be lanes; the one with most
// speeds first. A subtree without branches may lack bodies that the others have, but neither the first nor the last.
std::vector<Limbs> alike_subtrees(const Model& model);

}  // namespace lag
