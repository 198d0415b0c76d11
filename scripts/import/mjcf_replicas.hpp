// <replicate> of MJCF: repeated bodies, geoms and sites, with what refers to them.
#pragma once

#include "scripts/import/mjcf_attributes.hpp"

namespace lag {

// The model in which copies in <frame> elements stand in the place of each <replicate>: copy k is moved by `offset`, in
// the axes of the copy before it, and turned by k times `euler`. Its names end in `sep` and k, with as many digits as
// `count` has; of nested ones the innermost first. Actuators, tendons and equalities that refer to one of the names are
// repeated too. `attributes`: what <compiler> says of angles. InputError with the place where a count is no positive
// whole number, and where the copies are more than anybody would want.
XmlElement with_replicas(XmlElement root, const MjcfAttributes& attributes);

}  // namespace lag
