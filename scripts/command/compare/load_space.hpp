// Where two sides' accelerations differ: which equation of motion, and by which term.
#pragma once

#include <optional>

#include "scripts/command/compare/found_sum.hpp"
#include "scripts/command/compare/points.hpp"
#include "scripts/command/compare/report.hpp"
#include "scripts/command/compare/side.hpp"

namespace lag {

struct SearchOptions {
    std::uint64_t seed = 1;
    int patience = 60;
};

// States for the search of a sum: the parameters of one state of the comparison, all else drawn near it, angles from a
// full turn where no constraint ties them.
std::vector<CompareState> states_of_search(const Comparison& comparison, const CompareSide* script,
                                           const SamplingPlan& plan, const SearchOptions& options);
// What sums may hold, by what the script says of its names.
// Whether a name's value can be changed alone.
bool is_tied(const CompareSide& script);
TermNames term_names(const CompareSide& script, const SamplingPlan& plan);

// Nothing where no acceleration differs, the script has no equations to put them into, or `other` does not give them
// all.
std::optional<LoadSpace> load_space(const Comparison& comparison, const CompareSide& script, const CompareSide& other,
                                    bool other_is_left, const SamplingPlan& plan, const SearchOptions& options);

}  // namespace lag
