// shape(..) and its forms: what a script may say of a body's looks, and that nothing else depends on it.
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/body_shape.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string rod =
    "model(m)$ parameter(l, 2, \"m\")$ parameter(kilo, 3, \"kg\")$\n"
    "body(rod, ground, hinge = revolute(z, q1), mass = kilo, cm = [0, -l/2, 0], inertia = [1, 0, 1])$\n";

std::vector<BodyShape> shapes_of(const std::string& text) {
    const auto mechanics = lagrange_mechanics();
    return interpret(parse(text, "folder/script.lag"), *mechanics).shapes;
}

std::string emitted(const std::string& text) {
    std::string all;
    for (const OutputFile& file : run_pipeline(parse(text, "script.lag"), {}).files) all += file.text;
    return all;
}

}  // namespace

TEST_CASE("shapes are kept in declared order with their bodies", "[shapes]") {
    const auto shapes = shapes_of(rod +
                                  "shape(rod, box([1, l, 1/2]), at = [0, -l/2, 0], orient = [[z, %pi/2]])$\n"
                                  "shape(ground, sphere(1/10))$ shape(rod, cylinder(-y, 1/4, l))$\n"
                                  "shape(rod, mesh(\"parts/rod.stl\"))$\n");
    REQUIRE(shapes.size() == 4);
    CHECK(shapes[0].form.kind == ShapeForm::Kind::box);
    CHECK(shapes[0].body == BodyIndex(1));
    CHECK(shapes[1].form.kind == ShapeForm::Kind::sphere);
    CHECK(shapes[1].body == ground);
    CHECK(shapes[2].form.kind == ShapeForm::Kind::cylinder);
    CHECK(shapes[3].form.kind == ShapeForm::Kind::mesh);
    CHECK(shapes[3].form.file == "folder/parts/rod.stl");
    CHECK(shapes[3].form.place == "folder/script.lag:5");
}

TEST_CASE("a form is a value", "[shapes]") {
    const auto shapes = shapes_of(rod +
                                  "wheel(r) := cylinder(y, r, r/2)$ w: wheel(1/2)$\n"
                                  "for f in [w, wheel(l), sphere(l)] do shape(rod, f)$\n");
    CHECK(shapes.size() == 3);
    CHECK(first_error(rod + "f: sphere(1)$ f + 1;").find("a shape") != std::string::npos);
}

TEST_CASE("a new model has no shapes", "[shapes]") {
    CHECK(shapes_of(rod + "shape(rod, sphere(1))$ model(n)$ body(b, ground, hinge = revolute(x, q2), mass = 1, "
                          "inertia = [1, 1, 1])$")
              .empty());
}

TEST_CASE("a shape may follow an emit", "[shapes]") {
    CHECK(shapes_of(rod + "mass_matrix()$ shape(rod, sphere(1))$").size() == 1);
}

TEST_CASE("what is wrong with a shape is said at its place", "[shapes]") {
    const auto error = [](const std::string& statement) { return first_error(rod + statement); };
    CHECK(error("shape(rot, sphere(1))$").find("no body is named 'rot' [did you mean 'rod'?]") == 0);
    CHECK(error("shape(rod, 3)$")
              .find("expected box([a, b, c]), cylinder(axis, r, l), sphere(r) or mesh(\"file.stl\"), "
                    "found a number") != std::string::npos);
    CHECK(error("shape(rod, sphere(-l))$") ==
          "the radius of a sphere must be positive, and it is -l = -2 at the default parameter values");
    CHECK(error("shape(rod, box([1, 0, 1]))$") == "an edge of a box must be positive, and it is 0");
    CHECK(error("shape(rod, sphere(kilo))$").find("kg") != std::string::npos);
    CHECK(error("shape(rod, sphere(1 + q1^2))$").find("the radius of a sphere") == 0);
    CHECK(error("shape(rod, sphere(radius))$").find("radius") != std::string::npos);
    CHECK(error("shape(rod, cylinder([0, 0, 0], 1, 1))$").find("zero length") != std::string::npos);
    CHECK(error("shape(rod, mesh(\"rod.ply\"))$").find("'rod.ply' is no mesh") == 0);
    CHECK(error("shape(rod, mesh(\"rod.obj\", scale = 0))$").find("the scale of a mesh is zero") == 0);
    CHECK(error("shape(rod, mesh(\"rod.obj\", scale = [1, 0, 1]))$").find("the scale of a mesh is zero") == 0);
    CHECK(error("shape(rod, sphere(1), at = [0, kilo, 0])$").find("'at' of a shape of 'rod'") != std::string::npos);
    CHECK(error("shape(rod, sphere(1), orient = matrix([1, 0, 0], [0, 2, 0], [0, 0, 1]))$")
              .find("the orientation of a shape of 'rod' is no rotation") == 0);
    CHECK(first_error("shape(rod, sphere(1))$").find("model") != std::string::npos);
}

TEST_CASE("the words give way to a script's own names", "[shapes]") {
    CHECK(run_script("model(m)$ parameters(box = 1, mesh = 2)$ sphere: 3$ shape: 4$ cylinder(a) := a + 1$\n"
                     "body(disc, ground, hinge = revolute(z, q1), mass = box, inertia = [0, 0, mesh])$\n"
                     "assert(sphere + shape + cylinder(1) = 9)$")
              .error == "");
    CHECK(run_script("model(m)$ body(box, ground, hinge = revolute(z, sphere), mass = 1, inertia = [1, 1, 1])$\n"
                     "body(mesh, box, hinge = revolute(z, cylinder), mass = 1, inertia = [1, 1, 1])$ mass_matrix()$")
              .error == "");
}

TEST_CASE("what is emitted does not depend on shapes", "[shapes]") {
    const std::string end = "emit(c, \"rod.h\")$ emit(fortran, \"rod.f90\")$";
    CHECK(emitted(rod + end) == emitted(rod + "shape(rod, box([l, l, l]))$ shape(rod, mesh(\"none.stl\"))$ " + end));
}

}  // namespace lag
