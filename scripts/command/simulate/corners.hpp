// Where the curve of a long table (core/point_table.hpp) changes. A break point at which it goes on as it came is none.
#pragma once

#include <vector>

#include "core/point_table.hpp"

namespace lag {

// The break points of an axis at which the polynomial changes, ascending.
std::vector<double> corners(const PointTable& table, std::size_t axis);

// Whether value, slope and second derivative along an axis go on at all its break points, but for rounding: a spline.
bool has_continuous_bend(const PointTable& table, std::size_t axis);

// Those of its break points at which a run stops, ascending: the jump of the third derivative makes more than 1e-6 of the
// range of the values within the next interval. An integrator that goes over the others loses nothing, and finds a pulse
// that it would step over.
std::vector<double> sharp_corners(const PointTable& table, std::size_t axis);

}  // namespace lag
