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

// How a hinge is built. Names left out are `<prefix>_q1`, `<prefix>_w1`, ...
struct HingeForm {
    std::string prefix;
    BodyIndex body;           // whose coordinates they are
    bool with_speeds = true;  // a cut hinge has none
    bool reversed = false;    // the same motion as seen from the outboard body: each undone, the last one first
    bool is_measured = true;  // else: free motions without coordinates
};

// The hinge `body` = model.bodies.back() hangs on: declares its coordinates and speeds, in the order of q and u. Reversed, spherical and free
// hinges have the rates of their coordinates for speeds.
void add_hinge(Call& call, const HingeSpec& spec);
void add_hinge(Call& call, const HingeSpec& spec, const HingeForm& form);
// The hinge of a cut hinge: its coordinates are declared, and no speeds. InputError when the script names speeds.
Hinge cut_hinge_of(Call& call, const HingeSpec& spec, HingeForm form);
// Whether its rows hold none of its coordinates, and the script names none: a cut hinge can do without them.
bool needs_no_coordinates(const HingeSpec& spec);
// The names that stand alone in its slots: new coordinates, where nothing else has them.
std::vector<std::string> names_in_slots(Call& call, const HingeSpec& spec);
// Those in expressions and in coupled(..).
std::vector<std::string> names_needed(Call& call, const HingeSpec& spec);
// What `hinge = ...` holds: a constructed hinge, a list of motions, `fixed`.
HingeSpec hinge_from(Call& call, const Value& value, const Syntax& at);

}  // namespace lag
