// The two points that the rows of a closed loop hold together, and the axes in which they are stated.
#pragma once

#include <optional>

#include "core/model.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

// A position error is the way from p to q, seen from the nearest common body in its own axes.
struct LoopPoints {
    PointOnLink p, q;
    BodyIndex common_body;
    std::size_t common = 0;  // the link that ends it
};

// Of a loop, and of a cut hinge that holds all three translations (its first three rows); else nothing.
std::optional<LoopPoints> loop_points(const Model& model, const Kinematics& kinematics, const Constraint& constraint);

}  // namespace lag
