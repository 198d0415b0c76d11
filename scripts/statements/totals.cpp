// Of the system or a sub-tree: mass, mass centre, momentum, angular momentum; partial velocities.
#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/comma_list.hpp"
#include "scripts/statements/at_state.hpp"
#include "scripts/statements/formed.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

// All bodies so far, or a body and everything outboard of it.
std::vector<BodyIndex> chosen_bodies(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const BodyIndex root = call.has(0) ? body_of(call, call.value(0), call.argument(0)) : ground;
    std::vector<BodyIndex> bodies;
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        if (is_inboard_of(model, root, BodyIndex{b})) bodies.push_back(BodyIndex{b});
    if (bodies.empty()) call.fail(fmt::format("model '{}' has no bodies yet", model.name));
    return bodies;
}

Expr mass_of(Call& call, const std::vector<BodyIndex>& bodies) {
    Expr mass = call.description().graph().integer(0);
    for (const BodyIndex b : bodies) mass = mass + call.description().model().body(b).mass;
    return mass;
}

// From P to the mass centre of the bodies.
Vec3<Expr> to_mass_centre(Call& call, const std::vector<BodyIndex>& bodies, const PointOnBody& P,
                          const FrameOnBody& in) {
    const Model& model = call.description().model();
    const Expr mass = mass_of(call, bodies);
    if (mass.is_zero()) call.fail("bodies without mass have no mass centre");
    Vec3<Expr> moment = zero_vector(call.description().graph());
    for (const BodyIndex b : bodies)
        moment = moment +
                 model.body(b).mass * call.description().mechanics().position(model, P, mass_centre_of(model, b), in);
    const Expr one = call.description().graph().integer(1);
    return (one / mass) * moment;
}

Vec3<Expr> momentum_of(Call& call, const std::vector<BodyIndex>& bodies, const FrameOnBody& in) {
    Vec3<Expr> sum = zero_vector(call.description().graph());
    for (const BodyIndex b : bodies)
        sum = sum + call.description().mechanics().momentum(call.description().model(), b, in);
    return sum;
}

Value total_mass(Call& call) {
    return formed(call, mass_of(call, chosen_bodies(call)), "kg");
}

Value total_mass_centre(Call& call) {
    const std::vector<BodyIndex> bodies = chosen_bodies(call);
    const PointOnBody origin = origin_of(call.description().model(), ground);
    return formed(call, to_mass_centre(call, bodies, origin, frame_or_ground(call, "in")), "m");
}

Value total_momentum(Call& call) {
    const std::vector<BodyIndex> bodies = chosen_bodies(call);
    return formed(call, momentum_of(call, bodies, frame_or_ground(call, "in")), "N*s");
}

// Sum of J omega + (from the point to the body's mass centre) x m v.
Value total_angular_momentum(Call& call) {
    const std::vector<BodyIndex> bodies = chosen_bodies(call);
    const Model& model = call.description().model();
    Mechanics& mechanics = call.description().mechanics();
    const FrameOnBody in = frame_or_ground(call, "in");
    const bool about_point = call.has("about");
    const PointOnBody about =
        about_point ? point_of(call, call.value("about"), call.argument("about")) : origin_of(model, ground);
    Vec3<Expr> sum = zero_vector(call.description().graph());
    for (const BodyIndex b : bodies)
        sum = sum + mechanics.angular_momentum(model, b, in) +
              cross(mechanics.position(model, about, mass_centre_of(model, b), in), mechanics.momentum(model, b, in));
    if (!about_point && !mass_of(call, bodies).is_zero())
        sum = sum - cross(to_mass_centre(call, bodies, about, in), momentum_of(call, bodies, in));
    return formed(call, sum, "N*m*s");
}

// -- partial velocities

SpeedIndex speed_argument(Call& call, std::size_t i) {
    const Model& model = call.description().model();
    const std::string name = name_at_state(call, call.value(i), call.argument(i));
    std::vector<std::string> names;
    for (std::size_t u = 0; u < model.speeds.size(); ++u) {
        if (model.speeds[u].name == name) return SpeedIndex{u};
        names.push_back(model.speeds[u].name);
    }
    const std::string close = did_you_mean(name, names);
    call.fail(call.argument(i), fmt::format("'{}' is no speed of the model", name),
              !close.empty()  ? fmt::format("did you mean '{}'?", close)
              : names.empty() ? "it has none yet"
                              : "the speeds are: " + comma_list(names));
}

Vec3<Expr> by_speed(Call& call, const Vec3<Expr>& velocity, SpeedIndex u) {
    Vec3<Expr> result = velocity;
    const Expr speed = symbol(call.description().model(), u);
    for (std::size_t k = 0; k < 3; ++k) result[k] = partial_derivative(velocity[k], speed);
    return result;
}

Value partial_velocity(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const PointOnBody P = point_of(call, call.value(0), call.argument(0));
    const SpeedIndex u = speed_argument(call, 1);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, by_speed(call, call.description().mechanics().velocity(model, P, ground, in), u), "");
}

Value partial_angular_velocity(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const BodyIndex b = frame_of(call, call.value(0), call.argument(0)).body;
    const SpeedIndex u = speed_argument(call, 1);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, by_speed(call, call.description().mechanics().angular_velocity(model, b, ground, in), u), "");
}

}  // namespace

std::vector<BuiltIn> total_functions() {
    using namespace arguments;
    return {
        {"partial_velocity",
         {required("P", a_point), required("u", a_speed), in_axes()},
         "the derivative of the velocity of point P by the speed u",
         "partial_velocity(tip, q1');",
         partial_velocity,
         true},
        {"partial_angular_velocity",
         {required("B", a_frame), required("u", a_speed), in_axes()},
         "the derivative of the angular velocity of body B by the speed u",
         "partial_angular_velocity(rod, q1');",
         partial_angular_velocity,
         true},
        {"total_mass",
         {optional("B", a_body, "this body and all outboard of it; else all bodies")},
         "of all bodies so far, or of body B and everything outboard of it",
         "total_mass();",
         total_mass,
         true},
        {"mass_centre",
         {optional("B", a_body, "this body and all outboard of it; else all bodies"), in_axes()},
         "from the ground origin to the mass centre of all bodies so far, or of body B and everything outboard of it",
         "mass_centre()[2];",
         total_mass_centre,
         true},
        {"total_momentum",
         {optional("B", a_body, "this body and all outboard of it; else all bodies"), in_axes()},
         "the linear momentum of all bodies so far, or of body B and everything outboard of it",
         "total_momentum();",
         total_momentum,
         true},
        {"total_angular_momentum",
         {optional("B", a_body, "this body and all outboard of it; else all bodies"),
          keyword("about", "P", a_point, "the point that it is about; else their mass centre"), in_axes()},
         "the angular momentum of all bodies so far, or of body B and everything outboard of it, about their mass "
         "centre "
         "or point P",
         "total_angular_momentum(about = tip);",
         total_angular_momentum,
         true},
    };
}

}  // namespace lag
