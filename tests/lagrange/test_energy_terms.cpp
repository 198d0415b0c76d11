// Explicit kinetic energies: beside random trees and alone, against the oracle's second derivatives along lines;
// with constraints and eliminated speeds; refusals.
#include <algorithm>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/lagrange/minimal_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_constraints.hpp"

using namespace lag;

namespace {

Equations equations_of(const Model& model) {
    const Kinematics kinematics = compute_kinematics(model);
    return form_equations(model, kinematics, compute_partials(model, kinematics));
}

void add_coordinate(Model& model, const std::string& name) {
    const Expr zero = model.graph->integer(0);
    const CoordinateIndex q{model.coordinates.size()};
    model.coordinates.push_back({name, ground, zero, "", false});
    model.speeds.push_back({name + "'", ground, zero, "", q});
}

std::vector<SpeedIndex> rate_speeds(const Model& model) {
    std::vector<SpeedIndex> speeds;
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        if (model.speeds[u].rate_of) speeds.push_back(SpeedIndex(u));
    return speeds;
}

// Sums of squares of velocities that depend on the coordinates, time and driving inputs:
//     m/2 (sum of a_j(q) u_j + drift)^2
void add_energy(Model& model, std::uint64_t seed) {
    Graph& graph = *model.graph;
    Random random(seed);
    const auto number = [&](double low, double high) {
        return graph.rational(static_cast<long>(100 * random.between(low, high)), 100);
    };
    std::vector<Expr> driving;  // with their rates
    for (std::size_t w = 0; w + 1 < model.inputs.size(); ++w)
        if (model.inputs[w + 1].name == model.inputs[w].name + "'" && model.inputs[w].derivative == 0)
            driving.push_back(graph.symbol(model.inputs[w].name, Role::input));
    const std::vector<SpeedIndex> speeds = rate_speeds(model);
    if (speeds.empty()) return;
    Expr T = graph.integer(0);
    for (int k = 0; k < 3; ++k) {
        Expr v = number(-1, 1) * sin(time_symbol(model));
        for (int terms = 0; terms < 3; ++terms) {
            const SpeedIndex u = random.pick(speeds), other = random.pick(speeds);
            const Expr angle = number(-2, 2) * symbol(model, *model.speeds[other.value].rate_of) + number(0, 1);
            v = v + number(-2, 2) * cos(angle) * symbol(model, u);
        }
        if (!driving.empty() && random.chance(0.7)) {
            const Expr& w = random.pick(driving);
            v = v + graph.symbol(graph.symbol_of(w).name + "'", Role::input) * cos(w);
        }
        T = T + number(0.2, 2) * v * v;
    }
    for (const Speed& u : model.speeds)
        if (u.body == ground) T = T + graph.power(graph.symbol(u.name, Role::speed), 2);
    model.kinetic_terms.push_back({T});
}

Model pair_of_coordinates(ModelBuilder& b) {
    add_coordinate(b.model, "x");
    add_coordinate(b.model, "y");
    return b.model;
}

}  // namespace

TEST_CASE("energies beside random trees and with coordinates of their own") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        RandomModelOptions options;
        options.max_bodies = 5;
        Model model = random_tree(seed, options);
        if (seed % 3 != 0) add_coordinate(model, "stretch");
        if (seed % 3 == 2) add_coordinate(model, "bend");
        add_energy(model, seed);
        if (seed % 2 == 0) add_energy(model, seed + 1000);
        FormulationChoice choice;
        if (seed % 4 == 1) choice = {Formulation::composite, Regrouping::inertias, true, {}};
        const Kinematics kinematics = compute_kinematics(model);
        const Equations equations = form_equations(model, kinematics, compute_partials(model, kinematics), choice);
        for (std::uint64_t k = 0; k < 2; ++k)
            for (const std::string& line : disagreements(model, equations, random_state(model, seed * 100 + k)))
                FAIL_CHECK(line);
    }
}

TEST_CASE("energies alone: no bodies at all") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        ModelBuilder b("alone");
        Model model = b.model;
        for (const char* name : {"x", "y", "z"}) add_coordinate(model, name);
        add_energy(model, seed);
        const Expr x = model.graph->symbol("x", Role::coordinate), v = model.graph->symbol("y'", Role::speed);
        model.potentials.push_back({cos(x) * x});
        model.dissipations.push_back({v * v});
        model.hinge_loads.push_back({SpeedIndex(2), sin(x)});
        const Equations equations = equations_of(model);
        for (const std::string& line : disagreements(model, equations, random_state(model, seed))) FAIL_CHECK(line);
    }
}

TEST_CASE("energies with constraints: dependent speeds solved out agree with the oracle") {
    RandomModelOptions trees;
    trees.max_bodies = 5;
    trees.most_speeds = 9;
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        RandomConstraintOptions conditions;
        conditions.loops = seed % 2 == 0 ? 1 : 0;
        conditions.positions = conditions.speeds = 1;
        ConstrainedTree tree = random_constrained_tree(seed, trees, conditions);
        if (tree.model.constraints.empty()) continue;
        add_energy(tree.model, seed);
        const Model model = eliminating(tree.model, tree.near);
        const MinimalForm form = minimal_form(model);
        for (std::uint64_t k = 0; k < 2; ++k) {
            const auto [state, found] = consistent_state(tree, seed * 10 + k);
            if (!found) continue;
            const MinimalVerdict verdict = compare_minimal(model, form, state);
            compared += verdict.compared ? 1 : 0;
            for (const std::string& line : verdict.found) FAIL_CHECK(line);
        }
    }
    CHECK(compared >= 30);
}

TEST_CASE("energies: a bead on a wire y = x^2 c, the textbook's equation") {
    // (1 + 4 c^2 x^2) x'' + 4 c^2 x x'^2 = 0 of T = m/2 (x'^2 + (2 c x x')^2)
    ModelBuilder b("wire");
    const Expr m = b.parameter("m", "2"), c = b.parameter("c", "0.5");
    Model model = b.model;
    add_coordinate(model, "x");
    Graph& graph = *model.graph;
    const Expr x = graph.symbol("x", Role::coordinate), v = graph.symbol("x'", Role::speed);
    const Expr vy = 2 * c * x * v;
    model.kinetic_terms.push_back({graph.rational(1, 2) * m * (v * v + vy * vy)});
    const Equations equations = equations_of(model);
    Evaluator<double> value(
        graph,
        [&](const Symbol& s) {
            return s.name == "m" ? 2.0 : s.name == "c" ? 0.5 : s.name == "x" ? 0.7 : s.name == "x'" ? 1.3 : 0.0;
        },
        [&](Expr e) { return graph.constant_double(e); });
    CHECK(value(equations.mass_matrix.at(0).value) == Approx(2 * (1 + 4 * 0.25 * 0.49)));
    CHECK(value(equations.right_side.at(0)) == Approx(-2 * 4 * 0.25 * 0.7 * 1.3 * 1.3));
}

TEST_CASE("energies: what has no equations of Lagrange is refused") {
    ModelBuilder b("refused");
    Model model = pair_of_coordinates(b);
    Graph& graph = *model.graph;
    const Expr x = graph.symbol("x'", Role::speed), y = graph.symbol("y'", Role::speed);
    Model cubic = model;
    cubic.kinetic_terms.push_back({x * x * x + y * y});
    CHECK_THROWS_WITH(equations_of(cubic), Catch::Contains("not quadratic in 'x''"));
    ModelBuilder ball("ball");
    const BodyIndex body = ball.body("body", ground);
    (void)body;
    ball.spherical(321, {"psi", "theta", "phi"}, {"w1", "w2", "w3"});
    ball.mass(ball.integer(1), ball.axis(0), ball.inertia("1", "1", "1"));
    Model quasi = ball.model;
    quasi.kinetic_terms.push_back({quasi.graph->power(quasi.graph->symbol("w1", Role::speed), 2)});
    CHECK_THROWS_WITH(equations_of(quasi), Catch::Contains("holds 'w1', a quasi-velocity"));
    quasi.kinetic_terms = {{cos(quasi.graph->symbol("psi", Role::coordinate))}};
    CHECK_THROWS_WITH(equations_of(quasi), Catch::Contains("holds 'psi', a coordinate"));
}
