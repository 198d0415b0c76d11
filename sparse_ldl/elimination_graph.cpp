// What is left after an elimination, as bits: see elimination_graph.hpp.
#include "sparse_ldl/elimination_graph.hpp"

#include <algorithm>

namespace lag {

namespace {

std::size_t ones(std::uint64_t word) {
    return static_cast<std::size_t>(std::popcount(word));
}

}  // namespace

EliminationGraph::EliminationGraph(const SymmetricPattern& pattern)
    : size_(pattern.size()),
      words_((pattern.size() + 63) / 64),
      bits_(pattern.size() * 2 * words_),
      column_(words_),
      varying_column_(words_) {
    for (std::size_t i = 0; i < size_; ++i) {
        for (const std::size_t j : pattern.lower_row(i)) {
            present(i)[j / 64] |= bit(j);
            present(j)[i / 64] |= bit(i);
            if (pattern.is_constant(i, j)) continue;
            varying(i)[j / 64] |= bit(j);
            varying(j)[i / 64] |= bit(i);
        }
    }
}

std::size_t EliminationGraph::degree(std::size_t row) const {
    std::size_t count = 0;
    for (std::size_t w = 0; w < words_; ++w) count += ones(present(row)[w]);
    return count - (adjacent(row, row) ? 1 : 0);
}

std::size_t EliminationGraph::fill(std::size_t row) const {
    const std::uint64_t* column = present(row);
    std::size_t missing_twice = 0;
    for (std::size_t block = 0; block < words_; ++block) {
        for (std::uint64_t left = column[block]; left != 0; left &= left - 1) {
            const std::size_t i = block * 64 + static_cast<std::size_t>(std::countr_zero(left));
            if (i == row) continue;
            for (std::size_t w = 0; w < words_; ++w) missing_twice += ones(column[w] & ~present(i)[w]);
            missing_twice -= adjacent(i, i) ? 0 : 1;
        }
    }
    return missing_twice / 2;
}

std::size_t EliminationGraph::eliminate(std::size_t row) {
    const bool pivot_varies = (varying(row)[row / 64] & bit(row)) != 0;
    std::copy_n(present(row), words_, column_.begin());
    column_[row / 64] &= ~bit(row);
    if (pivot_varies) {
        varying_column_ = column_;
    } else {
        std::copy_n(varying(row), words_, varying_column_.begin());
    }
    std::size_t entries = 0, varying_entries = 0;
    std::size_t twice = 0, diagonal = 0;  // operations on pairs (i, k): off the diagonal each is met twice
    for (std::size_t block = 0; block < words_; ++block) {
        for (std::uint64_t left = column_[block]; left != 0; left &= left - 1) {
            const std::size_t i = block * 64 + static_cast<std::size_t>(std::countr_zero(left));
            const bool varies = (varying_column_[block] & bit(i)) != 0;
            ++entries;
            varying_entries += varies ? 1 : 0;
            std::uint64_t* a = present(i);
            std::uint64_t* v = varying(i);
            // the diagonal entry of this pair alone
            const bool was_there = (a[block] & bit(i)) != 0;
            const bool stays_constant = !varies && (v[block] & bit(i)) == 0;
            diagonal += (varies ? 1 : 0) + (was_there && !stays_constant ? 1 : 0);
            const std::vector<std::uint64_t>& products = varies ? column_ : varying_column_;
            for (std::size_t w = 0; w < words_; ++w) {
                v[w] |= products[w];
                twice += ones(products[w]) + ones(a[w] & column_[w] & v[w]);
                a[w] |= column_[w];
            }
            a[row / 64] &= ~bit(row);
            v[row / 64] &= ~bit(row);
        }
    }
    return (twice + diagonal) / 2 + varying_entries + (pivot_varies ? 1 : 0) + 4 * entries + 1;
}

std::size_t elimination_cost(const SymmetricPattern& pattern, const EliminationOrder& order) {
    positions_of(order, pattern.size());
    EliminationGraph graph(pattern);
    std::size_t cost = 0;
    for (const std::size_t row : order) cost += graph.eliminate(row);
    return cost;
}

}  // namespace lag
