// Axes and constant orientations as scripts write them.
//
// Axes: x, y, z or three constants, normalised exactly ([1, 1, 0] becomes [1/sqrt(2), 1/sqrt(2), 0]).
// Orientations: successive rotations of the frame [[z, angle], [x, angle]] or a matrix, both mapping the components
// before to the components after: R = R_n ... R_1, with R_k = cos 1 + (1 - cos) a a^T - sin a~ about the unit vector a.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "scripts/statements/reading.hpp"

namespace lag {

// The axis written at `node`; InputError for a zero length or an element that is no constant.
Vec3<Expr> axis_at(Call& call, const Syntax& node);
Vec3<Expr> axis_from(Call& call, const Value& value, const Syntax& at);
// 0, 1, 2 when the unit vector is +x, +y, +z; -1 otherwise
int principal_axis(const Vec3<Expr>& axis);

struct Orientation {
    Mat3<Expr> R;                                 // inboard -> turned components
    std::vector<std::pair<int, Expr>> rotations;  // the same, when all are about x, y, z; else empty
};
// `what` as in "the orientation of body 'rod'"
Orientation orientation_at(Call& call, const Syntax& node, const std::string& what);

// The same as it is written: successive rotations, whose angles may be any scalars of the script, or a constant matrix.
struct Turn {
    Vec3<Expr> axis;
    Value angle;
    Syntax at;  // of the angle
};
struct GivenOrientation {
    std::vector<Turn> turns;
    std::optional<Mat3<Expr>> matrix;  // then there are no turns
};
GivenOrientation given_orientation(Call& call, const Syntax& node, const std::string& what);
Orientation constant_orientation(Call& call, const GivenOrientation& given, const std::string& what);

Mat3<Expr> frame_rotation(Graph& graph, const Vec3<Expr>& axis, Expr angle);

}  // namespace lag
