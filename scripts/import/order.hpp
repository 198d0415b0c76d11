// In which order bodies can be declared: a body behind its inboard body, and behind what its motion follows.
#pragma once

#include "scripts/import/robot.hpp"

namespace lag {

// Follows motions that follow others to those that move by themselves, then gives the links' order: that of the tree, a link
// with what hangs on it as soon as it can stand. Where what a motion follows hangs on itself, the motion is
// free and a relation holds both. InputError: a joint that is not there, or one that follows itself.
std::vector<std::size_t> declared_order(Robot& robot);

}  // namespace lag
