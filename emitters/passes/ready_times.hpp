// When values are known at the earliest, on a processor that starts everything as soon as its operands are there, with the latencies of
// latencies.hpp. A sum is a chain of additions, the term that is known last added last; a product that is written in a sum goes into a
// multiply-add with it, which looks at the other terms one multiplication later than at the factors.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "emitters/passes/latencies.hpp"
#include "emitters/program/code.hpp"

namespace lag {

using ReadyTime = std::uint32_t;  // cycles

// Of terms or factors in their order, by when each is needed or known. None: 0.
inline ReadyTime ready_in_chain(std::span<const ReadyTime> times, unsigned latency) {
    ReadyTime ready = times.empty() ? 0 : times.front();
    for (std::size_t k = 1; k < times.size(); ++k) ready = std::max(ready, times[k]) + latency;
    return ready;
}

// By node, here and below: when each is known.

// Factors and divisors in the order of the text: what costs nothing first, then as they are known.
std::vector<Item> factors_in_order(const Code& code, CodeId product, std::span<const ReadyTime> ready);
ReadyTime ready_product(const Code& code, CodeId product, std::span<const ReadyTime> ready);
ReadyTime ready_function(const Code& code, CodeId function, std::span<const ReadyTime> ready);

// Of code that is not in statements yet: a product that is used once, in a sum, is written there.
class ReadyTimes {
  public:
    explicit ReadyTimes(const Code& code);

    ReadyTime at(CodeId id) const { return ready_[id]; }
    ReadyTime of_results() const { return of_results_; }
    std::uint32_t uses(CodeId id) const { return uses_[id]; }
    // A product that goes into multiply-adds with its only user, where that is a sum.
    bool is_fused(CodeId id) const;
    // When a sum looks at this term of its.
    ReadyTime needed(CodeId term) const { return is_fused(term) ? ready_[term] - mul_latency : ready_[term]; }
    // By node: the latest time that lets all results be known at `end`; may be below zero.
    std::vector<long> required(long end) const;

  private:
    ReadyTime of_sum(CodeId id) const;
    std::vector<Item> terms_in_order(CodeId sum) const;

    const Code& code_;
    std::vector<std::uint32_t> uses_;
    std::vector<bool> is_root_;
    std::vector<ReadyTime> ready_;
    ReadyTime of_results_ = 0;
};

}  // namespace lag
