// Origins of bodies (lagrange/kinematics/origins.hpp) that take fewer operations than those of the script.
#pragma once

#include <optional>

#include "core/model.hpp"

namespace lag {

// By the operations of the accelerations before the passes: all offsets outward or inward, then single ones, as long as the
// number falls and the model is small enough for one more look. Nothing where it falls by less than 1 per cent.
std::optional<Model> with_cheaper_origins(const Model& model);

}  // namespace lag
