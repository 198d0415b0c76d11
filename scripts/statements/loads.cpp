// force, torque, hinge_load, spring, line_force, potential, dissipation.
#include <algorithm>

#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

Vec3<Expr> components(Call& call, const std::string& what, const std::string& unit) {
    const Vec3<Expr> given = quantities(call, call.value(1), call.argument(1), no_accelerations, what);
    require_unit(call, call.value(1), unit, call.argument(1), what);
    return given;
}

Value force(Call& call) {
    require_open(call);
    ForceLoad load;
    load.point = point_of(call, call.value(0), call.argument(0));
    load.components = components(call, "a force", "N");
    load.frame = frame_or_ground(call, "in");
    if (call.has("reaction")) load.reaction = point_of(call, call.value("reaction"), call.argument("reaction"));
    call.description().change_model(ModelPart::mechanism).forces.push_back(std::move(load));
    return {};
}

Value torque(Call& call) {
    require_open(call);
    TorqueLoad load;
    load.body = body_of(call, call.value(0), call.argument(0));
    load.components = components(call, "a torque", "N*m");
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
                at, "'" + name + "' belongs to a hinge with quasi-velocities, where a load takes the speed's name",
                "the speeds of body '" + model.body(q.body).name + "' are " + speeds_of(model, model.body(q.body)));
    const Declaration* known = call.description().declaration(name);
    if (known != nullptr && known->role != Role::undeclared)
        call.fail(at,
                  std::string("'") + name + "' is " + (known->role == Role::input ? "an " : "a ") +
                      name_of(known->role) + ", not a coordinate or a speed",
                  "a locked or driven motion takes no load: what moves it supplies whatever force it needs");
    const std::string close = did_you_mean(name, loadable_names(model));
    call.fail(at, "no coordinate or speed is named '" + name + "'",
              close.empty() ? "a hinge load acts on a coordinate that a hinge above declares"
                            : "did you mean '" + close + "'?");
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
        call.fail(call.argument(1),
                  "'" + line.P.name + "' and '" + line.Q.name + "' are the same place: there is no line between them");
    return line;
}

Value spring(Call& call) {
    const Line line = line_of(call);
    Description& description = call.description();
    const auto constant = [&](const char* keyword, const char* unit) {
        if (!call.has(keyword)) return description.graph().integer(0);
        const std::string what = std::string("the ") + keyword + " of a spring";
        const Expr e = quantity(call, call.value(keyword), call.argument(keyword), no_state, what);
        require_unit(call, call.value(keyword), unit, call.argument(keyword), what);
        return e;
    };
    if (!call.has("stiffness") && !call.has("damping"))
        call.fail("a spring needs stiffness = k or damping = c or both");
    LineLoad load{.P = line.P,
                  .Q = line.Q,
                  .value = {},
                  .spring = true,
                  .stiffness = constant("stiffness", "N/m"),
                  .length = constant("length", "m")};
    const Expr damping = constant("damping", "N*s/m");
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
    load.value = quantity(call, call.value(2), call.argument(2), no_accelerations, "a line force");
    require_unit(call, call.value(2), "N", call.argument(2), "a line force");
    call.description().change_model(ModelPart::mechanism).line_loads.push_back(std::move(load));
    return {};
}

Value potential(Call& call) {
    require_open(call);
    const Expr V = quantity(call, call.value(0), call.argument(0), no_speeds, "a potential");
    require_unit(call, call.value(0), "J", call.argument(0), "a potential");
    call.description().change_model(ModelPart::mechanism).potentials.push_back({V});
    return {};
}

Value dissipation(Call& call) {
    require_open(call);
    const Expr R = quantity(call, call.value(0), call.argument(0), no_accelerations, "a dissipation function");
    require_unit(call, call.value(0), "W", call.argument(0), "a dissipation function");
    call.description().change_model(ModelPart::mechanism).dissipations.push_back({R});
    return {};
}

}  // namespace

std::vector<BuiltIn> load_statements() {
    return {
        {"force",
         "force(P, [fx, fy, fz], in = F, reaction = Q)",
         "a force on point P, components in frame F; the opposite force on Q",
         "force(tip, [0, -10, 0])$",
         2,
         2,
         {"in", "reaction"},
         force},
        {"torque",
         "torque(B, [tx, ty, tz], in = F, reaction = A)",
         "a moment on body B, components in frame F; the opposite moment on A",
         "torque(rod, [0, 0, 1], in = rod)$",
         2,
         2,
         {"in", "reaction"},
         torque},
        {"hinge_load",
         "hinge_load(q1, expr)",
         "a generalized force on one coordinate; on a quasi hinge, on one speed",
         "hinge_load(q1, -2*q1')$",
         2,
         2,
         {},
         hinge_load},
        {"spring",
         "spring(P, Q, stiffness = k, damping = c, length = l0)",
         "a spring and damper between two points",
         "spring(tip, origin(ground), stiffness = 50, damping = 2, length = 1/2)$",
         2,
         2,
         {"stiffness", "damping", "length"},
         spring},
        {"line_force",
         "line_force(P, Q, expr)",
         "a force along the line between two points; positive pushes apart",
         "line_force(tip, origin(ground), -3*distance_rate(tip, origin(ground)))$",
         3,
         3,
         {},
         line_force},
        {"potential",
         "potential(V)",
         "a potential energy in the coordinates",
         "potential(5*q1^2)$",
         1,
         1,
         {},
         potential},
        {"dissipation",
         "dissipation(R)",
         "half the power lost: its derivatives by the speeds are the loads",
         "dissipation(q1'^2)$",
         1,
         1,
         {},
         dissipation},
    };
}

}  // namespace lag
