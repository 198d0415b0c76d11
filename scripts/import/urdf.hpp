// URDF, the Unified Robot Description Format of ROS: http://wiki.ros.org/urdf/XML.
#pragma once

#include "scripts/import/robot.hpp"

namespace lag {

// InputError with the place of what is wrong; a file of xacro macros is refused with the command that expands it.
Robot robot_of_urdf(const XmlElement& root, const ImportOptions& options);

}  // namespace lag
