// body, point, frame.
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/inertia.hpp"
#include "scripts/statements/rotation.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

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

Value body(Call& call) {
    require_open(call);
    Description& description = call.description();
    const std::string name = new_thing(call, 0);
    const BodyIndex inboard = body_of(call, call.value(1), call.argument(1));
    if (!call.has("hinge"))
        call.fail(
            "body '" + name + "' needs a hinge",
            "such as hinge = revolute(z, q1); others: prismatic screw cylindrical universal planar spherical free "
            "fixed, or a list of rotate(..) and translate(..)");
    Body made = massless_body(description.graph(), name, inboard);
    const std::string owner = "body '" + name + "'";
    read_location(call, "at", owner, made.at);
    read_location(call, "outboard_at", owner, made.outboard_at);
    if (call.has("orient")) {
        const Orientation orientation =
            orientation_at(call, call.argument("orient"), "the orientation of body '" + name + "'");
        made.orient = orientation.R;
        made.orient_rotations = orientation.rotations;
    }
    const HingeSpec hinge = hinge_from(call, call.value("hinge"), call.argument("hinge"));
    description.change_model(ModelPart::mechanism).bodies.push_back(std::move(made));
    description.place({Subject::Kind::body, name}, call.place(call.node));
    add_hinge(call, hinge);
    add_inertia(call);
    return {};
}

Value point(Call& call) {
    require_model(call);
    const std::string name = new_thing(call, 0);
    const BodyIndex b = body_of(call, call.value(1), call.argument(1));
    const std::string what = "the location of point '" + name + "'";
    const Vec3<Expr> location = quantities(call, call.value(2), call.argument(2), only_parameters, what);
    require_unit(call, call.value(2), "m", call.argument(2), what);
    call.description().change_model(ModelPart::rest).points.push_back({name, b, location});
    return {};
}

Value frame(Call& call) {
    require_model(call);
    const std::string name = new_thing(call, 0);
    const FrameOnBody base = frame_of(call, call.value(1), call.argument(1));
    FrameOnBody made{name, base.body, base.R_FB, base.aligned};
    if (call.has("orient")) {
        made.R_FB =
            orientation_at(call, call.argument("orient"), "the orientation of frame '" + name + "'").R * base.R_FB;
        made.aligned = made.R_FB == identity_matrix(call.description().graph());
    }
    call.description().change_model(ModelPart::rest).frames.push_back(std::move(made));
    return {};
}

}  // namespace

std::vector<BuiltIn> body_statements() {
    return {
        {"body",
         "body(B, A, hinge = H, at = [..], outboard_at = [..], orient = R, mass = m, cm = [..], inertia = I, "
         "inertia_at = origin)",
         "a body B on the inboard body A or ground",
         "body(rod, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1/2, 0], inertia = [1/12, 0, 1/12])$",
         2,
         2,
         {"hinge", "at", "outboard_at", "orient", "mass", "cm", "inertia", "inertia_at"},
         body},
        {"point",
         "point(P, B, [x, y, z])",
         "a point fixed in body B or ground, in its axes",
         "point(tip, rod, [0, -1, 0])$",
         3,
         3,
         {},
         point},
        {"frame",
         "frame(F, B, orient = R)",
         "axes fixed in B, usable wherever 'in =' is",
         "frame(slope, ground, orient = [[z, %pi/6]])$",
         2,
         2,
         {"orient"},
         frame},
    };
}

}  // namespace lag
