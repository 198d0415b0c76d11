// Elimination orders: see ordering.hpp.
#include "sparse_ldl/ordering.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>

#include "sparse_ldl/operation_count.hpp"
#include "sparse_ldl/pivot_partners.hpp"

namespace lag {

namespace {

// The graph of the matrix that is left, as rows of bits: the mass matrix of a long chain is dense, and a dense step
// then costs n/64 words per neighbour.
class EliminationGraph {
  public:
    explicit EliminationGraph(const SymmetricPattern& pattern)
        : words_((pattern.size() + 63) / 64), bits_(pattern.size() * words_), degree_(pattern.size()) {
        const auto neighbours = pattern.neighbours();
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            for (const std::size_t j : neighbours[i]) word(i, j) |= bit(j);
            degree_[i] = neighbours[i].size();
        }
    }

    std::size_t degree(std::size_t row) const { return degree_[row]; }

    // The neighbours of an eliminated row become neighbours of each other.
    void eliminate(std::size_t row) {
        const std::vector<std::uint64_t> clique(bits_.begin() + at(row), bits_.begin() + at(row + 1));
        for (std::size_t i = 0; i < degree_.size(); ++i) {
            if ((clique[i / 64] & bit(i)) == 0) continue;
            std::size_t count = 0;
            for (std::size_t w = 0; w < words_; ++w) bits_[i * words_ + w] |= clique[w];
            word(i, row) &= ~bit(row);
            word(i, i) &= ~bit(i);
            for (std::size_t w = 0; w < words_; ++w) {
                count += static_cast<std::size_t>(std::popcount(bits_[i * words_ + w]));
            }
            degree_[i] = count;
        }
    }

  private:
    static std::uint64_t bit(std::size_t j) { return std::uint64_t{1} << (j % 64); }
    std::uint64_t& word(std::size_t i, std::size_t j) { return bits_[i * words_ + j / 64]; }
    std::ptrdiff_t at(std::size_t row) const { return static_cast<std::ptrdiff_t>(row * words_); }

    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::vector<std::size_t> degree_;
};

using MayEliminate = std::function<bool(std::size_t row)>;
using Eliminated = std::function<void(std::size_t row)>;

// Repeatedly the first row, by degree and then from the largest index, that may be eliminated; the first of all if none
// may.
EliminationOrder greedy_by_degree(const SymmetricPattern& pattern, const MayEliminate& may_eliminate,
                                  const Eliminated& eliminated) {
    EliminationGraph graph(pattern);
    std::vector<std::size_t> left = leaf_first(pattern.size());
    EliminationOrder order;
    while (!left.empty()) {
        std::vector<std::size_t> by_degree = left;  // a stable sort keeps the largest index first among equals
        std::stable_sort(by_degree.begin(), by_degree.end(),
                         [&](std::size_t a, std::size_t b) { return graph.degree(a) < graph.degree(b); });
        const auto found = std::find_if(by_degree.begin(), by_degree.end(), may_eliminate);
        const std::size_t row = found == by_degree.end() ? by_degree.front() : *found;
        graph.eliminate(row);
        eliminated(row);
        order.push_back(row);
        left.erase(std::find(left.begin(), left.end(), row));
    }
    return order;
}

}  // namespace

EliminationOrder leaf_first(std::size_t size) {
    EliminationOrder order(size);
    for (std::size_t p = 0; p < size; ++p) order[p] = size - 1 - p;
    return order;
}

EliminationOrder leaf_first_multipliers_last(const SymmetricPattern& pattern) {
    const auto group = [&](std::size_t row) { return pattern.has(row, row) ? 0 : pattern.sign(row) < 0 ? 1 : 2; };
    EliminationOrder order = leaf_first(pattern.size());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return group(a) < group(b); });
    return order;
}

EliminationOrder minimum_degree(const SymmetricPattern& pattern) {
    return greedy_by_degree(
        pattern, [](std::size_t) { return true; }, [](std::size_t) {});
}

EliminationOrder kkt_minimum_degree(const SymmetricPattern& pattern) {
    PivotPartners partners(pattern);
    return greedy_by_degree(
        pattern, [&](std::size_t row) { return partners.admits(row); },
        [&](std::size_t row) { partners.eliminate(row); });
}

std::size_t elimination_cost(const SymmetricPattern& pattern, const EliminationOrder& order) {
    return count_operations(pattern, order, LdlScope::factor_and_solve).total();
}

EliminationOrder choose_ordering(const SymmetricPattern& pattern) {
    const std::vector<EliminationOrder> candidates{leaf_first(pattern.size()), leaf_first_multipliers_last(pattern),
                                                   minimum_degree(pattern), kkt_minimum_degree(pattern)};
    const EliminationOrder* cheapest = nullptr;
    std::size_t least = 0;
    for (const EliminationOrder& candidate : candidates) {
        if (!void_pivots(pattern, candidate).empty()) continue;
        const std::size_t cost = elimination_cost(pattern, candidate);
        if (cheapest == nullptr || cost < least) {
            cheapest = &candidate;
            least = cost;
        }
    }
    return cheapest == nullptr ? candidates.back() : *cheapest;
}

}  // namespace lag
