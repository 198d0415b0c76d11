// Operation counts of statements, by the rule of the head comment: each + or - between two numbers is an add, each * a
// mul, each / a div; a sign counts nothing, nor do comparisons and selections; every function but sqrt is a call.

#include <algorithm>

#include "emitters/passes/passes.hpp"

namespace lag {

std::vector<CodeId> nodes_in_text(const Routine& routine, CodeId root) {
    std::vector<CodeId> found, open{root};
    while (!open.empty()) {
        const CodeId id = open.back();
        open.pop_back();
        found.push_back(id);
        if (id != root && routine.is_temporary(id)) continue;
        const auto items = routine.code->items(id);
        for (auto it = items.rbegin(); it != items.rend(); ++it) open.push_back(it->id);
    }
    return found;
}

OperationCount count_in_text(const Routine& routine, CodeId root) {
    const Code& code = *routine.code;
    OperationCount count;
    for (const CodeId id : nodes_in_text(routine, root)) {
        if (id == root || !routine.is_temporary(id)) add_own_operations(code, id, count);
    }
    return count;
}

OperationCount count_before_passes(const Routine& routine) {
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
    return count_operations(*routine.graph, roots, bit(Role::parameter));
}

}  // namespace lag
