// Two-ended elimination of a planar chain (articulated.hpp): what the chain gives way with, seen from its outer end.
//
// Held by the ground and the links before it, the pin that carries the next link has the acceleration
//     a = b - Phi F          F: force that the next link needs at the pin; Phi symmetric, positive semidefinite
// in the plane of motion. A link whose own rotation has been eliminated (with nothing on its outer pin) has
//     force at its pin = M a + p        alpha = driven - L.a         L = U/d of its rotation, g = 1/d
// The next pin lies at s; t = (-s_y, s_x) is what it moves with per alpha, T = 1 - t L^T. Then
//     Psi = (Phi + det(Phi) adj(M)) / D      D = det(1 + Phi M) = 1 + Phi:M + det(Phi) det(M)
//     Phi' = T Psi T^T + g t t^T             b' = T x + driven t          x = b - Psi (M b + p)
//     F = T^T F' - M Psi T^T F' + M x + p    a = b - Phi F                alpha = driven - L.a - g t.F'
// D is at least 1 where masses and inertias are positive. One division a link, and nothing is inverted that a straight
// chain makes singular.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "lagrange/formulations/in_plane.hpp"

namespace lag {

// A link of the chain, components in the plane of motion.
struct PinnedLink {
    Symmetric2 M;  // its rotation eliminated
    Vec2 p, L;
    Expr driven, g;
    Vec2 t;  // its outer pin
};

struct PinMotion {
    Vec2 a;      // of the link's origin
    Expr alpha;  // of the link
};

class PinCompliance {
  public:
    using Reciprocal = std::function<Expr(const Expr&)>;  // 1/D, checked

    // The outer pin of a link that turns about a pin on ground.
    explicit PinCompliance(const PinnedLink& first);

    // Adds a link at the outer pin.
    void append(const PinnedLink& link, const Reciprocal& reciprocal);
    // Acceleration of the outer pin where the rest of the chain, its rotations eliminated, needs M a + p there.
    Vec2 acceleration(const Symmetric2& M, const Vec2& p, const Reciprocal& reciprocal) const;
    // By link, from the first on, when the next link needs the force at the outer pin.
    std::vector<PinMotion> motions(Vec2 force) const;

  private:
    struct Appended {
        PinnedLink link;
        Symmetric2 phi;                             // of its own pin
        Vec2 b, k;                                  // force at its pin = E force' + k
        std::array<std::array<Expr, 2>, 2> E = {};  // zero for the first link: ground bears anything
    };
    struct Joined {
        Expr r;
        Symmetric2 psi;  // times D
        Vec2 x;
    };
    Expr unity() const;
    Joined join(const Symmetric2& M, const Vec2& p, const Reciprocal& reciprocal) const;

    std::vector<Appended> links_;
    Symmetric2 phi_;  // of the outer pin
    Vec2 b_;
};

}  // namespace lag
