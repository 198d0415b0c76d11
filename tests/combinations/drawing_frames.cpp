// Frames that inputs, coordinates and the time turn, with what is fixed in them.
#include "tests/combinations/drawing.hpp"

namespace lag::combinations {

namespace {

constexpr Unit metre{0, 1, 0, 0}, turned{0, 0, 0, 1}, turn_moment{1, 2, -2, 0};

}  // namespace

std::string Drawing::turning_angle() {
    std::vector<std::string> angles;
    for (const Named& q : tree_coordinates_)
        if (q.unit == turned) angles.push_back(q.name);
    if (!angles.empty() && random_.chance(0.5)) return number(0.2, 2) + "*" + random_.pick(angles);
    if (varying_ && random_.chance(0.3)) return number(0.1, 0.6) + "*sin(" + number(0.5, 3) + "*t)";
    return input(turned);
}

// A point on it carries loads, and its motion is shown: both hold the rates of the angle.
void Drawing::turning_frame() {
    const std::string name = fresh("F"), P = fresh("P");
    std::string turns = std::string("[") + (flat_ ? 'z' : "xyz"[random_.integer(0, 2)]) + ", " + turning_angle() + "]";
    if (random_.chance(0.3))
        turns +=
            std::string(", [") + (flat_ ? 'z' : "xyz"[random_.integer(0, 2)]) + ", " + quantity(-1, 1, turned) + "]";
    add("frame", {name, random_.pick(bodies_), "orient = [" + turns + "]"});
    add("point", {P, name, vector(-1, 1, metre)});
    frames_.push_back(name), points_.push_back(P);
    const std::string component = "[" + std::to_string(random_.integer(1, flat_ ? 2 : 3)) + "]";
    switch (random_.integer(0, 3)) {
        case 0:
            return add("output", {fresh("o"), "velocity(" + P + ")" + component});
        case 1:
            return add("output", {fresh("o"), "acceleration(" + P + ", in = " + name + ")" + component});
        case 2:
            return add("output", {fresh("o"), "angular_velocity(" + name + ")[3]"});
        default:  // refused where the angle is constant: the frame is then fixed in the body
            add_if_taken({{"torque", {name, "[0, 0, " + expression(turn_moment, true) + "]"}}});
    }
}

}  // namespace lag::combinations
