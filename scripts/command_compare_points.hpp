// Where two routines are compared: random states, the same in every run.
//
//   t in [0, 10]; parameters within a fifth of their defaults (a default of 0: in [0.1, 1.2], so that what it stands
//   before is seen); angles within 1.2 of the initial state, so that the usual singular orientations stay away; lengths
//   within half of their initial value, at least 0.5; speeds likewise, at least 1; inputs in [-1, 1]; Euler parameters
//   of unit length. A mapping's `sample` lines override all this. SI units, radians.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scripts/command_compare_side.hpp"

namespace lag {

// What a comparison varies, and which names keep a value because only the script knows them.
struct SamplingPlan {
    struct Range {
        std::string name;
        double low = 0, high = 0;
    };
    std::vector<Range> ranges;
    std::vector<std::vector<std::string>> of_unit_length;
    std::vector<std::string> notes;
};
// ModelError where nothing says what values a name may take.
SamplingPlan plan_sampling(const CompareSide& left, const CompareSide& right);

CompareState random_state(const SamplingPlan& plan, std::uint64_t seed, std::uint64_t number);

}  // namespace lag
