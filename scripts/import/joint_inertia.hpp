// Which motions of a robot's joints nothing with inertia resists.
#pragma once

#include <utility>
#include <vector>

#include "scripts/import/robot.hpp"

namespace lag {

using LinkMotion = std::pair<std::size_t, RobotMotion*>;  // a link, one of its motions

// The joints of one motion, at a general position, that moves nothing with inertia; inboard ones first, none that
// follows another or is held. Empty: there is none. In robots with loops, which may hold a motion of several, one
// joint alone.
std::vector<LinkMotion> motion_without_inertia(Robot& robot);

}  // namespace lag
