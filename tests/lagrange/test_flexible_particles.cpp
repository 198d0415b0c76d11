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
#include "tests/lagrange/flexible_bodies.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/particles.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

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

// Particles follow the beam. Its strain energy is theirs.
void make_beam(Model& model, std::size_t b, RandomNumbers& random, Particles& particles) {
    Graph& graph = *model.graph;
    const Beam beam = drawn_beam(graph, random);
    const ElasticSymbols symbols = add_elastic_coordinates(model, b, beam.modes());
    const FlexibleData data = beam_data(graph, beam, symbols.coordinates, symbols.speeds, symbols.e);
    particles.push_back(beam_of_particles(numbers_of(graph, beam), BodyIndex{b}, symbols.coordinates));
    for (std::size_t i = 0; i < beam.modes(); ++i)
        for (std::size_t j = 0; j < beam.modes(); ++j) {
            const auto sum = static_cast<double>(particles.back().stiffness[i][j]);
            CHECK(graph.constant_double(data.stiffness[i][j]) == Approx(sum).epsilon(1e-12).margin(1e-10));
        }
    make_flexible(model, b, data, beam_node(graph, beam, symbols.e, 1), symbols.e, random);
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
    for (const Formulation formulation : {Formulation::turner, Formulation::composite, Formulation::articulated})
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
    CHECK(compared == 24 * 9 * 2);
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
