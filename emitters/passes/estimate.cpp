#include "emitters/passes/estimate.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/schedule_block.hpp"

namespace lag {

namespace {

constexpr std::size_t lanes_of_vector = 4;
std::size_t vectors_for(std::size_t numbers) {
    return (numbers + lanes_of_vector - 1) / lanes_of_vector;
}

// Of what vector sines cost, and of taking the lanes of results apart.
std::size_t cycles_of_vectors(const Routine& routine) {
    constexpr std::size_t slots_of_sines = 45, executed_per_cycle = 3;
    std::set<CodeId> angles, angles_of_limbs;
    for (CodeId id = 0; id < routine.code->size(); ++id) {
        const CodeNode& node = routine.code->node(id);
        if (node.kind != CodeKind::function || (node.op != Op::sin && node.op != Op::cos)) continue;
        if (!routine.is_temporary(id)) continue;
        (routine.is_lane_value(id) ? angles_of_limbs : angles).insert(routine.code->items(id).front().id);
    }
    const std::size_t limbs = routine.lane_reads.empty() ? 0 : routine.lane_reads.begin()->second.size();
    const std::size_t sines = vectors_for(angles.size()) + angles_of_limbs.size() * vectors_for(limbs);
    const auto taken_apart = static_cast<std::size_t>(
        std::ranges::count_if(routine.statements, [](const CodeStatement& s) { return s.lane > 0; }));
    return (sines * slots_of_sines + taken_apart) / executed_per_cycle;
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
