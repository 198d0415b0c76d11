// States at which the position conditions hold, in doubles: where divisors are looked at.
#pragma once

#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model_values.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// The initial configuration, made consistent, then up to four random ones around it, further away first; parameters
// have their default values, speeds and inputs are random. A configuration that Newton's method cannot close is left
// out; when none closes, the initial values stand as they are. The same on every machine.
std::vector<ModelValues> sample_states(const Model& model, const Kinematics& kinematics,
                                       const ConstraintRows& constraints);

}  // namespace lag
