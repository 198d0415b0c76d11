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

// A row without a diagonal waits for its neighbours of the opposite sign: a multiplier for all speeds with inertia that
// its row holds, a massless speed for all its multipliers. What is eliminated then always holds whole rows of B, and
// with M > 0 and B of full rank every such block is regular *at every state*. The matching of pivot_partners.hpp alone
// is regular for almost all values, which is not enough: two joints that move a contact point the same way make a 2 x 2
// block of B singular.
bool waits(const SymmetricPattern& pattern, const std::vector<std::vector<std::size_t>>& neighbours,
           const std::vector<bool>& eliminated, std::size_t row) {
    if (pattern.has(row, row)) return false;
    return std::any_of(neighbours[row].begin(), neighbours[row].end(), [&](std::size_t other) {
        const bool counts = pattern.sign(row) > 0 || pattern.has(other, other);
        return counts && pattern.sign(other) != pattern.sign(row) && !eliminated[other];
    });
}

// No row of this order waits when its turn comes.
bool is_safe(const SymmetricPattern& pattern, const EliminationOrder& order) {
    const auto neighbours = pattern.neighbours();
    std::vector<bool> eliminated(pattern.size(), false);
    for (const std::size_t row : order) {
        if (waits(pattern, neighbours, eliminated, row)) return false;
        eliminated[row] = true;
    }
    return true;
}

// Repeatedly the first row, by degree and then from the largest index, that is wanted; the first of all if none is.
EliminationOrder greedy_by_degree(const SymmetricPattern& pattern, const std::vector<MayEliminate>& wishes,
                                  const Eliminated& eliminated) {
    EliminationGraph graph(pattern);
    std::vector<std::size_t> left = leaf_first(pattern.size());
    EliminationOrder order;
    while (!left.empty()) {
        std::vector<std::size_t> by_degree = left;  // a stable sort keeps the largest index first among equals
        std::stable_sort(by_degree.begin(), by_degree.end(),
                         [&](std::size_t a, std::size_t b) { return graph.degree(a) < graph.degree(b); });
        auto found = by_degree.end();
        for (auto wish = wishes.begin(); wish != wishes.end() && found == by_degree.end(); ++wish)
            found = std::find_if(by_degree.begin(), by_degree.end(), *wish);
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
    return greedy_by_degree(pattern, {}, [](std::size_t) {});
}

EliminationOrder kkt_minimum_degree(const SymmetricPattern& pattern) {
    PivotPartners partners(pattern);
    const auto neighbours = pattern.neighbours();
    std::vector<bool> eliminated(pattern.size(), false);
    const MayEliminate admissible = [&](std::size_t row) { return partners.admits(row); };
    const MayEliminate safe = [&](std::size_t row) {
        return admissible(row) && !waits(pattern, neighbours, eliminated, row);
    };
    return greedy_by_degree(pattern, {safe, admissible}, [&](std::size_t row) {
        partners.eliminate(row);
        eliminated[row] = true;
    });
}

std::size_t elimination_cost(const SymmetricPattern& pattern, const EliminationOrder& order) {
    return count_operations(pattern, order, LdlScope::factor_and_solve).total();
}

EliminationOrder choose_ordering(const SymmetricPattern& pattern) {
    const std::vector<EliminationOrder> candidates{leaf_first(pattern.size()), leaf_first_multipliers_last(pattern),
                                                   minimum_degree(pattern), kkt_minimum_degree(pattern)};
    // Safe orders first; where there is none (a multiplier that leans on massless speeds alone), admissible ones.
    for (const bool safe : {true, false}) {
        const EliminationOrder* cheapest = nullptr;
        std::size_t least = 0;
        for (const EliminationOrder& candidate : candidates) {
            if (!void_pivots(pattern, candidate).empty() || (safe && !is_safe(pattern, candidate))) continue;
            const std::size_t cost = elimination_cost(pattern, candidate);
            if (cheapest == nullptr || cost < least) {
                cheapest = &candidate;
                least = cost;
            }
        }
        if (cheapest != nullptr) return *cheapest;
    }
    return candidates.back();
}

}  // namespace lag
