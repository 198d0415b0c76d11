// Flexible bodies as particles (particles.hpp): each in ground axes, its place by orders of the elastic coordinates, and
// d'Alembert's principle with the products of orders that add up to 2 at most.
#include "tests/support/oracle_reading.hpp"

namespace lag::oracle {

namespace {

using PlaceParts = std::array<Moving<V3>, 3>;  // parts of a place, by order

V3 vector_of_particle(const Particle::V3& v) {
    return v.cast<Number>();
}

PlaceParts place_parts(const ParticleBody& body, const Particle& particle, const Run& run, const Vector& q,
                       const Drive& drive) {
    const std::size_t b = body.body.value;
    std::vector<NumberJet> e;
    for (const CoordinateIndex c : body.coordinates)
        e.emplace_back(q(at(c.value)), drive.qd(at(c.value)), drive.qdd(at(c.value)));
    Moving<V3> linear = Moving<V3>::fixed(V3::Zero()), squares = linear;
    for (std::size_t k = 0; k < e.size(); ++k) {
        linear = linear + e[k] * Moving<V3>::fixed(vector_of_particle(particle.linear[k]));
        for (std::size_t l = 0; l < e.size(); ++l)
            if (!particle.squares[k][l].isZero(0))
                squares = squares + (e[k] * e[l]) * Moving<V3>::fixed(vector_of_particle(particle.squares[k][l]));
    }
    return {carried(run.origin[b], run.R[b], vector_of_particle(particle.fixed)), run.R[b] * linear,
            run.R[b] * squares};
}

// The sum over orders of products, and of their sizes.
template <class One, class Other>
std::pair<Number, Number> products(const PlaceParts& a, const PlaceParts& b, One one, Other other) {
    Number sum = 0, size = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; i + j < 3; ++j) {
            sum += one(a[i]).dot(other(b[j]));
            size += one(a[i]).norm() * other(b[j]).norm();
        }
    return {sum, size};
}

const V3& velocity_part(const Moving<V3>& x) {
    return x.d;
}
const V3& acceleration_part(const Moving<V3>& x) {
    return x.dd;
}

}  // namespace

Number Reading::particles_energy_rate(const Vector& udot) {
    const Drive drive{qdot, qddot_bias + K * udot, true};
    const Run moved = run(drive);
    Number sum = 0;
    for (const ParticleBody& body : *state.particles)
        for (const Particle& p : body.particles) {
            const PlaceParts parts = place_parts(body, p, moved, q, drive);
            sum += p.mass * products(parts, parts, velocity_part, acceleration_part).first;
        }
    return sum;
}

void Reading::read_particles() {
    const Drive drive{qdot, qddot_bias, true};
    for (const ParticleBody& body : *state.particles)
        for (const Particle& p : body.particles) {
            const PlaceParts now = place_parts(body, p, actual, q, drive);
            std::vector<PlaceParts> by;
            for (std::size_t i = 0; i < partial.size(); ++i)
                by.push_back(place_parts(body, p, partial[i], q, {K.col(at(i)), Vector::Zero(q.size()), false}));
            elastic_energy += p.mass * products(now, now, velocity_part, velocity_part).first / 2;
            for (std::size_t i = 0; i < by.size(); ++i) {
                const auto [inertia, size] = products(by[i], now, velocity_part, acceleration_part);
                elastic_f(at(i)) -= p.mass * inertia, elastic_f_magnitude(at(i)) += std::abs(p.mass) * size;
                for (std::size_t k = 0; k < 3; ++k) elastic_weight(at(i)) += p.mass * by[i][k].d.dot(gravity_now);
                for (std::size_t j = 0; j < by.size(); ++j) {
                    const auto [mass, terms] = products(by[i], by[j], velocity_part, velocity_part);
                    elastic_M(at(i), at(j)) += p.mass * mass,
                        elastic_M_magnitude(at(i), at(j)) += std::abs(p.mass) * terms;
                }
            }
        }
}

}  // namespace lag::oracle
