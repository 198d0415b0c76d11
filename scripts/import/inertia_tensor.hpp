// Tensors of inertia in other axes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "scripts/import/robot.hpp"

namespace lag {

// Of the elements xx, yy, zz, xy, xz, yz.
Mat3<double> tensor_of(const std::array<Written, 6>& elements);

// R I R^T of a tensor's elements xx, yy, zz, xy, xz, yz.
std::array<Written, 6> turned_inertia(const std::array<Written, 6>& inertia, const Mat3<double>& R);

// From the axes along which a file gives it into those of the link; `said` is how the file says the turns, for the comment.
void turn_inertia(RobotInertia& inertia, const std::vector<RobotTurn>& turns, const std::string& said);

}  // namespace lag
