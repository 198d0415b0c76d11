// The numbers of pivot checks (sparse_ldl/execute.hpp), which bear names in emitted files.
#pragma once

#include <array>

#include "emitters/program/program.hpp"

namespace lag {

struct Threshold {
    const char* name;
    double value;
};

// pivot_margin: a pivot that can cancel fails where it is not above this part of its leading term.
// harmless_pivot: stands in for a pivot that failed.
extern const std::array<Threshold, 2> thresholds;

// Its number where the constant `id` of `code` is one, else thresholds.size(). Any constant of this value is the
// margin; harmless_pivot is what a selection takes otherwise (`is_alternative`).
std::size_t threshold_of(const Code& code, CodeId id, bool is_alternative);

}  // namespace lag
