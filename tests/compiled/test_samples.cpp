// Every sample: emitted, compiled by g++ and gfortran with warnings as errors, and compared with the oracle
// routine by routine.
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/constrained_samples.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_contacts.hpp"
#include "tests/support/oracle_events.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double tolerance = 1e-11;  // of the sum of the terms' magnitudes

VectorXd at_least(const VectorXd& v, double floor) {
    return v.cwiseAbs().cwiseMax(floor);
}

// What does not depend on the accelerations.
void compare_tree(const CompiledModel& compiled, const OracleState& state, const OracleResult& oracle,
                  const VectorXd& random_udot) {
    const MatrixXd M = compiled.mass_matrix(state);
    for (Eigen::Index j = 0; j < M.cols(); ++j)
        compare_rows("mass matrix", M.col(j), oracle.M.col(j), oracle.M_magnitude.col(j));
    compare_rows("right side", compiled.right_side(state), oracle.f, oracle.f_magnitude);
    const double speed = 1 + state.u.norm() + state.w.norm();
    compare_rows("kinematics", compiled.kinematics(state), oracle.qdot, at_least(oracle.qdot, speed));
    compare_rows("inverse dynamics", compiled.inverse_dynamics(state, random_udot), oracle.M * random_udot - oracle.f,
                 oracle.row_magnitudes(random_udot));
    int info = -1;
    const VectorXd rate = compiled.derivatives(state, info);
    CHECK(info == 0);
    compare_rows("derivatives, q'", rate.head(state.q.size()), compiled.kinematics(state),
                 at_least(oracle.qdot, speed));
    double kinetic = 0, potential = 0;
    compiled.energy(state, kinetic, potential);
    CHECK(std::abs(kinetic - oracle.kinetic) <= tolerance * oracle.kinetic_magnitude);
    CHECK(std::abs(potential - oracle.potential) <= tolerance * (oracle.potential_magnitude + 1e-3));
}

VectorXd compare_free_accelerations(const CompiledModel& compiled, const OracleState& state,
                                    const OracleResult& oracle) {
    int info = -1;
    const VectorXd udot = compiled.accelerations(state, info), zero = VectorXd::Zero(udot.size());
    CHECK(info == 0);
    compare_rows("M u' - f", oracle.M * udot - oracle.f, zero, oracle.row_magnitudes(udot));
    const VectorXd rate = compiled.derivatives(state, info);
    compare_rows("derivatives, u'", oracle.M * rate.segment(state.q.size(), state.u.size()) - oracle.f, zero,
                 oracle.row_magnitudes(udot));
    return udot;
}

void compare(const Model& model, const ConstraintReference& constraints, const CompiledModel& compiled,
             const OracleState& state) {
    const OracleResult oracle = Oracle(model, state).result();
    compare_tree(compiled, state, oracle, VectorXd::LinSpaced(state.u.size(), -1.0, 1.5));
    OracleState known = state;
    VectorXd udot;
    if (model.constraints.empty()) {
        udot = compare_free_accelerations(compiled, state, oracle);
    } else {
        const ConstrainedMotion motion = constraints.compare(compiled, state);
        udot = motion.udot;
        constraints.set_multipliers(motion.lambda, known);
    }
    int info = -1;
    if (!model.states.empty()) {
        const VectorXd sdot = oracle_state_rates(model, state, udot, known.external);
        compare_rows("rates of states", compiled.state_rates(state, info), sdot, at_least(sdot, 1 + sdot.norm()));
        compare_rows("derivatives, s'", compiled.derivatives(state, info).tail(sdot.size()), sdot,
                     at_least(sdot, 1 + sdot.norm()));
    }
    Evaluator<double> value = values_at(model, known, udot);
    const VectorXd o = compiled.outputs(state, info);
    CHECK(info == 0);
    for (std::size_t k = 0; k < model.outputs.size(); ++k) {
        INFO("output " << model.outputs[k].name);
        CHECK(o(static_cast<Eigen::Index>(k)) == Approx(value(model.outputs[k].value)).epsilon(1e-8).margin(1e-8));
    }
}

std::vector<OracleState> states_of(const Model& model, const ConstraintReference& constraints, const VectorXd& q,
                                   const VectorXd& u) {
    constexpr int count = 5;
    if (!model.constraints.empty()) return constraints.states(q, u, count);
    std::vector<OracleState> states;
    for (std::uint64_t seed = 1; seed <= count; ++seed) states.push_back(random_state(model, seed));
    return states;
}

bool has_switched_rows(const Model& model) {
    return std::ranges::any_of(model.constraints, [](const Constraint& c) { return c.is_switched(); });
}

// Accelerations and multipliers in the first mode, and what each event makes of the speeds.
void compare_first_mode(const Model& model, CompiledModel& compiled) {
    std::vector<Eigen::Index> rows;
    for (const Constraint& c : model.constraints) {
        REQUIRE((c.kind == Constraint::Kind::position || c.kind == Constraint::Kind::speed));
        rows.push_back(static_cast<Eigen::Index>(rows.size()));
    }
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        OracleState state = random_state(model, seed);
        set_first_flags(model, state);
        compiled.setup(state.p);
        const ModeMotion motion = motion_in_mode(model, state, rows);
        VectorXd lambda = VectorXd::Zero(static_cast<Eigen::Index>(rows.size()));
        int info = -1;
        const VectorXd udot = compiled.accelerations(state, lambda, info);
        CHECK(info == 0);
        compare_tabled("u'", udot, motion.udot);
        compare_tabled("lambda", lambda, motion.lambda);
        for (std::size_t k = 0; k < model.events.size(); ++k) {
            const OracleJump jump = jump_at(model, state, k, motion, rows);
            const EventResult found = compiled.event(static_cast<int>(k) + 1, state, lambda.size());
            CHECK(found.info == 0);
            compare_tabled("u+", found.after.u, jump.after.u);
        }
    }
}

// What does not know of contacts at random states; modes, accelerations and loads where those contacts rest that touch
// at the start, against the enumeration of all modes.
void compare_with_contacts(const Model& model, CompiledModel& compiled) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        INFO("state " << seed);
        OracleState state = random_state(model, seed);
        set_first_flags(model, state);
        compiled.setup(state.p);
        compare_tree(compiled, state, Oracle(model, state).result(), VectorXd::LinSpaced(state.u.size(), -1.0, 1.5));
        VectorXd u, s;
        compiled.initial(state.p, state.q, u, s);
        std::vector<Eigen::Index> resting;
        const ConstraintReading start = read_constraints(model, state);
        for (const Contact& c : model.contacts) {
            if (c.normal && std::abs(start.phi(static_cast<Eigen::Index>(*c.normal))) > 1e-9) continue;
            if (c.normal) resting.push_back(static_cast<Eigen::Index>(*c.normal));
            if (c.tangent && seed % 2 == 0) resting.push_back(static_cast<Eigen::Index>(*c.tangent));
        }
        for (int step = 0; step < 3; ++step) {
            const ConstraintReading rows = read_constraints(model, state).only(resting);
            state.u -= rows.B.completeOrthogonalDecomposition().solve(rows.phidot);
        }
        const ContactMotions motions = contact_motions(contact_problem(model, state, bilateral_rows(model, state)));
        if (motions.margin < 1e-7 || !motions.is_one()) continue;
        ++compared;
        const EventResult found = compiled.modes(state);
        REQUIRE(found.info == 0);
        state.w = found.after.w;
        int info = -1;
        VectorXd lambda = VectorXd::Zero(start.phi.size());
        const VectorXd udot = compiled.accelerations(state, lambda, info), expected = motions.found.front().udot;
        CHECK(info == 0);
        CHECK((udot - expected).norm() < 1e-9 * (1 + expected.norm()));
        const OracleResult tree = Oracle(model, state).result();
        compare_rows("M u' + B^T lambda - f", tree.M * udot + start.B.transpose() * lambda - tree.f,
                     VectorXd::Zero(udot.size()),
                     tree.row_magnitudes(udot) + start.B.cwiseAbs().transpose() * lambda.cwiseAbs());
    }
    CHECK(compared >= 3);
}

void compare_file(const Model& model, const std::filesystem::path& file) {
    INFO(file.string());
    CompiledModel compiled(model, file.string(), 0, Optimization::on);
    const OracleState zero = zero_state(model);
    compare_rows("defaults", compiled.defaults(), zero.p, at_least(zero.p, 1e-300));
    VectorXd q, u, s;
    compiled.initial(zero.p, q, u, s);
    Evaluator<double> start = values_at(model, zero, VectorXd::Zero(zero.u.size()));
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        CHECK(q(static_cast<Eigen::Index>(k)) == Approx(start(model.coordinates[k].initial_value)));
    for (std::size_t k = 0; k < model.states.size(); ++k)
        CHECK(s(static_cast<Eigen::Index>(k)) == Approx(start(model.states[k].initial_value)));
    if (!model.contacts.empty()) return compare_with_contacts(model, compiled);
    if (has_switched_rows(model)) return compare_first_mode(model, compiled);
    const ConstraintReference constraints(model);
    const std::vector<OracleState> states = states_of(model, constraints, q, u);
    REQUIRE(states.size() == 5);
    for (std::size_t k = 0; k < states.size(); ++k) {
        const OracleState& state = states[k];
        INFO("state " << k + 1);
        compiled.setup(state.p);
        compare(model, constraints, compiled, state);
    }
    for (const auto& quaternion : quaternions(model)) {
        VectorXd long_q = 3.0 * random_state(model, 1).q;
        compiled.normalize(long_q);
        double square = 0;
        for (const CoordinateIndex e : quaternion) square += std::pow(long_q(static_cast<Eigen::Index>(e.value)), 2);
        CHECK(square == Approx(1.0).epsilon(1e-14));
    }
}

}  // namespace

TEST_CASE("emitted files of every sample agree with the oracle") {
    const auto scripts = sample_scripts();
    REQUIRE(scripts.size() >= 10);
    for (const auto& script : scripts) {
        INFO(script.string());
        if (read_file(script).find("\nsmall(") != std::string::npos) continue;  // the oracle leaves nothing out
        const auto folder = std::filesystem::path(scratch_root()) / "samples" / script.stem();
        emit_in_every_language(script, folder);
        const Model model = model_of(script);
        int compared = 0;
        for (const auto& file : emitted_files(folder)) {
            const bool main_program = file.stem().string().ends_with("_main");
            const std::string kind = file.extension().string();
            if (main_program || (kind != ".f90" && kind != ".hpp" && kind != ".f" && kind != ".h")) continue;
            if (read_file(file).find("_derivatives") == std::string::npos) continue;  // a free function
            compare_file(model, file);
            ++compared;
        }
        CHECK(compared >= 4);
    }
}
