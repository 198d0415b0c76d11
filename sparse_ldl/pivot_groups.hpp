// Stage: which pivots that follow one another are taken at once (pivot_block.hpp).
//
//   SymmetricPattern, elimination order -> PivotGroups
//
// A pivot waits for the one before it where their rows share an entry: on the way from a leaf of the elimination tree to its
// root, one division after the other. Rows in a line there, of which each is the only child of the next, have nearly the same
// entries below them: a group of them costs few entries of L besides, and one division stands for all of theirs.
//
// Only speeds go together: their blocks are positive definite, so that the checks of the pivots are those of leading minors.
#pragma once

#include <cstddef>
#include <vector>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

// Positions first .. last of an elimination order.
struct PivotGroup {
    std::size_t first = 0, last = 0;
    std::size_t size() const { return last - first + 1; }
    friend bool operator==(const PivotGroup&, const PivotGroup&) = default;
};
// By position of the elimination order, ascending, each position in one of them.
using PivotGroups = std::vector<PivotGroup>;

PivotGroups single_pivots(std::size_t size);
// Lines that end in a root of the elimination tree have no rows below them; others wait beside one another.
enum class PivotLines { at_roots, all };
// Lines of the elimination tree, cut into as few groups of at most `most` rows as there can be, as equal as they can be.
// InternalError unless 1 <= most <= 3.
PivotGroups pivot_groups(const SymmetricPattern& pattern, const EliminationOrder& order, std::size_t most,
                         PivotLines lines = PivotLines::all);

// The pattern of L where the rows below a group have entries in all of its columns.
FactorPattern factor_pattern(const SymmetricPattern& pattern, const EliminationOrder& order, const PivotGroups& groups);

}  // namespace lag
