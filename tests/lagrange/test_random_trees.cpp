// Random mechanisms: every hinge, slot and load against the oracle.
//
// A failure names the seed and each row that differs. The cases with each hinge alone and each feature alone
// tell which one.
#include "core/dense.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "lagrange/kinematics/origins.hpp"
#include "lagrange/kinematics/paths.hpp"
#include "lagrange/kinematics/screw_axes.hpp"
#include "tests/catch.hpp"
#include "tests/draws.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Equations equations_of(const Model& model, const FormulationChoice& choice = {}) {
    Kinematics kinematics = compute_kinematics(model);
    if (choice.non_rotating_axes)
        if (std::optional<Kinematics> held = in_non_rotating_axes(kinematics)) kinematics = std::move(*held);
    return form_equations(model, kinematics, compute_partials(model, kinematics), choice);
}

// The same in links on the hinge axes; nothing where the model has no use for them.
std::optional<Equations> screw_equations_of(const Model& given, const FormulationChoice& choice) {
    std::optional<Kinematics> kinematics = in_screw_axes(given);
    if (!kinematics) return std::nullopt;
    Model model = with_lines_of(compute_kinematics(given), *kinematics, given);
    if (choice.non_rotating_axes)
        if (std::optional<Kinematics> held = in_non_rotating_axes(*kinematics)) {
            model = with_lines_of(*kinematics, *held, model);
            kinematics = std::move(*held);
        }
    return form_equations(model, *kinematics, compute_partials(model, *kinematics), choice);
}

// Every way to form the equations.
std::vector<FormulationChoice> all_choices() {
    std::vector<FormulationChoice> choices;
    for (const Formulation formulation : {Formulation::turner, Formulation::composite, Formulation::articulated})
        for (const Regrouping regrouping :
             {Regrouping::none, Regrouping::masses, Regrouping::inertias, Regrouping::other_inertias})
            choices.push_back({formulation,
                               regrouping,
                               regrouping == Regrouping::none || regrouping == Regrouping::inertias,
                               {},
                               regrouping == Regrouping::none || regrouping == Regrouping::other_inertias});
    const std::vector<PivotBlocks> blocks{{1, 2}, {1, 3}, {2, 1}, {3, 2}, {5, 3}};
    const std::vector<FormulationChoice> recursions(choices.end() - 4, choices.end());
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        FormulationChoice choice = recursions[k % 4];
        choice.blocks = blocks[k];
        choices.push_back(choice);
    }
    return choices;
}

std::pair<Expr, Expr> product_line(const Model& model, const PointOnBody& P, const PointOnBody& Q) {
    Kinematics kinematics;
    extend_kinematics(kinematics, model);
    const LineBetween line = line_between(kinematics, P, Q);
    return {line.distance, line.rate};
}

// Turner's own, and two others for each seed: one of them a recursion.
std::vector<FormulationChoice> some_choices(std::uint64_t seed) {
    const std::vector<FormulationChoice> all = all_choices();
    return {all.front(), all[1 + seed % (all.size() - 1)], all[all.size() - 1 - seed % 9]};
}

// All disagreements of one random tree at `states` states, a line each.
std::string report(std::uint64_t seed, const RandomModelOptions& options, int states,
                   const std::vector<FormulationChoice>& choices) {
    const Model model = random_tree(seed, options);
    std::string text;
    for (const FormulationChoice& choice : choices) {
        const Equations equations = equations_of(model, choice);
        for (int k = 0; k < states; ++k) {
            const OracleState state = random_state(model, seed * 1000 + static_cast<std::uint64_t>(k));
            for (const std::string& line : disagreements(model, equations, state))
                text += to_string(choice) + ": " + line + "\n";
        }
    }
    return text;
}

void expect_agreement(std::uint64_t seed, const RandomModelOptions& options, int states,
                      const std::vector<FormulationChoice>& choices) {
    const std::string text = report(seed, options, states, choices);
    SUCCEED();
    if (!text.empty()) FAIL_CHECK("seed " << seed << ":\n" << text << to_string(random_tree(seed, options)));
}

RandomModelOptions plain() {
    RandomModelOptions o;
    o.max_bodies = 5;
    o.locked = o.prescribed_in_time = o.prescribed_by_input = o.coupled = false;
    o.at = true;
    o.orient = o.outboard_at = o.general_axes = o.massless = o.bodies_of_revolution = false;
    o.gravity = o.forces = o.torques = o.hinge_loads = o.springs = o.line_forces = o.potentials = o.dissipations =
        false;
    return o;
}

struct Feature {
    std::string name;
    bool RandomModelOptions::*option;
};

const std::vector<Feature>& features() {
    static const std::vector<Feature> list{
        {"locked", &RandomModelOptions::locked},
        {"prescribed_in_time", &RandomModelOptions::prescribed_in_time},
        {"prescribed_by_input", &RandomModelOptions::prescribed_by_input},
        {"coupled", &RandomModelOptions::coupled},
        {"orient", &RandomModelOptions::orient},
        {"outboard_at", &RandomModelOptions::outboard_at},
        {"general_axes", &RandomModelOptions::general_axes},
        {"massless", &RandomModelOptions::massless},
        {"bodies_of_revolution", &RandomModelOptions::bodies_of_revolution},
        {"gravity", &RandomModelOptions::gravity},
        {"forces", &RandomModelOptions::forces},
        {"torques", &RandomModelOptions::torques},
        {"hinge_loads", &RandomModelOptions::hinge_loads},
        {"springs", &RandomModelOptions::springs},
        {"line_forces", &RandomModelOptions::line_forces},
        {"potentials", &RandomModelOptions::potentials},
        {"dissipations", &RandomModelOptions::dissipations},
    };
    return list;
}

}  // namespace

TEST_CASE("random trees: each hinge alone") {
    for (const std::string& hinge : all_hinge_words()) {
        RandomModelOptions options = plain();
        options.hinges = {hinge};
        options.max_bodies = 3;
        CAPTURE(hinge);
        for (std::uint64_t seed = 1; seed <= 6; ++seed) expect_agreement(seed, options, 1, all_choices());
    }
}

TEST_CASE("random trees: each feature alone") {
    for (const Feature& feature : features()) {
        RandomModelOptions options = plain();
        options.*feature.option = true;
        CAPTURE(feature.name);
        for (std::uint64_t seed = 100; seed < 106; ++seed) expect_agreement(seed, options, 1, all_choices());
    }
}

TEST_CASE("random trees: all hinges and loads") {
    RandomModelOptions options;
    for (std::uint64_t seed = 1; seed <= draws(300, 3); ++seed) {
        // every second one with the product's own distance expressions in its line loads
        options.line = seed % 2 == 0 ? product_line : decltype(options.line){};
        options.max_bodies = seed % 10 == 0 ? 14 : 8;
        expect_agreement(seed, options, 3, some_choices(seed));
    }
}

TEST_CASE("random trees: links on the hinge axes") {
    int trees = 0;
    for (std::uint64_t seed = 1; seed <= draws(360, 3); ++seed) {
        RandomModelOptions options;
        options.parameters = seed % 3 == 0;  // directions of numbers, offsets of parameters: a few
        options.max_bodies = seed % 10 == 0 ? 14 : 8;
        options.line = seed % 2 == 0 ? product_line : decltype(options.line){};
        const Model model = random_tree(seed, options);
        std::string text;
        for (const FormulationChoice& choice : some_choices(seed)) {
            const std::optional<Equations> equations = screw_equations_of(model, choice);
            if (!equations) break;
            if (choice == some_choices(seed).front()) ++trees;
            for (std::uint64_t k = 0; k < 2; ++k)
                for (const std::string& line : disagreements(model, *equations, random_state(model, seed * 1000 + k)))
                    text += to_string(choice) + ": " + line + "\n";
        }
        if (!text.empty()) FAIL_CHECK("seed " << seed << ":\n" << text << to_string(model));
    }
    CHECK(trees > static_cast<int>(draws(100, 3)));
}

TEST_CASE("random trees: the origins of bodies may stand elsewhere along their hinges") {
    std::size_t moved_trees = 0;
    for (std::uint64_t seed = 1; seed <= draws(100, 4); ++seed) {
        RandomModelOptions options;
        options.min_bodies = 2;
        const Model given = random_tree(seed, options);
        Random random(seed);
        Model anywhere = given;
        for (const MovableOrigin& origin : movable_origins(given))
            if (random.chance(0.5))
                anywhere = with_origin_moved(anywhere, origin, given.graph->rational(random.integer(-9, 9), 7));
        for (const Model& moved : {with_offsets_outward(given), with_offsets_inward(given), anywhere}) {
            bool is_moved = false;
            for (std::size_t b = 1; b < given.bodies.size(); ++b)
                is_moved = is_moved || !is_zero(given.bodies[b].cm - moved.bodies[b].cm);
            if (!is_moved) continue;
            ++moved_trees;
            const Model model = with_lines_of(compute_kinematics(given), given, compute_kinematics(moved), moved);
            for (const FormulationChoice& choice : some_choices(seed)) {
                const Equations equations = equations_of(model, choice);
                for (const std::string& line : disagreements(given, equations, random_state(given, seed)))
                    FAIL_CHECK("seed " << seed << ", " << to_string(choice) << ": " << line);
            }
        }
    }
    CHECK(moved_trees > draws(100, 4));
}

TEST_CASE("origins: an offset along a hinge's axis meets the next one") {
    ModelBuilder b("arm");
    const std::vector<int> axes{2, 1, 2, 1, 2};
    BodyIndex inboard = ground;
    for (std::size_t k = 0; k < axes.size(); ++k) {
        inboard = b.body("link" + std::to_string(k + 1), inboard);
        b.revolute(b.axis(axes[k]), "q" + std::to_string(k + 1));
        if (k > 0) b.newest().at = {{b.integer(0), b.integer(0), b.parameter("l" + std::to_string(k), "0.2")}};
        b.mass(b.number("1.5"), b.vector("0", "0", "0.1"), b.inertia("0.1", "0.1", "0.02"));
    }
    const auto offsets = [](const Model& model) {
        std::string text;
        for (const Body& body : model.bodies) text += to_string(*model.graph, body.at[2]) + "; ";
        return text;
    };
    CHECK(offsets(b.model) == "0; 0; l1; l2; l3; l4; ");
    CHECK(offsets(with_offsets_outward(b.model)) == "0; 0; l1; 0; l2 + l3; 0; ");
    CHECK(offsets(with_offsets_inward(b.model)) == "0; l1; 0; l2 + l3; 0; l4; ");
}

TEST_CASE("random trees: the comparison notices small errors in every part") {
    RandomModelOptions options;
    options.min_bodies = 3;
    options.max_bodies = 4;
    options.hinges = {"revolute", "spherical"};
    const Model model = random_tree(4, options);
    const Equations right = equations_of(model);
    const OracleState state = random_state(model, 1);
    REQUIRE(disagreements(model, right, state).empty());
    Graph& graph = *model.graph;
    const Expr off = graph.integer(1) + graph.rational(1, 1000000000);
    // rows: 3e-11 of their terms; other values: 1e-9 of themselves
    const VectorXd magnitudes = Oracle(model, state).result().f_magnitude;
    const auto shifted = [&](Expr row, std::size_t i) {
        return row + graph.constant(exact_rational(3e-11 * magnitudes(static_cast<Eigen::Index>(i))));
    };
    const auto noticed = [&](const Equations& wrong) { return !disagreements(model, wrong, state).empty(); };
    for (std::size_t i = 0; i < model.speeds.size(); ++i) {
        CAPTURE(i);
        Equations wrong = right;
        wrong.right_side[i] = shifted(wrong.right_side[i], i);
        CHECK(noticed(wrong));
        wrong = right;
        wrong.inverse_dynamics[i] = shifted(shifted(wrong.inverse_dynamics[i], i), i);
        CHECK(noticed(wrong));
    }
    for (std::size_t k = 0; k < right.mass_matrix.size(); ++k) {
        Equations wrong = right;
        wrong.mass_matrix[k].value = off * wrong.mass_matrix[k].value;
        CHECK(noticed(wrong));
        wrong = right;
        wrong.mass_matrix.erase(wrong.mass_matrix.begin() + static_cast<std::ptrdiff_t>(k));
        CHECK(noticed(wrong));
    }
    Equations wrong = right;
    wrong.kinetic_energy = off * wrong.kinetic_energy;
    CHECK(noticed(wrong));
    wrong = right;
    wrong.potential_energy = off * wrong.potential_energy;
    CHECK(noticed(wrong));
    wrong = right;
    wrong.kinematic_equations[0] = off * wrong.kinematic_equations[0];
    CHECK(noticed(wrong));
}

TEST_CASE("random trees: an isolated system keeps its momentum") {
    RandomModelOptions options;
    options.isolated = true;
    options.max_bodies = 6;
    options.coupled = false;  // coupling to the floating body's position would act from outside
    options.forces = false;   // a pair at different points has a moment
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const Model model = random_tree(seed, options);
        const OracleState given = random_state(model, seed);
        const Oracle oracle(model, given);
        if (oracle.result().condition < 1e-4) continue;
        const OracleState state = with_lines(model, given, oracle.result());
        const Equations equations = equations_of(model);
        Evaluator<double> value = values_at(model, state, VectorXd::Zero(state.u.size()));
        const VectorXd f = values_of(equations.right_side, value);
        const VectorXd udot = solve_positive_definite(oracle.result().M, f).value();
        // d/dt of the momenta about the ground origin, from the product's accelerations and the oracle's bodies
        Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
        double magnitude = 0;
        const auto motion = oracle.motion(udot);
        for (std::size_t b = 1; b < motion.size(); ++b) {
            const BodyMotion& m = motion[b];
            const double mass = value(model.bodies[b].mass);
            const Eigen::Matrix3d J = m.R_NB * values_of(model.bodies[b].inertia, value) * m.R_NB.transpose();
            const Vector3d spin = J * m.alpha + m.w.cross(J * m.w);
            force += mass * m.a_cm;
            moment += m.p_cm.cross(mass * m.a_cm) + spin;
            magnitude += mass * m.a_cm.norm() * (1 + m.p_cm.norm()) + spin.norm();
        }
        CAPTURE(seed);
        CHECK(force.norm() <= 1e-11 * magnitude);
        CHECK(moment.norm() <= 1e-11 * magnitude);
    }
}
