// Stage: in which order to eliminate the rows of A.
//
//   SymmetricPattern -> EliminationOrder (position -> row of A)
//
// leaf_first       the declared order backwards. Bodies are declared inboard first, and M(i,j) != 0 only where one of
//                  the two speeds is outboard of the other: the M of a tree does not fill (Featherstone, "Rigid Body
//                  Dynamics Algorithms", 2008, section 6.5).
// minimum_degree   always the row with the fewest entries left (Davis 2006, section 7.1; here exact degrees).
// kkt_minimum_degree
//                  the same among the rows that may be pivots (pivot_partners.hpp) at every state (safe_pivots.hpp): a
//                  multiplier comes after all speeds of its row, a massless speed after all its multipliers.
// kkt_minimum_fill the same, by the entries that the elimination creates.
// choose_ordering  the cheapest of these that are safe, made cheaper by a search (ordering_search.hpp).
//
// All are deterministic. Not handled: 2 x 2 pivots; a multiplier that touches nothing but a massless speed has no 1 x 1
// pivot in any order.
#pragma once

#include <cstddef>
#include <vector>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

EliminationOrder leaf_first(std::size_t size);

// Leaf first, but with the rows that have a diagonal entry first, then the multipliers, then the massless speeds.
EliminationOrder leaf_first_multipliers_last(const SymmetricPattern& pattern);

// Of equal degrees, the largest row goes first (towards the leaves).
EliminationOrder minimum_degree(const SymmetricPattern& pattern);

// Where no row left may be a pivot, the row of minimum degree goes all the same, and void_pivots() tells.
EliminationOrder kkt_minimum_degree(const SymmetricPattern& pattern);

EliminationOrder kkt_minimum_fill(const SymmetricPattern& pattern);

// The cheapest of the orders above that have no void pivot and are safe at every state; of equal costs the first in the
// order of this file (leaf first wins). Then the search, unless that order is known to be the best: without fill it is
// where no entry is constant. If all have a void pivot: kkt_minimum_degree.
EliminationOrder choose_ordering(const SymmetricPattern& pattern);

}  // namespace lag
