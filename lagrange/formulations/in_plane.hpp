// Vectors and symmetric matrices in the plane of motion of a planar chain.
#pragma once

#include <array>

#include "core/graph.hpp"

namespace lag {

using Vec2 = std::array<Expr, 2>;
struct Symmetric2 {
    Expr xx, xy, yy;
};

inline Expr plane_dot(const Vec2& a, const Vec2& b) {
    return a[0] * b[0] + a[1] * b[1];
}
inline Vec2 operator+(const Vec2& a, const Vec2& b) {
    return {a[0] + b[0], a[1] + b[1]};
}
inline Vec2 operator-(const Vec2& a, const Vec2& b) {
    return {a[0] - b[0], a[1] - b[1]};
}
inline Vec2 operator*(const Expr& s, const Vec2& a) {
    return {s * a[0], s * a[1]};
}
inline Vec2 operator*(const Symmetric2& m, const Vec2& a) {
    return {m.xx * a[0] + m.xy * a[1], m.xy * a[0] + m.yy * a[1]};
}
inline Symmetric2 operator*(const Expr& s, const Symmetric2& m) {
    return {s * m.xx, s * m.xy, s * m.yy};
}
inline Expr determinant(const Symmetric2& m) {
    return m.xx * m.yy - m.xy * m.xy;
}

// (A^-1 + B)^-1 = (A + det(A) adj(B)) / D with D = det(1 + A B) = 1 + A:B + det(A) det(B); A may be singular.
struct InSeries {
    Symmetric2 numerator;
    Expr D;
};
inline InSeries in_series(const Symmetric2& A, const Symmetric2& B, const Expr& one) {
    const Expr area = determinant(A);
    return {{A.xx + area * B.yy, A.xy - area * B.xy, A.yy + area * B.xx},
            one + (A.xx * B.xx + A.yy * B.yy + 2 * (A.xy * B.xy)) + area * determinant(B)};
}

}  // namespace lag
