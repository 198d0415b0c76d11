#include "tests/lagrange/flexible_bodies.hpp"

#include <cmath>
#include <memory>
#include <string>

namespace lag {

Expr drawn(Graph& graph, RandomNumbers& random, double least, double largest) {
    const double middle = (least + largest) / 2, half = (largest - least) / 2;
    return graph.rational(std::lround(1000 * (middle + half * random.next())), 1000);
}

Beam drawn_beam(Graph& graph, RandomNumbers& random) {
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
    return beam;
}

ElasticSymbols add_elastic_coordinates(Model& model, std::size_t b, std::size_t count) {
    Graph& graph = *model.graph;
    ElasticSymbols made;
    for (std::size_t k = 0; k < count; ++k) {
        const std::string name = model.bodies[b].name + "_e" + std::to_string(k + 1);
        made.coordinates.emplace_back(model.coordinates.size());
        made.speeds.emplace_back(model.speeds.size());
        model.coordinates.push_back(
            {.name = name, .body = BodyIndex{b}, .initial_value = graph.integer(0), .unit = "m"});
        model.speeds.push_back({.name = name + "'",
                                .body = BodyIndex{b},
                                .initial_value = graph.integer(0),
                                .unit = "m/s",
                                .rate_of = made.coordinates.back()});
        made.e.push_back(symbol(model, made.coordinates.back()));
    }
    return made;
}

void make_flexible(Model& model, std::size_t b, const FlexibleData& data, const ElasticNode& node,
                   const std::vector<Expr>& e, RandomNumbers& random) {
    Graph& graph = *model.graph;
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

}  // namespace lag
