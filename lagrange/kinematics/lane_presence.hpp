// Limbs in lanes of which some lack a hinge (equal_limbs.hpp).
#pragma once

#include <optional>

#include "core/model.hpp"

namespace lag {

// 1 in the lanes that have this speed, 0 in those whose limb lacks it; nothing where all have it.
std::optional<Expr> presence_of(const Model& model, SpeedIndex speed);
// 1 where the limb lacks the speed: a pivot there, where no inertia need move with it.
inline Expr absence(const Expr& presence) {
    return presence.graph->integer(1) - presence;
}

}  // namespace lag
