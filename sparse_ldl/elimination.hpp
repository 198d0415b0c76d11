// Stage: what the factor L of P A P^T = L D L^T looks like, before any of its numbers are known.
//
//   SymmetricPattern, elimination order -> FactorPattern
//
// Source: T. A. Davis, "Direct Methods for Sparse Linear Systems", SIAM 2006: elimination tree (section 4.1, after
// Liu), row pattern of L as the row's subtree of the elimination tree (section 4.2).
//   parent(j) = the row of the first entry of L below the diagonal in column j
//   row i of L = the nodes met when climbing the tree from every k with A(i,k) != 0, k < i, up to i
// It takes time proportional to the entries of L. Accidental cancellation is not considered: an entry computed as a
// difference counts as non-zero.
//
// Every index here is a position of the elimination order (0 is eliminated first); order[position] is the row of A.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "sparse_ldl/pattern.hpp"

namespace lag {

// Elimination order: position -> row of A.
using EliminationOrder = std::vector<std::size_t>;

// The inverse permutation: row of A -> position. InternalError unless `order` is a permutation of 0..size-1.
std::vector<std::size_t> positions_of(const EliminationOrder& order, std::size_t size);

struct FactorPattern {
    static constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

    std::vector<std::size_t> parent;                // elimination tree
    std::vector<std::vector<std::size_t>> rows;     // rows[i]: columns j < i of L's entries, ascending
    std::vector<std::vector<std::size_t>> columns;  // columns[j]: rows i > j of L's entries, ascending
    std::vector<std::size_t> column_start;          // n + 1 offsets: L is stored column by column

    std::size_t size() const { return parent.size(); }
    // Entries of L below its unit diagonal.
    std::size_t nonzeros() const { return column_start.back(); }
    // Place of L(row, column), row > column, in column-by-column storage. InternalError if it is structurally zero.
    std::size_t slot(std::size_t row, std::size_t column) const;
    bool has(std::size_t row, std::size_t column) const;
};

FactorPattern factor_pattern(const SymmetricPattern& pattern, const EliminationOrder& order);

// Entries of L that are structurally zero in A.
std::size_t fill(const SymmetricPattern& pattern, const FactorPattern& factor);

}  // namespace lag
