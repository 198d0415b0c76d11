// The derivatives of the inverse dynamics from composite inertias are those of its expressions, in random trees.
#include <algorithm>
#include <cmath>

#include "core/calculus.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

std::vector<Expr> state_symbols(const Model& model) {
    std::vector<Expr> symbols;
    for (std::size_t q = 0; q < model.coordinates.size(); ++q) symbols.push_back(symbol(model, CoordinateIndex{q}));
    for (std::size_t u = 0; u < model.speeds.size(); ++u) symbols.push_back(symbol(model, SpeedIndex{u}));
    return symbols;
}

bool turns_by_euler_parameters(const Model& model) {
    return std::ranges::any_of(model.bodies,
                               [](const Body& b) { return b.hinge.euler_parameters && b.inboard.value != 0; });
}

// How far the two are apart at one state, beside the largest derivative. Negative where there are none.
double difference(const Model& model, const MinimalSystem& system, const FormulationChoice& choice,
                  std::uint64_t seed) {
    const std::vector<Expr> symbols = state_symbols(model);
    const auto slopes = slopes_of_inverse_dynamics_of_tree(system, choice, symbols);
    if (!slopes) return -1;
    const std::vector<Expr> rows = inverse_dynamics_of_tree(system, choice);
    const OracleState state = random_state(model, seed);
    const OracleResult expected = Oracle(model, state).result();
    Evaluator<double> value = values_at(model, with_lines(model, state, expected), expected.udot);
    double error = 0, largest = 1;
    for (std::size_t s = 0; s < symbols.size(); ++s) {
        Differentiator derivative(*model.graph);
        derivative.seed(symbols[s], model.graph->integer(1));
        for (std::size_t u = 0; u < rows.size(); ++u) {
            const double wanted = value(derivative(model.graph->own(rows[u]))),
                         of_loads = value(derivative(model.graph->own(slopes->loads[u]))),
                         found = value(slopes->of_inertia[u][s]) + of_loads;
            error = std::max(error, std::abs(found - wanted));
            largest = std::max(largest, std::abs(wanted));
        }
    }
    return error / largest;
}

}  // namespace

TEST_CASE("slopes of the inverse dynamics: random trees, every regrouping") {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Model model = random_tree(seed, trees_up_to(7, 14));
        const Kinematics kinematics = compute_kinematics(model);
        for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias}) {
            FormulationChoice choice;
            choice.regrouping = regrouping;
            CAPTURE(seed, static_cast<int>(regrouping));
            const double error = difference(model, minimal_system(model, kinematics), choice, seed);
            CHECK(error < 1e-10);
            CHECK((error < 0) == turns_by_euler_parameters(model));
            if (error >= 0) ++found;
        }
    }
    CHECK(found > 60);
}

TEST_CASE("slopes of the inverse dynamics: none where planar parts are in axes that do not turn") {
    RandomModelOptions options = trees_up_to(7, 14);
    options.general_axes = options.orient = options.outboard_at = false;
    options.hinges = {"revolute", "prismatic"};
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Model model = random_tree(seed, options);
        const std::optional<Kinematics> held = in_non_rotating_axes(compute_kinematics(model));
        if (!held) continue;
        ++found;
        CAPTURE(seed);
        CHECK(difference(model, minimal_system(model, *held), {}, seed) == -1);
    }
    CHECK(found > 4);
}
