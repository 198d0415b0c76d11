// Which inertias no body can have, and which motions move nothing that has inertia.
#pragma once

#include "scripts/import/robot.hpp"

namespace lag {

// InputError that names every one of them with its place. With options.accept each has a comment at its body: what the
// language takes stays, negative masses, moments, armatures and frictions are left out, and what moves nothing is held.
void require_inertias(Robot& robot, const ImportOptions& options);

// Of the elements xx, yy, zz, xy, xz, yz.
Mat3<double> tensor_of(const std::array<Written, 6>& elements);

// R I R^T of a tensor's elements xx, yy, zz, xy, xz, yz.
std::array<Written, 6> turned_inertia(const std::array<Written, 6>& inertia, const Mat3<double>& R);

// From the axes along which a file gives it into those of the link; `said` is how the file says the turns, for the comment.
void turn_inertia(RobotInertia& inertia, const std::vector<RobotTurn>& turns, const std::string& said);

}  // namespace lag
