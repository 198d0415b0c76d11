// Points and directions carried inward along the links of the tree (T28), with their rates: what the constraint rows
// are made of. Rates and biases are as observed in the link whose axes the components are in, so that the rows touch
// only the speeds between the two links.
#pragma once

#include <vector>

#include "lagrange/kinematics/paths.hpp"

namespace lag {

// Links from the one next to `ancestor` outward to `outer`.
std::vector<std::size_t> path_outward(const Kinematics& kinematics, std::size_t outer, std::size_t ancestor);

// A vector v in some link's axes, its rate there, and the part of its second derivative there without u'.
struct Carried {
    Vec3<Expr> v, rate, bias;
};

// One step inward for a direction: from the axes after a rotation to those before it. `w`, `w_bias`: angular velocity
// of the outer axes in the inner ones and its derivative at u' = 0, outer components.
Carried turned_inward(const Rotation& rotation, const Vec3<Expr>& w, const Vec3<Expr>& w_bias, const Carried& c);
// One step outward: the same vector observed in the outer axes.
Carried turned_outward(const Rotation& rotation, const Vec3<Expr>& w, const Vec3<Expr>& w_bias, const Carried& c);

// From link `from` to link `ancestor`, which must lie inboard of it.
Carried direction_seen(const Kinematics& kinematics, Carried direction, std::size_t from, std::size_t ancestor);
// A point fixed in its link: v is the way from the ancestor's origin, m.
Carried point_seen(const Kinematics& kinematics, const PointOnLink& point, std::size_t ancestor);

Carried operator+(const Carried& a, const Carried& b);
Carried operator-(const Carried& a, const Carried& b);
// a . b with its rate and bias, both in the same link's axes.
struct CarriedScalar {
    Expr v, rate, bias;
};
CarriedScalar dot(const Carried& a, const Carried& b);

}  // namespace lag
