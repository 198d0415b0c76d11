// Every sample: emitted, compiled by g++ and gfortran with warnings as errors, and compared with the oracle routine by
// routine.
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double tolerance = 1e-11;  // of the sum of the terms' magnitudes, row by row

void compare_rows(const char* what, const VectorXd& ours, const VectorXd& reference, const VectorXd& magnitude) {
    REQUIRE(ours.size() == reference.size());
    for (Eigen::Index i = 0; i < ours.size(); ++i) {
        INFO(what << "(" << i + 1 << "): " << ours(i) << " instead of " << reference(i));
        CHECK(std::abs(ours(i) - reference(i)) <= tolerance * magnitude(i));
    }
}

VectorXd at_least(const VectorXd& v, double floor) {
    return v.cwiseAbs().cwiseMax(floor);
}

void compare(const Model& model, const CompiledModel& compiled, const OracleState& state, const VectorXd& random_udot) {
    const OracleResult oracle = Oracle(model, state).result();
    const MatrixXd M = compiled.mass_matrix(state);
    for (Eigen::Index j = 0; j < M.cols(); ++j)
        compare_rows("mass matrix", M.col(j), oracle.M.col(j), oracle.M_magnitude.col(j));
    compare_rows("right side", compiled.right_side(state), oracle.f, oracle.f_magnitude);
    const double speed = 1 + state.u.norm() + state.w.norm();
    compare_rows("kinematics", compiled.kinematics(state), oracle.qdot, at_least(oracle.qdot, speed));
    compare_rows("inverse dynamics", compiled.inverse_dynamics(state, random_udot), oracle.M * random_udot - oracle.f,
                 oracle.row_magnitudes(random_udot));

    int info = -1;
    const VectorXd udot = compiled.accelerations(state, info);
    CHECK(info == 0);
    compare_rows("M u' - f", oracle.M * udot - oracle.f, VectorXd::Zero(udot.size()), oracle.row_magnitudes(udot));
    const VectorXd rate = compiled.derivatives(state, info);
    CHECK(info == 0);
    compare_rows("derivatives, q'", rate.head(state.q.size()), compiled.kinematics(state),
                 at_least(oracle.qdot, speed));
    compare_rows("derivatives, u'", oracle.M * rate.tail(state.u.size()) - oracle.f, VectorXd::Zero(udot.size()),
                 oracle.row_magnitudes(udot));

    double kinetic = 0, potential = 0;
    compiled.energy(state, kinetic, potential);
    CHECK(std::abs(kinetic - oracle.kinetic) <= tolerance * oracle.kinetic_magnitude);
    CHECK(std::abs(potential - oracle.potential) <= tolerance * (oracle.potential_magnitude + 1e-3));

    Evaluator<double> value = values_at(model, state, udot);
    const VectorXd o = compiled.outputs(state, info);
    CHECK(info == 0);
    for (std::size_t k = 0; k < model.outputs.size(); ++k) {
        INFO("output " << model.outputs[k].name);
        CHECK(o(static_cast<Eigen::Index>(k)) == Approx(value(model.outputs[k].value)).epsilon(1e-8).margin(1e-8));
    }
}

void compare_file(const Model& model, const std::filesystem::path& file) {
    INFO(file.string());
    CompiledModel compiled(model, file.string());
    const OracleState zero = zero_state(model);
    compare_rows("defaults", compiled.defaults(), zero.p, at_least(zero.p, 1e-300));
    VectorXd q, u;
    compiled.initial(zero.p, q, u);
    Evaluator<double> start = values_at(model, zero, VectorXd::Zero(zero.u.size()));
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        CHECK(q(static_cast<Eigen::Index>(k)) == Approx(start(model.coordinates[k].initial_value)));
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const OracleState state = random_state(model, seed);
        INFO("state " << seed);
        compiled.setup(state.p);
        compare(model, compiled, state, VectorXd::LinSpaced(state.u.size(), -1.0, 1.5));
    }
    for (const Body& body : model.bodies)
        if (body.hinge.euler_parameters) {
            VectorXd long_q = 3.0 * random_state(model, 1).q;
            compiled.normalize(long_q);
            double square = 0;
            for (std::size_t k = 0; k < 4; ++k)
                square += std::pow(long_q(static_cast<Eigen::Index>(body.hinge.coordinates[k].value)), 2);
            CHECK(square == Approx(1.0).epsilon(1e-14));
        }
}

}  // namespace

TEST_CASE("emitted files of every sample agree with the oracle") {
    const auto scripts = sample_scripts();
    REQUIRE(scripts.size() >= 10);
    for (const auto& script : scripts) {
        INFO(script.string());
        const auto folder = std::filesystem::path(LAG_SCRATCH_DIR) / "samples" / script.stem();
        emit_sample(script, folder);
        const Model model = model_of(script);
        int compared = 0;
        for (const auto& file : emitted_files(folder)) {
            const bool main_program = file.stem().string().ends_with("_main");
            if (main_program || (file.extension() != ".f90" && file.extension() != ".hpp")) continue;
            compare_file(model, file);
            ++compared;
        }
        CHECK(compared >= 2);
    }
}
