// body, point, frame.
#include "scripts/statements/body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scripts/statements/hinges.hpp"
#include "scripts/statements/inertia.hpp"
#include "scripts/statements/rotation.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"
#include "scripts/statements/waiting_joints.hpp"

namespace lag {

Body massless_body(Graph& graph, const std::string& name, BodyIndex inboard) {
    Body body;
    body.name = name;
    body.inboard = inboard;
    body.at = body.outboard_at = body.cm = zero_vector(graph);
    body.orient = identity_matrix(graph);
    body.mass = graph.integer(0);
    for (auto& row : body.inertia.rows) row = zero_vector(graph).c;
    return body;
}

namespace {

// The axes of a flexible body are clamped in it at one end: what stands in them elsewhere does not move as it bends.
void warn_of_clamped_place(Call& call, const Syntax& at, const std::string& what, BodyIndex on,
                           const Vec3<Expr>& place) {
    if (on == ground || is_zero(place)) return;
    const Body& body = call.description().model().body(on);
    if (body.elastic == nullptr) return;
    call.interpreter.warning(
        at, fmt::format("{} stands in the clamped axes of '{}' and does not move as that bends", what, body.name),
        fmt::format("node({}, s) is a point that moves with it", body.name));
}

// `at = P`: a point of the inboard body, or of a node of it, which is then what the body hangs on.
void read_hinge_point(Call& call, const std::string& owner, Body& made) {
    if (!call.has("at")) return;
    const Syntax& at = call.argument("at");
    if (!call.value("at").is_point()) {
        read_location(call, "at", owner, made.at);
        return warn_of_clamped_place(call, at, "the hinge of " + owner, made.inboard, made.at);
    }
    const PointOnBody& point = call.value("at").point();
    const Model& model = call.description().model();
    const bool is_of_inboard = point.body == made.inboard || (point.body != ground && model.body(point.body).is_node &&
                                                              model.body(point.body).inboard == made.inboard);
    if (!is_of_inboard)
        call.fail(at,
                  fmt::format("{} hangs on '{}', and '{}' is a point of '{}'", owner, model.body(made.inboard).name,
                              point.name, model.body(point.body).name),
                  "name that body as the inboard one, or another point");
    made.inboard = point.body;
    made.at = point.location;
}

Value body(Call& call) {
    if (waits_for_joints(call)) return {};
    add_body(call);
    add_inertia(call);
    note_treatment(call);
    return {};
}

Value point(Call& call) {
    require_model(call);
    if (point_waits_for_joints(call)) return {};
    const std::string name = new_thing(call, 0);
    const FrameOnBody axes = frame_of(call, call.value(1), call.argument(1));
    const std::string what = fmt::format("the location of point '{}'", name);
    Vec3<Expr> location = quantities(call, 2, only_parameters, what);
    if (!axes.aligned) location = transpose_times(axes.R_FB, location);
    warn_of_clamped_place(call, call.argument(2), fmt::format("point '{}'", name), axes.body, location);
    call.description().change_model(ModelPart::rest).points.push_back({name, axes.body, location});
    return {};
}

// What is no constant of the run.
bool is_moving(Call& call, const Turn& turn) {
    if (!turn.angle.is_scalar()) return false;
    Graph& graph = call.description().graph();
    const Expr angle = graph.own(call.description().algebra().lower(turn.angle.scalar()));
    return (graph.node(angle).dependence & static_cast<Dependence>(~(only_parameters | bit(Role::undeclared)))) != 0;
}

// Axes that turn against their body are those of a massless body whose hinge leaves no freedom: what holds for bodies
// (angular velocities, points, shapes, observers) holds for them.
void add_moving_frame(Call& call, const std::string& name, const FrameOnBody& base, const GivenOrientation& given) {
    require_open(call);
    const std::string what = fmt::format("the angle in the orientation of frame '{}'", name);
    HingeSpec hinge;
    hinge.kind = "list", hinge.place = call.place(call.node);
    for (const Turn& turn : given.turns) {
        quantity(call, turn.angle, turn.at, no_speeds, what);  // a free name makes no coordinate here
        require_unit(call, turn.angle, "rad", turn.at, what);
        hinge.motions.push_back(
            {MotionSpec::Kind::rotate, turn.axis, {turn.angle, turn.at, call.place(turn.at), false, true}});
    }
    Description& description = call.description();
    Body made = massless_body(description.graph(), name, base.body);
    if (!base.aligned) made.orient = base.R_FB;
    description.change_model(ModelPart::mechanism).bodies.push_back(std::move(made));
    description.place({Subject::Kind::body, name}, call.place(call.node));
    add_hinge(call, hinge);
}

Value frame(Call& call) {
    require_model(call);
    const std::string name = new_thing(call, 0), what = fmt::format("the orientation of frame '{}'", name);
    const FrameOnBody base = frame_of(call, call.value(1), call.argument(1));
    FrameOnBody made{name, base.body, base.R_FB, base.aligned};
    if (call.has("orient")) {
        const GivenOrientation given = given_orientation(call, call.argument("orient"), what);
        if (std::ranges::any_of(given.turns, [&](const Turn& turn) { return is_moving(call, turn); })) {
            add_moving_frame(call, name, base, given);
            return {};
        }
        made.R_FB = constant_orientation(call, given, what).R * base.R_FB;
        made.aligned = made.R_FB == identity_matrix(call.description().graph());
    }
    call.description().change_model(ModelPart::rest).frames.push_back(std::move(made));
    return {};
}

}  // namespace

void add_body(Call& call) {
    require_open(call);
    Description& description = call.description();
    const std::string name = new_thing(call, 0), kind = call.built_in.name;
    const BodyIndex inboard = body_of(call, call.value(1), call.argument(1));
    Body made = massless_body(description.graph(), name, inboard);
    const std::string owner = fmt::format("body '{}'", name);
    read_hinge_point(call, owner, made);
    if (kind == "body") read_location(call, "outboard_at", owner, made.outboard_at);
    if (call.has("orient")) {
        const Orientation orientation =
            orientation_at(call, call.argument("orient"), fmt::format("the orientation of body '{}'", name));
        made.orient = orientation.R;
        made.orient_rotations = orientation.rotations;
    }
    const HingeSpec hinge = hinge_from(call, call.value("hinge"), call.argument("hinge"));
    description.change_model(ModelPart::mechanism).bodies.push_back(std::move(made));
    description.place({Subject::Kind::body, name}, call.place(call.node));
    add_hinge(call, hinge);
}

std::vector<BuiltIn> body_statements() {
    using namespace arguments;
    return {
        {"body",
         {required("B", a_new_name, "the name of the body"),
          optional("A", a_body, "the inboard body, which carries it; it is declared above. Left out: joints carry it"),
          hinge_of("how B moves in A"), located("at", "from A's origin to the hinge point, in A's axes"),
          located("outboard_at", "from B's origin to the hinge point, in B's axes"),
          oriented("from A's axes to the hinge axes"), treated(),
          keyword("mass", "m", a_number, "the mass of B").in("kg").otherwise("0"),
          located("cm", "from B's origin to its mass centre, in B's axes"),
          keyword("inertia", "I", an_inertia,
                  "moments of inertia along B's axes about the point that inertia_at says; off the diagonal stand "
                  "-integral(x y dm) and so on")
              .in("kg*m^2")
              .otherwise("0"),
          keyword("inertia_at", "origin", a_word, "the point about which the inertia is given")
              .otherwise("cm")
              .among("point of a body", {{"cm", "the mass centre"}, {"origin", "the origin of the body's axes"}})},
         "a body B on the inboard body A or ground",
         "body(rod, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1/2, 0], inertia = [1/12, 0, 1/12])$",
         body},
        {"point",
         {required("P", a_new_name, "the name of the point"), required("B", a_frame, "what it is fixed in"),
          required("[x, y, z]", a_location, "from the origin of B, in the axes of B").in("m")},
         "a point fixed in body B, ground or a frame, in its axes",
         "point(tip, rod, [0, -1, 0])$",
         point},
        {"frame",
         {required("F", a_new_name, "the name of the frame"), required("B", a_frame, "whose axes are turned"),
          oriented("from the axes of B to those of F; its angles may hold inputs, coordinates and t")},
         "axes on B, usable wherever 'in =' is; fixed in it, or turned by inputs and coordinates",
         "frame(slope, ground, orient = [[z, %pi/6]])$",
         frame},
    };
}

}  // namespace lag
