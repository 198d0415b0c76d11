// Kinematics as values: position velocity acceleration angular_velocity rotation distance distance_rate origin cm, and
// which speeds they depend on: theta_places omega_places.
#include <fmt/format.h>

#include <algorithm>
#include <array>

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
    const Model& model = call.description().model();
    const PointOnBody first = point_argument(call, 0);
    const PointOnBody from = call.has(1) ? first : origin_of(model, ground);
    const PointOnBody to = call.has(1) ? point_argument(call, 1) : first;
    return formed(call, call.description().mechanics().position(model, from, to, frame_or_ground(call, "in")), "m");
}

// Velocity or acceleration of a point.
Value motion_of_point(Call& call, decltype(&Mechanics::velocity) motion, const char* unit) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0);
    const BodyIndex observer = observer_of(call);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, (call.description().mechanics().*motion)(call.description().model(), P, observer, in), unit);
}

Value velocity(Call& call) {
    return motion_of_point(call, &Mechanics::velocity, "m/s");
}

Value acceleration(Call& call) {
    return motion_of_point(call, &Mechanics::acceleration, "m/s^2");
}

Value angular_velocity(Call& call) {
    require_model(call);
    const BodyIndex b = frame_of(call, call.value(0), call.argument(0)).body;
    const BodyIndex observer = observer_of(call);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, call.description().mechanics().angular_velocity(call.description().model(), b, observer, in),
                  "rad/s");
}

Value rotation(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const FrameOnBody to = frame_of(call, call.value(0), call.argument(0));
    const FrameOnBody from = call.has(1) ? frame_of(call, call.value(1), call.argument(1)) : axes_of(model, ground);
    return formed(call, call.description().mechanics().rotation(model, to, from), "1");
}

Value distance(Call& call) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0), Q = point_argument(call, 1);
    return formed(call, call.description().mechanics().distance(call.description().model(), P, Q), "m");
}

Value distance_rate(Call& call) {
    require_model(call);
    const PointOnBody P = point_argument(call, 0), Q = point_argument(call, 1);
    return formed(call, call.description().mechanics().distance_rate(call.description().model(), P, Q), "m/s");
}

// Turner's lists of a body: the speeds that its angular velocity depends on, and those that the velocity of its mass
// centre does, both absolute; in the order of u. They are found as he finds them, by looking which appear.
std::array<std::vector<SpeedIndex>, 2> speeds_of_body(Call& call) {
    require_model(call);
    Description& description = call.description();
    const Model& model = description.model();
    const BodyIndex b = body_of(call, call.value(0), call.argument(0));
    const FrameOnBody own = axes_of(model, b);
    const auto speeds_in = [&](const Vec3<Expr>& vector) {
        std::vector<SpeedIndex> speeds;
        Graph& graph = description.graph();
        const std::array<Expr, 3> components{graph.own(vector[0]), graph.own(vector[1]), graph.own(vector[2])};
        const std::vector<Expr> found = symbols_in(graph, components, bit(Role::speed));
        for (std::size_t u = 0; u < model.speeds.size(); ++u)
            if (std::ranges::find(found, symbol(model, SpeedIndex{u})) != found.end()) speeds.emplace_back(u);
        return speeds;
    };
    Mechanics& mechanics = description.mechanics();
    return {speeds_in(mechanics.angular_velocity(model, b, ground, own)),
            speeds_in(mechanics.velocity(model, mass_centre_of(model, b), ground, own))};
}

Value theta_places(Call& call) {
    Algebra& algebra = call.description().algebra();
    const Model& model = call.description().model();
    std::vector<Value> lists;
    for (const std::vector<SpeedIndex>& speeds : speeds_of_body(call)) {
        std::vector<Expr> symbols;
        for (const SpeedIndex u : speeds) symbols.push_back(symbol(model, u));
        lists.push_back(list_of(algebra, symbols));
    }
    return lists;
}

Value omega_places(Call& call) {
    std::vector<Value> lists;
    for (const std::vector<SpeedIndex>& speeds : speeds_of_body(call)) {
        std::vector<Scalar> places;
        for (const SpeedIndex u : speeds) places.push_back(Algebra::integer(static_cast<long>(u.value) + 1));
        lists.push_back(list_of(places));
    }
    return lists;
}

Value origin(Call& call) {
    return origin_of(call.description().model(), body_of(call, call.value(0), call.argument(0)));
}

Value mass_centre(Call& call) {
    const Model& model = call.description().model();
    const BodyIndex b = body_of(call, call.value(0), call.argument(0));
    if (model.body(b).elastic)
        call.fail(call.argument(0),
                  fmt::format("the mass centre of the flexible body '{}' moves in it: it is no point of the body",
                              model.body(b).name),
                  fmt::format("take a point of it, node({0}, s), or momentum({0}), mass_centre()", model.body(b).name));
    return mass_centre_of(model, b);
}

}  // namespace

std::vector<BuiltIn> kinematic_functions() {
    using namespace arguments;
    return {
        {"position",
         {required("P", a_point, "from the ground origin to P"), optional("Q", a_point, "from P to Q"),
          in_axes("the axes of the components")},
         "from the ground origin to P, or from P to Q",
         "position(tip)[2];",
         position},
        {"velocity",
         {required("P", a_point, "the point that moves"), in_axes(), relative_to()},
         "of point P as observed in A",
         "velocity(tip, in = rod);",
         velocity},
        {"acceleration",
         {required("P", a_point, "the point that moves"), in_axes(), relative_to()},
         "of point P as observed in A; holds second derivatives",
         "acceleration(tip);",
         acceleration},
        {"angular_velocity",
         {required("B", a_frame, "what turns"), in_axes(), relative_to()},
         "of body B as observed in A",
         "angular_velocity(rod);",
         angular_velocity},
        {"rotation",
         {required("B", a_frame, "the axes of the results"),
          optional("A", a_frame, "the axes of what is mapped").otherwise("ground")},
         "the matrix that maps components in A to components in B",
         "rotation(rod, ground);",
         rotation},
        {"distance",
         {required("P", a_point), required("Q", a_point)},
         "between two points",
         "distance(tip, origin(ground));",
         distance},
        {"distance_rate",
         {required("P", a_point), required("Q", a_point)},
         "how fast two points part",
         "distance_rate(tip, origin(ground));",
         distance_rate},
        {"theta_places",
         {required("B", a_body)},
         "the speeds that the angular velocity of body B depends on, and those that the velocity of its mass centre "
         "does",
         "theta_places(rod);",
         theta_places},
        {"omega_places",
         {required("B", a_body)},
         "the lists of theta_places(B) as places in speeds(), from 1",
         "omega_places(rod);",
         omega_places},
        {"origin", {required("B", a_body)}, "the origin of body B as a point", "position(origin(rod));", origin},
        {"cm", {required("B", a_body)}, "the mass centre of body B as a point", "position(cm(rod));", mass_centre},
    };
}

}  // namespace lag
