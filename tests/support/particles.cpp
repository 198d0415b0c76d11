#include "tests/support/particles.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace lag {

namespace {

using Real = long double;
using V3 = Particle::V3;

constexpr Real pi = std::numbers::pi_v<Real>;

struct GaussPlace {
    Real xi, weight;
};

// Gauss's places on 0 .. end, by Newton's method on Legendre's polynomial.
std::vector<GaussPlace> gauss_places(int n, Real end) {
    std::vector<GaussPlace> found;
    for (int k = 0; k < n; ++k) {
        Real x = std::cos(pi * (k + 0.75L) / (n + 0.5L)), slope = 1;
        for (int step = 0; step < 20; ++step) {
            Real last = 1, now = x;
            for (int m = 2; m <= n; ++m) {
                const Real next = ((2 * m - 1) * x * now - (m - 1) * last) / m;
                last = now, now = next;
            }
            slope = n * (x * now - last) / (x * x - 1);
            x -= now / slope;
        }
        found.push_back({end * (1 + x) / 2, end / ((1 - x * x) * slope * slope)});
    }
    return found;
}

// cos(beta) cosh(beta) = side, by halving around (k + 1/2) pi or (k + 3/2) pi
Real root_by_halving(int k, int side) {
    Real low = (k + (side < 0 ? 0.0L : 1.0L)) * pi, high = low + pi;
    const auto f = [&](Real b) { return std::cos(b) - side / std::cosh(b); };
    const bool rises = f(high) > f(low);
    for (int step = 0; step < 200; ++step) {
        const Real middle = (low + high) / 2;
        ((f(middle) < 0) == rises ? low : high) = middle;
    }
    return low;
}

Real beta_of(int k, int side) {
    static std::map<std::pair<int, int>, Real> known;
    const auto [place, is_new] = known.try_emplace({k, side}, 0);
    if (is_new) place->second = root_by_halving(k, side);
    return place->second;
}

// A shape at xi: value, first and second derivative.
std::array<Real, 3> bending(int shapes, int k, Real xi) {
    if (shapes == 3) {
        const int n = k + 2;
        return {std::pow(xi, n), n * std::pow(xi, n - 1), n * (n - 1) * std::pow(xi, n - 2)};
    }
    if (shapes == 1) {
        const Real b = (k + 1) * pi;
        return {std::sin(b * xi), b * std::cos(b * xi), -b * b * std::sin(b * xi)};
    }
    const int side = shapes == 0 ? -1 : 1;
    const Real b = beta_of(k, side);
    const Real sigma = (std::cosh(b) - side * std::cos(b)) / (std::sinh(b) - side * std::sin(b));
    const auto at = [&](Real x) {
        return std::array<Real, 3>{std::cosh(x) - std::cos(x) - sigma * (std::sinh(x) - std::sin(x)),
                                   b * (std::sinh(x) + std::sin(x) - sigma * (std::cosh(x) - std::cos(x))),
                                   b * b * (std::cosh(x) + std::cos(x) - sigma * (std::sinh(x) + std::sin(x)))};
    };
    const Real scale = shapes == 0 ? 1 / at(b)[0] : std::sqrt(0.5L);
    std::array<Real, 3> value = at(b * xi);
    for (Real& x : value) x *= scale;
    return value;
}
std::array<Real, 3> axial(int shapes, int k, Real xi) {
    if (shapes == 3) return {std::pow(xi, k + 1), (k + 1) * std::pow(xi, k), 0};
    const Real b = shapes == 2 ? (k + 1) * pi : (2 * k + 1) * pi / 2, scale = shapes != 2 && k % 2 == 1 ? -1 : 1;
    return {scale * std::sin(b * xi), scale * b * std::cos(b * xi), 0};
}

enum class ModeKind { bend_b, bend_c, twist, stretch };
struct BeamMode {
    ModeKind kind;
    int k;
    std::array<Real, 3> operator()(int shapes, Real xi) const {
        return kind == ModeKind::bend_b || kind == ModeKind::bend_c ? bending(shapes, k, xi) : axial(shapes, k, xi);
    }
};

class BeamOfParticles {
  public:
    explicit BeamOfParticles(const BeamNumbers& beam) : beam_(beam) {
        const auto add = [&](ModeKind kind, std::size_t count) {
            for (std::size_t k = 0; k < count; ++k) modes_.push_back({kind, static_cast<int>(k)});
        };
        add(ModeKind::bend_b, beam.bend_b), add(ModeKind::bend_c, beam.bend_c);
        add(ModeKind::twist, beam.twist), add(ModeKind::stretch, beam.stretch);
    }
    const std::vector<BeamMode>& modes() const { return modes_; }
    bool bends(std::size_t k) const { return modes_[k].kind == ModeKind::bend_b || modes_[k].kind == ModeKind::bend_c; }

    // Off the line by b and c, and by a along it; what is off across it turns with the twist.
    Particle at(Real xi, Real mass, const V3& off) const {
        const std::size_t n = modes_.size();
        Particle p{mass, turned({beam_.length * xi + off(0), off(1), off(2)}), {}, {}};
        p.squares.assign(n, std::vector<V3>(n, V3::Zero()));
        for (std::size_t k = 0; k < n; ++k) {
            const Real value = modes_[k](beam_.shapes, xi)[0];
            V3 moved = V3::Zero();
            if (modes_[k].kind == ModeKind::bend_b) moved(1) = value;
            if (modes_[k].kind == ModeKind::bend_c) moved(2) = value;
            if (modes_[k].kind == ModeKind::stretch) moved(0) = value;
            if (modes_[k].kind == ModeKind::twist) moved << 0, -value * off(2), value * off(1);
            p.linear.push_back(turned(moved));
            for (std::size_t l = 0; l < n; ++l) {
                if (modes_[k].kind != modes_[l].kind) continue;
                V3 second = V3::Zero();
                if (bends(k) && beam_.stiffening) second(0) = -shortened(k, l, xi);
                const Real other = modes_[l](beam_.shapes, xi)[0];
                if (modes_[k].kind == ModeKind::twist)
                    second << 0, -value * other * off(1) / 2, -value * other * off(2) / 2;
                p.squares[k][l] = turned(second);
            }
        }
        return p;
    }
    V3 turned(const V3& abc) const {
        V3 v;
        for (int k = 0; k < 3; ++k) v((beam_.axis + k) % 3) = abc(k);
        return v;
    }

  private:
    // half the integral of the product of two slopes, by x, over 0 .. xi
    Real shortened(std::size_t k, std::size_t l, Real xi) const {
        Real sum = 0;
        for (const GaussPlace& p : gauss_places(20, xi))
            sum += p.weight * modes_[k](beam_.shapes, p.xi)[1] * modes_[l](beam_.shapes, p.xi)[1];
        return sum / (2 * beam_.length);
    }

    const BeamNumbers& beam_;
    std::vector<BeamMode> modes_;
};

}  // namespace

ParticleBody beam_of_particles(const BeamNumbers& beam, BodyIndex body, const std::vector<CoordinateIndex>& e) {
    const BeamOfParticles of(beam);
    const std::size_t n = of.modes().size();
    ParticleBody made{body, e, {}, {}, of.at(1, 0, V3::Zero())};
    made.stiffness.assign(n, std::vector<Real>(n, 0));
    for (const GaussPlace& p : gauss_places(20, 1)) {
        const Real mass = beam.rhoA * beam.length * p.weight;
        made.particles.push_back(of.at(p.xi, mass, V3::Zero()));
        // A ring of four gives a section its inertia about the line. A slender beam has none across it: two particles
        // on the line with less than no mass take away what the ring has there.
        const Real off = 0.1L, ring = beam.rhoI * beam.length * p.weight / (4 * off * off);
        if (ring > 0) {
            for (const Real side : {-off, off}) {
                made.particles.push_back(of.at(p.xi, ring, V3(0, side, 0)));
                made.particles.push_back(of.at(p.xi, ring, V3(0, 0, side)));
                made.particles.push_back(of.at(p.xi, -ring, V3(side, 0, 0)));
            }
            made.particles.push_back(of.at(p.xi, -2 * ring, V3::Zero()));
        }
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                if (of.modes()[i].kind != of.modes()[j].kind) continue;
                const std::size_t derivative = of.bends(i) ? 2 : 1;
                const Real l = beam.length, by = of.bends(i) ? l * l * l : l;
                const Real modulus = of.modes()[i].kind == ModeKind::bend_b   ? beam.EI_c
                                     : of.modes()[i].kind == ModeKind::bend_c ? beam.EI_b
                                     : of.modes()[i].kind == ModeKind::twist  ? beam.GJ
                                                                              : beam.EA;
                made.stiffness[i][j] += modulus / by * p.weight * of.modes()[i](beam.shapes, p.xi)[derivative] *
                                        of.modes()[j](beam.shapes, p.xi)[derivative];
            }
    }
    return made;
}

}  // namespace lag
