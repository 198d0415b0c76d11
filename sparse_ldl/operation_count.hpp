// Stage: what a plan costs, with or without the plan.
//
//   SymmetricPattern, EliminationOrder -> LdlOperationCount          from the column counts of L alone
//   LdlPlan -> LdlOperationCount                                     from its steps (plan.hpp); the same numbers
//
// With c_j entries below the diagonal in column j of L:
//   multiplications  sum c_j (c_j + 1) / 2  for the updates of later pivots and columns
//                  + sum c_j                for L = U D^-1
//                  + one per pivot that can cancel, for its check
//   additions        sum c_j (c_j + 1) / 2  less one for every sum that starts from a structural zero
//   divisions        n
//   solve            2 sum c_j + n multiplications, 2 sum c_j additions
// A sign change, a comparison and a selection count nothing.
#pragma once

#include <cstddef>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

enum class LdlScope { factor, factor_and_solve };

struct LdlOperationCount {
    std::size_t add = 0;
    std::size_t mul = 0;
    std::size_t div = 0;

    std::size_t total() const { return add + mul + div; }
    friend bool operator==(const LdlOperationCount&, const LdlOperationCount&) = default;
};

LdlOperationCount count_operations(const SymmetricPattern& pattern, const EliminationOrder& order, LdlScope scope);

}  // namespace lag
