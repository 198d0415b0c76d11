// Which bodies of a model stand for several equal ones (prototype_limb.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "core/model.hpp"

namespace lag {

// By body: for how many equal ones it stands; 0: for itself. A limb in lanes begins at the first body outward whose
// hinge has a speed in lanes; limbs on it have more lanes than it has.
std::vector<std::size_t> lanes_of_bodies(const Model& model);

}  // namespace lag
