// Stage: what is left of A after some of its rows have been eliminated, entries as bits.
//
//   SymmetricPattern, rows in turn -> operations of each row's column of L
//
// The structure that is left depends on the *set* of the rows eliminated, not on their order, and so does which of the
// entries left depend on the state. That makes a change of the order cheap to judge: only the rows between the first
// and the last one that moved cost something else than before.
//
// Per column j with neighbours N, as plan.hpp writes the steps (an operation on constants alone is not counted):
//   L_jk U_ik, i and k of N     one multiplication, and one subtraction where A_ik is not structurally zero yet
//   L_ij = U_ij r_j             one multiplication
//   r_j = 1 / d_j               one division
//   forward, divide, backward   4 |N| + 1: the right side is never constant
// Checks of pivots are left out: alone of all they depend on the order within the set.
//
// Dense rows of bits: the mass matrix of a long chain is dense, and a step then costs n/64 words per neighbour.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

class EliminationGraph {
  public:
    explicit EliminationGraph(const SymmetricPattern& pattern);

    // Entries of this row off the diagonal.
    std::size_t degree(std::size_t row) const;
    // Entries off the diagonal that eliminating this row would create.
    std::size_t fill(std::size_t row) const;
    bool adjacent(std::size_t row, std::size_t other) const { return (present(row)[other / 64] & bit(other)) != 0; }

    // The neighbours of an eliminated row become neighbours of each other. Its operations that depend on the state, in
    // factor and solve.
    std::size_t eliminate(std::size_t row);

    // What is left, for going back to it: the words of a graph of the same pattern.
    const std::vector<std::uint64_t>& words() const { return bits_; }
    std::size_t words_per_row() const { return 2 * words_; }
    void restore(const std::uint64_t* words) { bits_.assign(words, words + bits_.size()); }

  private:
    static std::uint64_t bit(std::size_t j) { return std::uint64_t{1} << (j % 64); }
    // The entries of a row, its diagonal among them, and those of them that depend on the state.
    std::uint64_t* present(std::size_t row) { return &bits_[row * 2 * words_]; }
    std::uint64_t* varying(std::size_t row) { return &bits_[(row * 2 + 1) * words_]; }
    const std::uint64_t* present(std::size_t row) const { return &bits_[row * 2 * words_]; }

    std::size_t size_;
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint64_t> column_, varying_column_;  // of the row being eliminated
};

// Operations of factor and solve in this order that depend on the state, checks of pivots left out. InternalError
// unless `order` is a permutation.
std::size_t elimination_cost(const SymmetricPattern& pattern, const EliminationOrder& order);

}  // namespace lag
