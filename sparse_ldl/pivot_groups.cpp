#include "sparse_ldl/pivot_groups.hpp"

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

PivotGroups single_pivots(std::size_t size) {
    PivotGroups groups;
    for (std::size_t j = 0; j < size; ++j) groups.push_back({j, j});
    return groups;
}

PivotGroups pivot_groups(const SymmetricPattern& pattern, const EliminationOrder& order, std::size_t most,
                         PivotLines lines) {
    if (most < 1 || most > 3) throw InternalError("groups of one to three pivots");
    const FactorPattern factor = factor_pattern(pattern, order);
    const std::size_t n = order.size();
    std::vector<std::size_t> children(n + 1);
    for (const std::size_t parent : factor.parent) ++children[std::min(parent, n)];
    const auto may_go_along = [&](std::size_t j) {
        return pattern.sign(order[j]) > 0 && pattern.has(order[j], order[j]) && !pattern.may_vanish(order[j]);
    };
    PivotGroups groups;
    for (std::size_t first = 0; first < n;) {
        std::size_t end = first + 1;
        while (end < n && factor.parent[end - 1] == end && children[end] == 1 && may_go_along(end - 1) &&
               may_go_along(end))
            ++end;
        const bool is_cut = lines == PivotLines::all || factor.parent[end - 1] == FactorPattern::no_parent;
        if (!is_cut) groups.push_back({first, first}), end = ++first;
        for (std::size_t parts = (end - first + most - 1) / most; parts > 0; --parts) {
            const std::size_t size = (end - first + parts - 1) / parts;
            groups.push_back({first, first + size - 1});
            first += size;
        }
    }
    return groups;
}

FactorPattern factor_pattern(const SymmetricPattern& pattern, const EliminationOrder& order,
                             const PivotGroups& groups) {
    const FactorPattern factor = factor_pattern(pattern, order);
    SymmetricPattern filled = pattern;
    for (const PivotGroup& group : groups)
        for (std::size_t j = group.first; j <= group.last; ++j) {
            for (std::size_t i = j + 1; i <= group.last; ++i) filled.insert(order[i], order[j]);
            for (const std::size_t i : factor.columns[group.last]) filled.insert(order[i], order[j]);
        }
    return factor_pattern(filled, order);
}

}  // namespace lag
