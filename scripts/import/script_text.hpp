// A robot as a script that a person keeps and edits.
#pragma once

#include "scripts/import/names.hpp"
#include "scripts/import/robot.hpp"

namespace lag {

// The links in the order in which they are declared. What the script cannot hold is added to robot.left_out.
std::string robot_script(Robot& robot, const std::vector<std::size_t>& order, const ImportOptions& options);

// "<gazebo> (arm.urdf:12, 40)": what is left out, by kind.
std::vector<std::string> left_out_lines(const Robot& robot);

}  // namespace lag
