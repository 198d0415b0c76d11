// Operation counts from the pattern of L: see operation_count.hpp.
#include "sparse_ldl/operation_count.hpp"

#include <algorithm>

namespace lag {

LdlOperationCount count_operations(const SymmetricPattern& pattern, const EliminationOrder& order, LdlScope scope) {
    const FactorPattern factor = factor_pattern(pattern, order);
    const std::size_t n = factor.size();
    std::size_t products = 0;
    std::size_t sums_from_zero = fill(pattern, factor);
    std::size_t checks = 0;
    for (std::size_t j = 0; j < n; ++j) {
        const std::size_t below = factor.columns[j].size();
        products += below * (below + 1) / 2;
        const auto same_sign = [&](std::size_t k) { return pattern.sign(order[k]) == pattern.sign(order[j]); };
        const auto& row = factor.rows[j];
        if (std::any_of(row.begin(), row.end(), same_sign)) ++checks;
        if (!row.empty() && !pattern.has(order[j], order[j])) ++sums_from_zero;
    }
    LdlOperationCount count{products - sums_from_zero, products + factor.nonzeros() + checks, n};
    if (scope == LdlScope::factor_and_solve) {
        count.add += 2 * factor.nonzeros();
        count.mul += 2 * factor.nonzeros() + n;
    }
    return count;
}

}  // namespace lag
