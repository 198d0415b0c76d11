// Seeded random mechanisms with closed loops and with conditions on coordinates, time, inputs and speeds.
#pragma once

#include "core/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

struct RandomConstraintOptions {
    int loops = 0, positions = 0, speeds = 0, cuts = 0;  // at most; fewer where the tree has too little freedom
    int cut_kind = 0;                                    // of the first cut hinge, below cut_kinds; the next follow
    bool varying = true;                                 // time and inputs in the conditions
};

inline constexpr int cut_kinds = 18;  // every hinge word and lists, with locked, prescribed and coupled slots

struct ConstrainedTree {
    Model model;
    OracleState near;  // close to a consistent one
};

// Loops (up to `most_loops`), conditions on positions, on speeds, or one of each, by the seed.
RandomConstraintOptions mixture(std::uint64_t seed, std::uint64_t most_loops);

// A random tree with random constraints that leave it at least one freedom and do not depend on each other at `near`.
// The loops close there to the last digit of their points' locations.
ConstrainedTree random_constrained_tree(std::uint64_t seed, const RandomModelOptions& tree,
                                        const RandomConstraintOptions& constraints);

// A consistent state in the neighbourhood of `tree.near`; false in `second` when Newton's method finds none.
std::pair<OracleState, bool> consistent_state(const ConstrainedTree& tree, std::uint64_t seed);

}  // namespace lag
