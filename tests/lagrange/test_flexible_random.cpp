// Random trees some of whose bodies are flexible beams, with bodies at their nodes, against the oracle.
#include <cmath>

#include "core/random_numbers.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/elastic/beam.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

Expr drawn(Graph& graph, RandomNumbers& random, double least, double largest) {
    const double middle = (least + largest) / 2, half = (largest - least) / 2;
    return graph.rational(std::lround(1000 * (middle + half * random.next())), 1000);
}

// The body becomes a beam; what it was before is forgotten but for its hinge.
void make_beam(Model& model, std::size_t b, RandomNumbers& random) {
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
    Expr strain = graph.integer(0);
    for (std::size_t i = 0; i < e.size(); ++i)
        for (std::size_t j = 0; j < e.size(); ++j) strain += graph.rational(1, 2) * data.stiffness[i][j] * e[i] * e[j];
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

}  // namespace

TEST_CASE("random trees with flexible beams agree with the oracle", "[flexible]") {
    RandomModelOptions options = trees_up_to(4, 8);
    options.bodies_of_revolution = false;
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Model model = random_tree(seed, options);
        RandomNumbers random(seed + 500);
        const std::size_t rigid = model.bodies.size();
        for (std::size_t b = 1; b < rigid; ++b)
            if (b == rigid - 1 || random.next() > 0.3) make_beam(model, b, random);
        const Kinematics kinematics = compute_kinematics(model);
        for (const Formulation formulation : {Formulation::turner, Formulation::composite}) {
            FormulationChoice choice;
            choice.formulation = formulation;
            const Equations equations = form_equations(model, kinematics, compute_partials(model, kinematics), choice);
            for (std::uint64_t k = 0; k < 2; ++k) {
                OracleState state = random_state(model, seed * 1000 + k);
                for (std::size_t q = 0; q < model.coordinates.size(); ++q)
                    if (is_elastic(model, CoordinateIndex(q))) state.q(static_cast<Eigen::Index>(q)) *= 0.01;
                std::string text;
                for (const std::string& line : disagreements(model, equations, state, 1e-9)) text += line + "\n";
                CAPTURE(seed, to_string(choice));
                CHECK(text == "");
                ++compared;
            }
        }
    }
    CHECK(compared == 96);
}
