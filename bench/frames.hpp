// Vectors and rotations of plain numbers, for the programs that describe a mechanism to other engines.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

using V3 = std::array<double, 3>;
using M3 = std::array<V3, 3>;

// Of the sequence 321: body to ground components.
inline M3 rotation(double yaw, double pitch, double roll) {
    const double cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch),
                 cr = std::cos(roll), sr = std::sin(roll);
    return {{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
             {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
             {-sp, cp * sr, cp * cr}}};
}

inline V3 times(const M3& m, const double* v) {
    V3 r{};
    for (std::size_t i = 0; i < 3; ++i) r[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return r;
}
