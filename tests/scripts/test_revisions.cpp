// Which statements change which part of a model, and what a change makes new.
#include "scripts/statements/description.hpp"

#include "scripts/statements/emit_request.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

const std::string pendulum =
    "model(m)$ parameter(l, 1)$ body(rod, ground, hinge = revolute(z, q), mass = 2, cm = [l, 0, 0])$\n";

Revision revision_after(const std::string& script) {
    const auto mechanics = lagrange_mechanics();
    return interpret(parse(script, "script.lag"), *mechanics).model.revision;
}

// How many different models the script's emits are served with.
std::size_t snapshots(const std::string& between) {
    const auto mechanics = lagrange_mechanics();
    const Script script = parse(pendulum + "emit(cpp, \"a.hpp\")$ " + between + " emit(c, \"a.h\")$", "script.lag");
    std::set<const Model*> models;
    for (const auto& request : interpret(script, *mechanics).emit_requests) models.insert(request->model.get());
    return models.size();
}

}  // namespace

TEST_CASE("a statement raises the revision of what it changes and no other") {
    const Revision before = revision_after(pendulum);
    struct Case {
        std::string statement;
        ModelPart part;
    };
    const std::vector<Case> cases{{"hinge_load(q, 3)$", ModelPart::mechanism},
                                  {"gravity([0, -9, 0])$", ModelPart::mechanism},
                                  {"body(tip, rod, hinge = fixed())$", ModelPart::mechanism},
                                  {"speed_constraint(q' = 1)$", ModelPart::mechanism},
                                  {"parameter(k, 2)$", ModelPart::start},
                                  {"initial(q = 1)$", ModelPart::start},
                                  {"input(w)$", ModelPart::rest},
                                  {"output(a, q)$", ModelPart::rest},
                                  {"options(constraints = eliminate)$", ModelPart::rest}};
    for (const Case& one : cases) {
        INFO(one.statement);
        const Revision after = revision_after(pendulum + one.statement);
        for (std::size_t part = 0; part < after.size(); ++part)
            CHECK((after[part] != before[part]) == (part == static_cast<std::size_t>(one.part)));
    }
    for (const std::string silent : {"print(mass_matrix())$", "options(formulation = turner)$", "a: 3$", "cm(rod)$"}) {
        INFO(silent);
        CHECK(revision_after(pendulum + silent) == before);
    }
}

TEST_CASE("emits share a model until something is changed") {
    CHECK(snapshots("") == 1);
    CHECK(snapshots("print(kinetic_energy())$ options(formulation = turner)$") == 1);
    CHECK(snapshots("output(a, q)$") == 2);
    CHECK(snapshots("initial(q = 1)$") == 2);
    CHECK(snapshots("parameter(k, 2)$") == 2);
    CHECK(snapshots("options(stabilization = [1, 1])$") == 2);
}

// Results before and after other statements: what was formed once stays, dependent rows are looked for again.
TEST_CASE("results stay right while the rest of the model changes") {
    check_assertions(pendulum +
                     "T: kinetic_energy()$ initial(q = 1)$ output(a, q)$ parameter(k, 2)$\n"
                     "check(kinetic_energy() = T)$ check(mass_matrix()[1, 1] = 2*l^2)$\n"
                     "model(n)$ parameter(l, 3)$ body(B, ground, hinge = prismatic(x, s), mass = 5)$\n"
                     "check(mass_matrix()[1, 1] = 5)$");
}
