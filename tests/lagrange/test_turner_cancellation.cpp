// The cancellation that makes Turner's momentum derivatives (T42-T44) less T,q unnecessary, for ordinary coordinates
// and any link, in link components:
//     d/dt(omega,u_i) - omega,q_i = -omega x omega,u_i
//     d/dt(v,u_i)     - v,q_i     = -omega x v,u_i + omega,u_i x v
// The left sides are differentiated on the graph, the right sides are what the recursions use; and M u' - f formed the
// long way
//     d/dt(T,u_i) - T,q_i - Q_i
// from the kinetic energy alone equals the accumulated inverse dynamics.
#include "core/calculus.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

// A spatial tree of ordinary hinges: general axes, offsets, a slide, two branches, one prescribed motion.
Model ordinary_tree() {
    ModelBuilder b("ordinary");
    Graph& g = *b.model.graph;
    const auto inertia = [&] {
        return ModelBuilder::inertia({g.rational(3, 2), g.rational(5, 2), g.rational(7, 2), g.rational(1, 5),
                                      g.rational(-1, 7), g.rational(1, 9)});
    };
    b.model.gravity = b.vector("0", "0.3", "-9.81");
    const BodyIndex a = b.body("a", ground);
    b.revolute(b.axis(2), "q1");
    b.mass(b.number("2"), b.vector("0.1", "0.2", "-0.3"), inertia());
    const BodyIndex c = b.body("c", a);
    b.revolute(b.axis(1, 1, 0), "q2");
    b.newest().at = b.vector("0.5", "-0.2", "0.4");
    b.mass(b.number("1.5"), b.vector("0.3", "0", "0.1"), inertia());
    b.body("d", c);
    b.translate(b.axis(0), "s");
    b.rotate(b.axis(1), "q3");
    b.newest().at = b.vector("0", "0.7", "0");
    b.newest().outboard_at = b.vector("0.1", "0", "0.2");
    b.mass(b.number("0.7"), b.vector("0.2", "0.1", "0"), inertia());
    b.body("e", a);
    b.rotate(b.axis(0), sin(b.time()) * b.q("q2"));
    b.rotate(b.axis(2), "q4");
    b.mass(b.number("0.9"), b.vector("0", "0.1", "0.3"), inertia());
    return b.model;
}

}  // namespace

TEST_CASE("d/dt(x,u) - x,q is the closed form the recursions use") {
    const Model model = ordinary_tree();
    Kinematics k;
    extend_kinematics(k, model);
    const Partials partials = compute_partials(model, k);
    const std::vector<LinkVelocity> velocity = link_velocities(k);
    const OracleState state = random_state(model, 3);
    Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(state.u.size()));
    int compared = 0;
    for (std::size_t l = 1; l < k.links.size(); ++l)
        for (const SpeedColumn& column : partials.of_link[l]) {
            const Expr q = symbol(model, *model.speeds[column.speed.value].rate_of);
            const auto left = [&](const Vec3<Expr>& partial, const Vec3<Expr>& x) {
                Vec3<Expr> difference;
                for (std::size_t i = 0; i < 3; ++i)
                    difference[i] =
                        time_derivative(model, k, partial[i], Accelerations::zero) - partial_derivative(x[i], q);
                return values_of(difference, value);
            };
            const Eigen::Vector3d w = values_of(velocity[l].omega, value), v = values_of(velocity[l].v, value),
                                  wu = values_of(column.w, value), vu = values_of(column.v, value);
            INFO("link " << l << ", speed " << model.speeds[column.speed.value].name);
            CHECK((left(column.w, velocity[l].omega) + w.cross(wu)).norm() <= 1e-12);
            CHECK((left(column.v, velocity[l].v) + w.cross(vu) - wu.cross(v)).norm() <= 1e-12);
            compared += wu.norm() > 0 || vu.norm() > 0 ? 1 : 0;
        }
    CHECK(compared >= 12);
}

TEST_CASE("Lagrange's equations from the kinetic energy alone equal the accumulated inverse dynamics") {
    const Model model = ordinary_tree();
    const Kinematics k = compute_kinematics(model);
    const Equations equations = form_equations(model, k, compute_partials(model, k));
    const OracleState state = random_state(model, 5);
    const Eigen::VectorXd udot = Eigen::VectorXd::LinSpaced(state.u.size(), -2, 3);
    Evaluator<double> value = values_at(model, state, udot);
    for (std::size_t i = 0; i < model.speeds.size(); ++i) {
        const Expr u = symbol(model, SpeedIndex(i)), q = symbol(model, *model.speeds[i].rate_of);
        const Expr T = equations.kinetic_energy;
        const Expr row = time_derivative(model, k, partial_derivative(T, u), Accelerations::symbols) -
                         partial_derivative(T, q) + partial_derivative(equations.potential_energy, q);
        INFO(model.speeds[i].name);
        CHECK(value(equations.inverse_dynamics[i]) == Approx(value(row)).epsilon(1e-11).margin(1e-11));
    }
}
