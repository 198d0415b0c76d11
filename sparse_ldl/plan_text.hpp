// Stage: a plan as text, for golden files and for `--dump`.
//
// Prints the elimination order, a picture of A and L in that order (x entry of A, + fill, . zero), the numbered steps
// and the operation count. A, b and x carry the names of the rows of A; L, U, d, r, y and z count positions of the
// elimination order from 1. a[j] is the part of a pivot that cannot cancel (plan.hpp).
#pragma once

#include <string>
#include <vector>

#include "sparse_ldl/plan.hpp"

namespace lag {

// names: one per row of A; InternalError for another number of names.
std::string to_string(const LdlPlan& plan, const std::vector<std::string>& names);

}  // namespace lag
