// Elementary and general rotations of axes. Frame B turned by angle a about z of A: x_B = cos x_A + sin y_A, y_B = -sin
// x_A + cos y_A, and cyclically.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/graph.hpp"
#include "core/vector.hpp"

namespace lag {

// A rotation of axes; `outward` re-expresses inboard components in outboard axes, `inward` the reverse.
struct Rotation {
    enum class Kind { identity, elementary, general };
    Kind kind = Kind::identity;
    std::size_t axis = 0;  // elementary: 0, 1, 2
    Expr sine, cosine;     // elementary: of the angle
    Mat3<Expr> matrix;     // general: R_LI

    Vec3<Expr> outward(const Vec3<Expr>& v) const;
    Vec3<Expr> inward(const Vec3<Expr>& v) const;
};

// Of the angle atan2(y, x) without the angle: y/r and x/r with r = sqrt(x^2 + y^2), where that is not 1 for all values.
struct SineAndCosine {
    Expr sine, cosine;
};
SineAndCosine sine_and_cosine(Graph& graph, Expr angle);

// Rotation of the axes about a unit vector (constant components) by an angle. A principal axis gives
// an elementary rotation.
Rotation rotation_about(Graph& graph, const Vec3<Expr>& axis, Expr angle);

bool is_identity(const Mat3<Expr>& R);

// An orientation (core/model.hpp) as rotations one after the other, without those that turn nothing.
std::vector<Rotation> rotations_of_orientation(Graph& graph, const Mat3<Expr>& orient,
                                               const std::vector<std::pair<int, Expr>>& elementary);

}  // namespace lag
