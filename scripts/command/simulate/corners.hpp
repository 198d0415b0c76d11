// Where the curve of a long table (core/point_table.hpp) changes. A break point at which it goes on as it came is none.
#pragma once

#include <vector>

#include "core/point_table.hpp"

namespace lag {

// The break points of an axis at which the polynomial changes, ascending.
std::vector<double> corners(const PointTable& table, std::size_t axis);

}  // namespace lag
