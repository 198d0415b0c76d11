#include "emitters/passes/ready_times.hpp"

#include <limits>

namespace lag {

ReadyTimes::ReadyTimes(const Code& code)
    : code_(code), uses_(count_uses(code)), is_root_(code.size(), false), ready_(code.size(), 0) {
    for (const Item& root : code.roots) is_root_[root.id] = true;
    for (CodeId id = 0; id < code.size(); ++id) {
        if (uses_[id] == 0) continue;
        const CodeNode& node = code.node(id);
        if (node.kind == CodeKind::sum) ready_[id] = of_sum(id);
        if (node.kind == CodeKind::product) ready_[id] = of_product(id);
        if (node.kind != CodeKind::function) continue;
        for (const Item& operand : code.items(id)) ready_[id] = std::max(ready_[id], ready_[operand.id]);
        ready_[id] += latency_of(node.op);
    }
    for (const Item& root : code.roots) of_results_ = std::max(of_results_, ready_[root.id]);
}

bool ReadyTimes::is_fused(CodeId id) const {
    return code_.node(id).kind == CodeKind::product && uses_[id] == 1 && !is_root_[id] &&
           std::ranges::none_of(code_.items(id), &Item::minus);
}

std::vector<Item> ReadyTimes::terms_in_order(CodeId sum) const {
    std::vector<Item> terms(code_.items(sum).begin(), code_.items(sum).end());
    std::ranges::stable_sort(terms, {}, [&](const Item& term) { return needed(term.id); });
    return terms;
}

std::vector<Item> ReadyTimes::factors_in_order(CodeId product, bool below) const {
    std::vector<Item> factors;
    for (const Item& factor : code_.items(product))
        if (factor.minus == below) factors.push_back(factor);
    std::ranges::stable_sort(
        factors, {}, [&](const Item& factor) { return std::pair(!code_.is_free(factor.id), ready_[factor.id]); });
    return factors;
}

ReadyTime ReadyTimes::of_sum(CodeId id) const {
    std::vector<ReadyTime> times;
    for (const Item& term : terms_in_order(id)) times.push_back(needed(term.id));
    return ready_in_chain(times, add_latency);
}

ReadyTime ReadyTimes::of_product(CodeId id) const {
    const auto ready_of = [&](bool below) {
        std::vector<ReadyTime> times;
        for (const Item& factor : factors_in_order(id, below)) times.push_back(ready_[factor.id]);
        return ready_in_chain(times, mul_latency);
    };
    const bool is_quotient = std::ranges::any_of(code_.items(id), &Item::minus);
    return is_quotient ? ready_quotient(ready_of(false), ready_of(true)) : ready_of(false);
}

std::vector<long> ReadyTimes::required(long end) const {
    std::vector<long> latest(code_.size(), std::numeric_limits<long>::max());
    const auto lower = [&](CodeId id, long to) { latest[id] = std::min(latest[id], to); };
    for (const Item& root : code_.roots) lower(root.id, end);
    // the last of a chain may be there one operation before the whole, each of those before it one earlier
    const auto pass_down = [&](const std::vector<Item>& chain, long whole, bool is_sum) {
        for (std::size_t k = chain.size(); k-- > 0;) {
            if (k > 0) whole -= is_sum ? add_latency : mul_latency;
            lower(chain[k].id, is_sum && is_fused(chain[k].id) ? whole + mul_latency : whole);
        }
    };
    for (auto id = static_cast<CodeId>(code_.size()); id-- > 0;) {
        if (uses_[id] == 0) continue;
        const CodeNode& node = code_.node(id);
        if (node.kind == CodeKind::sum) pass_down(terms_in_order(id), latest[id], true);
        if (node.kind == CodeKind::function)
            for (const Item& operand : code_.items(id)) lower(operand.id, latest[id] - latency_of(node.op));
        if (node.kind != CodeKind::product) continue;
        const bool is_quotient = std::ranges::any_of(code_.items(id), &Item::minus);
        for (const bool below : {false, true})
            pass_down(factors_in_order(id, below), latest[id] - (is_quotient ? div_latency : 0), false);
    }
    return latest;
}

}  // namespace lag
