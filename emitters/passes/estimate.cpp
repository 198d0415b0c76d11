#include "emitters/passes/estimate.hpp"

#include <numeric>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/schedule_block.hpp"

namespace lag {

std::size_t estimated_cycles(Routine routine, const std::vector<ExternalCall>& externals) {
    routine.code = std::make_shared<const Code>(bound_width(*routine.code, statement_width));
    form_statements(routine, externals, OptimizeOptions{}.line_size);
    order_terms(routine);
    order_statements(routine, OrderGoal::one_state);
    std::size_t sum = 0;
    for (std::size_t first = 0; first < routine.statements.size(); ++first) {
        std::size_t last = first;
        while (last < routine.statements.size() && routine.statements[last].kind != CodeStatement::Kind::call) ++last;
        const ScheduleBlock block = schedule_block_of(routine, first, last, false);
        Order order(block.size());
        std::iota(order.begin(), order.end(), 0U);
        sum += cycles(block, order, reloads(block, order));
        first = last;
    }
    return sum;
}

}  // namespace lag
