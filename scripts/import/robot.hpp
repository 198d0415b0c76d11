// A robot as every reader gives it and the writer takes it: links in a tree, joints as lists of motions, what they
// weigh, what they look like, what closes loops, and what of the file has no place in it.
//
//   file -> reader (urdf.hpp) -> Robot -> required_inertias (masses.hpp) -> script (script_text.hpp)
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scripts/import/written.hpp"

namespace lag {

struct RobotInertia {
    Written mass;
    Written3 cm;                      // from the link's origin, along its axes
    std::array<Written, 6> about_cm;  // xx, yy, zz, xy, xz, yz of the tensor, along the link's axes
    std::string note;                 // a comment above the body; may be empty
    SourcePosition place;
};

// input -> gear (gain input + bias[0] + bias[1] length + bias[2] velocity), with length and velocity `gear` times those
// of the motion.
struct RobotActuator {
    std::string name;
    Written gear{"1", 1}, gain{"1", 1};
    Written3 bias;
    std::string note;  // the input's text; may be empty
};

// Moves along with another: factor times its coordinate, plus offset.
struct RobotMimic {
    std::string leader;
    Written factor{"1", 1}, offset;
};

struct RobotMotion {
    enum class Kind { turn, slide, ball, free };
    Kind kind = Kind::turn;
    std::string name;  // the joint's in the file
    Written3 axis = unit_z;
    Written zero;   // the coordinate at which the links stand as placed
    Written pitch;  // of a turn that is a screw: advance along the axis for one radian
    Written damping, friction, stiffness, rest, armature;
    std::optional<Written> low, high;
    std::string note;               // of the joint, in the comment on limits: "at most 2 rad/s"
    std::optional<Written> effort;  // at most; zero: nothing drives it
    std::vector<RobotActuator> actuators;
    std::optional<RobotMimic> mimic;
    bool is_held = false;  // accepted although nothing with inertia resists it: written as a number
    RobotFrame start;      // of free
    SourcePosition place;
};

struct RobotLink {
    std::string name;
    std::size_t parent = no_link;
    RobotPlacement placement;  // of the joint, from the parent's origin and axes
    std::vector<RobotMotion> motions;
    Written3 outboard;  // the joint, from the link's origin along its axes
    std::optional<RobotInertia> inertia;
    SourcePosition place;
    static constexpr std::size_t no_link = static_cast<std::size_t>(-1);
};

struct RobotShape {
    enum class Kind { box, cylinder, sphere, mesh };
    std::size_t link = RobotLink::no_link;
    Kind kind = Kind::box;
    Written3 size;  // edges; radius and length; radius
    RobotPlacement placement;
    std::filesystem::path file;
    bool collides = false;  // the form that touches others, not the one that is seen
    SourcePosition place;
};

// Two frames, each in a link, that coincide: their origins, or all of them but for motions of the second in the first.
struct RobotLoop {
    enum class Kind { point, hinge };
    Kind kind = Kind::point;
    std::string name;
    std::size_t inboard = RobotLink::no_link, outboard = RobotLink::no_link;
    RobotPlacement at;                 // in the inboard link
    RobotPlacement outboard_at;        // in the outboard link
    std::vector<RobotMotion> motions;  // of a hinge, in the inboard frame; none: the links are welded
    SourcePosition place;
};

// first - first_zero = sum of coefficients[k] (second - second_zero)^k
struct RobotRelation {
    std::string first, second;
    std::vector<Written> coefficients;
    SourcePosition place;
    Written first_zero, second_zero;
};

// A sum of coordinates, its length, on which something pulls.
struct RobotTendon {
    std::string name;
    std::vector<std::pair<std::string, Written>> parts;  // joint, factor
    Written stiffness, damping, rest;
    std::vector<RobotActuator> actuators;
};

struct LeftOut {
    std::string what, place, name = {};  // its name in the file, where it has one
};

struct Robot {
    std::string name, format;
    std::filesystem::path file;
    std::vector<RobotLink> links;
    std::vector<RobotShape> shapes;
    std::vector<RobotLoop> loops;
    std::vector<RobotRelation> relations;
    std::vector<RobotTendon> tendons;
    std::vector<LeftOut> left_out;
    std::vector<std::string> remarks;  // lines of the head comment
    Written3 gravity{Written{}, Written{}, Written{"-9.81", -9.81}};
};

struct ImportOptions {
    bool accept = false, parameters = false, limits = false, contacts = false;
    std::optional<bool> free_base;              // nothing: as the file says
    std::vector<std::string> words;             // names that the language has
    std::filesystem::path script_folder = ".";  // meshes are named from there
};

}  // namespace lag
