// Late acceptance hill-climbing on elimination orders: see ordering_search.hpp.
#include "sparse_ldl/ordering_search.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "core/random_numbers.hpp"
#include "sparse_ldl/elimination_graph.hpp"
#include "sparse_ldl/safe_pivots.hpp"

namespace lag {

namespace {

template <class Vector>
auto at(Vector& values, std::size_t place) {
    return values.begin() + static_cast<std::ptrdiff_t>(place);
}

// Positions [first, middle) and [middle, last) change places.
struct Exchange {
    std::size_t first, middle, last;
};

// An order with what is left before each of its positions and what each position costs.
class SearchedOrder {
  public:
    SearchedOrder(const SymmetricPattern& pattern, const EliminationOrder& order)
        : graph_(pattern), words_(graph_.words().size()), order_(order), cost_(order.size()), trial_(order.size()) {
        positions_of(order, pattern.size());
        for (const auto& rows : rows_waited_for(pattern)) {
            waited_for_.emplace_back(pattern.size(), false);
            for (const std::size_t row : rows) waited_for_.back()[row] = true;
        }
        left_.resize(order.size() * words_);
        eliminate_from(0, order.size());
        for (const std::size_t cost : cost_) total_ += cost;
    }

    const EliminationOrder& order() const { return order_; }
    std::size_t total() const { return total_; }
    std::size_t work() const { return work_; }

    // No row of the second block waits for one of the first.
    bool allows(const Exchange& e) const {
        for (std::size_t late = e.middle; late < e.last; ++late) {
            for (std::size_t early = e.first; early < e.middle; ++early) {
                if (waited_for_[order_[late]][order_[early]]) return false;
            }
        }
        return true;
    }

    // The total after the exchange; nothing if it is more than `bound`.
    std::optional<std::size_t> total_after(const Exchange& e, std::size_t bound) {
        std::rotate_copy(at(order_, e.first), at(order_, e.middle), at(order_, e.last), trial_.begin());
        std::size_t total = total_;
        for (std::size_t p = e.first; p < e.last; ++p) total -= cost_[p];
        graph_.restore(&left_[e.first * words_]);
        for (std::size_t p = e.first; p < e.last; ++p) {
            total += eliminate(trial_[p - e.first]);
            if (total > bound) return std::nullopt;
        }
        return total;
    }

    void take(const Exchange& e, std::size_t total) {
        std::rotate(at(order_, e.first), at(order_, e.middle), at(order_, e.last));
        graph_.restore(&left_[e.first * words_]);
        eliminate_from(e.first, e.last);
        total_ = total;
    }

  private:
    std::size_t eliminate(std::size_t row) {
        work_ += (graph_.degree(row) + 1) * graph_.words_per_row();
        return graph_.eliminate(row);
    }
    void eliminate_from(std::size_t first, std::size_t last) {
        for (std::size_t p = first; p < last; ++p) {
            std::copy(graph_.words().begin(), graph_.words().end(), at(left_, p * words_));
            cost_[p] = eliminate(order_[p]);
            work_ += words_;
        }
    }

    EliminationGraph graph_;
    std::size_t words_;
    EliminationOrder order_;
    std::vector<std::size_t> cost_;
    std::vector<std::uint64_t> left_;  // before each position
    EliminationOrder trial_;
    std::vector<std::vector<bool>> waited_for_;
    std::size_t total_ = 0;
    std::size_t work_ = 0;
};

// Short blocks as a rule: a row past a row, past a few, past many; now and then a block past a block.
Exchange draw(RandomNumbers& draws, std::size_t size) {
    const auto length = [&](std::size_t kind, std::size_t room) {
        const std::size_t longest = kind == 0 ? 1 : kind == 1 ? 6 : room;
        return 1 + draws.below(std::min(longest, room));
    };
    const std::size_t first = draws.below(size - 1);
    const std::size_t kind = draws.below(6);
    std::size_t here = length(kind < 4 ? 0 : 1, size - first - 1);
    std::size_t there = length(kind % 3, size - first - here);
    if (kind % 2 == 0 && first + here + there <= size) std::swap(here, there);
    return {first, first + here, first + here + there};
}

struct PricedOrder {
    std::size_t cost = 0;
    EliminationOrder order;
};

// Row by row, any of the rows that wait for none and rank, by fill or by degree, within `slack` of the least.
EliminationOrder construct(const SymmetricPattern& pattern, const std::vector<std::vector<std::size_t>>& waited_for,
                           RandomNumbers& draws, std::size_t& work) {
    const bool by_fill = draws.below(2) == 0;
    const std::size_t slack = draws.below(3);
    EliminationGraph graph(pattern);
    std::vector<bool> eliminated(pattern.size(), false);
    EliminationOrder order;
    while (order.size() < pattern.size()) {
        std::vector<std::pair<std::size_t, std::size_t>> ranked;
        std::size_t least = pattern.size() * pattern.size();
        for (std::size_t row = 0; row < pattern.size(); ++row) {
            const bool waits = std::any_of(waited_for[row].begin(), waited_for[row].end(),
                                           [&](std::size_t other) { return !eliminated[other]; });
            if (eliminated[row] || waits) continue;
            ranked.emplace_back(by_fill ? graph.fill(row) : graph.degree(row), row);
            least = std::min(least, ranked.back().first);
            work += graph.words_per_row() * (by_fill ? graph.degree(row) + 1 : 1);
        }
        std::erase_if(ranked, [&](const auto& entry) { return entry.first > least + slack; });
        order.push_back(ranked[draws.below(ranked.size())].second);
        graph.eliminate(order.back());
        eliminated[order.back()] = true;
    }
    return order;
}

PricedOrder climb(const SymmetricPattern& pattern, const EliminationOrder& start, const OrderingSearch& search,
                  RandomNumbers& draws, std::size_t& work) {
    SearchedOrder now(pattern, start);
    PricedOrder best{now.total(), start};
    std::vector<std::size_t> past(search.memory, now.total());
    std::size_t last_better = 0;
    for (std::size_t step = 0; step < search.steps && step < last_better + search.idle; ++step) {
        if (work + now.work() > search.work) break;
        std::size_t& then = past[step % past.size()];
        const Exchange exchange = draw(draws, pattern.size());
        if (now.allows(exchange)) {
            if (const auto total = now.total_after(exchange, std::max(now.total(), then))) now.take(exchange, *total);
        }
        if (now.total() < best.cost) {
            best = {now.total(), now.order()};
            last_better = step;
        }
        then = std::min(then, now.total());
    }
    work += now.work();
    return best;
}

}  // namespace

EliminationOrder search_ordering(const SymmetricPattern& pattern, const EliminationOrder& start,
                                 const OrderingSearch& search) {
    if (pattern.size() < 2) return start;
    RandomNumbers draws(mix(search.seed));
    std::size_t work = 0;
    std::vector<PricedOrder> orders{{elimination_cost(pattern, start), start}};
    const auto waited_for = rows_waited_for(pattern);
    for (std::size_t k = 0; k < search.constructions && work < search.work / 2; ++k) {
        EliminationOrder order = construct(pattern, waited_for, draws, work);
        orders.push_back({elimination_cost(pattern, order), std::move(order)});
    }
    const auto cheaper = [](const PricedOrder& a, const PricedOrder& b) { return a.cost < b.cost; };
    std::stable_sort(orders.begin(), orders.end(), cheaper);
    orders.resize(std::min(orders.size(), search.climbs));
    PricedOrder best{elimination_cost(pattern, start), start};
    for (const PricedOrder& from : orders) {
        const PricedOrder found = climb(pattern, from.order, search, draws, work);
        if (found.cost < best.cost) best = found;
    }
    return best.order;
}

}  // namespace lag
