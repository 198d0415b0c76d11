// Numbers of a model come from its tables: a symbol that stands in none of them is an error that names it,
// never a number.
#include "core/errors.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/constraints/system_numbers.hpp"
#include "lagrange/constraints/unmoved_error.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"

using namespace lag;

namespace {

// Two sliders side by side along x.
ModelBuilder sliders(Expr (*mass)(ModelBuilder&)) {
    ModelBuilder b("sliders");
    for (const char* name : {"x1", "x2"}) {
        b.body(std::string("slider_") + name, ground);
        b.prismatic(b.axis(0), name);
        b.mass(mass(b), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
    }
    return b;
}
Expr one(ModelBuilder& b) {
    return b.integer(1);
}
Expr tire_force(ModelBuilder& b) {
    return b.model.graph->symbol("tire_force", Role::external_result);
}
Expr undeclared_length(ModelBuilder& b) {
    return b.model.graph->symbol("length", Role::parameter);
}

void tie(ModelBuilder& b, Expr distance) {
    b.model.constraints.push_back(
        {Constraint::Kind::position, "distance", b.q("x1") * b.q("x1") - b.q("x2") - distance, {}, {}});
}

}  // namespace

TEST_CASE("a row that holds a symbol of no table is not studied with made-up numbers") {
    for (const auto unknown : {tire_force, undeclared_length}) {
        ModelBuilder b = sliders(one);
        tie(b, unknown(b));
        const std::string name = unknown == tire_force ? "tire_force" : "length";
        const Kinematics kinematics = compute_kinematics(b.model);
        const ConstraintRows rows = form_constraints(b.model, kinematics);
        CHECK_THROWS_AS(study_rows(b.model, kinematics, rows), InternalError);
        CHECK_THROWS_WITH(study_rows(b.model, kinematics, rows), Catch::Contains("'" + name + "'"));
        b.model.treatment.mode = ConstraintTreatment::Mode::eliminate;
        CHECK_THROWS_WITH(minimal_system(b.model, kinematics), Catch::Contains("'" + name + "'"));
        CHECK_THROWS_WITH(unmoved_error(b.model, unknown(b), 1, 0), Catch::Contains("'" + name + "'"));
    }
}

TEST_CASE("a mass that is a symbol of no table has no value") {
    ModelBuilder b = sliders(undeclared_length);
    const Kinematics kinematics = compute_kinematics(b.model);
    const ModelValues values = values_at(b.model, ModelState{0, {0.1, 0.2}, {}, {}});
    CHECK_THROWS_AS(system_numbers(b.model, kinematics, {}, values), InternalError);
    CHECK_THROWS_WITH(system_numbers(b.model, kinematics, {}, values), Catch::Contains("'length'"));
}
