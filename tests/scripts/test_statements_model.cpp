// Scripts -> Model: order of q and u, slots, inputs' derivatives, inertia, orientation, loads; and the acceptance
// scripts' numbers through the results.
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/evaluate.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/support/acceptance.hpp"

namespace lag {

namespace {

Model described(const std::string& text, std::string* messages = nullptr) {
    const auto mechanics = lagrange_mechanics();
    std::ostringstream stream;
    InterpretOptions options;
    options.messages = &stream;
    const ScriptResult result = interpret(parse(text, "script.lag"), *mechanics, options);
    if (messages != nullptr) *messages = stream.str();
    return result.model;
}

template <class Entries>
std::string names(const Entries& entries) {
    std::string text;
    for (const auto& entry : entries) text += (text.empty() ? "" : " ") + entry.name;
    return text;
}

double number(const Model& model, Expr e) {
    e.graph = model.graph.get();
    return model.graph->constant_double(e);
}

const std::string start = "model(m)$ ";

}  // namespace

TEST_CASE("q and u follow the declaration, orientation before position", "[statements]") {
    const Model model = described(
        start +
        "body(a, ground, hinge = free(position = [x, y, z], speeds = [p, q, r, u, v, w], angles = [psi, theta, phi]))$ "
        "body(b, a, hinge = cylindrical(z, q1, s1))$ body(c, b, hinge = planar(y, [x2, y2, q2]))$ "
        "body(d, c, hinge = [translate(x, s3), rotate(z, q3)])$ body(e, d, hinge = planar(x, [x4, y4, q4], speeds = "
        "[v4, "
        "w4, r4]))$");
    CHECK(names(model.coordinates) == "psi theta phi x y z q1 s1 x2 y2 q2 s3 q3 x4 y4 q4");
    CHECK(names(model.speeds) == "p q r u v w q1' s1' x2' y2' q2' s3' q3' v4 w4 r4");
    CHECK(model.bodies[3].hinge.planar_axis == 1);
    CHECK(model.bodies[3].hinge.motions[0].axis[2].is_one());  // y: first along z, then along x
    CHECK(model.bodies[3].hinge.motions[1].axis[0].is_one());
    CHECK(model.bodies[5].hinge.quasi == Quasi::planar);
}

TEST_CASE("names left out get defaults", "[statements]") {
    const Model model = described(start +
                                  "body(a, ground, hinge = free())$ body(b, a, hinge = spherical(quaternion = "
                                  "[e0, e1, e2, e3]))$ body(c, b, hinge = revolute(z))$");
    CHECK(names(model.coordinates) == "a_q1 a_q2 a_q3 a_q4 a_q5 a_q6 e0 e1 e2 e3 c_q1");
    CHECK(names(model.speeds) == "a_w1 a_w2 a_w3 a_v1 a_v2 a_v3 b_w1 b_w2 b_w3 c_q1'");
    CHECK(model.coordinates[6].initial_value.is_one());  // e0
    CHECK(model.coordinates[7].initial_value.is_zero());
    CHECK(model.bodies[1].hinge.sequence == 321);
    CHECK(model.bodies[1].hinge.motions.size() == 6);
}

TEST_CASE("all twelve sequences turn in their order", "[statements]") {
    for (const int s : {121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323}) {
        const Model model =
            described(start + "body(a, ground, hinge = spherical(sequence = " + std::to_string(s) + "))$");
        const auto& motions = model.bodies[1].hinge.motions;
        REQUIRE(motions.size() == 3);
        for (std::size_t k = 0; k < 3; ++k) {
            const int digit = k == 0 ? s / 100 : k == 1 ? s / 10 % 10 : s % 10;
            CHECK(motions[k].axis[static_cast<std::size_t>(digit - 1)].is_one());
        }
    }
}

TEST_CASE("slots hold new names, numbers and expressions", "[statements]") {
    const Model model =
        described(start +
                  "parameter(k, 3)$ input(d)$ body(a, ground, hinge = revolute(z, q1))$ body(b, a, hinge = revolute(z, "
                  "coupled(q1)))$ body(c, b, hinge = revolute(z, -k*q1 + t))$ body(e, c, hinge = prismatic(x, 1/2))$ "
                  "body(f, e, hinge = prismatic(x, d))$ body(g, f, hinge = screw(x, k, q2))$");
    CHECK(names(model.coordinates) == "q1 q2");
    CHECK(names(model.speeds) == "q1' q2'");
    CHECK(model.bodies[2].hinge.motions[0].value == symbol(model, CoordinateIndex{0}));
    CHECK_FALSE(model.bodies[2].hinge.motions[0].coordinate);
    CHECK(number(model, model.bodies[4].hinge.motions[0].value) == 0.5);
    CHECK(names(model.inputs) == "d d' d''");
    REQUIRE(model.bodies[6].hinge.motions.size() == 2);  // turns, and advances by pitch * angle
    CHECK_FALSE(model.bodies[6].hinge.motions[1].coordinate);
}

TEST_CASE("derivatives of an input stand directly after it, wherever it was declared", "[statements]") {
    const Model model = described(start +
                                  "input(a)$ input(b, \"m\", \"height\")$ input(c)$ body(x1, ground, hinge = "
                                  "prismatic(x, b))$ body(x2, x1, hinge = prismatic(y, c*b))$ output(o, a + b'')$");
    CHECK(names(model.inputs) == "a b b' b'' c c' c''");
    CHECK(model.inputs[2].derivative == 1);
    CHECK(model.inputs[3].derivative == 2);
    CHECK(model.inputs[2].unit == "m/s");
    CHECK(model.inputs[3].unit == "m/s^2");
    CHECK(model.inputs[2].text == "rate of: height");
}

TEST_CASE("axes are normalised exactly", "[statements]") {
    const Model model = described(start +
                                  "body(a, ground, hinge = revolute([1, 1, 0], q1))$ body(b, a, hinge = "
                                  "revolute([0, 0, -2], q2))$ x: 7$ body(c, b, hinge = revolute(x, q3))$ body(d, c, "
                                  "hinge = universal([z, [0, 3, 4]], [q4, q5]))$");
    Graph& g = *model.graph;
    const auto& axis = model.bodies[1].hinge.motions[0].axis;
    CHECK(axis[0] == g.integer(1) / sqrt(g.integer(2)));
    CHECK(number(model, model.bodies[2].hinge.motions[0].axis[2]) == -1);
    CHECK(model.bodies[3].hinge.motions[0].axis[0].is_one());  // the axis, whatever the variable x holds
    CHECK(model.bodies[4].hinge.motions[1].axis[1] == g.rational(3, 5));
}

TEST_CASE("inertia in its forms", "[statements]") {
    const Model model = described(
        start +
        "body(a, ground, hinge = fixed, inertia = [1, 2, 3])$ body(b, a, hinge = fixed, inertia = [1, 2, 3, 1/4, "
        "1/5, 1/6])$ body(c, b, hinge = fixed, inertia = matrix([1, 1/4, 1/5], [1/4, 2, 1/6], [1/5, 1/6, 3]))$ "
        "body(d, c, hinge = fixed, mass = 2, cm = [1, 2, 0], inertia = [10, 11, 12], inertia_at = origin)$");
    CHECK(number(model, model.bodies[1].inertia(2, 2)) == 3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) CHECK(model.bodies[2].inertia(i, j) == model.bodies[3].inertia(i, j));
    CHECK(number(model, model.bodies[2].inertia(1, 0)) == 0.25);
    CHECK(number(model, model.bodies[2].inertia(0, 2)) == 0.2);
    const Mat3<Expr>& J = model.bodies[4].inertia;  // about the mass centre: I_o - m (c.c 1 - c c^T)
    CHECK(number(model, J(0, 0)) == 10 - 2 * 4);
    CHECK(number(model, J(1, 1)) == 11 - 2 * 1);
    CHECK(number(model, J(2, 2)) == 12 - 2 * 5);
    CHECK(number(model, J(0, 1)) == 2 * 2);
}

TEST_CASE("the triangle inequality warns, unless the motion never feels it", "[statements]") {
    std::string messages;
    described(start + "body(a, ground, hinge = spherical(), inertia = [1, 1, 5])$", &messages);
    CHECK(messages.find("triangle inequality") != std::string::npos);
    described(start +
                  "body(a, ground, hinge = revolute(z, q), inertia = [0, 0, 5])$ body(b, a, orient = [[x, %pi/2]], "
                  "hinge = [rotate(y, q2), translate(x, s)], inertia = [0, 5, 0])$",
              &messages);
    CHECK(messages.empty());
    described(
        start + "body(a, ground, hinge = revolute(z, q))$ body(b, a, hinge = revolute(x, q2), inertia = [5, 0, 0])$",
        &messages);
    CHECK(messages.find("body 'b'") != std::string::npos);
}

TEST_CASE("orientations as rotations and as a matrix agree", "[statements]") {
    const Model model = described(
        start +
        "parameter(c, 1/3)$ body(a, ground, orient = [[z, %pi/2], [x, c]], hinge = revolute(z, q1))$ body(b, a, "
        "orient = matrix([0, 1, 0], [-1, 0, 0], [0, 0, 1]), hinge = revolute(z, q2))$ frame(F, ground, orient = "
        "[z, %pi/2])$ frame(G, F, orient = [[[1, 1, 1], 2*%pi/3]])$");
    CHECK(model.bodies[1].orient_rotations.size() == 2);
    CHECK(model.bodies[1].orient_rotations[1].first == 0);
    CHECK(model.bodies[2].orient_rotations.empty());
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            CHECK(std::abs(number(model, model.bodies[2].orient(i, j)) - number(model, model.frames[0].R_FB(i, j))) <
                  1e-15);
    CHECK_FALSE(model.frames[1].aligned);
    // a third of a turn about [1, 1, 1] maps x to y to z: new components are a cyclic shift
    CHECK(std::abs(number(model, model.frames[1].R_FB(0, 0) - model.frames[0].R_FB(1, 0))) < 1e-15);
}

TEST_CASE("loads find their points, bodies, frames and speeds", "[statements]") {
    const Model model = described(
        start +
        "parameter(k, 5)$ body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [1, 0, 0])$ body(b, a, hinge = "
        "spherical(speeds = [w1, w2, w3]), at = [2, 0, 0], mass = 1, inertia = [1, 1, 1])$ point(P, b, [0, 1, 0])$ "
        "frame(F, b, orient = [[x, 1]])$ force(P, [1, 2, 3], in = F, reaction = origin(a))$ torque(b, [0, 0, 1], in "
        "= a, reaction = ground)$ hinge_load(q1, -k*q1')$ hinge_load(w2, 3)$ spring(P, cm(a), stiffness = k, length "
        "= 1/2)$ line_force(P, origin(ground), -distance_rate(P, origin(ground)))$ potential(k*q1^2)$ "
        "dissipation(w1^2)$");
    REQUIRE(model.forces.size() == 1);
    CHECK(model.forces[0].frame.name == "F");
    CHECK(model.forces[0].reaction->body == BodyIndex{1});
    CHECK(model.torques[0].reaction == ground);
    REQUIRE(model.hinge_loads.size() == 2);
    CHECK(model.hinge_loads[0].speed == SpeedIndex{0});
    CHECK(model.hinge_loads[1].speed == SpeedIndex{2});
    CHECK(model.line_loads[0].spring);
    CHECK(model.line_loads[0].length == model.graph->rational(1, 2));
    CHECK_FALSE(model.line_loads[1].spring);
    CHECK(model.potentials.size() == 1);
    CHECK(model.dissipations.size() == 1);
}

TEST_CASE("parameters' defaults are evaluated once", "[statements]") {
    const Model model = described(start + "parameter(a, 2)$ parameter(b, a^2 + 1/2)$ parameters(c = 2*b)$");
    CHECK(number(model, model.parameters[1].default_value) == 4.5);
    CHECK(number(model, model.parameters[2].default_value) == 9);
}

TEST_CASE("another model starts afresh", "[statements]") {
    const Model model = described(
        "model(one)$ parameter(a, 1)$ body(b, ground, hinge = revolute(z, q), inertia = [0, 0, a])$ "
        "check(mass_matrix() = "
        "matrix([a]))$ model(two)$ parameter(a, 5)$ body(b, ground, hinge = prismatic(x, q), mass = 3*a)$ "
        "check(mass_matrix() = matrix([3*a]))$ check(velocity(origin(b)) = [q', 0, 0])$");
    CHECK(model.name == "two");
    CHECK(model.bodies.size() == 2);
    CHECK(number(model, model.parameters[0].default_value) == 5);
}

namespace {

std::string contents(const std::string& path) {
    std::ifstream stream(path);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

Evaluator<double> at_state(const Model& model, const AcceptanceState& state) {
    std::map<Symbol, double> values{{{"t", Role::time}, 0.0}};
    const auto& q = state.at("q");
    const auto& u = state.at("u");
    const auto& w = state.at("w");
    for (const Parameter& p : model.parameters) values[{p.name, Role::parameter}] = number(model, p.default_value);
    for (std::size_t k = 0; k < q.size(); ++k) values[{model.coordinates[k].name, Role::coordinate}] = q[k];
    for (std::size_t k = 0; k < u.size(); ++k) values[{model.speeds[k].name, Role::speed}] = u[k];
    for (std::size_t k = 0; k < w.size(); ++k) values[{model.inputs[k].name, Role::input}] = w[k];
    Graph& graph = *model.graph;
    return {graph, [values](const Symbol& s) { return values.at(s); },
            [&graph](Expr constant) { return graph.constant_double(constant); }};
}

}  // namespace

TEST_CASE("the acceptance scripts' numbers are reproduced", "[statements][acceptance]") {
    const std::string folder = std::string(LAG_SOURCE_DIR) + "/samples/acceptance/";
    for (const std::string name : {"double_pendulum", "floating_base", "chain"}) {
        INFO(name);
        const auto mechanics = lagrange_mechanics();
        const Model model = interpret(parse(contents(folder + name + ".lag"), name + ".lag"), *mechanics).model;
        const auto M = mechanics->mass_matrix(model);
        const auto f = mechanics->right_side(model);
        const auto qdot = mechanics->kinematic_equations(model);
        const auto states = read_acceptance(folder + name + ".json");
        REQUIRE(states.size() == 5);
        for (const AcceptanceState& state : states) {
            Evaluator<double> value = at_state(model, state);
            const std::size_t n = model.speeds.size();
            REQUIRE(state.at("M").size() == n * n);
            for (std::size_t i = 0; i < n; ++i) {
                double residual = -value(f[i]), size = std::abs(residual);
                for (std::size_t j = 0; j < n; ++j) {
                    CHECK(value(M[i][j]) == Approx(state.at("M")[i * n + j]).margin(1e-10));
                    const double term = value(M[i][j]) * state.at("udot")[j];
                    residual += term, size += std::abs(term);
                }
                CHECK(value(f[i]) == Approx(state.at("f")[i]).epsilon(1e-10).margin(1e-9));
                CHECK(std::abs(residual) < 1e-9 * size);
            }
            for (std::size_t k = 0; k < qdot.size(); ++k)
                CHECK(value(qdot[k]) == Approx(state.at("qdot")[k]).epsilon(1e-10).margin(1e-12));
            CHECK(value(mechanics->kinetic_energy(model)) == Approx(state.at("kinetic")[0]).epsilon(1e-10));
        }
    }
}

}  // namespace lag
