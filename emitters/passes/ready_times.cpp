#include "emitters/passes/ready_times.hpp"

#include <limits>

namespace lag {

std::vector<Item> factors_in_order(const Code& code, CodeId product, std::span<const ReadyTime> ready) {
    std::vector<Item> factors(code.items(product).begin(), code.items(product).end());
    std::ranges::stable_sort(factors, {},
                             [&](const Item& factor) { return std::pair(!code.is_free(factor.id), ready[factor.id]); });
    return factors;
}

ReadyTime ready_product(const Code& code, CodeId product, std::span<const ReadyTime> ready) {
    std::vector<ReadyTime> above, below;
    for (const Item& item : factors_in_order(code, product, ready))
        (item.minus ? below : above).push_back(ready[item.id]);
    const ReadyTime numerator = ready_in_chain(above, mul_latency);
    return below.empty() ? numerator : std::max(numerator, ready_in_chain(below, mul_latency)) + div_latency;
}

ReadyTime ready_function(const Code& code, CodeId function, std::span<const ReadyTime> ready) {
    ReadyTime operands = 0;
    for (const Item& operand : code.items(function)) operands = std::max(operands, ready[operand.id]);
    return operands + latency_of(code.node(function).op);
}

ReadyTimes::ReadyTimes(const Code& code)
    : code_(code), uses_(count_uses(code)), is_root_(code.size(), false), ready_(code.size(), 0) {
    for (const Item& root : code.roots) is_root_[root.id] = true;
    for (CodeId id = 0; id < code.size(); ++id) {
        if (uses_[id] == 0) continue;
        const CodeNode& node = code.node(id);
        if (node.kind == CodeKind::sum) ready_[id] = of_sum(id);
        if (node.kind == CodeKind::product) ready_[id] = ready_product(code, id, ready_);
        if (node.kind == CodeKind::function) ready_[id] = ready_function(code, id, ready_);
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

ReadyTime ReadyTimes::of_sum(CodeId id) const {
    std::vector<ReadyTime> times;
    for (const Item& term : terms_in_order(id)) times.push_back(needed(term.id));
    return ready_in_chain(times, add_latency);
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
        std::vector<Item> above, below;
        for (const Item& factor : factors_in_order(code_, id, ready_)) (factor.minus ? below : above).push_back(factor);
        for (const std::vector<Item>& chain : {above, below})
            pass_down(chain, latest[id] - (below.empty() ? 0 : div_latency), false);
    }
    return latest;
}

}  // namespace lag
