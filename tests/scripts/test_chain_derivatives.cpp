// Tangent and adjoint of planar chains in segments: limb_derivatives.hpp says what they are compared with.
#include "tests/planar_chain.hpp"
#include "tests/scripts/limb_derivatives.hpp"

namespace lag {

namespace {

// Drives with states, and a base that turns: of an odd number of links the first one is in no segment.
std::string driven_chain(int links) {
    return "parameters(g = 9.81, lag = 1/10)$ gravity([0, -g, 0])$ inboard: ground$ links: " + std::to_string(links) +
           "$ input(push)$ state(valve, rate = (push - valve*q1)/lag)$\n"
           "for n:1 thru links do (parameter(concat(m, n), 1 + n/10),\n"
           "  body(concat(b, n), inboard, hinge = revolute(z, concat(q, n)), at = [if n = 1 then 0 else 0.5, 0, 0],\n"
           "       mass = concat(m, n), cm = [0.2, 0.02*n, 0], inertia = [0.1, 0.2, 0.1 + n/90]),\n"
           "  hinge_load(concat(q, n), valve*n - 0.1*concat(q, n)'^3), inboard: concat(b, n))$\n";
}

}  // namespace

TEST_CASE("derivatives of chains in segments: tangent and adjoint are those of one link after the other") {
    const std::string of_two = "K2::of(", of_four = "K4::of(";
    require_same_limb_derivatives(
        {"cart", planar_chain_on_cart(9), "[q, u, w, p]", "[q, u, w]", "[q]", 0, false, false, of_two},
        "-march=native");
    for (const int links : {5, 16})
        require_same_limb_derivatives({"driven" + std::to_string(links), driven_chain(links), "[q, u, states, w, p]",
                                       "[q, u]", "[q]", 1, false, false, links < 16 ? of_two : of_four},
                                      "");
}

}  // namespace lag
