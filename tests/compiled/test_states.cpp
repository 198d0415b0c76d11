// States, as emitted. Random mechanisms with random states in all four languages: accelerations and rates of states are
// the oracle's, which evaluates the rates by itself at its own accelerations and multipliers; y = [q; u; s] everywhere;
// m_jacobian is the slope of m_derivatives. Sayers' arm with motors between its controller and its hinges.
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
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/random_states.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

RandomModelOptions small_trees() {
    RandomModelOptions options;
    options.min_bodies = 2, options.max_bodies = 4, options.most_speeds = 8;
    options.springs = options.line_forces = false;  // their lengths are symbols of the tests' own
    return options;
}

struct Emitted {
    Model whole;
    MinimalSystem system;
    Program program;
    std::vector<fs::path> files;
    std::vector<Eigen::Index> independent;  // into the whole model's speeds
};

Emitted emitted(const std::string& name, Model model, Formulation formulation) {
    model.name = name;
    const Kinematics kinematics = compute_kinematics(model);
    MinimalSystem system = minimal_system(model, kinematics);
    WantedRoutines wanted;
    wanted.jacobian = {{Role::coordinate, ""}, {Role::speed, ""}, {Role::state, ""}, {Role::input, ""}};
    Program program = cheapest_program({model, kinematics, system}, formulation, wanted);
    const fs::path folder = fs::path(scratch_root()) / "states" / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    Emitted result{std::move(model), std::move(system), std::move(program), {}, {}};
    const std::vector<std::string> routines = routines_there(
        result.program,
        {"defaults", "initial", "accelerations", "state_rates", "kinematics", "derivatives", "jacobian"});
    for (const auto& [language, ending] :
         {std::pair{Language::cpp, ".hpp"}, std::pair{Language::c, ".h"}, std::pair{Language::fortran, ".f90"},
          std::pair{Language::fortran77, ".f"}}) {
        const std::string file = name + ending;
        std::ofstream(folder / file) << emit(result.program, {language, routines, false}, file)[0].text;
        result.files.push_back(folder / file);
    }
    for (std::size_t u = 0; u < result.whole.speeds.size(); ++u)
        if (std::ranges::any_of(result.system.model.speeds,
                                [&](const Speed& s) { return s.name == result.whole.speeds[u].name; }))
            result.independent.push_back(static_cast<Eigen::Index>(u));
    return result;
}

struct Expected {
    VectorXd udot, sdot;
};

Expected expected_at(const Model& model, const OracleState& state) {
    const OracleResult result = Oracle(model, state).result();
    if (model.constraints.empty()) return {result.udot, oracle_state_rates(model, state, result.udot)};
    const ConstraintReading rows = read_constraints(model, state);
    const ConstrainedMotion motion = constrained_motion(result.M, result.f, rows.B, rows.gamma);
    std::map<std::string, double> multipliers;
    for (std::size_t r = 0; r < rows.constraint.size(); ++r) {
        const Expr symbol = multiplier_symbol(model, rows.constraint[r], 0);
        multipliers.emplace(model.graph->symbol_of(symbol).name, motion.lambda(static_cast<Eigen::Index>(r)));
    }
    return {motion.udot, oracle_state_rates(model, state, motion.udot, multipliers)};
}

void check_near(const std::string& what, const VectorXd& found, const VectorXd& expected, double tolerance) {
    REQUIRE(found.size() == expected.size());
    const double size = std::max(1.0, expected.size() == 0 ? 0 : expected.cwiseAbs().maxCoeff());
    INFO(what << ": found " << found.transpose() << ", expected " << expected.transpose());
    CHECK((found - expected).cwiseAbs().sum() <= tolerance * size);
}

// Central differences of m_derivatives, once more with half the step: errors of fourth order.
VectorXd slope(const CompiledModel& compiled, const OracleState& at, double& value_of_column) {
    const double before = value_of_column;
    const auto difference = [&](double h) {
        int info = -1;
        value_of_column = before + h;
        const VectorXd up = compiled.derivatives(at, info);
        REQUIRE(info == 0);
        value_of_column = before - h;
        const VectorXd down = compiled.derivatives(at, info);
        REQUIRE(info == 0);
        value_of_column = before;
        return VectorXd((up - down) / (2 * h));
    };
    return (4 * difference(5e-4) - difference(1e-3)) / 3;
}

void check_jacobian(const Emitted& e, const CompiledModel& compiled, OracleState state) {
    const JacobianPattern& pattern = *e.program.jacobian;
    const Eigen::Index n = state.q.size() + state.u.size() + state.s.size();
    Eigen::MatrixXd found = Eigen::MatrixXd::Zero(n, n + state.w.size());
    int info = -1;
    const VectorXd entries = compiled.jacobian(state, static_cast<Eigen::Index>(pattern.rows.size()), info);
    REQUIRE(info == 0);
    for (std::size_t k = 0; k < pattern.rows.size(); ++k)
        found(static_cast<Eigen::Index>(pattern.rows[k]), static_cast<Eigen::Index>(pattern.columns[k])) =
            entries(static_cast<Eigen::Index>(k));
    Eigen::Index column = 0;
    for (VectorXd* part : {&state.q, &state.u, &state.s, &state.w})
        for (Eigen::Index k = 0; k < part->size(); ++k, ++column)
            check_near("column " + pattern.column_names[static_cast<std::size_t>(column)], found.col(column),
                       slope(compiled, state, (*part)(k)), 1e-5);
}

void check_all(const Emitted& e, const std::vector<OracleState>& states) {
    const auto dependent = static_cast<Eigen::Index>(e.whole.speeds.size() - e.independent.size());
    bool is_first = true;
    for (const fs::path& file : e.files) {
        INFO(file.string());
        CompiledModel compiled(e.system.model, file.string(), dependent);
        VectorXd q, u, s;
        compiled.initial(compiled.defaults(), q, u, s);
        for (std::size_t k = 0; k < e.whole.states.size(); ++k)
            CHECK(s(static_cast<Eigen::Index>(k)) ==
                  Approx(e.whole.graph->constant_double(e.whole.states[k].initial_value)).margin(1e-300));
        for (const OracleState& state : states) {
            const Expected expected = expected_at(e.whole, state);
            compiled.setup(state.p);
            OracleState own = state;
            own.u = VectorXd(state.u(e.independent));
            const VectorXd udot = expected.udot(e.independent);
            int info = -1;
            check_near("udot", compiled.accelerations(own, info), udot, 1e-9);
            CHECK(info == 0);
            check_near("sdot", compiled.state_rates(own, info), expected.sdot, 1e-9);
            CHECK(info == 0);
            const VectorXd ydot = compiled.derivatives(own, info);
            CHECK(info == 0);
            VectorXd joined(ydot.size());
            joined << compiled.kinematics(own), udot, expected.sdot;
            check_near("ydot", ydot, joined, 1e-9);
            if (is_first && &state == &states.front()) check_jacobian(e, compiled, own);
        }
        is_first = false;
    }
}

}  // namespace

TEST_CASE("states: random trees in all languages") {
    const std::vector<Formulation> formulations{Formulation::turner, Formulation::composite, Formulation::articulated,
                                                Formulation::automatic};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        INFO("seed " << seed);
        Model model = random_tree(seed, small_trees());
        take_outside_as_input(model);
        add_random_states(model, seed);
        const std::vector<OracleState> states{random_state(model, seed), random_state(model, seed + 100)};
        check_all(emitted("states_tree" + std::to_string(seed), std::move(model), formulations[seed % 4]), states);
    }
}

TEST_CASE("states: random mechanisms with constraints, kept and eliminated, in all languages") {
    RandomModelOptions options = small_trees();
    options.dissipations = options.massless = false;
    int checked = 0;
    for (std::uint64_t seed = 1; checked < 4; ++seed) {
        REQUIRE(seed < 40);
        RandomConstraintOptions conditions;
        conditions.positions = 1, conditions.speeds = static_cast<int>(seed % 2);
        ConstrainedTree tree = random_constrained_tree(seed, options, conditions);
        take_outside_as_input(tree.model);
        add_random_states(tree.model, seed);
        tree.near.w.conservativeResize(static_cast<Eigen::Index>(tree.model.inputs.size()));
        tree.near.w.tail(1).setConstant(0.3);
        tree.near.s = VectorXd::LinSpaced(static_cast<Eigen::Index>(tree.model.states.size()), -0.5, 0.7);
        auto [state, consistent] = consistent_state(tree, seed);
        if (!consistent) continue;
        state.s = tree.near.s;
        ++checked;
        INFO("seed " << seed);
        if (checked > 2) tree.model.treatment.mode = ConstraintTreatment::Mode::eliminate;
        const Formulation formulation = checked == 1 ? Formulation::articulated : Formulation::automatic;
        check_all(emitted("states_rows" + std::to_string(seed), std::move(tree.model), formulation), {state});
    }
}

// M. W. Sayers, Symbolic Computer Methods to Automatically Formulate Vehicle Simulation Codes, PhD thesis, University of
// Michigan, 1990, section 9.6 and appendix E, at q = 0.1 .. 0.6, u = 0.6 .. 0.1. His controller has no states of its
// own; here a motor with a lag of 1/20 s stands between it and each hinge. With the motors at his torques (the
// difference of f with and without control) the accelerations are those of his controlled arm and no motor changes;
// with the motors at rest they are those of the arm without control, and each motor starts towards his torque.
TEST_CASE("states: Sayers' Stanford arm with motors behind its controller") {
    std::string text = read_file(fs::path(LAG_SOURCE_DIR) / "samples" / "stanford_arm.lag");
    const auto replace = [&](const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
    };
    replace("drives: 1$", "drives: 0$");
    std::string motors = "parameter(lag, 1/20, \"s\", \"of each motor\")$\n";
    const std::vector<std::string> drives{"q1, K1, K2, AROT", "q2, K3, K4, BROT", "q3, K11, K12, CDISP",
                                          "q4, K5, K6, DROT", "q5, K7, K8, EROT", "q6, K9, K10, FROT"};
    for (std::size_t k = 0; k < drives.size(); ++k) {
        const std::string number = std::to_string(k + 1), unit = k == 2 ? "N" : "N*m";
        motors += "state(motor" + number + ", \"" + unit + "\", \"load of a motor\", rate = (drive(" + drives[k] +
                  ") - motor" + number + ")/lag)$\nhinge_load(q" + number + ", motor" + number + ")$\n";
    }
    replace("check(potential_energy() = V)$", motors + "check(potential_energy() = V)$");
    const fs::path folder = fs::path(scratch_root()) / "states" / "arm";
    fs::remove_all(folder);
    fs::create_directories(folder);
    std::ofstream(folder / "arm.lag") << text;
    emit_sample(folder / "arm.lag", folder / "out");
    emit_other_languages(folder / "arm.lag", folder / "out");
    const Model model = model_of(folder / "arm.lag");
    REQUIRE(model.states.size() == 6);
    VectorXd torque(6), controlled(6), gravity_only(6);
    torque << -0.1584, -7.67754264180014, 36.22813642407956, 0.0636284133906144, -0.79668030206034, 0.0868;
    controlled << -3.3476489674750614, -0.8218812747319405, -3.678019840824592, -7.222616206599422, -7.180842977947497,
        52.74239258991736;
    gravity_only << -3.0497729017091517, 1.5860421460943823, -9.531360366956754, 3.5188487374237254,
        -1.9578347691771076, -0.7637498772498201;
    int files = 0;
    for (const fs::path& file : emitted_files(folder / "out")) {
        INFO(file.string());
        ++files;
        CompiledModel compiled(model, file.string());
        OracleState state = zero_state(model);
        compiled.setup(state.p);
        state.q << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
        state.u << 0.6, 0.5, 0.4, 0.3, 0.2, 0.1;
        int info = -1;
        state.s = torque;
        const double largest = 60;
        CHECK((compiled.accelerations(state, info) - controlled).cwiseAbs().maxCoeff() <= 1e-10 * largest);
        CHECK(info == 0);
        CHECK(compiled.state_rates(state, info).cwiseAbs().maxCoeff() <= 1e-10 * 20 * largest);
        state.s.setZero();
        CHECK((compiled.accelerations(state, info) - gravity_only).cwiseAbs().maxCoeff() <= 1e-10 * largest);
        CHECK((compiled.state_rates(state, info) - 20 * torque).cwiseAbs().maxCoeff() <= 1e-10 * 20 * largest);
        CHECK((compiled.derivatives(state, info).tail(6) - 20 * torque).cwiseAbs().maxCoeff() <= 1e-10 * 20 * largest);
    }
    CHECK(files == 4);
}
