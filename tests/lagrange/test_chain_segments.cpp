// Planar chains in segments, each in a lane: accelerations against the oracle, one lane after the other.
#include <cmath>

#include "core/lanes.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/chain_segments.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/divisions_in_a_row.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/lagrange/random_chain.hpp"

using namespace lag;

namespace {

Equations in_segments(const Model& model, std::size_t lanes) {
    const Kinematics own = compute_kinematics(model);
    const Kinematics held = in_non_rotating_axes(own).value_or(own);
    return form_equations(with_lines_of(own, held, model), held, {},
                          {.formulation = Formulation::articulated,
                           .regrouping = Regrouping::masses,
                           .absorbing = true,
                           .except = {},
                           .non_rotating_axes = true,
                           .segments = lanes});
}

// Every lane written out.
Equations without_lanes(Equations equations) {
    SolvedAccelerations& solved = std::get<SolvedAccelerations>(equations.accelerations);
    LaneExpansion in_lane(*equations.graph);
    for (Expr& e : solved.accelerations) e = in_lane(e, 0);
    solved.checks.clear();
    return equations;
}

std::string report_of(const Model& model, std::size_t lanes, std::uint64_t seed) {
    std::string text;
    for (const std::string& line :
         disagreements(model, without_lanes(in_segments(model, lanes)), random_state(model, seed)))
        text += line + "\n";
    return text;
}

}  // namespace

TEST_CASE("chains in segments have the oracle's accelerations", "[segments]") {
    for (const std::size_t lanes : {2U, 4U, 8U})
        for (int more = 0; more <= 3; ++more)  // links inboard of the segments
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                CAPTURE(lanes, more, seed);
                const int links = 2 * static_cast<int>(lanes) + more;
                RandomChain chain(seed, links, static_cast<int>((seed + lanes + static_cast<std::size_t>(more)) % 3));
                CHECK(report_of(chain.builder().model, lanes, seed) == "");
            }
}

TEST_CASE("bodies that hang on a chain in segments take part", "[segments]") {
    for (const int place : {1, 2, 4, 5, 9, 10}) {
        CAPTURE(place);
        RandomChain chain(7, 10, 2);
        chain.hang(chain.body(place), "side");
        ModelBuilder& b = chain.builder();
        for (const int axis : {0, 2}) {
            b.body("slider" + std::to_string(axis), chain.body(axis == 0 ? 3 : place));
            b.prismatic(b.axis(axis), "s" + std::to_string(axis));
            b.mass(b.integer(2), b.vector("0.1", "0.2", "0"), b.inertia("1", "1", "1"));
        }
        CHECK(report_of(b.model, 4, 3) == "");
    }
}

TEST_CASE("a chain in segments hangs on bodies that shift", "[segments]") {
    for (const int axis : {0, 1, 2}) {
        CAPTURE(axis);
        RandomChain chain(5, 8, axis, [](ModelBuilder& b) {
            BodyIndex cart = ground;
            for (const int along : {2, 0, 1}) {
                cart = b.body("cart" + std::to_string(along), cart);
                b.prismatic(b.axis(along), "x" + std::to_string(along));
                b.mass(b.integer(2), b.vector("0.1", "0.2", "0.3"), b.inertia("1", "1", "1"));
            }
            return cart;
        });
        CHECK(report_of(chain.builder().model, 4, 2) == "");
    }
}

TEST_CASE("a segment takes as many divisions in a row as it has links", "[segments]") {
    const RandomChain chain(2, 24, 2);
    const auto waiting = [&](std::size_t lanes) {
        const Equations equations = in_segments(chain.builder().model, lanes);
        return divisions_in_a_row(*equations.graph, equations.solved()->accelerations);
    };
    CHECK(waiting(0) == 23);
    CHECK(waiting(2) == 12);  // of its links but the last, and one between the segments
    CHECK(waiting(4) == 8);
    CHECK(waiting(8) == 9);
}

TEST_CASE("no chain in segments where links are too few, or something slides across the plane", "[segments]") {
    const auto found = [](const Model& model, std::size_t lanes) {
        const Kinematics own = compute_kinematics(model);
        const Kinematics held = in_non_rotating_axes(own).value_or(own);
        const auto segments = chain_segments(model, held, link_inertias(model, held), lanes);
        return segments ? segments->links.size() : 0;
    };
    CHECK(found(RandomChain(1, 9, 0).builder().model, 2) == 8);
    CHECK(found(RandomChain(1, 9, 0).builder().model, 4) == 8);
    CHECK(found(RandomChain(1, 9, 0).builder().model, 8) == 0);
    RandomChain oblique(1, 9, 0);
    ModelBuilder& b = oblique.builder();
    b.body("slider", oblique.body(4));
    b.prismatic(b.vector("0.6", "0.8", "0"), "s");
    b.mass(b.integer(2), b.vector("0.1", "0.2", "0"), b.inertia("1", "1", "1"));
    CHECK(found(b.model, 2) == 0);
}
