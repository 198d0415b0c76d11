// Elementary and general rotations of axes. Frame B turned by angle a about z of A: x_B = cos x_A + sin y_A, y_B = -sin
// x_A + cos y_A, and cyclically.
#include "lagrange/kinematics/kinematics.hpp"

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

}  // namespace lag
