// Stage: may this row be the next pivot?
//
//   SymmetricPattern, rows eliminated so far -> admissible or not
//
// Let E be the eliminated rows and A_E = [M B^T; B -C] their block of A: M of the rows of sign +1, -C of those of sign
// -1; M and C positive semidefinite, and definite on the rows whose diagonal entry is not structurally zero (a zero
// diagonal means a zero row). If A_E (x, y) = 0 then
//   x^T M x + y^T C y = 0,
// so that x lives on the rows with a zero diagonal of sign +1 (massless speeds) and y on those of sign -1
// (multipliers), and B x = 0, B^T y = 0. Hence A_E is regular for almost all values of its entries if and only if,
// through B,
//   (a) the multipliers of E with a zero diagonal can be matched one to one with speeds of E, and
//   (b) the speeds of E with a zero diagonal can be matched one to one with multipliers of E.
// A pivot is det A_E(after) / det A_E(before): if both are regular the pivot is not zero, and its sign is that of its
// row. "The pivot is structurally non-zero" is weaker and wrong: two multipliers that lean on the same speed pass it.
//
// Not handled here: entries that are dependent although their pattern allows independence. Orders that eliminate
// whole rows of B (ordering.cpp) do not meet them while B has full rank; where it has not, the pivot check reports it
// at run time.
#pragma once

#include <cstddef>
#include <vector>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

// The two matchings, grown row by row with augmenting paths. A row with a diagonal entry needs no partner; one without
// looks for its partner among the eliminated rows of the opposite sign.
class PivotPartners {
  public:
    explicit PivotPartners(const SymmetricPattern& pattern);

    // Whether this row would have a partner too, or needs none. If no row is unmatched: whether it may be
    // the next pivot.
    bool admits(std::size_t row) const;
    void eliminate(std::size_t row);
    // Eliminated rows without a partner: the rank that A_E lacks for almost all values.
    std::size_t unmatched() const { return unmatched_.size(); }

  private:
    struct Path;
    Path augmenting_path(std::size_t row) const;
    bool match(std::size_t row);

    std::vector<std::vector<std::size_t>> opposite_;  // neighbours of the opposite sign, ascending
    std::vector<bool> needs_partner_;                 // structurally zero diagonal
    std::vector<bool> eliminated_;
    std::vector<std::size_t> serves_;     // serves_[partner] = the row that uses it, or size()
    std::vector<std::size_t> unmatched_;  // eliminated rows without a partner
};

// The rows of A, in elimination order, at which the leading block loses rank for all values of its entries: rows
// without a pivot in this order. Empty for an admissible order.
std::vector<std::size_t> void_pivots(const SymmetricPattern& pattern, const EliminationOrder& order);

}  // namespace lag
