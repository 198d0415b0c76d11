// Loads on links.
#pragma once

#include "core/graph.hpp"
#include "core/vector.hpp"

namespace lag {

// Force and moment about the link's origin, link axes.
struct Wrench {
    Vec3<Expr> force, moment;
};

}  // namespace lag
