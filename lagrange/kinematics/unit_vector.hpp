#pragma once

#include <cstddef>

#include "core/graph.hpp"
#include "core/vector.hpp"

namespace lag {

// Along axis 0, 1, 2 for x, y, z.
inline Vec3<Expr> unit_vector(Graph& graph, std::size_t axis) {
    Vec3<Expr> e;
    e[axis] = graph.integer(1);
    return e;
}

}  // namespace lag
