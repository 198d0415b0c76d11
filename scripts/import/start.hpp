// How a robot stands when its script starts.
#pragma once

#include <vector>

#include "scripts/import/robot.hpp"

namespace lag {

// Of a joint with one coordinate: as the links are placed, or in the middle of limits that exclude this.
double start_of(const RobotMotion& motion);

// Of the links in ground, at the start.
std::vector<RobotFrame> start_frames(const Robot& robot);

// What touches the plane z = 0: a point of a link, below it by `radius`.
struct RobotFoot {
    std::size_t link = RobotLink::no_link;
    Vec3<double> at;
    Written radius;
};

// Spheres, and the corners of boxes, of links that carry no other.
std::vector<RobotFoot> feet_of(const Robot& robot);

// Lifts a free root that would start with a foot below the plane until its lowest foot stands on it.
void lift_onto_plane(Robot& robot);

}  // namespace lag
