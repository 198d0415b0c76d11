// Flexible beams as sums of particles, for the oracle: the mass of each section at the places of Gauss's quadrature. It
// shares no code with lagrange/elastic: the shapes are written down again, and no block of the kinetic energy is formed.
//
// A particle is at r0 + sum r1_k e_k + sum r2_kl e_k e_l in the body's axes. D'Alembert's principle of all particles, with
// terms to second order in the elastic coordinates and their rates together, is what the product's blocks must give:
//     sum of m a_i . v_j,    orders i + j <= 2
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "core/graph.hpp"
#include "core/index.hpp"

namespace lag {

struct Particle {
    using V3 = Eigen::Matrix<long double, 3, 1>;
    long double mass = 0;
    V3 fixed;                              // r0
    std::vector<V3> linear;                // r1, by elastic coordinate
    std::vector<std::vector<V3>> squares;  // r2
};

struct ParticleBody {
    BodyIndex body;
    std::vector<CoordinateIndex> coordinates;
    std::vector<Particle> particles;
    std::vector<std::vector<long double>> stiffness;
    Particle end;  // where its outboard end is, without mass
};

// What makes a beam, in numbers; a, b, c as in lagrange/elastic/beam.hpp.
struct BeamNumbers {
    int axis = 0, shapes = 0;  // shapes: clamped_free, pinned_pinned, clamped_clamped, polynomial
    long double length = 1, EI_b = 0, EI_c = 0, EA = 0, GJ = 0, rhoA = 1, rhoI = 0;
    std::size_t bend_b = 0, bend_c = 0, twist = 0, stretch = 0;
    bool stiffening = true;
};

ParticleBody beam_of_particles(const BeamNumbers& beam, BodyIndex body, const std::vector<CoordinateIndex>& e);

}  // namespace lag
