// Pass: the order of terms and factors. Compilers may not reassociate a sum, so a - b*c - d*e waits for b*c before it
// looks at d*e. The term that is known last is written last: of a long sum, one multiply-add then waits for it, not
// all of them. In a factorization every pivot waits for the one before, and this is most of the way between them
// (545 -> 250 cycles for an 18 x 18 mass matrix).
//
// When a value is known is reckoned for a processor that starts everything as soon as its operands are there, with
// the latencies of current x86-64 cores.

#include <algorithm>

#include "emitters/passes/latencies.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

using Cycles = std::uint32_t;

// When the sum that holds it may go on to it.
Cycles needed_at(const Routine& routine, CodeId term) {
    const Cycles ready = routine.ready[term];
    return is_fused(routine, term) ? ready - mul_latency : ready;
}

Cycles ready_sum(const Routine& routine, CodeId id) {
    const std::vector<Item> terms = items_in_text(routine, {id, false});
    Cycles ready = routine.ready[terms.front().id];
    for (std::size_t k = 1; k < terms.size(); ++k)
        ready = std::max(ready, needed_at(routine, terms[k].id)) + add_latency;
    return ready;
}

Cycles ready_product(const Routine& routine, CodeId id) {
    Cycles above = 0, below = 0;
    bool has_above = false, has_below = false;
    for (const Item& item : items_in_text(routine, {id, false})) {
        Cycles& side = item.minus ? below : above;
        bool& has_side = item.minus ? has_below : has_above;
        side = has_side ? std::max(side, routine.ready[item.id]) + mul_latency : routine.ready[item.id];
        has_side = true;
    }
    return has_below ? std::max(above, below) + div_latency : above;
}

Cycles ready_at(const Routine& routine, CodeId id) {
    const CodeNode& node = routine.code->node(id);
    if (node.kind == CodeKind::sum) return ready_sum(routine, id);
    if (node.kind == CodeKind::product) return ready_product(routine, id);
    if (node.kind != CodeKind::function) return 0;
    Cycles ready = 0;
    for (const Item& operand : routine.code->items(id)) ready = std::max(ready, routine.ready[operand.id]);
    return ready + latency_of(node.op);
}

}  // namespace

bool is_fused(const Routine& routine, CodeId id) {
    return routine.code->node(id).kind == CodeKind::product && !routine.is_temporary(id) &&
           !routine.code->items(id).back().minus;
}

void order_terms(Routine& routine) {
    routine.ready.assign(routine.code->size(), 0);
    for (CodeId id = 0; id < routine.code->size(); ++id) routine.ready[id] = ready_at(routine, id);
}

std::vector<Item> items_in_text(const Routine& routine, const Item& node) {
    const Code& code = *routine.code;
    const auto listed = code.items(node.id);
    std::vector<Item> items(listed.begin(), listed.end());
    const bool is_sum = code.node(node.id).kind == CodeKind::sum;
    if (!is_sum) {
        std::ranges::stable_sort(
            items, {}, [&](const Item& item) { return std::pair(!code.is_free(item.id), routine.ready[item.id]); });
        return items;
    }
    for (Item& item : items) item.minus = item.minus != node.minus;
    std::ranges::stable_sort(items, {}, [&](const Item& item) { return needed_at(routine, item.id); });
    const auto positive = std::ranges::find(items, false, &Item::minus);  // no sign change where it can be avoided
    if (positive != items.end()) std::rotate(items.begin(), positive, positive + 1);
    return items;
}

}  // namespace lag
