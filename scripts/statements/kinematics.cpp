// Kinematics as values: position velocity acceleration angular_velocity rotation distance distance_rate origin cm.
#include "scripts/statements/formed.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

PointOnBody point_argument(Call& call, std::size_t i) {
    return point_of(call, call.value(i), call.argument(i));
}

// The frame of observation; axes fixed in a body observe as the body does.
BodyIndex observer_of(Call& call) {
    if (!call.has("relative_to")) return ground;
    return frame_of(call, call.value("relative_to"), call.argument("relative_to")).body;
}

Value position(Call& call) {
    require_model(call);
    const Model& model = call.interpreter.model();
    const PointOnBody first = point_argument(call, 0);
    const PointOnBody from = call.has(1) ? first : origin_of(model, ground);
    const PointOnBody to = call.has(1) ? point_argument(call, 1) : first;
    return formed(call, call.interpreter.mechanics().position(model, from, to, frame_or_ground(call, "in")), "m");
}

Value velocity(Call& call) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0);
    const BodyIndex observer = observer_of(call);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, call.interpreter.mechanics().velocity(call.interpreter.model(), P, observer, in), "m/s");
}

Value acceleration(Call& call) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0);
    const BodyIndex observer = observer_of(call);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, call.interpreter.mechanics().acceleration(call.interpreter.model(), P, observer, in), "m/s^2");
}

Value angular_velocity(Call& call) {
    require_model(call);
    const BodyIndex b = frame_of(call, call.value(0), call.argument(0)).body;
    const BodyIndex observer = observer_of(call);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, call.interpreter.mechanics().angular_velocity(call.interpreter.model(), b, observer, in),
                  "rad/s");
}

Value rotation(Call& call) {
    require_model(call);
    const Model& model = call.interpreter.model();
    const FrameOnBody to = frame_of(call, call.value(0), call.argument(0));
    const FrameOnBody from = call.has(1) ? frame_of(call, call.value(1), call.argument(1)) : axes_of(model, ground);
    return formed(call, call.interpreter.mechanics().rotation(model, to, from), "1");
}

Value distance(Call& call) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0), Q = point_argument(call, 1);
    return formed(call, call.interpreter.mechanics().distance(call.interpreter.model(), P, Q), "m");
}

Value distance_rate(Call& call) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0), Q = point_argument(call, 1);
    return formed(call, call.interpreter.mechanics().distance_rate(call.interpreter.model(), P, Q), "m/s");
}

Value origin(Call& call) {
    return origin_of(call.interpreter.model(), body_of(call, call.value(0), call.argument(0)));
}

Value mass_centre(Call& call) {
    return mass_centre_of(call.interpreter.model(), body_of(call, call.value(0), call.argument(0)));
}

}  // namespace

std::vector<BuiltIn> kinematic_functions() {
    return {
        {"position",
         "position(P) or position(P, Q), in = F",
         "from the ground origin to P, or from P to Q",
         "position(tip)[2];",
         1,
         2,
         {"in"},
         position},
        {"velocity",
         "velocity(P, in = F, relative_to = A)",
         "of point P as observed in A",
         "velocity(tip, in = rod);",
         1,
         1,
         {"in", "relative_to"},
         velocity},
        {"acceleration",
         "acceleration(P, in = F, relative_to = A)",
         "of point P as observed in A; holds second derivatives",
         "acceleration(tip);",
         1,
         1,
         {"in", "relative_to"},
         acceleration},
        {"angular_velocity",
         "angular_velocity(B, in = F, relative_to = A)",
         "of body B as observed in A",
         "angular_velocity(rod);",
         1,
         1,
         {"in", "relative_to"},
         angular_velocity},
        {"rotation",
         "rotation(B, A)",
         "the matrix that maps components in A to components in B",
         "rotation(rod, ground);",
         1,
         2,
         {},
         rotation},
        {"distance", "distance(P, Q)", "between two points", "distance(tip, origin(ground));", 2, 2, {}, distance},
        {"distance_rate",
         "distance_rate(P, Q)",
         "how fast two points part",
         "distance_rate(tip, origin(ground));",
         2,
         2,
         {},
         distance_rate},
        {"origin", "origin(B)", "the origin of body B as a point", "position(origin(rod));", 1, 1, {}, origin},
        {"cm", "cm(B)", "the mass centre of body B as a point", "position(cm(rod));", 1, 1, {}, mass_centre},
    };
}

}  // namespace lag
