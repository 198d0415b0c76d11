// formulation = two_ended: accelerations of planar chains, eliminated from both ends, against the oracle.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/divisions_in_a_row.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/lagrange/random_chain.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

Equations equations_of(const Model& model, Formulation formulation) {
    const Kinematics own = compute_kinematics(model);
    const Kinematics held = in_non_rotating_axes(own).value_or(own);
    return form_equations(with_lines_of(own, held, model), held, {}, {formulation, Regrouping::none, true, {}, true});
}

std::string report(const Model& model, const OracleState& state) {
    std::string text;
    for (const std::string& line : disagreements(model, equations_of(model, Formulation::two_ended), state))
        text += line + "\n";
    return text;
}

}  // namespace

TEST_CASE("chains eliminated from both ends have the oracle's accelerations", "[two_ended]") {
    for (int links = 3; links <= 9; ++links)
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            CAPTURE(links, seed);
            RandomChain chain(seed, links, static_cast<int>(seed % 3));
            const Model& model = chain.builder().model;
            CHECK(report(model, random_state(model, seed)) == "");
        }
}

TEST_CASE("a chain that is stretched straight is eliminated from both ends", "[two_ended]") {
    for (const int links : {4, 8, 12}) {
        ModelBuilder b("straight");
        b.model.gravity = {{b.integer(0), -b.number("9.81"), b.integer(0)}};
        BodyIndex inboard = ground;
        for (int k = 1; k <= links; ++k) {
            inboard = b.body("b" + std::to_string(k), inboard);
            b.revolute(b.axis(2), "q" + std::to_string(k));
            if (k > 1) b.newest().at = b.vector("1", "0", "0");
            b.mass(b.integer(1), b.vector("0.5", "0", "0"), b.inertia("0.1", "0.1", "0.1"));
        }
        OracleState state = random_state(b.model, 5);
        state.q.setZero();
        CHECK(report(b.model, state) == "");
    }
}

TEST_CASE("bodies that hang on both halves of a chain take part", "[two_ended]") {
    for (const int place : {1, 2, 4, 6}) {
        CAPTURE(place);
        RandomChain chain(7, 6, 2);
        chain.hang(chain.body(place), "side");
        ModelBuilder& b = chain.builder();
        b.body("slider", chain.body(2));
        b.prismatic(b.axis(0), "s");
        b.mass(b.integer(2), b.vector("0.1", "0.2", "0"), b.inertia("1", "1", "1"));
        CHECK(report(b.model, random_state(b.model, 3)) == "");
    }
}

TEST_CASE("a second chain on ground is left as it is", "[two_ended]") {
    RandomChain chain(9, 5, 1);
    chain.hang(ground, "other");
    const Model& model = chain.builder().model;
    CHECK(report(model, random_state(model, 4)) == "");
}

TEST_CASE("elimination from both ends halves the divisions that wait for one another", "[two_ended]") {
    RandomChain chain(2, 24, 2);
    const auto waiting = [&](Formulation formulation) {
        const Equations equations = equations_of(chain.builder().model, formulation);
        return divisions_in_a_row(*equations.graph, equations.solved()->accelerations);
    };
    CHECK(waiting(Formulation::articulated) == 23);
    CHECK(waiting(Formulation::two_ended) == 12);
}

TEST_CASE("what no chain fits is refused", "[two_ended]") {
    const auto refused = [](const Model& model) {
        CHECK_THROWS_AS(equations_of(model, Formulation::two_ended), ModelError);
    };
    refused(RandomChain(1, 2, 2).builder().model);
    ModelBuilder spatial("spatial");
    BodyIndex inboard = ground;
    for (int k = 0; k < 6; ++k) {
        inboard = spatial.body("b" + std::to_string(k), inboard);
        spatial.revolute(spatial.axis(k % 2), "q" + std::to_string(k));
        spatial.mass(spatial.integer(1), spatial.vector("0.1", "0.2", "0.3"), spatial.inertia("1", "1", "1"));
    }
    refused(spatial.model);
}
