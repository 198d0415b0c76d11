#include "emitters/passes/estimate.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/schedule_block.hpp"

namespace lag {

namespace {

constexpr std::size_t lanes_of_vector = 4;
std::size_t vectors_for(std::size_t numbers) {
    return (numbers + lanes_of_vector - 1) / lanes_of_vector;
}

// Scalars that operations on lane values read: each is spread over the lanes once. Numbers stand so in memory.
std::size_t spread_scalars(const Routine& routine) {
    const Code& code = *routine.code;
    std::set<std::pair<std::size_t, CodeId>> spread;
    for (CodeId id = 0; id < code.size(); ++id) {
        const std::size_t lanes = routine.lanes_of(id);
        if (lanes == 0 || code.node(id).op == Op::lane_set) continue;
        for (const Item& item : code.items(id)) {
            const bool is_number =
                code.is_free(item.id) && code.free_graph().is_constant_expression(code.free_value(item.id));
            if (routine.lanes_of(item.id) == 0 && !is_number) spread.emplace(lanes, item.id);
        }
    }
    return spread.size();
}

// Of what vector sines cost, of spreading scalars over lanes, and of taking the lanes of results apart.
std::size_t cycles_of_vectors(const Routine& routine) {
    constexpr std::size_t slots_of_sines = 45, executed_per_cycle = 3;
    std::set<CodeId> angles, angles_of_pairs, angles_of_limbs;
    for (CodeId id = 0; id < routine.code->size(); ++id) {
        const CodeNode& node = routine.code->node(id);
        if (node.kind != CodeKind::function || (node.op != Op::sin && node.op != Op::cos)) continue;
        if (!routine.is_temporary(id)) continue;
        const CodeId angle = routine.code->items(id).front().id;
        const std::size_t lanes = routine.lanes_of(id);
        (lanes == 0 ? angles : lanes == 2 ? angles_of_pairs : angles_of_limbs).insert(angle);
    }
    std::size_t sines = vectors_for(angles.size()) + vectors_for(2 * angles_of_pairs.size());
    for (const CodeId angle : angles_of_limbs) sines += vectors_for(routine.lanes_of(angle));
    const auto taken_apart = static_cast<std::size_t>(
        std::ranges::count_if(routine.statements, [](const CodeStatement& s) { return s.lane > 0; }));
    return (sines * slots_of_sines + spread_scalars(routine) + taken_apart) / executed_per_cycle;
}

}  // namespace

std::size_t estimated_cycles(Routine routine, bool knows_sines) {
    routine.statements.clear(), routine.zeroed.clear(), routine.operations = {};
    routine.code = std::make_shared<const Code>(bound_width(*routine.code, statement_width));
    form_statements(routine, OptimizeOptions{}.line_size);
    order_terms(routine);
    order_statements(routine, OrderGoal::one_state);
    std::size_t sum = 0;
    for (std::size_t first = 0; first < routine.statements.size(); ++first) {
        std::size_t last = first;
        while (last < routine.statements.size() && routine.statements[last].kind != CodeStatement::Kind::call) ++last;
        const ScheduleBlock block = schedule_block_of(routine, first, last, knows_sines);
        Order order(block.size());
        std::iota(order.begin(), order.end(), 0U);
        sum += cycles(block, order, reloads(block, order));
        first = last;
    }
    return sum + (knows_sines ? cycles_of_vectors(routine) : 0);
}

}  // namespace lag
