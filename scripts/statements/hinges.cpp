// The constructors: one built-in each.
#include "scripts/statements/hinges.hpp"

#include <fmt/format.h>

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
    spec.pitch = quantity(call, 1, only_parameters, "the pitch of a screw");
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
    const std::string wanted = fmt::format("a list of {} {}", count, what);
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
        if (!value.is_list() || value.items().size() != 2) call.expected(call.declared(0).type.words, value, axes);
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
            call.fail(call.argument(other), fmt::format("'{}' and 'quaternion' exclude each other", other),
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
    if (value.is_scalar()) {
        const std::string name = call.description().algebra().name_of(value.scalar());
        if (name == "fixed") {
            list.kind = "fixed";
            return list;
        }
        for (const BuiltIn& hinge : hinge_constructors())
            if (hinge.name == name)
                call.fail(at, fmt::format("the hinge '{}' is written with parentheses", name),
                          "for example " + hinge.example);
    }
    if (!value.is_list()) call.expected(arguments::a_hinge.words, value, at);
    for (std::size_t i = 0; i < value.items().size(); ++i) {
        const Value& item = value.items()[i];
        if (!item.is_motion() || item.motion()->kind == Kind::coupled)
            call.expected("rotate(axis, slot) or translate(axis, slot)", item, Call::entry(at, i));
        list.motions.push_back(*item.motion());
    }
    return list;
}

namespace {

DeclaredArgument euler_sequence() {
    return arguments::keyword("sequence", "321", arguments::a_whole_number,
                              "the axes of three successive rotations: 321 is z, then y, then x")
        .otherwise("321");
}

DeclaredArgument angle_names() {
    return arguments::keyword("angles", "[a1, a2, a3]", arguments::some_names,
                              "names of the angles in that order; else B_q1, B_q2, B_q3")
        .in("rad");
}

DeclaredArgument euler_parameters() {
    return arguments::keyword("quaternion", "[e0, e1, e2, e3]", arguments::some_names,
                              "names of Euler parameters instead of angles, the scalar one first");
}

}  // namespace

std::vector<BuiltIn> hinge_constructors() {
    using namespace arguments;
    return {
        {"revolute",
         {required("axis", an_axis, "what it turns about"), optional("q", a_slot, "the angle").in("rad")},
         "a hinge that turns about an axis",
         "body(rod, ground, hinge = revolute(z, q1), mass = 1, inertia = [0, 0, 1])$",
         revolute},
        {"prismatic",
         {required("axis", an_axis, "what it slides along"), optional("q", a_slot, "the displacement").in("m")},
         "a hinge that slides along an axis",
         "body(cart, ground, hinge = prismatic(x, s), mass = 1)$",
         prismatic},
        {"screw",
         {required("axis", an_axis, "what it turns about and moves along"),
          required("pitch", a_number, "the advance per angle: numbers and parameters").in("m/rad"),
          optional("q", a_slot, "the angle").in("rad")},
         "turns about an axis and moves along it by pitch per radian",
         "body(nut, ground, hinge = screw(z, 1/100, q1), mass = 1, inertia = [0, 0, 1])$",
         screw},
        {"cylindrical",
         {required("axis", an_axis, "what it turns about and slides along"),
          optional("q", a_slot, "the angle").in("rad"), optional("s", a_slot, "the displacement").in("m")},
         "turns about an axis and slides along it",
         "body(piston, ground, hinge = cylindrical(z, q1, s1), mass = 1, inertia = [0, 0, 1])$",
         cylindrical},
        {"universal",
         {required("[a1, a2]", two_axes, "the first axis and the second, which the first turns"),
          optional("[q1, q2]", some_slots, "the angles: two slots").in("rad")},
         "two successive rotations, the second axis turned by the first",
         "body(fork, ground, hinge = universal([z, x], [q1, q2]), mass = 1, inertia = [1, 1, 1])$",
         universal},
        {"planar",
         {required("axis", an_axis, "across which it moves: x, y or z"),
          optional("[x, y, q]", some_slots, "two displacements, in m, and the angle, in rad: three slots"),
          keyword("speeds", "[vx, vy, r]", some_names,
                  "names of quasi-velocities along the new body's axes, in the place of the coordinates' rates")},
         "two translations across an axis and a rotation about it; with speeds, body-fixed quasi-velocities",
         "body(sled, ground, hinge = planar(z, [x1, y1, q1]), mass = 1, inertia = [0, 0, 1])$",
         planar},
        {"spherical",
         {euler_sequence(), angle_names(), euler_parameters(),
          keyword("speeds", "[w1, w2, w3]", some_names,
                  "names of the angular velocity's components in the new body's axes; else B_w1, B_w2, B_w3")
              .in("rad/s")},
         "a ball hinge; speeds are the angular velocity in the new body's axes",
         "body(top, ground, hinge = spherical(sequence = 313, angles = [a, b, c]), mass = 1, inertia = [1, 1, 1])$",
         spherical},
        {"free",
         {euler_sequence(), angle_names(), euler_parameters(),
          keyword("position", "[x, y, z]", some_names,
                  "names of the displacements of the hinge point along the hinge axes; else B_q4, B_q5, B_q6")
              .in("m"),
          keyword("speeds", "[p, q, r, u, v, w]", some_names,
                  "names of the components of the angular velocity, in rad/s, and of the velocity, in m/s, in the new "
                  "body's axes; else B_w1 .. B_w3, B_v1 .. B_v3")},
         "six degrees of freedom; speeds are angular and linear velocity in the new body's axes",
         "body(hull, ground, hinge = free(quaternion = [e0, e1, e2, e3]), mass = 1, inertia = [1, 1, 1])$",
         free_hinge},
        {"fixed", {}, "no motion at all", "body(mount, ground, hinge = fixed)$", fixed},
        {"rotate",
         {required("axis", an_axis, "what it turns about"), optional("slot", a_slot, "the angle").in("rad")},
         "an elementary rotation in a list of motions",
         "body(rod, ground, hinge = [translate(x, s), rotate(z, q1)], mass = 1, inertia = [0, 0, 1])$",
         rotate},
        {"translate",
         {required("axis", an_axis, "what it moves along"), optional("slot", a_slot, "the displacement").in("m")},
         "an elementary translation in a list of motions",
         "body(rod, ground, hinge = [translate(x, s), rotate(z, q1)], mass = 1, inertia = [0, 0, 1])$",
         translate},
        {"coupled",
         {required("q1", a_slot, "the coordinate that it follows")},
         "in a slot: moves one to one with a coordinate declared earlier",
         "body(wheel2, ground, hinge = revolute(y, coupled(q1)), inertia = [0, 1, 0])$",
         coupled},
    };
}

}  // namespace lag
