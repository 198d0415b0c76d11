// Which models validate_mass_matrix() refuses, and with which words.
#include "core/errors.hpp"
#include "lagrange/constraints/validate.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

void validate(const Model& model) {
    const Kinematics kinematics = compute_kinematics(model);
    validate_mass_matrix(model, kinematics, form_constraints(model, kinematics));
}

void give_mass(ModelBuilder& b) {
    b.mass(b.integer(2), b.vector("0.1", "0.2", "0"), b.inertia("0.3", "0.4", "0.5"));
}

}  // namespace

TEST_CASE("validate: regular random trees pass") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        CHECK_NOTHROW(validate(random_tree(seed)));
    }
}

TEST_CASE("validate: a massless leaf is refused by name") {
    ModelBuilder b("leaf");
    const BodyIndex arm = b.body("arm", ground);
    b.revolute(b.axis(2), "q1");
    give_mass(b);
    b.body("tip", arm);
    b.revolute(b.axis(0), "q2");
    CHECK_THROWS_WITH(validate(b.model), "massless body 'tip' can move freely in 'q2''");
}

TEST_CASE("validate: two axes in line on a massless body are refused") {
    ModelBuilder b("in_line");
    const BodyIndex sleeve = b.body("sleeve", ground);
    b.revolute(b.axis(2), "q1");
    b.body("arm", sleeve);
    b.revolute(b.axis(2), "q2");
    give_mass(b);
    CHECK_THROWS_WITH(validate(b.model), "massless body 'sleeve' can move freely in 'q1''");
}

TEST_CASE("validate: a massless body between crossed axes is fine") {
    ModelBuilder b("crossed");
    const BodyIndex fork = b.body("fork", ground);
    b.revolute(b.axis(2), "q1");
    b.body("arm", fork);
    b.revolute(b.axis(0), "q2");
    give_mass(b);
    CHECK_NOTHROW(validate(b.model));
}

TEST_CASE("validate: a point mass turns freely about its own centre") {
    ModelBuilder b("point_mass");
    b.body("ball", ground);
    b.revolute(b.axis(1), "q");
    b.mass(b.integer(3), b.vector("0", "0", "0"), b.inertia("0", "0", "0"));
    CHECK_THROWS_WITH(validate(b.model), Catch::Matchers::Contains("body 'ball' can move in 'q'' without inertia"));
}
