// Where two routines are compared: random states, the same in every run, SI units, radians. The first is the initial
// state with the default parameters. Of the others, one in four is near it, one in four has a wide state, one in four
// wide parameters, one in four both: near states are regular ones as a rule, wide ones show what holds near them only.
//
//                near                                            wide
//   t            0 .. 10                                         0.1 .. 1000, by powers of ten
//   angles       within 1.2 of the initial state                 within 20 of it
//   lengths      within half of the initial value, at least 0.5  that times 0.001 .. 100, both signs
//   speeds       likewise, at least 1                            that times 0.001 .. 100, both signs
//   inputs       -1 .. 1                                         0.001 .. 100, both signs
//   parameters   within a fifth of their defaults                a fifth to five times their defaults
//     default 0  0.1 .. 1.2                                      0.01 .. 10, both signs
//
// Euler parameters have unit length. A mapping's `sample` lines override all this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scripts/command/compare/side.hpp"

namespace lag {

// What a comparison varies.
struct SamplingPlan {
    enum class Wide { none, time, within, scaled, factor };
    struct Range {
        std::string name;
        double low = 0, high = 0;  // near
        double centre = 0;
        Wide wide = Wide::none;
        double least = 0, greatest = 0;  // of what the wide value is made from (a deviation's size, a factor)
        bool parameter = false;
    };
    std::vector<Range> ranges;
    std::vector<std::vector<std::string>> of_unit_length;
    std::vector<std::string> notes;  // names that one side alone knows, and what that means
};
// ModelError where nothing says what values a name may take.
SamplingPlan plan_sampling(const CompareSide& left, const CompareSide& right);

// How far from the initial state and the default parameters states are drawn.
struct SamplingReach {
    bool wide = true;  // wide states and parameters as well
    double share = 1;  // of the near ranges, about their centres; ranges of `sample` lines stay as they are
};
// The next one where too few states can be moved onto the constraints: none wide, then a quarter of the
// ranges each time.
SamplingReach narrower(const SamplingReach& reach);

struct SampledState {
    CompareState values;
    bool wide = false;
};
// `number` from 1.
SampledState random_state(const SamplingPlan& plan, std::uint64_t seed, std::uint64_t number,
                          const SamplingReach& reach = {});

// Every number changed by this part of itself, up or down.
CompareState neighbour_of(const CompareState& state, double change, std::uint64_t number);

}  // namespace lag
