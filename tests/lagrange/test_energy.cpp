// Energy and power on random trees, along the product's own accelerations:
//     conservative loads, no prescribed motion:  d(T + V)/dt = 0
//     always:  dT/dt = power of the applied loads + sum over hinges of (reaction . relative velocity)
// The second holds with prescribed motion, whose power is that of the driven hinges' reactions.
#include "core/dense.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/formulations/momenta.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// One random tree with its equations, at a random state where the mass matrix is well conditioned.
struct Sample {
    Model model;
    Kinematics kinematics;
    Equations equations;
    OracleState state;
    VectorXd udot;  // M^-1 f, both from the product
    bool usable = false;

    Sample(std::uint64_t seed, const RandomModelOptions& options)
        : model(random_tree(seed, options)),
          kinematics(compute_kinematics(model)),
          equations(form_equations(model, kinematics, compute_partials(model, kinematics))),
          state(random_state(model, seed)) {
        const Oracle oracle(model, state);
        usable = oracle.result().condition > 1e-4 && state.u.size() > 0;
        if (!usable) return;
        state = with_lines(model, state, oracle.result());
        Evaluator<double> value = values_at(model, state, VectorXd::Zero(state.u.size()));
        MatrixXd M = MatrixXd::Zero(state.u.size(), state.u.size());
        for (const MassEntry& e : equations.mass_matrix) {
            const auto i = static_cast<Eigen::Index>(e.row), j = static_cast<Eigen::Index>(e.column);
            M(i, j) = M(j, i) = value(e.value);
        }
        udot = solve_positive_definite(M, values_of(equations.right_side, value)).value();
    }
    VectorXd qdot() const {
        Evaluator<double> value = values_at(model, state, udot);
        return values_of(equations.kinematic_equations, value);
    }
};

}  // namespace

TEST_CASE("energy: conservative random trees keep T + V") {
    RandomModelOptions options;
    options.max_bodies = 7;
    options.conservative = true;
    options.prescribed_in_time = options.prescribed_by_input = false;
    options.coupled = false;  // a coupling may depend on time
    options.forces = options.torques = options.hinge_loads = options.line_forces = options.dissipations = false;
    int used = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Sample s(seed, options);
        if (!s.usable) continue;
        ++used;
        Evaluator<Jet<double>> rate = rates_at(s.model, s.state, s.qdot(), s.udot);
        const double kinetic = rate(s.equations.kinetic_energy).d, potential = rate(s.equations.potential_energy).d;
        const OracleResult r = Oracle(s.model, s.state).result();
        const double magnitude = r.row_magnitudes(s.udot).dot(s.state.u.cwiseAbs());
        CAPTURE(seed, kinetic, potential);
        CHECK(std::abs(kinetic + potential) <= 1e-11 * magnitude);
    }
    CHECK(used > 50);
}

TEST_CASE("energy: the power of loads, drives and hinges is the rate of the kinetic energy") {
    RandomModelOptions options;
    options.max_bodies = 7;
    int used = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Sample s(seed, options);
        if (!s.usable) continue;
        ++used;
        const Oracle oracle(s.model, s.state);
        const auto motion = oracle.motion(s.udot);
        Evaluator<double> value = values_at(s.model, s.state, s.udot);
        double power = oracle.applied_power(), magnitude = std::abs(power);
        for (std::size_t b = 1; b < motion.size(); ++b) {
            const BodyMotion& B = motion[b];
            const BodyMotion& A = motion[s.model.bodies[b].inboard.value];
            const auto [force, moment] = reaction(s.model, s.kinematics, {}, BodyIndex{b});
            const Vector3d v = (B.v + B.w.cross(B.p_hinge - B.p)) - (A.v + A.w.cross(B.p_hinge - A.p)), w = B.w - A.w;
            const double through =
                (B.R_NB * values_of(force, value)).dot(v) + (B.R_NB * values_of(moment, value)).dot(w);
            power += through;
            magnitude += values_of(force, value).norm() * v.norm() + values_of(moment, value).norm() * w.norm();
        }
        Evaluator<Jet<double>> rate = rates_at(s.model, s.state, s.qdot(), s.udot);
        CAPTURE(seed);
        CHECK(std::abs(rate(s.equations.kinetic_energy).d - power) <= 1e-11 * magnitude);
    }
    CHECK(used > 50);
}
