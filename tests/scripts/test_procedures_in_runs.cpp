// Procedures called through a model that runs: compiled with it, interpreted over its compiled routines, and without a compiler.
#include <cmath>
#include <random>

#include "core/model_values.hpp"
#include "scripts/command/simulate/model.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

// A linkage with a massless bar, Euler parameters beside it, a state, and switches: |q1'| in a load, a curve in a row.
const std::string script =
    "model(rockers)$ input(pull)$\n"
    "body(left, ground, hinge = revolute(z, q1), mass = 1, cm = [1, 0, 0], inertia = [0, 0, 1/3])$\n"
    "body(coupler, left, hinge = revolute(z, q2), at = [2, 0, 0], mass = 2, cm = [1, 0, 0], inertia = [0, 0, 2/3])$\n"
    "body(right, ground, hinge = revolute(z, q3), at = [5/2, 0, 0])$\n"
    "body(ball, ground, hinge = spherical(quaternion = [e0, e1, e2, e3]), mass = 1, inertia = [1, 2, 3])$\n"
    "point(P, coupler, [2, 0, 0])$ point(Q, right, [2, 0, 0])$ close_loop(P, Q)$\n"
    "state(z, rate = pull - z)$ hinge_load(q1, -abs(q1')*q1' + z)$\n";

std::unique_ptr<RunnableModel> runnable(const Model& model, bool compiled) {
    SwitchedProgram program = switched_program(model, lowered_program(model), {model.graph->integer(0)}, true);
    REQUIRE(!program.switches.empty());
    REQUIRE(program.procedures == std::vector<RoutineName>{RoutineName::assemble, RoutineName::partition});
    std::unique_ptr<RunnableModel> result =
        compiled ? compiled_model(std::move(program), {}) : evaluated_model(std::move(program));
    Frame frame;
    result->call(RoutineName::defaults, frame);
    result->use_parameters(frame[Slot::p]);
    return result;
}

}  // namespace

TEST_CASE("procedures give the same bits compiled and interpreted", "[simulate]") {
    const Model model = described_model(parse(script, "script.lag"), {});
    const std::unique_ptr<RunnableModel> evaluated = runnable(model, false);
    const std::unique_ptr<RunnableModel> compiled = has_compiler() ? runnable(model, true) : nullptr;
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::size_t assembled = 0;
    for (int k = 0; k < 200; ++k) {
        Frame given{{Slot::t, {0}}, {Slot::w, {0}}, {Slot::tolerance, {1e-12}}, {Slot::limit, {double(1 + k % 30)}}};
        for (std::size_t q = 0; q < evaluated->size(Size::nq); ++q) given[Slot::q].push_back(2 * uniform(random));
        Frame without = given;
        evaluated->call(RoutineName::assemble, without);
        if (RunnableModel::info(without) == 0) {
            Frame there{{Slot::t, {0}}, {Slot::q, without[Slot::q]}, {Slot::guess, without[Slot::q]}, {Slot::w, {0}}};
            evaluated->call(RoutineName::assembly_step, there);
            for (const double phi : there[Slot::phi]) CHECK(std::abs(phi) < 1e-12);
            ++assembled;
        }
        evaluated->call(RoutineName::partition, without);
        if (!compiled) continue;
        Frame one = given, other = given;
        for (const RoutineName procedure : {RoutineName::assemble, RoutineName::partition}) {
            compiled->call(procedure, one);
            compiled->interpret(procedure, other);
            CHECK(one[Slot::info] == other[Slot::info]);
        }
        CHECK(one[Slot::q] == other[Slot::q]);
        CHECK(one[Slot::independent] == other[Slot::independent]);
        CHECK(one[Slot::growth] == other[Slot::growth]);
    }
    CHECK(assembled > 50);
}

TEST_CASE("a procedure is there where everything is that it calls", "[simulate]") {
    const Model free =
        described_model(parse("model(a)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n", "a.lag"), {});
    const std::unique_ptr<RunnableModel> runner = evaluated_model({lowered_program(free), {}});
    CHECK(!runner->has(RoutineName::assemble));
    CHECK(!runner->has(RoutineName::partition));
    Frame frame;
    CHECK_THROWS_WITH(runner->call(RoutineName::partition, frame), Catch::Contains("the model has no partition"));
}

}  // namespace lag
