#include "emitters/passes/estimate.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/schedule_block.hpp"

namespace lag {

namespace {

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

// Of spreading scalars over lanes, and of taking the lanes of results apart.
std::size_t cycles_of_lanes(const Routine& routine) {
    constexpr std::size_t executed_per_cycle = 3;
    std::size_t taken_apart = 0;
    for (const CodeStatement& s : routine.statements)
        if (s.lane > 0) taken_apart += routine.slices_of(routine.lanes_of(s.value.id));
    return (spread_scalars(routine) + taken_apart) / executed_per_cycle;
}

}  // namespace

std::size_t estimated_cycles(Routine routine, bool knows_sines) {
    routine.statements.clear(), routine.zeroed.clear(), routine.operations = {};
    routine.code = std::make_shared<const Code>(bound_width(*routine.code, statement_width));
    form_statements(routine, OptimizeOptions{}.line_size);
    order_terms(routine);
    cut_into_slices(routine);
    order_statements(routine, knows_sines ? OrderGoal::own_sines : OrderGoal::one_state);
    std::size_t sum = 0;
    for (const Piece& piece : routine.pieces)
        for (std::size_t first = piece.first; first < piece.last; ++first) {
            std::size_t last = first;
            while (last < piece.last && routine.statements[last].kind != CodeStatement::Kind::call) ++last;
            const ScheduleBlock block = schedule_block_of(routine, first, last, knows_sines);
            Order order(block.size());
            std::iota(order.begin(), order.end(), 0U);
            sum += cycles(block, order, reloads(block, order)) * routine.slices_of(piece.lanes);
            first = last;
        }
    return sum + cycles_of_lanes(routine);
}

}  // namespace lag
