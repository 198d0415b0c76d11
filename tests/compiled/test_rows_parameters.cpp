// Rows that depend on each other at the parameters' defaults alone: three parallel cranks of one length, given by three
// parameters. Their code is emitted, tells of it at the defaults, and is right at other parameters.
#include <fstream>

#include "lagrange/constraints/minimal.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

// A bob hangs on the bar: the only motion that is left when the lengths differ. `inertia` of the cranks.
std::string cranks(const std::string& inertia, const std::string& treatment) {
    const auto crank = [&](const std::string& n, const std::string& at) {
        return "body(crank" + n + ", ground, hinge = revolute(z, q" + n + "), at = [" + at + ", 0, 0]" + inertia +
               ")$\n";
    };
    const auto pin = [](const std::string& n, const std::string& at) {
        return "point(P" + n + ", crank" + n + ", [l" + n + ", 0, 0])$ point(Q" + n + ", bar, [" + at +
               ", 0, 0])$ close_loop(P" + n + ", Q" + n + ", name = pin" + n + ")$\n";
    };
    return "model(cranks)$ parameters(l1 = 0.4, l2 = 0.4, l3 = 0.4)$ gravity([0, -9.81, 0])$\n" + crank("1", "0") +
           crank("2", "0.6") + crank("3", "1") +
           "body(bar, crank1, hinge = revolute(z, c), at = [l1, 0, 0], mass = 2, cm = [0.5, 0.1, 0], inertia = "
           "[0, 0, 0.2])$\n"
           "body(bob, bar, hinge = revolute(z, th), at = [0.3, 0, 0], mass = 1, cm = [0.2, 0, 0], inertia = [0, 0, "
           "0.1])$\n" +
           pin("2", "0.6") + pin("3", "1") +
           "initial(q1 = 0.7, q2 = 0.7, q3 = 0.7, c = -0.7, th = 0.2)$ hinge_load(q2, 3)$\n"
           "options(constraints = " +
           treatment + ")$ emit(cpp, \"cranks.hpp\")$ emit(fortran, \"cranks.f90\")$\n";
}

struct Emitted {
    Model whole;
    fs::path folder;
};

Emitted emitted(const std::string& name, const std::string& script) {
    const fs::path folder = fs::path(scratch_root()) / "rows_parameters" / name;
    fs::create_directories(folder);
    const fs::path file = folder / "cranks.lag";
    std::ofstream(file) << script;
    emit_sample(file, folder / "out");
    return {model_of(file), folder / "out"};
}

OracleState at_start(const CompiledModel& compiled, const Model& model) {
    OracleState state = zero_state(model);
    compiled.initial(compiled.defaults(), state.q, state.u);
    return state;
}

// Any place and speeds that the rows allow: the equations hold off the constraints too.
std::vector<OracleState> states_with_other_lengths(const Model& model, const VectorXd& q) {
    Random random(7);
    std::vector<OracleState> found;
    for (int k = 0; k < 40 && found.size() < 4; ++k) {
        OracleState state = zero_state(model);
        state.q = q;
        for (double& x : state.q) x += random.between(-0.5, 0.5);
        for (double& l : state.p) l += random.between(-0.15, 0.15);
        for (double& u : state.u) u = random.between(-1, 1);
        const ConstraintReading rows = read_constraints(model, state);
        state.u -= rows.B.completeOrthogonalDecomposition().solve(rows.B * state.u);
        const OracleResult free = Oracle(model, state).result();
        const ConstraintReading moving = rows.only(moving_rows(model));
        if (constrained_motion(free.M, free.f, moving.B, moving.gamma).restraint >= 0.02) found.push_back(state);
    }
    return found;
}

const std::string with_mass = ", mass = 1, cm = [0.2, 0, 0], inertia = [0, 0, 0.02]";

}  // namespace

TEST_CASE("parallel cranks with lengths of their own: multipliers", "[massless]") {
    for (const bool massless : {false, true}) {
        const std::string name = massless ? "massless" : "massive";
        const Emitted script = emitted(name, cranks(massless ? "" : with_mass, "multipliers"));
        for (const char* file : {"cranks.hpp", "cranks.f90"}) {
            INFO(name << " " << file);
            CompiledModel compiled(script.whole, (script.folder / file).string());
            compiled.setup(compiled.defaults());
            OracleState state = at_start(compiled, script.whole);
            VectorXd lambda = VectorXd::Zero(4);
            int info = 0;
            CHECK(compiled.accelerations(state, lambda, info).allFinite());
            CHECK(info > 0);
            CHECK(lambda.allFinite());
            const std::vector<OracleState> states = states_with_other_lengths(script.whole, state.q);
            CHECK(states.size() == 4);
            for (const OracleState& moved : states) {
                compiled.setup(moved.p);
                const VectorXd udot = compiled.accelerations(moved, lambda, info);
                CHECK(info == 0);
                const OracleResult free = Oracle(script.whole, moved).result();
                const ConstraintReading rows = read_constraints(script.whole, moved).only(moving_rows(script.whole));
                const ConstrainedMotion expected = constrained_motion(free.M, free.f, rows.B, rows.gamma);
                CHECK((udot - expected.udot).norm() <= 1e-9 * expected.udot.norm());
                CHECK((lambda - expected.lambda).norm() <= 1e-9 * expected.lambda.norm());
            }
        }
    }
}

TEST_CASE("parallel cranks with lengths of their own: eliminated", "[massless]") {
    for (const bool massless : {false, true}) {
        const std::string name = massless ? "massless_eliminated" : "massive_eliminated";
        const Emitted script = emitted(name, cranks(massless ? "" : with_mass, "eliminate"));
        const MinimalSystem system = minimal_system(script.whole, compute_kinematics(script.whole));
        REQUIRE(system.model.speeds.size() == 1);
        CHECK(system.model.speeds[0].name == "th'");
        INFO(name);
        CompiledModel compiled(system.model, (script.folder / "cranks.hpp").string(), 4);
        compiled.setup(compiled.defaults());
        OracleState state = zero_state(system.model);
        compiled.initial(compiled.defaults(), state.q, state.u);
        int info = 0;
        VectorXd none(0);
        CHECK(compiled.derivatives(state, info).size() == 6);
        CHECK(info > 0);
        const std::vector<OracleState> states = states_with_other_lengths(script.whole, state.q);
        CHECK(states.size() == 4);
        for (const OracleState& moved : states) {
            compiled.setup(moved.p);
            OracleState free_speed = moved;
            free_speed.u = moved.u.tail(1);
            const VectorXd udot = compiled.accelerations(free_speed, none, info);
            CHECK(info == 0);
            CHECK(compiled.dependent_speeds(free_speed, info).norm() <= 1e-12 * (1 + moved.u.norm()));
            const OracleResult free = Oracle(script.whole, moved).result();
            const ConstraintReading rows = read_constraints(script.whole, moved).only(moving_rows(script.whole));
            const ConstrainedMotion expected = constrained_motion(free.M, free.f, rows.B, rows.gamma);
            CHECK(std::abs(udot(0) - expected.udot(4)) <= 1e-9 * expected.udot.norm());
        }
    }
}
