// What a link and all it carries resist with when outboard hinges are free (articulated.hpp):
//     [n; f] = [J H; H^T M] [alpha; a]      J, M symmetric; n about the link's origin; link axes
#pragma once

#include <optional>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/dynamics/recursion.hpp"

namespace lag {

struct ArticulatedInertia {
    Mat3<Expr> J, H, M;
};

// Acceleration of a link: alpha and the origin's a, link axes.
struct SpatialAcceleration {
    Vec3<Expr> alpha, a;
};

ArticulatedInertia articulated(const Inertia& inertia);
ArticulatedInertia operator+(const ArticulatedInertia& a, const ArticulatedInertia& b);
// Adds the row and the column of that axis, times a factor.
void add_along(ArticulatedInertia& sum, const Expr& factor, const ArticulatedInertia& inertia, const Along& along);
ArticulatedInertia lane_sum(const ArticulatedInertia& inertia, LaneSum over);
// I s for a column s = (w, v).
Wrench operator*(const ArticulatedInertia& inertia, const SpeedColumn& column);
Expr dot(const SpeedColumn& column, const Wrench& wrench);

// I - U L^T with U = I s, L = U / d. Where the column lies along one of the link's axes, that row and column become
// exact zeros.
ArticulatedInertia projected(const ArticulatedInertia& inertia, const Wrench& U, const Wrench& L,
                             const std::optional<Along>& along);

// Seen from the inboard link's origin, inboard axes: turned, then shifted by link.o,
//     H' = H + o~ M        J' = J - H o~ + o~ H'^T
// A 3 x 3 block turns about one axis in 12 multiplications: with t = s (Hxx - Hyy) + c (Hxy + Hyx),
//     Hxx' = Hxx - s t    Hyy' = Hyy + s t    Hxy' = c t - Hyx    Hyx' = c t - Hxy      and the rest as two vectors
ArticulatedInertia carried_inward(const Link& link, const ArticulatedInertia& inertia);
Wrench carried_inward(const Link& link, const Wrench& wrench);
// R alpha, R (a + alpha x o)
SpatialAcceleration carried_outward(const Link& link, const SpatialAcceleration& motion);

Wrench operator+(const Wrench& a, const Wrench& b);
Wrench operator*(const Expr& s, const Wrench& wrench);

// The element of a wrench that belongs to an axis: of the moment for a rotation, else of the force.
inline Expr& component(Wrench& wrench, const Along& along) {
    return (along.rotates ? wrench.moment : wrench.force)[along.axis];
}

}  // namespace lag
