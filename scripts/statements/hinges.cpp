// The constructors: one built-in each.
#include "scripts/statements/hinges.hpp"

#include <array>

#include "scripts/statements/rotation.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

using Kind = MotionSpec::Kind;

Value hinge_value(HingeSpec spec) {
    return std::make_shared<const HingeSpec>(std::move(spec));
}

HingeSpec started(Call& call) {
    require_model(call);
    HingeSpec spec;
    spec.kind = call.built_in.name;
    spec.place = call.place(call.node);
    return spec;
}

SlotSpec slot_of(Call& call, const Value& value, const Syntax& at) {
    return {value, at, call.place(at)};
}

SlotSpec slot_at(Call& call, std::size_t argument) {
    if (!call.has(argument)) return {Value(), call.node, call.place(call.node), true};
    return slot_of(call, call.value(argument), call.argument(argument));
}

MotionSpec motion(Call& call, Kind kind, std::size_t slot) {
    return {kind, axis_at(call, call.argument(0)), slot_at(call, slot)};
}

Value revolute(Call& call) {
    HingeSpec spec = started(call);
    spec.motions = {motion(call, Kind::rotate, 1)};
    return hinge_value(std::move(spec));
}

Value prismatic(Call& call) {
    HingeSpec spec = started(call);
    spec.motions = {motion(call, Kind::translate, 1)};
    return hinge_value(std::move(spec));
}

Value screw(Call& call) {
    HingeSpec spec = started(call);
    spec.motions = {motion(call, Kind::rotate, 2)};
    spec.pitch = quantity(call, call.value(1), call.argument(1), only_parameters, "the pitch of a screw");
    require_unit(call, call.value(1), "m/rad", call.argument(1), "the pitch of a screw");
    return hinge_value(std::move(spec));
}

Value cylindrical(Call& call) {
    HingeSpec spec = started(call);
    spec.motions = {motion(call, Kind::rotate, 1), motion(call, Kind::translate, 2)};
    return hinge_value(std::move(spec));
}

// Names or values of a list argument, or left out altogether.
std::vector<SlotSpec> slots_of(Call& call, const Value& value, const Syntax& at, std::size_t count,
                               const std::string& what) {
    const std::string wanted = "a list of " + std::to_string(count) + " " + what;
    if (!value.is_list() || value.items().size() != count) call.expected(wanted, value, at);
    std::vector<SlotSpec> slots;
    for (std::size_t i = 0; i < count; ++i) slots.push_back(slot_of(call, value.items()[i], Call::entry(at, i)));
    return slots;
}

std::vector<SlotSpec> left_out(Call& call, std::size_t count) {
    return std::vector<SlotSpec>(count, {Value(), call.node, call.place(call.node), true});
}

std::vector<SlotSpec> named(Call& call, const std::string& keyword, std::size_t count, const std::string& what) {
    if (!call.has(keyword)) return left_out(call, count);
    return slots_of(call, call.value(keyword), call.argument(keyword), count, what);
}

Value universal(Call& call) {
    HingeSpec spec = started(call);
    const Syntax& axes = call.argument(0);
    std::array<Vec3<Expr>, 2> axis;
    if (axes->kind == NodeKind::list && axes->children.size() == 2) {
        for (std::size_t i = 0; i < 2; ++i) axis[i] = axis_at(call, axes->children[i]);
    } else {
        const Value& value = call.value(0);
        if (!value.is_list() || value.items().size() != 2) call.expected("two axes [a1, a2]", value, axes);
        for (std::size_t i = 0; i < 2; ++i) axis[i] = axis_from(call, value.items()[i], axes);
    }
    const std::vector<SlotSpec> slots =
        call.has(1) ? slots_of(call, call.value(1), call.argument(1), 2, "coordinates") : left_out(call, 2);
    for (std::size_t i = 0; i < 2; ++i) spec.motions.push_back({Kind::rotate, axis[i], slots[i]});
    return hinge_value(std::move(spec));
}

Value planar(Call& call) {
    HingeSpec spec = started(call);
    const Vec3<Expr> axis = axis_at(call, call.argument(0));
    spec.planar_axis = principal_axis(axis);
    if (spec.planar_axis < 0)
        call.fail(call.argument(0), "the axis of a planar hinge must be x, y or z",
                  "turn the hinge axes with orient = [[axis, angle]]");
    const std::vector<SlotSpec> slots =
        call.has(1) ? slots_of(call, call.value(1), call.argument(1), 3, "coordinates") : left_out(call, 3);
    const std::array<Kind, 3> kinds{Kind::translate, Kind::translate, Kind::rotate};
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3<Expr> direction = zero_vector(call.description().graph());
        direction[(static_cast<std::size_t>(spec.planar_axis) + 1 + i) % 3] = call.description().graph().integer(1);
        spec.motions.push_back({kinds[i], direction, slots[i]});
    }
    if (call.has("speeds")) {
        spec.quasi = Quasi::planar;
        spec.speeds = named(call, "speeds", 3, "speeds");
    }
    return hinge_value(std::move(spec));
}

int sequence_of(Call& call) {
    const std::string keyword = "sequence";
    if (!call.has(keyword)) return 321;
    const Syntax& at = call.argument(keyword);
    const Scalar value = call.scalar(keyword);
    constexpr std::array<int, 12> sequences{121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323};
    for (const int sequence : sequences)
        if (Algebra::is_rational(value) && Algebra::rational_of(value) == Rational(sequence)) return sequence;
    call.fail(at, call.interpreter.text(call.value(keyword)) + " is no Euler sequence",
              "the twelve are 121 123 131 132 212 213 231 232 312 313 321 323");
}

void read_orientation(Call& call, HingeSpec& spec) {
    spec.quaternion = call.has("quaternion");
    if (!spec.quaternion) {
        spec.sequence = sequence_of(call);
        spec.orientation = named(call, "angles", 3, "angles");
        return;
    }
    for (const char* other : {"sequence", "angles"})
        if (call.has(other))
            call.fail(call.argument(other), std::string("'") + other + "' and 'quaternion' exclude each other",
                      "the orientation is given by three angles or by four Euler parameters");
    spec.orientation = named(call, "quaternion", 4, "Euler parameters");
}

Value spherical(Call& call) {
    HingeSpec spec = started(call);
    spec.quasi = Quasi::spherical;
    read_orientation(call, spec);
    spec.speeds = named(call, "speeds", 3, "speeds");
    return hinge_value(std::move(spec));
}

Value free_hinge(Call& call) {
    HingeSpec spec = started(call);
    spec.quasi = Quasi::free;
    read_orientation(call, spec);
    spec.position = named(call, "position", 3, "coordinates");
    spec.speeds = named(call, "speeds", 6, "speeds");
    return hinge_value(std::move(spec));
}

Value fixed(Call& call) {
    return hinge_value(started(call));
}

Value elementary(Call& call, Kind kind) {
    require_model(call);
    return std::make_shared<const MotionSpec>(motion(call, kind, 1));
}
Value rotate(Call& call) {
    return elementary(call, Kind::rotate);
}
Value translate(Call& call) {
    return elementary(call, Kind::translate);
}

Value coupled(Call& call) {
    require_model(call);
    MotionSpec spec;
    spec.kind = Kind::coupled;
    spec.slot = slot_at(call, 0);
    return std::make_shared<const MotionSpec>(std::move(spec));
}

}  // namespace

HingeSpec hinge_from(Call& call, const Value& value, const Syntax& at) {
    HingeSpec list;
    list.kind = "list";
    list.place = call.place(at);
    if (value.is_hinge()) return *value.hinge();
    if (value.is_motion() && value.motion()->kind != Kind::coupled) {
        list.motions = {*value.motion()};
        return list;
    }
    if (value.is_scalar() && call.description().algebra().name_of(value.scalar()) == "fixed") {
        list.kind = "fixed";
        return list;
    }
    const std::string wanted = "a hinge such as revolute(z, q1) or [translate(x, s), rotate(z, q1)]";
    if (!value.is_list()) call.expected(wanted, value, at);
    for (std::size_t i = 0; i < value.items().size(); ++i) {
        const Value& item = value.items()[i];
        if (!item.is_motion() || item.motion()->kind == Kind::coupled)
            call.expected("rotate(axis, slot) or translate(axis, slot)", item, Call::entry(at, i));
        list.motions.push_back(*item.motion());
    }
    return list;
}

std::vector<BuiltIn> hinge_constructors() {
    return {
        {"revolute",
         "revolute(axis, q)",
         "a hinge that turns about an axis",
         "body(rod, ground, hinge = revolute(z, q1), mass = 1, inertia = [0, 0, 1])$",
         1,
         2,
         {},
         revolute},
        {"prismatic",
         "prismatic(axis, q)",
         "a hinge that slides along an axis",
         "body(cart, ground, hinge = prismatic(x, s), mass = 1)$",
         1,
         2,
         {},
         prismatic},
        {"screw",
         "screw(axis, pitch, q)",
         "turns about an axis and moves along it by pitch per radian",
         "body(nut, ground, hinge = screw(z, 1/100, q1), mass = 1, inertia = [0, 0, 1])$",
         2,
         3,
         {},
         screw},
        {"cylindrical",
         "cylindrical(axis, q, s)",
         "turns about an axis and slides along it",
         "body(piston, ground, hinge = cylindrical(z, q1, s1), mass = 1, inertia = [0, 0, 1])$",
         1,
         3,
         {},
         cylindrical},
        {"universal",
         "universal([a1, a2], [q1, q2])",
         "two successive rotations, the second axis turned by the first",
         "body(fork, ground, hinge = universal([z, x], [q1, q2]), mass = 1, inertia = [1, 1, 1])$",
         1,
         2,
         {},
         universal},
        {"planar",
         "planar(axis, [x, y, q], speeds = [vx, vy, r])",
         "two translations across an axis and a rotation about it; with speeds, body-fixed quasi-velocities",
         "body(sled, ground, hinge = planar(z, [x1, y1, q1]), mass = 1, inertia = [0, 0, 1])$",
         1,
         2,
         {"speeds"},
         planar},
        {"spherical",
         "spherical(sequence = 321, angles = [..], quaternion = [..], speeds = [w1, w2, w3])",
         "a ball hinge; speeds are the angular velocity in the new body's axes",
         "body(top, ground, hinge = spherical(sequence = 313, angles = [a, b, c]), mass = 1, inertia = [1, 1, 1])$",
         0,
         0,
         {"sequence", "angles", "quaternion", "speeds"},
         spherical},
        {"free",
         "free(sequence = 321, angles = [..], quaternion = [..], position = [x, y, z], speeds = [p, q, r, u, v, w])",
         "six degrees of freedom; speeds are angular and linear velocity in the new body's axes",
         "body(hull, ground, hinge = free(quaternion = [e0, e1, e2, e3]), mass = 1, inertia = [1, 1, 1])$",
         0,
         0,
         {"sequence", "angles", "quaternion", "position", "speeds"},
         free_hinge},
        {"fixed", "fixed", "no motion at all", "body(mount, ground, hinge = fixed)$", 0, 0, {}, fixed},
        {"rotate",
         "rotate(axis, slot)",
         "an elementary rotation in a list of motions",
         "body(rod, ground, hinge = [translate(x, s), rotate(z, q1)], mass = 1, inertia = [0, 0, 1])$",
         1,
         2,
         {},
         rotate},
        {"translate",
         "translate(axis, slot)",
         "an elementary translation in a list of motions",
         "body(rod, ground, hinge = [translate(x, s), rotate(z, q1)], mass = 1, inertia = [0, 0, 1])$",
         1,
         2,
         {},
         translate},
        {"coupled",
         "coupled(q1)",
         "in a slot: moves one to one with a coordinate declared earlier",
         "body(wheel2, ground, hinge = revolute(y, coupled(q1)), inertia = [0, 1, 0])$",
         1,
         1,
         {},
         coupled},
    };
}

}  // namespace lag
