// Stage: the straight-line program of one factorization, as numbered steps.
//
//   SymmetricPattern (, EliminationOrder) -> LdlPlan -> execute.hpp (numbers or expressions), plan_text.hpp (text)
//
// With P A P^T = L D L^T, L unit lower triangular, D diagonal, and U = L D kept, so that no product is formed twice:
//   d_j  = A_jj - sum_k L_jk U_jk            the pivot
//   r_j  = 1 / d_j                           the only division of the column; checks the pivot
//   U_ij = A_ij - sum_k L_jk U_ik            i > j, over the k < j where both factors are structurally non-zero
//   L_ij = U_ij r_j
//   y_i  = b_i - sum_j L_ij y_j,   z_i = y_i r_i,   x_j = z_j - sum_i L_ij x_i
// column after column (left-looking: every number is finished when it is first written). Source: Davis 2006,
// section 4.8 (left-looking Cholesky; LDL^T saves its square roots).
//
// The pivot check, at one multiplication. A term L_jk U_jk = L_jk^2 d_k has the sign of d_k, which is known at plan
// time: a pivot of the wrong sign fails its own check and is replaced by one of the right sign. So in
//   d_j = (A_jj - sum of the terms of opposite sign) - sum of the terms of the same sign = a_j - s_j
// nothing cancels inside a_j nor inside s_j; only the last difference can. With sign sigma the sum of the magnitudes of
// all terms is sigma (a_j + s_j) = sigma (2 a_j - d_j), and
//   sigma d > eps sigma (2 a - d)   <=>   sigma d > 2 eps / (1 + eps) sigma a.
// Without terms of the same sign d = a, and sigma d > 0 is the whole check. This takes sigma A_jj >= 0 for granted:
// kinetic energy is not negative. Where it is, the pivot must still be of the right sign, but the margin is the smaller
// sigma (2 a - d).
//
// Groups of pivots (pivot_groups.hpp) are columns that are finished together: d, U and y take no terms of the columns of their own
// group, and with D of the group's pivots and the U between them
//   L_i = D^-1 U_i   for the group's entries of row i      z = D^-1 y
// by cofactors. The k-th pivot is the quotient of two leading minors of D.
//
// Not handled: 2 x 2 pivots that are not positive definite; structural zeros in the right side.
#pragma once

#include <cstddef>
#include <vector>

#include "sparse_ldl/elimination.hpp"
#include "sparse_ldl/operation_count.hpp"
#include "sparse_ldl/pattern.hpp"
#include "sparse_ldl/pivot_groups.hpp"

namespace lag {

enum class LdlStepKind {
    pivot,       // d[column] = A - sum left: L, right: U (the same slot)
    reciprocal,  // r[column] = 1 / d[column], with the pivot check; of a group: D^-1 of columns `column` to `row`
    update,      // U[slot]   = A - sum left: slot of L, right: slot of U
    scale,  // L[slot]   = U[slot] * r[column]; of a group: of all its columns, with terms: left: slot of U, right: column
    forward,  // y[row]    = b - sum left: slot of L, right: position in y
    divide,   // z[row]    = y[row] * r[row]; of a group: of columns `column` to `row`
    backward  // x[row]    = z[row] - sum left: slot of L, right: position in x
};

struct LdlTerm {
    std::size_t left;
    std::size_t right;
    friend bool operator==(const LdlTerm&, const LdlTerm&) = default;
};

// row and column are positions of the elimination order. The step subtracts the products of plan.terms[first_term] up
// to, not including, [last_term]. Of a pivot's terms those before [lead_end] belong to a_j, the others to s_j.
struct LdlStep {
    LdlStepKind kind;
    std::size_t row;
    std::size_t column;
    std::size_t slot;
    bool starts_from_entry;  // whether A(row, column) is structurally non-zero
    std::size_t first_term;
    std::size_t lead_end;
    std::size_t last_term;

    // A pivot with terms of its own sign: its check compares with a_j instead of zero.
    bool can_cancel() const { return kind == LdlStepKind::pivot && lead_end != last_term; }
    friend bool operator==(const LdlStep&, const LdlStep&) = default;
};

struct LdlPlan {
    SymmetricPattern pattern;
    EliminationOrder order;  // position -> row of A
    PivotGroups groups;
    FactorPattern factor;
    LdlScope scope;
    std::vector<LdlStep> steps;
    std::vector<LdlTerm> terms;
    // Rows of A without a pivot (pivot_partners.hpp), in elimination order. A plan with any cannot be executed; the
    // caller, who knows their names, tells the user.
    std::vector<std::size_t> void_pivots;

    std::size_t size() const { return order.size(); }
    // Position -> its group.
    std::vector<PivotGroup> group_of_position() const;
    // Over how many equal parts a term of the row at this position is summed: those of its column, where the row is alone;
    // else 0.
    std::size_t lanes_summed(const LdlTerm& term, std::size_t position) const;
    std::size_t fill() const { return lag::fill(pattern, factor); }
};

LdlPlan plan_ldl(const SymmetricPattern& pattern, LdlScope scope = LdlScope::factor_and_solve);
// InternalError unless `order` is a permutation of the pattern's rows.
LdlPlan plan_ldl(const SymmetricPattern& pattern, const EliminationOrder& order,
                 LdlScope scope = LdlScope::factor_and_solve);
LdlPlan plan_ldl(const SymmetricPattern& pattern, const EliminationOrder& order, const PivotGroups& groups,
                 LdlScope scope = LdlScope::factor_and_solve);

// Groups of three, of all lines or of those at roots: those that take at most 20 per cent more operations than single pivots, of
// two such the ones that take more, since they wait less (measured: bench/README.md).
LdlPlan plan_ldl_in_groups(const SymmetricPattern& pattern);

LdlOperationCount count_operations(const LdlPlan& plan);

}  // namespace lag
