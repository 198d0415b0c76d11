#include "lagrange/formulations/articulated_inertia.hpp"

namespace lag {

ArticulatedInertia articulated(const Inertia& inertia) {
    ArticulatedInertia a;
    a.J = inertia.J;
    a.H = tilde(inertia.moment);
    for (std::size_t i = 0; i < 3; ++i) a.M(i, i) = inertia.mass;
    return a;
}

ArticulatedInertia operator+(const ArticulatedInertia& a, const ArticulatedInertia& b) {
    return {a.J + b.J, a.H + b.H, a.M + b.M};
}

void add_along(ArticulatedInertia& sum, const Expr& factor, const ArticulatedInertia& inertia, const Along& along) {
    const std::size_t k = along.axis;
    for (std::size_t i = 0; i < 3; ++i) {
        Mat3<Expr>& symmetric = along.rotates ? sum.J : sum.M;
        symmetric(i, k) = symmetric(i, k) + factor * (along.rotates ? inertia.J : inertia.M)(i, k);
        symmetric(k, i) = symmetric(i, k);
        if (along.rotates) sum.H(k, i) = sum.H(k, i) + factor * inertia.H(k, i);
        if (!along.rotates) sum.H(i, k) = sum.H(i, k) + factor * inertia.H(i, k);
    }
}

ArticulatedInertia lane_sum(const ArticulatedInertia& inertia, LaneSum over) {
    return {lane_sum(inertia.J, over), lane_sum(inertia.H, over), lane_sum(inertia.M, over)};
}

Wrench operator*(const ArticulatedInertia& inertia, const SpeedColumn& column) {
    Wrench wrench;
    wrench.moment = inertia.J * column.w + inertia.H * column.v;
    wrench.force = transpose_times(inertia.H, column.w) + inertia.M * column.v;
    return wrench;
}

Expr dot(const SpeedColumn& column, const Wrench& wrench) {
    return dot(column.w, wrench.moment) + dot(column.v, wrench.force);
}

Wrench operator+(const Wrench& a, const Wrench& b) {
    return {a.force + b.force, a.moment + b.moment};
}

Wrench operator*(const Expr& s, const Wrench& wrench) {
    return {s * wrench.force, s * wrench.moment};
}

ArticulatedInertia projected(const ArticulatedInertia& inertia, const Wrench& U, const Wrench& L,
                             const std::optional<Along>& along) {
    const auto is_axis = [&](bool rotates, std::size_t i) {
        return along && along->rotates == rotates && along->axis == i;
    };
    ArticulatedInertia rest;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            if (j <= i && !is_axis(true, i) && !is_axis(true, j))
                rest.J(i, j) = rest.J(j, i) = inertia.J(i, j) - U.moment[i] * L.moment[j];
            if (j <= i && !is_axis(false, i) && !is_axis(false, j))
                rest.M(i, j) = rest.M(j, i) = inertia.M(i, j) - U.force[i] * L.force[j];
            if (!is_axis(true, i) && !is_axis(false, j)) rest.H(i, j) = inertia.H(i, j) - U.moment[i] * L.force[j];
        }
    return rest;
}

namespace {

Mat3<Expr> block_inward(const Rotation& rotation, const Mat3<Expr>& B) {
    if (rotation.kind == Rotation::Kind::identity) return B;
    if (rotation.kind == Rotation::Kind::general) return transpose(rotation.matrix) * (B * rotation.matrix);
    const std::size_t z = rotation.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    const Expr& s = rotation.sine;
    const Expr& c = rotation.cosine;
    const Expr t = s * (B(x, x) - B(y, y)) + c * (B(x, y) + B(y, x));
    const Expr st = s * t, ct = c * t;
    Mat3<Expr> T;
    T(z, z) = B(z, z);
    T(x, x) = B(x, x) - st;
    T(y, y) = B(y, y) + st;
    T(x, y) = ct - B(y, x);
    T(y, x) = ct - B(x, y);
    T(x, z) = c * B(x, z) - s * B(y, z);
    T(y, z) = s * B(x, z) + c * B(y, z);
    T(z, x) = c * B(z, x) - s * B(z, y);
    T(z, y) = s * B(z, x) + c * B(z, y);
    return T;
}

}  // namespace

ArticulatedInertia carried_inward(const Link& link, const ArticulatedInertia& inertia) {
    ArticulatedInertia turned{symmetric_inward(link.rotation, inertia.J), block_inward(link.rotation, inertia.H),
                              symmetric_inward(link.rotation, inertia.M)};
    if (is_zero(link.o)) return turned;
    const Mat3<Expr> o = tilde(link.o);
    ArticulatedInertia shifted;
    shifted.M = turned.M;
    shifted.H = turned.H + o * turned.M;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            Expr sum = turned.J(i, j);
            for (std::size_t k = 0; k < 3; ++k) sum += o(i, k) * shifted.H(j, k) - turned.H(i, k) * o(k, j);
            shifted.J(i, j) = shifted.J(j, i) = sum;
        }
    return shifted;
}

Wrench carried_inward(const Link& link, const Wrench& wrench) {
    const Vec3<Expr> force = link.rotation.inward(wrench.force);
    return {force, link.rotation.inward(wrench.moment) + cross(link.o, force)};
}

SpatialAcceleration carried_outward(const Link& link, const SpatialAcceleration& motion) {
    return {link.rotation.outward(motion.alpha), link.rotation.outward(motion.a + cross(motion.alpha, link.o))};
}

}  // namespace lag
