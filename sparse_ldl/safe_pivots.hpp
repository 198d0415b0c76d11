// Stage: which rows must be eliminated before which, so that every leading block is regular *at every state*.
//
//   SymmetricPattern -> for every row the rows it waits for
//
// A row without a diagonal entry waits for its neighbours of the opposite sign: a multiplier for all speeds with
// inertia that its row holds, a massless speed for all its multipliers. What is eliminated then always holds whole
// rows of B, and with M > 0 and B of full rank every such block is regular at every state. The matching of
// pivot_partners.hpp alone is regular for almost all values, which is not enough: two joints that move a contact
// point the same way make a 2 x 2 block of B singular, and a single entry of B, a sine or a cosine as a rule,
// passes through zero.
//
// A multiplier whose row holds a *firm* entry, which is zero at no state, in a column of its own waits for that speed
// alone. Of the rows eliminated so, B on these speeds is diagonal, so that B_E^T y = 0 still means y = 0: the block
// stays regular at every state. The tip of a leg in the axes of its last link is such a case.
//
// A multiplier of equal parts whose B on the speeds of their part has full rank at every state waits for these speeds
// alone: B_E has full rank again.
//
// A row that is alone waits for all rows of equal parts of the mechanism (SymmetricPattern::lanes). Where one of these
// waits for a row that is alone, by what stands above, there is no such order.
//
// An order that keeps to this has as many void pivots as any other that does: the massive speeds that a multiplier
// could be matched with are all there when its turn comes. So they need to be looked for in one order only.
#pragma once

#include <cstddef>
#include <vector>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

// By row of A: the rows that must be eliminated before it, ascending. Without cycles
// where may_go_in_lanes.
std::vector<std::vector<std::size_t>> rows_waited_for(const SymmetricPattern& pattern);

// Whether rows of equal parts wait for rows of the same parts alone.
bool may_go_in_lanes(const SymmetricPattern& pattern);

// Every row comes after the rows it waits for.
bool is_safe(const SymmetricPattern& pattern, const EliminationOrder& order);

}  // namespace lag
