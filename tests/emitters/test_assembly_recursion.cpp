// assembly_step and project_speeds by the articulated recursion, where no mass matrix is formed: against dense solutions
// with the oracle's M and rows.
#include <cmath>

#include "core/calculus.hpp"
#include "core/graph.hpp"
#include "emitters/program/lower_assembly.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/displacement.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "sparse_ldl/plan.hpp"
#include "tests/catch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

Equations without_mass_matrix(const Model& model, std::uint64_t seed) {
    FormulationChoice choice;
    choice.formulation = Formulation::articulated;
    choice.regrouping = seed % 2 == 0 ? Regrouping::inertias : Regrouping::none;
    choice.loop_axes = seed % 3 == 0   ? LoopAxes::fewest_entries
                       : seed % 3 == 1 ? LoopAxes::own_speeds
                                       : LoopAxes::stated;
    return form_equations(model, compute_kinematics(model), {}, choice, false);
}

bool is_of_speeds(const Model& model, std::size_t constraint) {
    return model.constraints[constraint].kind == Constraint::Kind::speed;
}

}  // namespace

TEST_CASE("assembly and projection without a mass matrix, on random mechanisms") {
    std::size_t assembled = 0, of_some_rows = 0, projected = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 10), mixture(seed, 2));
        const Model& model = tree.model;
        const Equations equations = without_mass_matrix(model, seed);
        REQUIRE(equations.motion_onto_rows != nullptr);
        REQUIRE(!equations.has_mass_matrix);
        const OracleState given = random_state(model, seed);
        const OracleResult free = Oracle(model, given).result();
        const OracleState state = with_lines(model, given, free);
        const Eigen::Index nu = free.f.size();
        Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(nu));
        const ConstraintReading all = read_constraints(model, given).only(moving_rows(model));
        const Eigen::VectorXd none = Eigen::VectorXd::Zero(nu);

        Random random(seed);
        Substitution guessed(*model.graph);
        std::vector<Expr> guess;
        for (std::size_t q = 0; q < model.coordinates.size(); ++q) {
            guess.push_back(model.graph->rational(random.integer(-100, 100), 100));
            guessed.replace(guess_symbol(model, CoordinateIndex{q}), guess.back());
        }
        const auto numbers = [&](std::vector<Expr> values) {
            for (Expr& e : values) e = guessed(model.graph->own(e));
            return values_of(values, value);
        };
        std::vector<Eigen::Index> of_position;
        for (std::size_t k = 0; k < all.constraint.size(); ++k)
            if (!is_of_speeds(model, all.constraint[k])) of_position.push_back(static_cast<Eigen::Index>(k));
        if (const std::optional<AssemblyStep> step = assembly_step(model, equations, plan_ldl(equations.pattern))) {
            const ConstraintReading rows = all.only(of_position);
            const Eigen::VectorXd d = numbers(displacement_to(model, guess));
            const ConstrainedMotion x = constrained_motion(free.M, none, rows.B, -rows.phi - rows.B * d);
            if (x.restraint >= 0.02 && x.inertia >= 1e-3 && free.condition >= 1e-4) {
                const Eigen::VectorXd expected = d + x.udot, found = numbers(step->step);
                CHECK((found - expected).norm() <= 1e-9 * (d.norm() + x.udot.norm()));
                ++assembled;
                if (of_position.size() < all.constraint.size()) ++of_some_rows;
            }
        }
        const ConstrainedMotion x = constrained_motion(free.M, none, all.B, -all.phidot);
        if (x.restraint < 0.02 || x.inertia < 1e-3 || free.condition < 1e-4) continue;
        std::vector<Expr> u = projected_speeds(model, equations, plan_ldl(equations.pattern)).x;
        u.resize(model.speeds.size());
        CHECK((numbers(u) - given.u - x.udot).norm() <= 1e-9 * (given.u.norm() + x.udot.norm()));
        ++projected;
    }
    CHECK(assembled >= 20);
    CHECK(of_some_rows >= 5);
    CHECK(projected >= 20);
}
