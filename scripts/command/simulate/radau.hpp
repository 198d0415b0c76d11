// Radau IIA with three stages (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace lag {

// The places within a step, and the method's matrix; its last row gives the step's end.
struct RadauMethod {
    std::array<double, 3> c;
    std::array<std::array<double, 3>, 3> a;
};

inline const RadauMethod& radau_method() {
    static const double r = std::sqrt(6.0);
    static const RadauMethod method{{(4 - r) / 10, (4 + r) / 10, 1},
                                    {{{(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225},
                                      {(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225},
                                      {(16 - r) / 36, (16 + r) / 36, 1.0 / 9}}}};
    return method;
}

// How the next part of a step is chosen, by the error of the last one over what is allowed.
inline double shorter_part(double h, double worst) {
    return h * std::max(0.2, 0.8 * std::pow(worst, -1.0 / 6));
}
inline double next_part(double part, double h, double worst, double shortest) {
    const double growth = std::min(4.0, 0.8 * std::pow(std::max(worst, 1e-12), -1.0 / 6));
    return std::max(growth > 1 ? std::max(part, h * growth) : h, shortest);
}

}  // namespace lag
