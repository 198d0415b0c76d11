// How equal limbs of a mechanism are computed: one after the other, at once in lanes (core/lanes.hpp), or in lanes where
// the estimate of cycles says that this is faster.
#pragma once

namespace lag {

enum class LimbForm { scalar, where_faster, lanes };

}  // namespace lag
