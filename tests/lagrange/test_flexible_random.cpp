// Random trees some of whose bodies are flexible beams, with bodies at their nodes, against the oracle.
#include <cmath>

#include "core/evaluate.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/elastic/beam.hpp"
#include "lagrange/elastic/sid.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/lagrange/flexible_bodies.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

void make_beam(Model& model, std::size_t b, RandomNumbers& random) {
    Graph& graph = *model.graph;
    const Beam beam = drawn_beam(graph, random);
    const ElasticSymbols symbols = add_elastic_coordinates(model, b, beam.modes());
    const FlexibleData data = beam_data(graph, beam, symbols.coordinates, symbols.speeds, symbols.e);
    make_flexible(model, b, data, beam_node(graph, beam, symbols.e, 1), symbols.e, random);
}

// Data of no body in particular: all numbers of all orders, and a mass matrix that is far from singular.
Sid drawn_data(RandomNumbers& random, std::size_t modes) {
    const auto draw = [&](double size) { return Rational(std::lround(1000 * size * random.next())) / 1000; };
    const auto filled = [&](std::size_t rows, std::size_t columns, double size, double first) {
        SidSeries series;
        series.line = 1, series.rows = rows, series.columns = columns;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < columns; ++j) {
                series.m0[{i, j}] = draw(size);
                for (std::size_t k = 0; k < modes; ++k) series.m1[{i, k, j}] = draw(first);
            }
        return series;
    };
    Sid sid;
    sid.mass = 3, sid.modes = modes;
    sid.mdCM = filled(3, 1, 0.5, 0.5), sid.J = filled(6, 1, 0.2, 0.5);
    sid.Ct = filled(modes, 3, 0.3, 0.5), sid.Cr = filled(modes, 3, 0.3, 0.5);
    sid.Me = filled(modes, modes, 0.1, 0), sid.Ke = filled(modes, modes, 1, 0);
    sid.Oe = filled(modes, 6, 0.3, 0.5);
    for (std::size_t k = 0; k < 3; ++k) sid.J.m0[{k, 0}] += 3;
    for (std::size_t k = 0; k < modes; ++k) sid.Me.m0[{k, k}] += 2, sid.Ke.m0[{k, k}] += 20;
    SidNode node;
    node.origin = filled(3, 1, 1, 0), node.phi = filled(3, modes, 1, 1), node.psi = filled(3, modes, 1, 0);
    sid.nodes.push_back(node);
    return sid;
}

void make_from_data(Model& model, std::size_t b, RandomNumbers& random) {
    Graph& graph = *model.graph;
    const Sid sid = drawn_data(random, random.next() > 0 ? 2 : 1);
    const ElasticSymbols symbols = add_elastic_coordinates(model, b, sid.modes);
    const bool stiffening = random.next() > -0.5;
    const SidNumber number = [&](const std::string&, const Rational& value) { return graph.constant(value); };
    const FlexibleData data = sid_data(graph, sid, stiffening, symbols.coordinates, symbols.speeds, symbols.e, number);
    make_flexible(model, b, data, sid_node(graph, sid.nodes[0], stiffening, symbols.e, number), symbols.e, random);
}

// Trees some of whose bodies `make` makes flexible.
void compare_trees(std::uint64_t seeds, void (*make)(Model&, std::size_t, RandomNumbers&)) {
    RandomModelOptions options = trees_up_to(4, 8);
    options.bodies_of_revolution = false;
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Model model = random_tree(seed, options);
        RandomNumbers random(seed + 500);
        const std::size_t rigid = model.bodies.size();
        for (std::size_t b = 1; b < rigid; ++b)
            if (b == rigid - 1 || random.next() > 0.3) make(model, b, random);
        const Kinematics kinematics = compute_kinematics(model);
        for (const Formulation formulation : {Formulation::turner, Formulation::composite, Formulation::articulated}) {
            FormulationChoice choice;
            choice.formulation = formulation;
            const Equations equations = form_equations(model, kinematics, compute_partials(model, kinematics), choice);
            for (std::uint64_t k = 0; k < 2; ++k) {
                OracleState state = random_state(model, seed * 1000 + k);
                for (std::size_t q = 0; q < model.coordinates.size(); ++q)
                    if (is_elastic(model, CoordinateIndex(q))) state.q(static_cast<Eigen::Index>(q)) *= 0.33;
                std::string text;
                for (const std::string& line : disagreements(model, equations, state, 1e-9)) text += line + "\n";
                CAPTURE(seed, to_string(choice));
                CHECK(text == "");
                ++compared;
            }
        }
    }
    CHECK(compared == 6 * seeds);
}

}  // namespace

TEST_CASE("random trees with flexible beams agree with the oracle", "[flexible]") {
    compare_trees(24, make_beam);
}

TEST_CASE("random trees with flexible bodies of random data agree with the oracle", "[flexible]") {
    compare_trees(12, make_from_data);
}

TEST_CASE("the blocks of data are their Taylor series", "[flexible]") {
    const auto graph = std::make_shared<Graph>();
    RandomNumbers random(3);
    const Sid sid = drawn_data(random, 2);
    const std::vector<Expr> e{graph->symbol("e1", Role::coordinate), graph->symbol("e2", Role::coordinate)};
    const std::array<double, 2> at{0.3, -0.7};
    const SidNumber number = [&](const std::string&, const Rational& value) { return graph->constant(value); };
    const FlexibleData data = sid_data(*graph, sid, true, {}, {}, e, number);
    Evaluator<double> value(
        *graph, [&](const Symbol& s) { return s.name == "e1" ? at[0] : at[1]; },
        [&](Expr constant) { return graph->constant_double(constant); });
    const auto n = [](const Rational& r) { return nearest_double(r); };
    const auto sum_over = [&](auto term) {
        double sum = 0;
        for (std::size_t k = 0; k < 2; ++k) sum += term(k) * at[k];
        return sum;
    };
    for (std::size_t a = 0; a < 3; ++a) {
        CHECK(value(data.body.moment[a]) ==
              Approx(n(sid.mdCM.at(a, 0)) + sum_over([&](std::size_t k) {
                         return n(sid.Ct.at(k, a)) + sum_over([&](std::size_t l) { return n(sid.Ct.at(k, l, a)); }) / 2;
                     })));
        for (std::size_t k = 0; k < 2; ++k) {
            CHECK(value(data.body.Cr[k][a]) ==
                  Approx(n(sid.Cr.at(k, a)) + sum_over([&](std::size_t l) { return n(sid.Cr.at(k, l, a)); })));
            CHECK(value(data.body.Ct[k][a]) == Approx(n(sid.Ct.at(k, a)) + sum_over([&](std::size_t l) {
                                                          return (n(sid.Ct.at(k, l, a)) + n(sid.Ct.at(l, k, a))) / 2;
                                                      })));
        }
    }
    // w.J w/2 has the second derivatives -w_i w_j Oe
    const std::array<double, 3> w{0.4, -1.1, 0.6};
    const std::array<double, 6> in_J{1, 1, 1, 2, 2, 2},
        squares{w[0] * w[0], w[1] * w[1], w[2] * w[2], w[0] * w[1], w[0] * w[2], w[1] * w[2]};
    const std::array<double, 6> in_Oe{squares[0], squares[1], squares[2], squares[3], squares[5], squares[4]};
    double twice = 0, expected = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) twice += w[i] * value(data.body.inertia(i, j)) * w[j];
    for (std::size_t p = 0; p < 6; ++p)
        expected +=
            in_J[p] * squares[p] * (n(sid.J.at(p, 0)) + sum_over([&](std::size_t k) { return n(sid.J.at(p, k, 0)); }));
    for (std::size_t p = 0; p < 6; ++p)
        expected -= in_Oe[p] * sum_over([&](std::size_t k) {
                        return sum_over([&](std::size_t l) { return n(sid.Oe.at(k, l, p)); });
                    });
    CHECK(twice == Approx(expected));
}
