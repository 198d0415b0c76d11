// What a robot's file says of its root and of what drives its joints, alike in URDF and SDF.
#pragma once

#include <set>

#include "scripts/import/robot.hpp"

namespace lag {

// An input for each joint in `driven`; where that is empty, for each joint with an effort.
void add_effort_inputs(Robot& robot, const std::set<std::string>& driven);

// Roots move freely or stand, as options.free_base says.
void set_base(Robot& robot, const ImportOptions& options);

// A free motion that starts where the placement is.
void set_free(RobotLink& link);

}  // namespace lag
