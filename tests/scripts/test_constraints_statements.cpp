// Constraint statements: their rows, notes, inputs' derivatives, checks on the constraints, acceptance numbers.
#include <fstream>
#include <map>
#include <sstream>

#include "core/evaluate.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/check.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/support/acceptance.hpp"

namespace lag {

namespace {

const std::string two_rods =
    "model(m)$ input(d)$ input(k)$ body(p, ground, hinge = revolute(z, q1), mass = 1, inertia = [0, 0, 1])$ "
    "body(s, p, hinge = revolute(z, q2), at = [1, 0, 0], mass = 1, inertia = [0, 0, 1])$ point(P, s, [2, 0, 0])$ "
    "point(Q, ground, [2, 0, 0])$ ";

std::string printed(const std::string& text, std::string* messages = nullptr) {
    std::ostringstream output, notes;
    PipelineOptions options;
    options.output = &output;
    options.messages = &notes;
    run_pipeline(parse(two_rods + text, "script.lag"), options);
    if (messages != nullptr) *messages = notes.str();
    return output.str();
}

std::string input_names(const std::string& text) {
    const auto mechanics = lagrange_mechanics();
    std::string names;
    for (const Input& w : interpret(parse(two_rods + text, "script.lag"), *mechanics).model.inputs)
        names += w.name + " ";
    return names;
}

std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("a dropped row of a loop leaves a zero in the multiplier without a note", "[constraints]") {
    std::string notes;
    const std::string text = printed(
        "close_loop(P, Q, name = loop)$ speed_constraint(q1' = 2*q2', name = gear)$ "
        "multiplier(loop); multiplier(gear);",
        &notes);
    CHECK(text == "[lambda(loop.x), lambda(loop.y), 0]\nlambda(gear)\n");
    CHECK(notes.find("'loop.z'") == std::string::npos);
    printed("constraint(k^2 - (k - 1)*(k + 1) = 1, name = idle)$ q1;", &notes);
    CHECK(notes.find("'idle' restricts no motion and is dropped") != std::string::npos);
}

TEST_CASE("a condition said twice is left out once, with a note", "[constraints]") {
    std::string notes;
    CHECK(printed("speed_constraint(q1' = 2*q2', name = gear)$ speed_constraint(2*q1' = 4*q2', name = again)$ "
                  "speed_constraint(q1' = 2*q2', name = once_more)$ constraint_matrix();",
                  &notes) == "matrix([1, -2])\n");
    CHECK(notes.find("'again'") != std::string::npos);
    CHECK(notes.find("'once_more'") != std::string::npos);
}

TEST_CASE("an input in a constraint is followed by its derivatives", "[constraints]") {
    CHECK(input_names("constraint(q1 = d)$") == "d d' d'' k ");
    CHECK(input_names("speed_constraint(q1' = d)$") == "d d' k ");
}

TEST_CASE("checks are tested on the constraints, and only there", "[constraints]") {
    CHECK(printed("constraint(q1 = 2*q2)$ check(cos(q1) = cos(2*q2))$").find("tested") != std::string::npos);
    CHECK(printed("constraint(q1 = 2*q2)$ check(q1'' = 2*q2'')$").find("tested") != std::string::npos);
    CHECK(printed("close_loop(P, Q)$ check(position(P) = [2, 0, 0])$").find("tested") != std::string::npos);
    CHECK(printed("speed_constraint(3*q1' = 0)$ check(q1' = 0)$").find("tested") != std::string::npos);
    CHECK_THROWS_AS(printed("check(q1 = 2*q2)$"), CheckFailure);
    CHECK_THROWS_AS(printed("constraint(q1 = 2*q2)$ check(q1 = 3*q2)$"), CheckFailure);
}

TEST_CASE("the constrained acceptance scripts' numbers are reproduced", "[constraints][acceptance]") {
    const std::string folder = std::string(LAG_SOURCE_DIR) + "/samples/acceptance/";
    for (const std::string name : {"four_bar", "rolling_disc"}) {
        INFO(name);
        const auto mechanics = lagrange_mechanics();
        const Model model = interpret(parse(contents(folder + name + ".lag"), name + ".lag"), *mechanics).model;
        const auto M = mechanics->mass_matrix(model);
        const auto f = mechanics->right_side(model);
        const ConstraintRows constraints = mechanics->constraint_rows(model, 0);
        Graph& graph = *model.graph;
        for (const AcceptanceState& state : read_acceptance(folder + name + ".json")) {
            std::map<std::string, double> values{{"t", 0.0}};
            for (const Parameter& p : model.parameters) values[p.name] = graph.constant_double(p.default_value);
            const std::size_t n = model.speeds.size();
            for (std::size_t k = 0; k < n; ++k) values[model.coordinates[k].name] = state.at("q")[k];
            for (std::size_t k = 0; k < n; ++k) values[model.speeds[k].name] = state.at("u")[k];
            for (std::size_t k = 0; k < model.inputs.size(); ++k) values[model.inputs[k].name] = state.at("w")[k];
            Evaluator<double> value(
                graph, [&](const Symbol& s) { return values.at(s.name); },
                [&](Expr constant) { return graph.constant_double(constant); });
            const auto& lambda = state.at("lambda");
            REQUIRE(lambda.size() == constraints.rows.size());
            for (std::size_t i = 0; i < n; ++i) {
                double residual = -value(f[i]), size = std::abs(residual);
                const auto add = [&](double term) { residual += term, size += std::abs(term); };
                for (std::size_t j = 0; j < n; ++j) add(value(M[i][j]) * state.at("udot")[j]);
                for (std::size_t r = 0; r < lambda.size(); ++r)
                    for (const auto& [speed, coefficient] : constraints.rows[r].B)
                        if (speed.value == i) add(value(coefficient) * lambda[r]);
                CHECK(std::abs(residual) <= 1e-9 * size);
            }
        }
    }
}

}  // namespace lag
