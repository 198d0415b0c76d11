// Procedures called through a model that runs: compiled with it, interpreted over its compiled routines, and without a compiler.
#include <cmath>
#include <cstring>
#include <random>

#include "core/model_values.hpp"
#include "core/number_text.hpp"
#include "emitters/procedures/run_primitives.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/model.hpp"
#include "scripts/command/simulate/parameter_file.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/files/input_lines.hpp"
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

// A block that hops along a floor, comes to rest and is pushed at a known time; with an input, a flag, a state and a switch.
const std::string block =
    "model(block)$ gravity([0, 0, -10])$ input(pull)$ flag(pushed, 0)$\n"
    "body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 2)$ initial(x' = 3, z = 1)$\n"
    "contact(foot, z, restitution = 1/2, friction = 3/10, tangent = x')$\n"
    "state(heat, rate = abs(x') - heat)$ hinge_load(x, 4*pushed + pull - abs(x')*x')$\n"
    "event(push, t - 4, rising, impulse = [x' = 6, z' = 4], set = [pushed = 1])$\n"
    "event(far, x - 3, rising, set = [pushed = 0])$\n";

struct Followed {
    std::vector<std::vector<double>> states;
    std::vector<FiredEvent> fired;
    std::vector<double> at_zero;
};

Followed followed(RunnableModel& model, bool interprets) {
    model.interprets_events = interprets;
    Frame frame{{Slot::p, model.parameters()}};
    model.call(RoutineName::initial, frame);
    take_first_flags(model, model.parameters());
    std::vector<double> y = frame[Slot::q];
    for (const Slot part : {Slot::u, Slot::s}) y.insert(y.end(), frame[part].begin(), frame[part].end());
    const InputsAt inputs = [&](double) { return model.resting_inputs(); };
    take_contact_modes(model, 0, y, inputs(0));
    Integrator integrator(model, y, {.interval = 0.05, .inputs_at_events = inputs});
    Followed result;
    for (int row = 1; row <= 120; ++row) {
        while (!integrator.advance_to(0.05 * row)) continue;
        result.states.push_back(integrator.state());
    }
    result.fired = integrator.events().fired(), result.at_zero = integrator.events().at_zero();
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

TEST_CASE("events give the same bits with their procedures compiled and interpreted", "[simulate]") {
    if (!has_compiler()) return;
    const Model model = described_model(parse(block, "block.lag"), {});
    SwitchedProgram program = switched_program(model, lowered_program(model),
                                               std::vector<Expr>(model.inputs.size(), model.graph->integer(0)));
    REQUIRE(program.event_procedures.size() == event_procedures);
    const std::unique_ptr<RunnableModel> runner = compiled_model(std::move(program), {});
    Frame frame;
    runner->call(RoutineName::defaults, frame);
    runner->use_parameters(frame[Slot::p]);
    const Followed compiled = followed(*runner, false), interpreted = followed(*runner, true);
    std::vector<double> pushes;
    for (const FiredEvent& one : compiled.fired)
        if (runner->program().events[one.event].row.name == "push") pushes.push_back(one.t);
    CHECK(pushes == std::vector<double>{4});
    CHECK(compiled.fired.size() > 10);
    CHECK(compiled.states == interpreted.states);
    CHECK(compiled.at_zero == interpreted.at_zero);
    REQUIRE(compiled.fired.size() == interpreted.fired.size());
    for (std::size_t k = 0; k < compiled.fired.size(); ++k) {
        const FiredEvent &one = compiled.fired[k], &other = interpreted.fired[k];
        CHECK(one.t == other.t);
        CHECK(one.event == other.event);
        CHECK(one.impulses == other.impulses);
        CHECK(one.energy_before == other.energy_before);
        CHECK(one.energy_after == other.energy_after);
        CHECK(one.law == other.law);
    }
}

TEST_CASE("numbers and words of files mean the same to procedures of main programs and to the tables of simulate") {
    procedures::RunPrimitives primitives;
    procedures::Interpreter interpreter({.sizes = {}, .parts = {}},
                                        [&](const std::string& name, const procedures::Pointers& arguments) {
                                            REQUIRE(primitives.call(name, interpreter, arguments));
                                        });
    double given = interpreter.new_text(), written = interpreter.new_text(), yes = 0, value = 0;
    std::mt19937_64 random(7);
    const std::string signs = "0123456789+-.eEdD 017x";
    std::size_t decimals = 0;
    for (int k = 0; k < 20000; ++k) {
        std::string text;
        for (std::size_t n = random() % 8; n > 0; --n) text += signs[random() % signs.size()];
        INFO(text);
        interpreter.text(given) = text;
        interpreter.run("decimal", {&given, &yes});
        REQUIRE((yes != 0) == is_decimal(text));
        if (yes != 0) ++decimals;
    }
    CHECK(decimals > 1000);
    for (int k = 0; k < 2000; ++k) {
        std::uint64_t bits = random();
        std::memcpy(&value, &bits, sizeof value);
        if (k % 3 == 0) value = std::ldexp(static_cast<double>(random() % 10000), -static_cast<int>(random() % 20));
        if (!std::isfinite(value)) continue;
        interpreter.run("exact", {&value, &written});
        REQUIRE(interpreter.text(written) == exact_decimal(value));
    }
    for (int k = 0; k < 2000; ++k) {
        std::string text;
        for (std::size_t n = random() % 60; n > 0; --n)
            text += random() % 3 == 0 ? static_cast<char>(random() % 256) : static_cast<char>('a' + random() % 26);
        while (text.ends_with(' ')) text.pop_back();
        interpreter.text(given) = text;
        interpreter.run("shown", {&given, &written});
        REQUIRE(interpreter.text(written) == shown(text));
    }
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
