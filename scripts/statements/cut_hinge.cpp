// cut_hinge(B, A, hinge = H, ..): a hinge that closes a loop between two bodies that exist already. Reads its arguments
// as body() does; its coordinates are declared, its rows formed at once (add_constraint).
#include <fmt/format.h>

#include "scripts/statements/constraints.hpp"
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/rotation.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

void require_two_bodies(Call& call, BodyIndex B, BodyIndex A) {
    const Model& model = call.description().model();
    if (B == A)
        call.fail(call.argument(1),
                  fmt::format("a cut hinge joins two different bodies, and both are '{}'", model.body(A).name),
                  "write cut_hinge(B, A, ..) with the body B that hangs on A or on ground");
    if (B == ground)
        call.fail(call.argument(0), fmt::format("ground cannot hang on '{}'", model.body(A).name),
                  fmt::format("write cut_hinge({}, ground, ..)", model.body(A).name));
}

Value cut_hinge(Call& call) {
    require_open(call);
    Description& description = call.description();
    const BodyIndex B = body_of(call, call.value(0), call.argument(0));
    const BodyIndex A = body_of(call, call.value(1), call.argument(1));
    require_two_bodies(call, B, A);
    const Model& model = description.model();
    const std::string title = fmt::format("cut hinge of '{}' on '{}'", model.body(B).name, model.body(A).name);
    Constraint made;
    made.kind = Constraint::Kind::hinge;
    made.name = constraint_name(call);
    CutHinge& cut = made.cut;
    cut.B = B, cut.A = A;
    cut.at = cut.outboard_at = zero_vector(description.graph());
    cut.orient = identity_matrix(description.graph());
    read_location(call, "at", "the " + title, cut.at);
    read_location(call, "outboard_at", "the " + title, cut.outboard_at);
    if (call.has("orient")) {
        const Orientation orientation =
            orientation_at(call, call.argument("orient"), "the orientation of the " + title);
        cut.orient = orientation.R;
        cut.orient_rotations = orientation.rotations;
    }
    const HingeSpec hinge = hinge_from(call, call.value("hinge"), call.argument("hinge"));
    const std::string prefix =
        made.name.empty() ? fmt::format("{}_{}", model.body(B).name, model.body(A).name) : made.name;
    cut.hinge = cut_hinge_of(call, hinge, {.prefix = prefix, .body = B});
    return add_constraint(call, std::move(made));
}

}  // namespace

std::vector<BuiltIn> cut_hinge_statements() {
    using namespace arguments;
    return {
        {"cut_hinge",
         {required("B", a_body, "hangs on A by the hinge"), required("A", a_body, "another body, or ground"),
          hinge_of("how B moves in A").must_be_given(), located("at", "the hinge point in A's axes"),
          located("outboard_at", "the hinge point in B's axes"), oriented("from A's axes to the hinge axes"),
          named_row()},
         "a hinge that closes a loop between two bodies; its coordinates stand in q and add no speeds",
         "cut_hinge(rod, ground, hinge = revolute(z, q2), at = [1, 0, 0], outboard_at = [0, -1, 0])$",
         cut_hinge},
    };
}

}  // namespace lag
