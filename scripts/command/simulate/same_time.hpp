// What the search for switching times asks of numbers.
#pragma once

#include <algorithm>
#include <cmath>

namespace lag {

inline double sign(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// Equal but for rounding, s.
inline bool same_time(double a, double b) {
    return std::abs(a - b) <= 1e-13 * std::max(std::abs(a), std::abs(b));
}

}  // namespace lag
