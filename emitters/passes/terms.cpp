// Pass: the order of terms and factors. Compilers may not reassociate a sum, so a - b*c - d*e waits for b*c before it
// looks at d*e. The term that is known last is written last: of a long sum, one multiply-add then waits for it, not
// all of them. In a factorization every pivot waits for the one before, and this is most of the way between them
// (545 -> 250 cycles for an 18 x 18 mass matrix).
//
// When a value is known is reckoned for a processor that starts everything as soon as its operands are there, with
// the latencies of current x86-64 cores.

#include <algorithm>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/ready_times.hpp"

namespace lag {

namespace {

// When the sum that holds it may go on to it.
ReadyTime needed_at(const Routine& routine, CodeId term) {
    const ReadyTime ready = routine.ready[term];
    return is_fused(routine, term) ? ready - mul_latency : ready;
}

ReadyTime ready_sum(const Routine& routine, CodeId id) {
    std::vector<ReadyTime> times;
    for (const Item& term : items_in_text(routine, {id, false}))
        times.push_back(times.empty() ? routine.ready[term.id] : needed_at(routine, term.id));
    return ready_in_chain(times, add_latency);
}

ReadyTime ready_at(const Routine& routine, CodeId id) {
    const CodeKind kind = routine.code->node(id).kind;
    if (kind == CodeKind::sum) return ready_sum(routine, id);
    if (kind == CodeKind::product) return ready_product(*routine.code, id, routine.ready);
    return kind == CodeKind::function ? ready_function(*routine.code, id, routine.ready) : 0;
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
    if (code.node(node.id).kind != CodeKind::sum) return factors_in_order(code, node.id, routine.ready);
    std::vector<Item> items(code.items(node.id).begin(), code.items(node.id).end());
    for (Item& item : items) item.minus = item.minus != node.minus;
    std::ranges::stable_sort(items, {}, [&](const Item& item) { return needed_at(routine, item.id); });
    const auto positive = std::ranges::find(items, false, &Item::minus);  // no sign change where it can be avoided
    if (positive != items.end()) std::rotate(items.begin(), positive, positive + 1);
    return items;
}

}  // namespace lag
