// Stage: a cheaper order than a given one.
//
//   SymmetricPattern, safe order, steps -> order of no more operations, safe as well
//
// 1. Orders are built row by row as in kkt_minimum_degree and kkt_minimum_fill, but by chance among the rows that are
//    nearly the best: greedy randomized construction (T. A. Feo, M. G. C. Resende, "Greedy randomized adaptive search
//    procedures", Journal of Global Optimization 6 (1995), 109-133).
// 2. The cheapest few, the given one among them, are improved step by step. A step exchanges two neighbouring blocks of
//    the order, which moves a row, a body's rows or a whole limb, if no row comes before one that it waits for
//    (safe_pivots.hpp). Only the rows between the ends of the two blocks then cost something else
//    (elimination_graph.hpp), and only those are eliminated anew. A step is taken if the order then costs no more than
//    it does now, or than it did a fixed number of steps ago: late acceptance hill-climbing (E. K. Burke, Y. Bykov,
//    European Journal of Operational Research 258 (2017), 70-78). It climbs out of local minima.
//
// All draws come from a fixed seed and all comparisons are of integers: the same order on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

struct OrderingSearch {
    std::size_t constructions = 60;
    std::size_t climbs = 3;       // from the cheapest orders
    std::size_t steps = 10000;    // of one climb, tried, not taken
    std::size_t idle = 4000;      // steps without a better order after which a climb ends
    std::size_t memory = 200;     // steps looked back
    std::size_t work = 30000000;  // words of bits touched, whatever the steps: a bound on the time
    std::uint64_t seed = 1;
};

// `start` must be safe; it is what comes back where nothing cheaper is found. InternalError unless it is a permutation.
EliminationOrder search_ordering(const SymmetricPattern& pattern, const EliminationOrder& start,
                                 const OrderingSearch& search = {});

}  // namespace lag
