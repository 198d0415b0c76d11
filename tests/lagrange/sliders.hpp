// Masses side by side, and the conditions on them.
#pragma once

#include <string>

#include "tests/support/model_builder.hpp"

namespace lag {

inline void condition(ModelBuilder& b, const std::string& name, Expr value,
                      Constraint::Kind kind = Constraint::Kind::position) {
    b.model.constraints.push_back({kind, name, value, {}, {}});
}

// n unit masses that slide along x side by side: coordinates x1, x2 ..
inline ModelBuilder sliders(int n) {
    ModelBuilder b("sliders");
    for (int k = 1; k <= n; ++k) {
        b.body("slider" + std::to_string(k), ground);
        b.prismatic(b.axis(0), "x" + std::to_string(k));
        b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
    }
    return b;
}

}  // namespace lag
