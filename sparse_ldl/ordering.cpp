// Elimination orders: see ordering.hpp.
#include "sparse_ldl/ordering.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "sparse_ldl/elimination_graph.hpp"
#include "sparse_ldl/ordering_search.hpp"
#include "sparse_ldl/pivot_partners.hpp"
#include "sparse_ldl/safe_pivots.hpp"

namespace lag {

namespace {

// Of the search's memory: n snapshots of n rows of bits.
constexpr std::size_t largest_searched = 400;

using MayEliminate = std::function<bool(std::size_t row)>;
using Eliminated = std::function<void(std::size_t row)>;
using Rank = std::size_t(EliminationGraph& graph, std::size_t row);

// Whether a row waits, after some have been eliminated.
class Waiting {
  public:
    explicit Waiting(const SymmetricPattern& pattern)
        : waited_for_(rows_waited_for(pattern)), eliminated_(pattern.size(), false) {}
    bool waits(std::size_t row) const {
        return std::any_of(waited_for_[row].begin(), waited_for_[row].end(),
                           [&](std::size_t other) { return !eliminated_[other]; });
    }
    void eliminate(std::size_t row) { eliminated_[row] = true; }

  private:
    std::vector<std::vector<std::size_t>> waited_for_;
    std::vector<bool> eliminated_;
};

std::size_t least_degree(EliminationGraph& graph, std::size_t row) {
    return graph.degree(row);
}

// Off-diagonal entries that its elimination would create.
std::size_t least_fill(EliminationGraph& graph, std::size_t row) {
    return graph.fill(row);
}

// Repeatedly the first row, by rank and then from the largest index, that is wanted; the first of all if none is.
EliminationOrder greedy(const SymmetricPattern& pattern, Rank* rank, const std::vector<MayEliminate>& wishes,
                        const Eliminated& eliminated) {
    EliminationGraph graph(pattern);
    std::vector<std::size_t> left = leaf_first(pattern.size());
    EliminationOrder order;
    while (!left.empty()) {
        std::vector<std::pair<std::size_t, std::size_t>> ranked;
        for (const std::size_t row : left) ranked.emplace_back(rank(graph, row), row);
        // a stable sort keeps the largest index first among equals
        std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        auto found = ranked.end();
        for (auto wish = wishes.begin(); wish != wishes.end() && found == ranked.end(); ++wish)
            found =
                std::find_if(ranked.begin(), ranked.end(), [&](const auto& entry) { return (*wish)(entry.second); });
        const std::size_t row = found == ranked.end() ? ranked.front().second : found->second;
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
    return greedy(pattern, least_degree, {}, [](std::size_t) {});
}

namespace {

EliminationOrder kkt_greedy(const SymmetricPattern& pattern, Rank* rank) {
    PivotPartners partners(pattern);
    Waiting waiting(pattern);
    const MayEliminate admissible = [&](std::size_t row) { return partners.admits(row); };
    const MayEliminate safe = [&](std::size_t row) { return !waiting.waits(row) && admissible(row); };
    return greedy(pattern, rank, {safe, admissible}, [&](std::size_t row) {
        partners.eliminate(row);
        waiting.eliminate(row);
    });
}

}  // namespace

EliminationOrder kkt_minimum_degree(const SymmetricPattern& pattern) {
    return kkt_greedy(pattern, least_degree);
}

EliminationOrder kkt_minimum_fill(const SymmetricPattern& pattern) {
    return kkt_greedy(pattern, least_fill);
}

namespace {

// Nothing where none of them is admissible (and safe).
const EliminationOrder* cheapest_of(const SymmetricPattern& pattern, const std::vector<EliminationOrder>& candidates,
                                    bool safe) {
    const EliminationOrder* cheapest = nullptr;
    std::size_t least = 0;
    for (const EliminationOrder& candidate : candidates) {
        if ((safe && !is_safe(pattern, candidate)) || !void_pivots(pattern, candidate).empty()) continue;
        const std::size_t cost = elimination_cost(pattern, candidate);
        if (cheapest == nullptr || cost < least) {
            cheapest = &candidate;
            least = cost;
        }
    }
    return cheapest;
}

// No order has less than no fill: what the columns of L cost is, but for constants, the edges and triangles of the
// filled graph, and every order's filled graph contains that of A.
bool improvable(const SymmetricPattern& pattern, const EliminationOrder& order) {
    return pattern.has_constants() || fill(pattern, factor_pattern(pattern, order)) > 0;
}

}  // namespace

EliminationOrder choose_ordering(const SymmetricPattern& pattern) {
    std::vector<EliminationOrder> candidates{leaf_first(pattern.size()), leaf_first_multipliers_last(pattern),
                                             minimum_degree(pattern), kkt_minimum_degree(pattern)};
    const EliminationOrder* cheapest = cheapest_of(pattern, candidates, true);
    if (cheapest == nullptr) {
        // No order is safe where a multiplier leans on massless speeds alone.
        cheapest = cheapest_of(pattern, candidates, false);
        return cheapest == nullptr ? candidates.back() : *cheapest;
    }
    if (pattern.size() > largest_searched || !improvable(pattern, *cheapest)) return *cheapest;
    candidates.push_back(kkt_minimum_fill(pattern));
    return search_ordering(pattern, *cheapest_of(pattern, candidates, true));
}

}  // namespace lag
