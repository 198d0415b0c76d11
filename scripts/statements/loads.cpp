// force, torque, hinge_load, spring, line_force, potential, dissipation.
#include <fmt/format.h>

#include <algorithm>

#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

Value force(Call& call) {
    require_open(call);
    ForceLoad load;
    load.point = point_of(call, call.value(0), call.argument(0));
    load.components = quantities(call, 1, no_accelerations, "a force");
    load.frame = frame_or_ground(call, "in");
    if (call.has("reaction")) load.reaction = point_of(call, call.value("reaction"), call.argument("reaction"));
    call.description().change_model(ModelPart::mechanism).forces.push_back(std::move(load));
    return {};
}

Value torque(Call& call) {
    require_open(call);
    TorqueLoad load;
    load.body = body_of(call, call.value(0), call.argument(0));
    load.components = quantities(call, 1, no_accelerations, "a torque");
    load.frame = frame_or_ground(call, "in");
    if (call.has("reaction")) load.reaction = body_of(call, call.value("reaction"), call.argument("reaction"));
    call.description().change_model(ModelPart::mechanism).torques.push_back(std::move(load));
    return {};
}

// -- hinge_load

bool is_cut(const Model& model, CoordinateIndex q) {
    for (const Constraint& c : model.constraints)
        for (const CoordinateIndex own : c.cut.hinge.coordinates)
            if (own == q) return true;
    return false;
}

std::vector<std::string> loadable_names(const Model& model) {
    std::vector<std::string> names;
    for (const Speed& u : model.speeds) names.push_back(u.rate_of ? model.coordinates[u.rate_of->value].name : u.name);
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        if (is_cut(model, CoordinateIndex{k})) names.push_back(model.coordinates[k].name);
    return names;
}

std::string speeds_of(const Model& model, const Body& body) {
    std::string names;
    for (const SpeedIndex u : body.hinge.speeds) names += (names.empty() ? "" : ", ") + model.speeds[u.value].name;
    return names;
}

// The name as written or evaluated; a rate speed may also be written q1'.
std::string load_name(Call& call) {
    const Syntax& at = call.argument(0);
    if (at->kind == NodeKind::prime && at->primes == 1) {
        const Value inner = call.interpreter.evaluate(at->children[0]);
        if (inner.is_scalar()) {
            const std::string name = call.description().algebra().name_of(inner.scalar());
            if (!name.empty()) return name + "'";
        }
    }
    const Value& value = call.value(0);
    if (value.is_text()) return value.text();
    const std::string name = value.is_scalar() ? call.description().algebra().name_of(value.scalar()) : "";
    if (name.empty())
        call.fail(at,
                  "hinge_load takes the name of a coordinate or a speed, and this is " + call.interpreter.text(value),
                  "a locked or driven motion has no name and takes no load");
    return name;
}

SpeedIndex loaded_speed(Call& call) {
    const Model& model = call.description().model();
    const Syntax& at = call.argument(0);
    const std::string name = load_name(call);
    for (std::size_t k = 0; k < model.speeds.size(); ++k) {
        const Speed& u = model.speeds[k];
        if (u.name == name || (u.rate_of && model.coordinates[u.rate_of->value].name == name)) return SpeedIndex{k};
    }
    for (const Coordinate& q : model.coordinates)
        if ((q.name == name || q.name + "'" == name))
            call.fail(
                at,
                fmt::format("'{}' belongs to a hinge with quasi-velocities, where a load takes the speed's name", name),
                fmt::format("the speeds of body '{}' are {}", model.body(q.body).name,
                            speeds_of(model, model.body(q.body))));
    const Declaration* known = call.description().declaration(name);
    if (known != nullptr && known->role != Role::undeclared)
        call.fail(at,
                  fmt::format("'{}' is {}{}, not a coordinate or a speed", name,
                              known->role == Role::input ? "an " : "a ", name_of(known->role)),
                  "a locked or driven motion takes no load: what moves it supplies whatever force it needs");
    const std::string close = did_you_mean(name, loadable_names(model));
    call.fail(at, fmt::format("no coordinate or speed is named '{}'", name),
              close.empty() ? "a hinge load acts on a coordinate that a hinge above declares"
                            : fmt::format("did you mean '{}'?", close));
}

// A coordinate of a cut hinge, or its rate: it has no speed of its own.
std::optional<CoordinateIndex> loaded_cut_coordinate(Call& call) {
    const Model& model = call.description().model();
    const std::string name = load_name(call);
    for (std::size_t k = 0; k < model.coordinates.size(); ++k) {
        const std::string& q = model.coordinates[k].name;
        if ((q == name || q + "'" == name) && is_cut(model, CoordinateIndex{k})) return CoordinateIndex{k};
    }
    return std::nullopt;
}

Value hinge_load(Call& call) {
    require_open(call);
    const std::optional<CoordinateIndex> cut = loaded_cut_coordinate(call);
    const SpeedIndex u = cut ? SpeedIndex{} : loaded_speed(call);
    const Expr value = quantity(call, call.value(1), call.argument(1), no_accelerations, "a hinge load");
    const Model& model = call.description().model();
    const std::string unit = cut ? load_unit(model.coordinates[cut->value].unit + "/s") : load_unit(model, u);
    require_unit(call, call.value(1), unit, call.argument(1), "a hinge load");
    call.description()
        .change_model(ModelPart::mechanism)
        .hinge_loads.push_back({.speed = u, .value = value, .cut = cut});
    return {};
}

// -- loads along a line

struct Line {
    PointOnBody P, Q;
    Expr distance;
};

Line line_of(Call& call) {
    require_open(call);
    Line line{point_of(call, call.value(0), call.argument(0)), point_of(call, call.value(1), call.argument(1)), {}};
    line.distance = call.description().mechanics().distance(call.description().model(), line.P, line.Q);
    if (line.distance.is_zero())
        call.fail(call.argument(1), fmt::format("'{}' and '{}' are the same place: there is no line between them",
                                                line.P.name, line.Q.name));
    return line;
}

Value spring(Call& call) {
    const Line line = line_of(call);
    Description& description = call.description();
    const auto constant = [&](const std::string& keyword) {
        return quantity(call, keyword, no_state, fmt::format("the {} of a spring", keyword));
    };
    if (!call.has("stiffness") && !call.has("damping"))
        call.fail("a spring needs stiffness = k or damping = c or both");
    LineLoad load{.P = line.P,
                  .Q = line.Q,
                  .value = {},
                  .spring = true,
                  .stiffness = constant("stiffness"),
                  .length = constant("length")};
    const Expr damping = constant("damping");
    load.value = -(load.stiffness * (line.distance - load.length));
    if (!damping.is_zero())
        load.value -= damping * description.mechanics().distance_rate(description.model(), line.P, line.Q);
    description.change_model(ModelPart::mechanism).line_loads.push_back(std::move(load));
    return {};
}

Value line_force(Call& call) {
    const Line line = line_of(call);
    Graph& graph = call.description().graph();
    LineLoad load{.P = line.P,
                  .Q = line.Q,
                  .value = {},
                  .spring = false,
                  .stiffness = graph.integer(0),
                  .length = graph.integer(0)};
    load.value = quantity(call, 2, no_accelerations, "a line force");
    call.description().change_model(ModelPart::mechanism).line_loads.push_back(std::move(load));
    return {};
}

Value potential(Call& call) {
    require_open(call);
    const Expr V = quantity(call, 0, no_speeds, "a potential");
    call.description().change_model(ModelPart::mechanism).potentials.push_back({V});
    return {};
}

Value dissipation(Call& call) {
    require_open(call);
    const Expr R = quantity(call, 0, no_accelerations, "a dissipation function");
    call.description().change_model(ModelPart::mechanism).dissipations.push_back({R});
    return {};
}

}  // namespace

std::vector<BuiltIn> load_statements() {
    using namespace arguments;
    return {
        {"force",
         {required("P", a_point, "where the force acts: a point, origin(B), cm(B)"),
          required("[fx, fy, fz]", a_location, "its components").in("N"), in_axes(),
          keyword("reaction", "Q", a_point, "on which the opposite force acts")},
         "a force on point P, components in frame F; the opposite force on Q",
         "force(tip, [0, -10, 0])$",
         force},
        {"torque",
         {required("B", a_body, "on which the moment acts"),
          required("[tx, ty, tz]", a_location, "its components").in("N*m"), in_axes(),
          keyword("reaction", "A", a_body, "on which the opposite moment acts")},
         "a moment on body B, components in frame F; the opposite moment on A",
         "torque(rod, [0, 0, 1], in = rod)$",
         torque},
        {"hinge_load",
         {required("q1", a_coordinate, "a coordinate; a speed where the hinge has quasi-velocities"),
          required("expr", a_number,
                   "in N for a translation, in N*m for a rotation; positive in the positive direction of the motion")},
         "a generalized force on one coordinate; on a quasi hinge, on one speed",
         "hinge_load(q1, -2*q1')$",
         hinge_load},
        {"spring",
         {required("P", a_point, "one end"), required("Q", a_point, "the other end"),
          keyword("stiffness", "k", a_number, "force over length").in("N/m").otherwise("0"),
          keyword("damping", "c", a_number, "force over speed").in("N*s/m").otherwise("0"),
          keyword("length", "l0", a_number, "the length at which the spring exerts no force").in("m").otherwise("0")},
         "a spring and damper between two points",
         "spring(tip, origin(ground), stiffness = 50, damping = 2, length = 1/2)$",
         spring},
        {"line_force",
         {required("P", a_point, "one end"), required("Q", a_point, "the other end"),
          required("expr", a_number, "the force; positive pushes the ends apart").in("N")},
         "a force along the line between two points; positive pushes apart",
         "line_force(tip, origin(ground), -3*distance_rate(tip, origin(ground)))$",
         line_force},
        {"potential",
         {required("V", a_number, "coordinates, time, inputs, parameters").in("J")},
         "a potential energy in the coordinates",
         "potential(5*q1^2)$",
         potential},
        {"dissipation",
         {required("R", a_number, "at most quadratic in the speeds").in("W")},
         "half the power lost: its derivatives by the speeds are the loads",
         "dissipation(q1'^2)$",
         dissipation},
    };
}

}  // namespace lag
