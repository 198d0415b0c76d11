// Flags, switched rows and events, as emitted. Random mechanisms with random switched rows, states and events in all
// modes and all four languages: accelerations, multipliers, errors of rows, functions of events and jumps are the
// oracle's, which finds the rows that take part by itself and the jump by least squares on M.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/calculus.hpp"
#include "emitters/choice/formulations.hpp"
#include "emitters/writers/emit.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_events.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/random_events.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/random_states.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

constexpr double tolerance = 1e-9;

struct Emitted {
    Model model;
    Program program;
    std::vector<fs::path> files;
};

Emitted emitted(const std::string& name, Model model, Formulation formulation) {
    model.name = name;
    const Kinematics kinematics = compute_kinematics(model);
    const MinimalSystem system = minimal_system(model, kinematics);
    WantedRoutines wanted;
    wanted.jacobian = {{Role::coordinate, ""}, {Role::speed, ""}, {Role::state, ""}, {Role::input, ""}};
    Emitted result{std::move(model), {}, {}};
    result.program = cheapest_program({result.model, kinematics, system}, formulation, wanted);
    const std::vector<std::string> routines =
        routines_there(result.program, {"flags", "constraints", "constraint_matrix", "mass_matrix", "events", "event",
                                        "accelerations", "derivatives", "jacobian"});
    const fs::path folder = fs::path(scratch_root()) / "events" / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [language, ending] :
         {std::pair{Language::cpp, ".hpp"}, std::pair{Language::c, ".h"}, std::pair{Language::fortran, ".f90"},
          std::pair{Language::fortran77, ".f"}}) {
        const std::string file = name + ending;
        std::ofstream(folder / file) << emit(result.program, {language, routines, false}, file)[0].text;
        result.files.push_back(folder / file);
    }
    return result;
}

void check_near(const std::string& what, const VectorXd& found, const VectorXd& expected, double size = 0) {
    REQUIRE(found.size() == expected.size());
    size = std::max({1.0, size, expected.size() == 0 ? 0 : expected.cwiseAbs().maxCoeff()});
    INFO(what << ": found " << found.transpose() << ", expected " << expected.transpose());
    CHECK((found - expected).cwiseAbs().sum() <= tolerance * size);
}

// The oracle's rows of a cut hinge span the same directions, no more: 0 for them, 1 for all others.
VectorXd told_apart(const Model& model, const OracleState& state, const std::vector<Eigen::Index>& rows) {
    VectorXd told = VectorXd::Ones(static_cast<Eigen::Index>(rows.size()));
    if (rows.empty()) return told;
    const ConstraintReading reading = read_constraints(model, state).only(rows);
    for (Eigen::Index r = 0; r < told.size(); ++r)
        if (model.constraints[reading.constraint[static_cast<std::size_t>(r)]].kind == Constraint::Kind::hinge)
            told(r) = 0;
    return told;
}

// All combinations of the flags that switch rows.
std::vector<OracleState> modes_of(const Model& model, const OracleState& state) {
    std::vector<OracleState> modes{state};
    for (const Constraint& c : model.constraints) {
        if (!c.is_switched()) continue;
        const std::string name = model.graph->symbol_of(c.active).name;
        Eigen::Index place = 0;
        while (model.inputs[static_cast<std::size_t>(place)].name != name) ++place;
        const std::vector<OracleState> before = modes;
        for (OracleState& mode : modes) mode.w(place) = 0;
        for (OracleState mode : before) {
            mode.w(place) = 1;
            modes.push_back(mode);
        }
    }
    return modes;
}

void check_rows(const CompiledModel& compiled, const Model& model, const OracleState& state,
                const std::vector<Eigen::Index>& rows) {
    const auto n = static_cast<Eigen::Index>(rows.size());
    if (n == 0) return;
    const ConstraintReading reading = read_constraints(model, state).only(rows);
    VectorXd on(n), phi(n), phidot(n);
    const VectorXd told = told_apart(model, state, rows);
    for (Eigen::Index r = 0; r < n; ++r)
        on(r) = holds(model, state, reading.constraint[static_cast<std::size_t>(r)]) ? told(r) : 0;
    compiled.constraints(state, phi, phidot);
    check_near("phi", told.asDiagonal() * phi, on.asDiagonal() * reading.phi);
    check_near("phidot", told.asDiagonal() * phidot, on.asDiagonal() * reading.phidot);
    const Eigen::MatrixXd B = told.asDiagonal() * compiled.constraint_matrix(state, n);
    CHECK((B - on.asDiagonal() * reading.B).cwiseAbs().maxCoeff() <=
          tolerance * std::max(1.0, B.cwiseAbs().maxCoeff()));
}

// The emitted jump, and that its work is what the speeds of the jump say.
int check_jumps(const CompiledModel& compiled, const Model& model, const OracleState& state,
                const std::vector<Eigen::Index>& rows, const ModeMotion& motion) {
    int compared = 0;
    for (std::size_t k = 0; k < model.events.size(); ++k) {
        const OracleJump expected = jump_at(model, state, k, motion, rows);
        const EventResult found =
            compiled.event(static_cast<int>(k) + 1, state, static_cast<Eigen::Index>(rows.size()));
        if (expected.restraint < 1e-3 || expected.nearest_impact < 1e-6) continue;
        INFO("event " << k + 1);
        ++compared;
        const double size = std::max(expected.P.cwiseAbs().maxCoeff(), expected.after.u.cwiseAbs().maxCoeff());
        CHECK(found.info == 0);
        check_near("u+", found.after.u, expected.after.u, size / expected.restraint);
        const VectorXd told = told_apart(model, state, rows);
        check_near("p", told.asDiagonal() * found.p, told.asDiagonal() * expected.p, size / expected.restraint);
        check_near("q+", found.after.q, expected.after.q);
        if (state.s.size() > 0) check_near("s+", found.after.s, expected.after.s);
        check_near("w+", found.after.w, expected.after.w);
        const Eigen::MatrixXd M = compiled.mass_matrix(state);
        const VectorXd mean = (found.after.u + state.u) / 2;
        const double gained = (found.after.u.dot(M * found.after.u) - state.u.dot(M * state.u)) / 2;
        Eigen::MatrixXd B = expected.B;
        if (!rows.empty() && told.minCoeff() == 0) {
            const Eigen::MatrixXd own = compiled.constraint_matrix(state, static_cast<Eigen::Index>(rows.size()));
            for (Eigen::Index r = 0; r < B.rows(); ++r)
                if (told(r) == 0) B.row(r) = own.row(r);
        }
        const double work = expected.P.dot(mean) - found.p.dot(B * mean);
        const double terms = found.after.u.cwiseAbs().dot(M.cwiseAbs() * found.after.u.cwiseAbs()) +
                             state.u.cwiseAbs().dot(M.cwiseAbs() * state.u.cwiseAbs()) +
                             expected.P.cwiseAbs().dot(mean.cwiseAbs()) +
                             found.p.cwiseAbs().dot(B.cwiseAbs() * mean.cwiseAbs());
        INFO("energy " << gained << ", work " << work);
        CHECK(std::abs(gained - work) <= tolerance * (1 + terms) / expected.restraint);
    }
    return compared;
}

// Central differences of m_derivatives, once more with half the step.
VectorXd slope(const CompiledModel& compiled, const OracleState& at, double& column) {
    const double before = column;
    const auto difference = [&](double h) {
        int info = -1;
        column = before + h;
        const VectorXd up = compiled.derivatives(at, info);
        column = before - h;
        const VectorXd down = compiled.derivatives(at, info);
        column = before;
        return VectorXd((up - down) / (2 * h));
    };
    return (4 * difference(5e-4) - difference(1e-3)) / 3;
}

void check_jacobian(const Emitted& e, const CompiledModel& compiled, OracleState state) {
    const JacobianPattern& pattern = *e.program.jacobian;
    const Eigen::Index n = state.q.size() + state.u.size() + state.s.size();
    const auto inputs = static_cast<Eigen::Index>(e.model.inputs.size() - flag_count(e.model));
    Eigen::MatrixXd found = Eigen::MatrixXd::Zero(n, n + inputs);
    REQUIRE(static_cast<Eigen::Index>(pattern.column_names.size()) == n + inputs);  // a flag is no column
    int info = -1;
    const VectorXd entries = compiled.jacobian(state, static_cast<Eigen::Index>(pattern.rows.size()), info);
    REQUIRE(info == 0);
    for (std::size_t k = 0; k < pattern.rows.size(); ++k)
        found(static_cast<Eigen::Index>(pattern.rows[k]), static_cast<Eigen::Index>(pattern.columns[k])) =
            entries(static_cast<Eigen::Index>(k));
    Eigen::Index column = 0;
    for (VectorXd* part : {&state.q, &state.u, &state.s, &state.w})
        for (Eigen::Index k = 0; k < part->size() && column < n + inputs; ++k, ++column) {
            const VectorXd expected = slope(compiled, state, (*part)(k));
            const double size = std::max(1.0, expected.cwiseAbs().maxCoeff());
            INFO("column " << pattern.column_names[static_cast<std::size_t>(column)]);
            CHECK((found.col(column) - expected).cwiseAbs().maxCoeff() <= 1e-5 * size);
        }
}

struct Compared {
    int modes = 0, jumps = 0;
};

Formulation formulation_of(std::uint64_t seed) {
    return seed % 2 == 0 ? Formulation::automatic : Formulation::articulated;
}

Compared check_all(const Emitted& e, OracleState state) {
    Compared compared;
    std::vector<Eigen::Index> rows = moving_rows(e.model);
    for (const fs::path& file : e.files) {
        INFO(file.string());
        CompiledModel compiled(e.model, file.string());
        compiled.setup(state.p);
        set_first_flags(e.model, state);
        VectorXd w = state.w;
        w.tail(static_cast<Eigen::Index>(flag_count(e.model))).setConstant(7);
        check_near("m_flags", compiled.flags(state.p, w), state.w);
        for (const OracleState& mode : modes_of(e.model, state)) {
            INFO("flags " << mode.w.tail(static_cast<Eigen::Index>(flag_count(e.model))).transpose());
            const ModeMotion expected = motion_in_mode(e.model, mode, rows);
            if (expected.restraint < 1e-3 || expected.inertia < 1e-4) continue;
            ++compared.modes;
            int info = -1;
            VectorXd lambda(static_cast<Eigen::Index>(rows.size()));
            const VectorXd udot = compiled.accelerations(mode, lambda, info);
            CHECK(info == 0);
            const double size = std::max(udot.size() == 0 ? 0 : expected.udot.cwiseAbs().maxCoeff(),
                                         lambda.size() == 0 ? 0 : expected.lambda.cwiseAbs().maxCoeff());
            check_near("udot", udot, expected.udot, size);
            const VectorXd told = told_apart(e.model, mode, rows);
            check_near("lambda", told.asDiagonal() * lambda, told.asDiagonal() * expected.lambda, size);
            for (Eigen::Index r = 0; r < lambda.size(); ++r)
                if (expected.lambda(r) == 0) CHECK(lambda(r) == 0);
            check_rows(compiled, e.model, mode, rows);
            const EventReading events = read_events(e.model, mode, expected, rows);
            const EventValues found = compiled.events(mode);
            CHECK(found.info == 0);
            check_near("g", found.g, events.g, size);
            check_near("gdot", found.gdot, events.gdot);
            compared.jumps += check_jumps(compiled, e.model, mode, rows, expected);
            if (&file == &e.files.front()) check_jacobian(e, compiled, mode);
        }
        CHECK(compiled.event(0, state, static_cast<Eigen::Index>(rows.size())).info != 0);
        CHECK(compiled.event(static_cast<int>(e.model.events.size()) + 1, state, static_cast<Eigen::Index>(rows.size()))
                  .info != 0);
    }
    return compared;
}

void extend(OracleState& state, const Model& model) {
    const Eigen::Index before = state.w.size(), now = static_cast<Eigen::Index>(model.inputs.size());
    state.w.conservativeResize(now);
    for (Eigen::Index k = before; k < now; ++k) state.w(k) = 0.3;
}

}  // namespace

TEST_CASE("events: random mechanisms with random switched rows in all modes and languages") {
    RandomModelOptions options;
    options.min_bodies = 2, options.max_bodies = 4, options.most_speeds = 8;
    options.springs = options.line_forces = options.dissipations = options.massless = false;
    int checked = 0;
    Compared all;
    for (std::uint64_t seed = 1; checked < 6; ++seed) {
        REQUIRE(seed < 60);
        RandomConstraintOptions conditions;
        conditions.positions = 2, conditions.speeds = static_cast<int>(seed % 2);
        conditions.loops = seed % 3 == 0 ? 1 : 0;
        ConstrainedTree tree = random_constrained_tree(seed, options, conditions);
        if (tree.model.constraints.empty()) continue;
        take_outside_as_input(tree.model);
        if (seed % 2 == 0) add_random_states(tree.model, seed);
        add_random_events(tree.model, seed);
        OracleState state = tree.near;
        extend(state, tree.model);
        state.s = VectorXd::LinSpaced(static_cast<Eigen::Index>(tree.model.states.size()), -0.5, 0.7);
        ++checked;
        INFO("seed " << seed);
        const Compared compared = check_all(
            emitted("events_rows" + std::to_string(seed), std::move(tree.model), formulation_of(seed)), state);
        all.modes += compared.modes, all.jumps += compared.jumps;
    }
    CHECK(all.modes >= 4 * 12);
    CHECK(all.jumps >= 4 * 30);
}

TEST_CASE("events: random mechanisms with a cut hinge beside switched rows") {
    RandomModelOptions options;
    options.min_bodies = 3, options.max_bodies = 4, options.most_speeds = 9;
    options.springs = options.line_forces = options.dissipations = options.massless = false;
    int checked = 0;
    Compared all;
    for (std::uint64_t seed = 1; checked < 2; ++seed) {
        REQUIRE(seed < 60);
        RandomConstraintOptions conditions;
        conditions.cuts = 1, conditions.cut_kind = static_cast<int>(seed % cut_kinds), conditions.positions = 2;
        ConstrainedTree tree = random_constrained_tree(seed, options, conditions);
        if (tree.model.constraints.size() < 3) continue;
        take_outside_as_input(tree.model);
        extend(tree.near, tree.model);
        auto [state, consistent] = consistent_state(tree, seed);  // the oracle reads closed cut hinges
        if (!consistent) continue;
        add_random_events(tree.model, seed);
        extend(state, tree.model);
        // speeds that switched rows do not allow: what the jumps have to stop; the cut hinge allows them
        state.u.array() += 0.1;
        const ConstraintReading reading = read_constraints(tree.model, state);
        std::vector<Eigen::Index> always;
        for (Eigen::Index r = 0; r < reading.B.rows(); ++r)
            if (!tree.model.constraints[reading.constraint[static_cast<std::size_t>(r)]].is_switched())
                always.push_back(r);
        const ConstraintReading held = reading.only(always);
        state.u -= held.B.completeOrthogonalDecomposition().solve(held.phidot);
        if (moving_rows(tree.model).size() != static_cast<std::size_t>(reading.B.rows())) continue;
        ++checked;
        INFO("seed " << seed);
        const Compared compared =
            check_all(emitted("events_cut" + std::to_string(seed), std::move(tree.model), formulation_of(seed)), state);
        all.modes += compared.modes, all.jumps += compared.jumps;
    }
    CHECK(all.modes >= 8);
    CHECK(all.jumps >= 16);
}

TEST_CASE("events: random trees in all formulations") {
    RandomModelOptions options;
    options.min_bodies = 2, options.max_bodies = 4, options.most_speeds = 8;
    options.springs = options.line_forces = false;
    const std::vector<Formulation> formulations{Formulation::turner, Formulation::composite, Formulation::articulated};
    int jumps = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        INFO("seed " << seed);
        Model model = random_tree(seed, options);
        take_outside_as_input(model);
        add_random_states(model, seed);
        add_random_events(model, seed);
        OracleState state = random_state(model, seed);
        jumps +=
            check_all(emitted("events_tree" + std::to_string(seed), std::move(model), formulations[seed % 3]), state)
                .jumps;
    }
    CHECK(jumps > 12);
}
