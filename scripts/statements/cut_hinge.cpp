// cut_hinge(B, A, hinge = H, ..): a hinge that closes a loop between two bodies that exist already. Reads its arguments
// as body() does; its coordinates are declared, its rows formed at once (add_constraint).
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/rotation.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

void require_two_bodies(Call& call, BodyIndex B, BodyIndex A) {
    const Model& model = call.interpreter.model();
    if (B == A)
        call.fail(call.argument(1), "a cut hinge joins two different bodies, and both are '" + model.body(A).name + "'",
                  "write cut_hinge(B, A, ..) with the body B that hangs on A or on ground");
    if (B == ground)
        call.fail(call.argument(0), "ground cannot hang on '" + model.body(A).name + "'",
                  "write cut_hinge(" + model.body(A).name + ", ground, ..)");
}

Value cut_hinge(Call& call) {
    require_open(call);
    Interpreter& interpreter = call.interpreter;
    const BodyIndex B = body_of(call, call.value(0), call.argument(0));
    const BodyIndex A = body_of(call, call.value(1), call.argument(1));
    require_two_bodies(call, B, A);
    const Model& model = interpreter.model();
    const std::string title = "cut hinge of '" + model.body(B).name + "' on '" + model.body(A).name + "'";
    if (!call.has("hinge"))
        call.fail(
            "the " + title + " needs a hinge",
            "such as hinge = revolute(z, q1); others: prismatic screw cylindrical universal planar spherical free "
            "fixed, or a list of rotate(..) and translate(..)");
    Constraint made;
    made.kind = Constraint::Kind::hinge;
    made.name = constraint_name(call);
    CutHinge& cut = made.cut;
    cut.B = B, cut.A = A;
    cut.at = cut.outboard_at = zero_vector(interpreter.graph());
    cut.orient = identity_matrix(interpreter.graph());
    const auto location = [&](const char* keyword, Vec3<Expr>& v) {
        if (!call.has(keyword)) return;
        const std::string what = std::string("'") + keyword + "' of the " + title;
        v = quantities(call, call.value(keyword), call.argument(keyword), only_parameters, what);
        require_unit(call, call.value(keyword), "m", call.argument(keyword), what);
    };
    location("at", cut.at);
    location("outboard_at", cut.outboard_at);
    if (call.has("orient")) {
        const Orientation orientation =
            orientation_at(call, call.argument("orient"), "the orientation of the " + title);
        cut.orient = orientation.R;
        cut.orient_rotations = orientation.rotations;
    }
    const HingeSpec hinge = hinge_from(call, call.value("hinge"), call.argument("hinge"));
    const std::string prefix = made.name.empty() ? model.body(B).name + "_" + model.body(A).name : made.name;
    cut.hinge = cut_hinge_of(call, hinge, prefix, B);
    return add_constraint(call, std::move(made));
}

}  // namespace

std::vector<BuiltIn> cut_hinge_statements() {
    return {
        {"cut_hinge",
         "cut_hinge(B, A, hinge = H, at = [..], outboard_at = [..], orient = R, name = n)",
         "a hinge that closes a loop between two bodies; its coordinates stand in q and add no speeds",
         "cut_hinge(rod, ground, hinge = revolute(z, q2), at = [1, 0, 0], outboard_at = [0, -1, 0])$",
         2,
         2,
         {"hinge", "at", "outboard_at", "orient", "name"},
         cut_hinge},
    };
}

}  // namespace lag
