// Stage: run a plan on any kind of number.
//
//   LdlPlan, entries of A, right side b, policy -> LdlResult { x, d, r, L }
//
// T needs a default constructor, +, -, * and unary -: double, a dual number, or a handle of a symbolic expression, in
// which case running the plan writes the code. What is not ring arithmetic is left to the policy:
//
//   T policy.reciprocal_of_pivot(const T& d, const T& lead, const PivotSite& site)
//
// returns 1/d if the pivot passes its check, and otherwise the reciprocal of a harmless value of sign site.sign, by
// selection, so that what follows is finite but void. The check (plan.hpp) is, with sigma = site.sign,
//   site.can_cancel:  sigma d > pivot_margin * sigma lead     (= sigma d > 1e-12 * sum of the magnitudes of d's terms)
//   otherwise:        sigma d > 0                             (lead is d)
// and, for plans with groups of pivots,
//
//   PivotBlock<T> policy.block(const SymmetricBlock<T>& D, const std::vector<T>& leads, const std::vector<PivotSite>& sites)
//   T policy.zero()
//
// and, for patterns with rows of equal parts (SymmetricPattern::lanes), whose numbers are one for each part,
//
//   T policy.sum_over_lanes(const T& value, std::size_t lanes)
//
// D's k-th pivot is the quotient of its leading minors k and k-1, compared in the same way.
// info = 0, or 1 + the row of A of the first pivot, in elimination order, that failed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "sparse_ldl/pivot_block.hpp"
#include "sparse_ldl/plan.hpp"

namespace lag {

inline constexpr double pivot_tolerance = 1e-12;
inline constexpr double pivot_margin = 2 * pivot_tolerance / (1 + pivot_tolerance);
// Large, so that a failed row adds next to nothing to the others (1 would let the numbers grow like their squares), and
// still a number in single precision.
inline constexpr double harmless_pivot = 1e30;

struct PivotSite {
    std::size_t row;  // of A
    int sign;         // the sign its pivot must have
    bool can_cancel;
};

template <class T>
struct LdlResult {
    std::vector<T> x;  // by row of A; empty if the plan only factors
    std::vector<T> d;  // by position: the pivots as computed, before any replacement; of groups, the diagonal of D
    std::vector<PivotBlock<T>> inverses;  // by group
    std::vector<T> L;                     // by plan.factor.slot(row, column)
    std::vector<T> U;                     // L D, by the same slots
};

// D of the group of columns first to last.
template <class T>
SymmetricBlock<T> block_of(const LdlPlan& plan, const LdlResult<T>& result, std::size_t first, std::size_t last) {
    SymmetricBlock<T> D;
    for (std::size_t i = first; i <= last; ++i) {
        std::vector<T>& row = D.emplace_back();
        for (std::size_t j = first; j <= last; ++j)
            row.push_back(i == j ? result.d[i] : result.U[plan.factor.slot(std::max(i, j), std::min(i, j))]);
    }
    return D;
}

// The step `scale`, after the group's inverse is there.
template <class T>
void scale(const LdlPlan& plan, const LdlStep& step, LdlResult<T>& result) {
    const PivotBlock<T>& inverse = result.inverses.back();
    if (step.first_term == step.last_term) {
        result.L[step.slot] = inverse.solve(std::vector<T>{result.U[step.slot]}).front();
        return;
    }
    std::vector<T> U;
    std::vector<std::size_t> places;
    for (std::size_t t = step.first_term; t < step.last_term; ++t) {
        U.push_back(result.U[plan.terms[t].left]);
        places.push_back(plan.terms[t].right - step.column);
    }
    const std::vector<T> L = inverse.solve(U, places);
    for (std::size_t k = 0; k < L.size(); ++k) result.L[plan.factor.slot(step.row, step.column + k)] = L[k];
}

// The step `divide`.
template <class T>
void divide(const LdlStep& step, const PivotBlock<T>& inverse, const std::vector<T>& y, std::vector<T>& z) {
    const std::vector<T> quotients = inverse.solve(std::vector<T>(&y[step.column], &y[step.row] + 1));
    for (std::size_t k = 0; k < quotients.size(); ++k) z[step.column + k] = quotients[k];
}

template <class T, class Policy>
inline constexpr bool sums_over_lanes = requires(Policy& policy, T value, std::size_t lanes) {
    policy.sum_over_lanes(value, lanes);
};
// InternalError for a plan with rows of equal parts and a policy that cannot sum over them.
template <class T, class Policy>
void require_sums_over_lanes(const LdlPlan& plan) {
    if (!sums_over_lanes<T, Policy> && plan.pattern.has_lanes())
        throw InternalError("rows of equal parts for a policy that cannot sum over them");
}

// `sum` less the products of these terms, for the row at `position`; nothing where there are neither. What rows of equal
// parts give to a row that is none of them is summed over the parts.
template <class T, class Policy>
std::optional<T> less_products(const LdlPlan& plan, const std::vector<T>& L, std::optional<T> sum, std::size_t first,
                               std::size_t last, const std::vector<T>& right, std::size_t position, Policy& policy) {
    std::map<std::size_t, T> of_parts;  // by number of parts
    for (std::size_t t = first; t < last; ++t) {
        T product = L[plan.terms[t].left] * right[plan.terms[t].right];
        const std::size_t lanes = plan.lanes_summed(plan.terms[t], position);
        if (lanes > 0) {
            const auto [place, is_first] = of_parts.emplace(lanes, product);
            if (!is_first) place->second = place->second + product;
            continue;
        }
        sum = sum ? *sum - product : -product;
    }
    if constexpr (sums_over_lanes<T, Policy>)
        for (const auto& [lanes, products] : of_parts) {
            const T all = policy.sum_over_lanes(products, lanes);
            sum = sum ? *sum - all : -all;
        }
    return sum;
}

// entry(i, j), rows of A with i >= j, is asked once for every entry of the pattern and for no other. right_side: n
// values by row of A, not read by a plan that only factors. InternalError for a plan with void pivots or a wrong length
// of b.
template <class T, class Entry, class Policy>
LdlResult<T> execute(const LdlPlan& plan, const Entry& entry, const std::vector<T>& right_side, Policy& policy) {
    const std::size_t n = plan.size();
    const bool solves = plan.scope == LdlScope::factor_and_solve;
    if (!plan.void_pivots.empty()) {
        throw InternalError(fmt::format("LDL^T plan executed although row {} has no pivot", plan.void_pivots.front()));
    }
    if (solves && right_side.size() != n) {
        throw InternalError(fmt::format("right side of {} values for {} rows", right_side.size(), n));
    }
    const std::vector<T> empty(plan.factor.nonzeros());
    LdlResult<T> result{{}, std::vector<T>(n), {}, empty, empty};
    std::vector<T> lead(n), y(n), z(n), x(n);
    std::vector<bool> can_cancel(n);
    std::size_t divided = 0;  // groups
    result.inverses.reserve(plan.groups.size());
    constexpr bool takes_groups = requires {
        policy.zero();
    };
    if constexpr (takes_groups)
        result.U.assign(plan.factor.nonzeros(), policy.zero());
    else if (plan.groups.size() != n)
        throw InternalError("groups of pivots for a policy that knows none");

    const auto entry_of = [&](const LdlStep& step) -> std::optional<T> {
        if (!step.starts_from_entry) return std::nullopt;
        const std::size_t i = plan.order[step.row];
        const std::size_t j = plan.order[step.column];
        return i >= j ? entry(i, j) : entry(j, i);
    };
    require_sums_over_lanes<T, Policy>(plan);
    const auto subtract = [&](std::optional<T> sum, std::size_t first, std::size_t last, const std::vector<T>& right,
                              std::size_t position) {
        return less_products(plan, result.L, std::move(sum), first, last, right, position, policy);
    };
    for (const LdlStep& step : plan.steps) {
        const std::size_t i = step.row;
        const std::size_t j = step.column;
        switch (step.kind) {
            case LdlStepKind::pivot: {
                const auto sum = subtract(entry_of(step), step.first_term, step.lead_end, result.U, j);
                lead[j] = sum.value();
                result.d[j] = subtract(sum, step.lead_end, step.last_term, result.U, j).value();
                can_cancel[j] = step.can_cancel();
                break;
            }
            case LdlStepKind::reciprocal: {
                std::vector<PivotSite> sites;
                for (std::size_t k = j; k <= i; ++k)
                    sites.push_back({plan.order[k], plan.pattern.sign(plan.order[k]), can_cancel[k] || k > j});
                if (i == j)
                    result.inverses.emplace_back(SymmetricBlock<T>{},
                                                 policy.reciprocal_of_pivot(result.d[j], lead[j], sites.front()));
                else if constexpr (takes_groups)
                    result.inverses.push_back(
                        policy.block(block_of(plan, result, j, i), {&lead[j], &lead[i] + 1}, sites));
                break;
            }
            case LdlStepKind::update:
                result.U[step.slot] = subtract(entry_of(step), step.first_term, step.last_term, result.U, j).value();
                break;
            case LdlStepKind::scale:
                scale(plan, step, result);
                break;
            case LdlStepKind::forward:
                y[i] = subtract(right_side[plan.order[i]], step.first_term, step.last_term, y, i).value();
                break;
            case LdlStepKind::divide:
                divide(step, result.inverses[divided++], y, z);
                break;
            case LdlStepKind::backward:
                x[i] = subtract(z[i], step.first_term, step.last_term, x, i).value();
                break;
        }
    }
    if (solves) {
        result.x.resize(n);
        for (std::size_t i = 0; i < n; ++i) result.x[plan.order[i]] = x[i];
    }
    return result;
}

// x of A x = b with the factors that an earlier execution of a plan left: for further right sides. `b`: n values by row
// of A. The policy sums over equal parts as that of `execute`, and says of each row of A whether its x is wanted; of
// others it is T{}.
template <class T, class Policy>
std::vector<T> solve_with(const LdlPlan& plan, const LdlResult<T>& factors, const std::vector<T>& right_side,
                          Policy& policy) {
    const std::size_t n = plan.size();
    if (plan.scope != LdlScope::factor_and_solve || right_side.size() != n)
        throw InternalError(fmt::format("right side of {} values for {} rows", right_side.size(), n));
    require_sums_over_lanes<T, Policy>(plan);
    std::vector<T> y(n), z(n), x(n), result(n);
    std::size_t divided = 0;  // groups
    const auto subtract = [&](const T& sum, const LdlStep& step, const std::vector<T>& right) {
        return less_products(plan, factors.L, std::optional<T>(sum), step.first_term, step.last_term, right, step.row,
                             policy)
            .value();
    };
    for (const LdlStep& step : plan.steps) {
        const std::size_t i = step.row;
        if (step.kind == LdlStepKind::forward) y[i] = subtract(right_side[plan.order[i]], step, y);
        if (step.kind == LdlStepKind::divide) divide(step, factors.inverses[divided++], y, z);
        if (step.kind == LdlStepKind::backward && policy.is_wanted(plan.order[i])) x[i] = subtract(z[i], step, x);
    }
    for (std::size_t i = 0; i < n; ++i) result[plan.order[i]] = x[i];
    return result;
}

// Of plans without rows of equal parts, all of x.
struct AllRows {
    static bool is_wanted(std::size_t /*row*/) { return true; }
};
template <class T>
std::vector<T> solve_with(const LdlPlan& plan, const LdlResult<T>& factors, const std::vector<T>& right_side) {
    AllRows policy;
    return solve_with(plan, factors, right_side, policy);
}

// Plain floating point; remembers the first pivot that failed.
class DoublePolicy {
  public:
    double reciprocal_of_pivot(const double& d, const double& lead, const PivotSite& site) {
        const double bound = site.can_cancel ? pivot_margin * (site.sign * lead) : 0.0;
        const bool passes = site.sign * d > bound;
        if (!passes && info_ == 0) info_ = site.row + 1;
        return 1.0 / (passes ? d : site.sign * harmless_pivot);
    }
    double zero() const { return 0; }
    PivotBlock<double> block(const SymmetricBlock<double>& D, const std::vector<double>& leads,
                             const std::vector<PivotSite>& sites) {
        SymmetricBlock<double> cofactors = adjugate(D);
        const std::vector<double> minors = leading_minors(D, cofactors);
        bool passes = true;
        for (std::size_t k = 0; k < sites.size(); ++k) {
            const double before = k == 0 ? 1.0 : minors[k - 1];
            passes = minors[k] > (sites[k].can_cancel ? pivot_margin * leads[k] * before : 0.0);
            if (!passes && info_ == 0) info_ = sites[k].row + 1;
        }
        return {std::move(cofactors), 1.0 / (passes ? minors.back() : harmless_pivot)};
    }
    // 0, or 1 + the row of A of the first failing pivot in elimination order.
    std::size_t info() const { return info_; }

  private:
    std::size_t info_ = 0;
};

}  // namespace lag
