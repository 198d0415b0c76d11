#include "lagrange/kinematics/rotation.hpp"

namespace lag {

Vec3<Expr> Rotation::outward(const Vec3<Expr>& v) const {
    if (kind == Kind::identity) return v;
    if (kind == Kind::general) return matrix * v;
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    Vec3<Expr> r;
    r[axis] = v[axis];
    r[x] = cosine * v[x] + sine * v[y];
    r[y] = cosine * v[y] - sine * v[x];
    return r;
}

Vec3<Expr> Rotation::inward(const Vec3<Expr>& v) const {
    if (kind == Kind::identity) return v;
    if (kind == Kind::general) return transpose_times(matrix, v);
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    Vec3<Expr> r;
    r[axis] = v[axis];
    r[x] = cosine * v[x] - sine * v[y];
    r[y] = sine * v[x] + cosine * v[y];
    return r;
}

Rotation rotation_about(Graph& graph, const Vec3<Expr>& axis, Expr angle) {
    Rotation rotation;
    angle = graph.own(angle);
    if (angle.is_zero()) return rotation;
    const Expr sine = sin(angle), cosine = cos(angle);
    for (std::size_t k = 0; k < 3; ++k)
        if (axis[(k + 1) % 3].is_zero() && axis[(k + 2) % 3].is_zero()) {
            rotation.kind = Rotation::Kind::elementary;
            rotation.axis = k;
            rotation.sine = axis[k].is_one() ? sine : axis[k] * sine;  // axis[k] is +-1
            rotation.cosine = cosine;
            return rotation;
        }
    // Rodrigues: R_BA = cos 1 + (1 - cos) a a^T - sin a~
    rotation.kind = Rotation::Kind::general;
    const Expr versine = graph.integer(1) - cosine;
    const Mat3<Expr> skew = tilde(axis);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const Expr diagonal = i == j ? cosine : Expr{};
            rotation.matrix(i, j) = diagonal + (axis[i] * axis[j]) * versine - skew(i, j) * sine;
        }
    return rotation;
}

}  // namespace lag
