// Hinges as scripts write them, before they belong to a body: revolute(z, q1), [translate(x, s), rotate(z, q1)], ...
//
// A constructor reads axes and sorts names; what its slots mean (a new coordinate, a locked, prescribed or coupled
// motion) is decided when the body is declared, because only then coordinates come into being:
//   HingeSpec, Body --add_hinge()--> Hinge in model.bodies, entries in model.coordinates, model.speeds, model.inputs
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scripts/statements/reading.hpp"

namespace lag {

// What stands in a slot: its value, and the node and place to blame. `left_out`: a default name is made. `is_given`: an
// expression that makes no coordinate, whatever it looks like.
struct SlotSpec {
    Value value;
    Syntax at;
    Place place;
    bool left_out = false;
    bool is_given = false;
};

// One elementary motion; also what `coupled(q1)` evaluates to, which is allowed in a slot only.
struct MotionSpec {
    enum class Kind { rotate, translate, coupled };
    Kind kind = Kind::rotate;
    Vec3<Expr> axis;
    SlotSpec slot;
};

struct HingeSpec {
    std::string kind;
    std::vector<MotionSpec> motions;  // hinges of elementary motions: inboard to outboard
    Expr pitch;                       // screw: a second motion translates by pitch times the first
    int planar_axis = 2;
    // hinges with quasi-velocities: lists of names; nothing where the keyword was left out
    Quasi quasi = Quasi::none;
    bool quaternion = false;
    int sequence = 0;
    std::vector<SlotSpec> orientation, position, speeds;
    Place place;
};

// The hinge `body` = model.bodies.back() hangs on: declares its coordinates and speeds, in the order of q and u.
void add_hinge(Call& call, const HingeSpec& spec);
// The hinge of a cut hinge of body B: its coordinates are declared, named `<prefix>_q1...` where names are left out,
// and no speeds. InputError when the script names speeds.
Hinge cut_hinge_of(Call& call, const HingeSpec& spec, const std::string& prefix, BodyIndex B);
// What `hinge = ...` holds: a constructed hinge, a list of motions, `fixed`.
HingeSpec hinge_from(Call& call, const Value& value, const Syntax& at);

}  // namespace lag
