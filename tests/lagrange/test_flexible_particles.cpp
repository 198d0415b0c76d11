// Random trees and loops some of whose bodies are flexible beams, with bodies at their nodes, against sums of particles.
#include <cmath>

#include "core/random_numbers.hpp"
#include "core/rational.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/elastic/beam.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/particles.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

Expr drawn(Graph& graph, RandomNumbers& random, double least, double largest) {
    const double middle = (least + largest) / 2, half = (largest - least) / 2;
    return graph.rational(std::lround(1000 * (middle + half * random.next())), 1000);
}

using Particles = std::vector<ParticleBody>;

BeamNumbers numbers_of(Graph& graph, const Beam& beam) {
    const auto number = [&](Expr e) { return static_cast<long double>(graph.constant_double(e)); };
    return {static_cast<int>(beam.axis),
            static_cast<int>(beam.shapes),
            number(beam.length),
            number(beam.EI_b),
            number(beam.EI_c),
            number(beam.EA),
            number(beam.GJ),
            number(beam.rhoA),
            number(beam.rhoI),
            beam.bend_b,
            beam.bend_c,
            beam.twist,
            beam.stretch,
            beam.stiffening};
}

// The body becomes a beam; what it was before is forgotten but for its hinge. The strain energy is that of the particles.
void make_beam(Model& model, std::size_t b, RandomNumbers& random, Particles& particles) {
    Graph& graph = *model.graph;
    Beam beam;
    beam.axis = static_cast<std::size_t>(3 * (random.next() + 1) / 2) % 3;
    beam.length = drawn(graph, random, 0.5, 2), beam.rhoA = drawn(graph, random, 0.5, 3);
    beam.EI_b = drawn(graph, random, 5, 50), beam.EI_c = drawn(graph, random, 5, 50);
    beam.EA = drawn(graph, random, 100, 500), beam.GJ = drawn(graph, random, 5, 50);
    beam.rhoI = drawn(graph, random, 0.1, 0.3);
    const auto up_to = [&](int most) { return static_cast<std::size_t>((most + 0.999) * (random.next() + 1) / 2); };
    beam.bend_b = up_to(2), beam.bend_c = up_to(2), beam.twist = up_to(1), beam.stretch = up_to(1);
    if (beam.modes() == 0) beam.bend_b = 1;
    beam.shapes = static_cast<BeamShapes>(up_to(3));
    beam.stiffening = random.next() > -0.5;
    std::vector<CoordinateIndex> coordinates;
    std::vector<SpeedIndex> speeds;
    std::vector<Expr> e;
    for (std::size_t k = 0; k < beam.modes(); ++k) {
        const std::string name = model.bodies[b].name + "_e" + std::to_string(k + 1);
        coordinates.emplace_back(model.coordinates.size());
        speeds.emplace_back(model.speeds.size());
        model.coordinates.push_back(
            {.name = name, .body = BodyIndex{b}, .initial_value = graph.integer(0), .unit = "m"});
        model.speeds.push_back({.name = name + "'",
                                .body = BodyIndex{b},
                                .initial_value = graph.integer(0),
                                .unit = "m/s",
                                .rate_of = coordinates.back()});
        e.push_back(symbol(model, coordinates.back()));
    }
    const FlexibleData data = beam_data(graph, beam, coordinates, speeds, e);
    Body& body = model.bodies[b];
    const Vec3<Expr>& s = data.body.moment;
    body.mass = data.mass;
    for (std::size_t k = 0; k < 3; ++k) body.cm[k] = s[k] / data.mass;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia(i, j) =
                data.body.inertia(i, j) + s[i] * body.cm[j] - (i == j ? dot(s, body.cm) : graph.integer(0));
    body.elastic = std::make_shared<const ElasticBody>(data.body);
    particles.push_back(beam_of_particles(numbers_of(graph, beam), BodyIndex{b}, coordinates));
    Expr strain = graph.integer(0);
    for (std::size_t i = 0; i < e.size(); ++i)
        for (std::size_t j = 0; j < e.size(); ++j) {
            strain += graph.rational(1, 2) * data.stiffness[i][j] * e[i] * e[j];
            const auto sum = static_cast<double>(particles.back().stiffness[i][j]);
            CHECK(graph.constant_double(data.stiffness[i][j]) == Approx(sum).epsilon(1e-12).margin(1e-10));
        }
    model.potentials.push_back({strain});
    // a rigid body at its end
    const ElasticNode node = beam_node(graph, beam, e, 1);
    Body tip;
    tip.name = model.bodies[b].name + "_tip", tip.inboard = BodyIndex{b};
    const Expr none = graph.integer(0), one = graph.integer(1);
    tip.at = tip.outboard_at = {{none, none, none}};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            tip.orient(i, j) = i == j ? one : none;
            tip.inertia(i, j) = i == j ? drawn(graph, random, 1, 1.5) : none;
        }
    tip.mass = drawn(graph, random, 1, 2);
    for (std::size_t k = 0; k < 3; ++k) tip.cm[k] = drawn(graph, random, -0.3, 0.3);
    for (const Motion::Kind kind : {Motion::Kind::translate, Motion::Kind::rotate})
        for (std::size_t k = 0; k < 3; ++k) {
            Vec3<Expr> axis{{none, none, none}};
            axis[k] = one;
            tip.hinge.motions.push_back(
                {kind, axis, kind == Motion::Kind::rotate ? node.rotations[k] : node.place[k], {}});
        }
    model.bodies.push_back(tip);
}

struct FlexibleTree {
    Model model;
    std::shared_ptr<const Particles> particles;
    std::vector<std::pair<std::size_t, std::size_t>> tips;  // a beam, and the body at its end
};

FlexibleTree flexible_tree(std::uint64_t seed, const RandomModelOptions& options) {
    FlexibleTree tree{random_tree(seed, options), nullptr, {}};
    RandomNumbers random(seed + 500);
    Particles particles;
    const std::size_t rigid = tree.model.bodies.size();
    for (std::size_t b = 1; b < rigid; ++b) {
        if (b + 1 < rigid && random.next() <= 0.3) continue;
        make_beam(tree.model, b, random, particles);
        tree.tips.emplace_back(b, tree.model.bodies.size() - 1);
    }
    tree.particles = std::make_shared<const Particles>(std::move(particles));
    return tree;
}

OracleState state_of(const FlexibleTree& tree, std::uint64_t seed) {
    OracleState state = random_state(tree.model, seed);
    state.particles = tree.particles;
    return state;
}

// The body at the end of a beam is where the end's particle is.
void check_ends(const FlexibleTree& tree, const OracleState& state) {
    const std::vector<BodyMotion> now = Oracle(tree.model, state).motion(Eigen::VectorXd::Zero(state.u.size()));
    for (std::size_t k = 0; k < tree.tips.size(); ++k) {
        const ParticleBody& beam = (*tree.particles)[k];
        Eigen::Vector3d place = beam.end.fixed.cast<double>();
        for (std::size_t i = 0; i < beam.coordinates.size(); ++i) {
            const double e = state.q(static_cast<Eigen::Index>(beam.coordinates[i].value));
            place += e * beam.end.linear[i].cast<double>();
            for (std::size_t j = 0; j < beam.coordinates.size(); ++j)
                place += e * state.q(static_cast<Eigen::Index>(beam.coordinates[j].value)) *
                         beam.end.squares[i][j].cast<double>();
        }
        const BodyMotion& body = now[tree.tips[k].first];
        CHECK((body.p + body.R_NB * place - now[tree.tips[k].second].p).norm() < 1e-12);
    }
}

FormulationChoice plainly(Formulation formulation) {
    FormulationChoice choice;
    choice.formulation = formulation;
    return choice;
}

std::vector<FormulationChoice> choices() {
    std::vector<FormulationChoice> all;
    for (const Formulation formulation : {Formulation::turner, Formulation::composite})
        for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias})
            all.push_back({formulation, regrouping, regrouping == Regrouping::masses, {}, false});
    return all;
}

Equations formed(const Model& model, const Kinematics& own, const FormulationChoice& choice) {
    return form_equations(model, own, compute_partials(model, own), choice);
}

std::string lines(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& line : list) text += line + "\n";
    return text;
}

}  // namespace

TEST_CASE("random trees with flexible beams agree with sums of particles", "[flexible]") {
    RandomModelOptions options = trees_up_to(4, 8);
    options.bodies_of_revolution = false;
    std::size_t compared = 0, flexible = 0;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        const FlexibleTree tree = flexible_tree(seed, options);
        flexible += tree.tips.size();
        const Kinematics kinematics = compute_kinematics(tree.model);
        const OracleState first = state_of(tree, seed * 1000), second = state_of(tree, seed * 1000 + 1);
        check_ends(tree, first);
        for (const FormulationChoice& choice : choices()) {
            const Equations equations = formed(tree.model, kinematics, choice);
            for (const OracleState& state : {first, second}) {
                CAPTURE(seed, to_string(choice));
                CHECK(lines(disagreements(tree.model, equations, state, 1e-9)) == "");
                ++compared;
            }
        }
    }
    CHECK(compared == 24 * 6 * 2);
    CHECK(flexible > 30);
}

// A point of the last beam's end, or of the body there, meets another body or ground where it is.
TEST_CASE("random loops of flexible beams agree with sums of particles", "[flexible]") {
    RandomModelOptions options = trees_up_to(4, 8);
    options.bodies_of_revolution = false;
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        FlexibleTree tree = flexible_tree(seed, options);
        Model& model = tree.model;
        Graph& graph = *model.graph;
        RandomNumbers random(seed + 900);
        const OracleState near = state_of(tree, seed * 100);
        const std::vector<BodyMotion> now = Oracle(model, near).motion(Eigen::VectorXd::Zero(near.u.size()));
        const BodyIndex a{tree.tips.back().second};
        const BodyIndex b{seed % 2 == 0 && tree.tips.size() > 1 ? tree.tips.front().second : 0};
        const auto vector = [&](const Eigen::Vector3d& v) {
            Vec3<Expr> found;
            for (std::size_t k = 0; k < 3; ++k)
                found[k] = graph.constant(exact_rational(v(static_cast<Eigen::Index>(k))));
            return found;
        };
        const Eigen::Vector3d on_a(random.next(), random.next(), random.next());
        const BodyMotion &A = now[a.value], &B = now[b.value];
        model.constraints.push_back({Constraint::Kind::loop,
                                     "loop",
                                     graph.integer(0),
                                     {"P", a, vector(on_a)},
                                     {"Q", b, vector(B.R_NB.transpose() * (A.p + A.R_NB * on_a - B.p))}});
        OracleState state = near;
        if (moving_rows(model).size() >= model.speeds.size() || !make_consistent(model, state)) continue;
        const Kinematics kinematics = compute_kinematics(model);
        for (const Formulation formulation : {Formulation::turner, Formulation::composite}) {
            const Equations equations = formed(model, kinematics, plainly(formulation));
            const ConstraintVerdict verdict = compare_constraints(model, equations, state);
            CAPTURE(seed, to_string(plainly(formulation)));
            CHECK(lines(verdict.found) == "");
            if (!verdict.well_conditioned) continue;
            if (!verdict.reported) CHECK(lines(verdict.plan) == "");
            ++compared;
        }
    }
    CHECK(compared >= 40);
}
