// Mass and inertia of a body: reading, the parallel axis theorem, and what cannot be right.
#pragma once

#include "scripts/statements/reading.hpp"

namespace lag {

// mass, cm, inertia, inertia_at of the body statement -> the newest body, whose hinge is there already.
// InputError: a negative mass, a negative principal moment (at the default parameter values), a tensor that is not
// symmetric. Warning: a tensor that breaks the triangle inequality, unless the body's motion never feels it.
void add_inertia(Call& call);

// How a body can turn, seen from ground: not at all, about one direction (in its own axes) only, or freely.
struct TurningOf {
    enum class Kind { never, about_one_axis, freely };
    Kind kind = Kind::never;
    Vec3<double> axis;
};
TurningOf turning_of(const Model& model, BodyIndex b);

// Eigenvalues of a symmetric matrix, ascending.
Vec3<double> principal_moments(const Mat3<double>& inertia);
// How far these may be off where each element is, by a rounding: no more than the norm of what the elements are off (Weyl's
// inequality), and what the method adds, a few roundings of the matrix's own norm. 64 of them: numbers typed with 15 digits
// count as rounded too.
double rounding_of_moments(const Mat3<double>& inertia);

}  // namespace lag
