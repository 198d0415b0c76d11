// A straight uniform beam, slender (L. Euler, D. Bernoulli), clamped in the body's axes at its inboard end. Its line lies on
// one axis a of the body from 0 to the length l; with b and c the two other axes, cyclically, and x along the beam
//
//     r = (x + sum psi e - f, sum phi e, sum chi e),     f = integral over 0 .. x of (sum phi' e)^2 + (sum chi' e)^2, halved
//
// where f is what bending shortens (foreshortening, left out without stiffening). It is the only source of geometric
// stiffening. The blocks of the kinetic energy (core/elastic_body.hpp) are integrals of r over the mass: s to order 2 in e, Ct to 1, Cr to 1,
// J to 2, Me to 0.
#pragma once

#include <cstddef>

#include "lagrange/elastic/beam_shapes.hpp"
#include "lagrange/elastic/flexible_data.hpp"

namespace lag {

struct Beam {
    std::size_t axis = 0;  // a
    Expr length;           // l, m
    Expr EI_b, EI_c;       // N m^2; EI_b resists bending about b, which deflects along c
    Expr EA, GJ;           // N, N m^2
    Expr rhoA, rhoI;       // kg/m; kg m: moment of inertia per length about the beam's own axis
    // How many modes of each kind. Coordinates come in this order; deflections count in metres, twist in radians.
    std::size_t bend_b = 0, bend_c = 0, twist = 0, stretch = 0;
    BeamShapes shapes = BeamShapes::clamped_free;
    bool stiffening = true;

    std::size_t modes() const { return bend_b + bend_c + twist + stretch; }
};

// `coordinates` and `speeds`: as many as there are modes; `e`: the coordinates' symbols.
FlexibleData beam_data(Graph& graph, const Beam& beam, const std::vector<CoordinateIndex>& coordinates,
                       const std::vector<SpeedIndex>& speeds, const std::vector<Expr>& e);
// At xi of the length, 0 .. 1.
ElasticNode beam_node(Graph& graph, const Beam& beam, const std::vector<Expr>& e, const Rational& xi);

}  // namespace lag
