// Stage: what a symmetric matrix A looks like before any of its numbers are known.
//
//   structure of the mechanism -> SymmetricPattern -> (ordering, elimination, plan)
//
// A is n x n. The pattern lists the entries of its lower triangle that may be non-zero; every other entry is zero by
// structure and no step is ever spent on it. A diagonal entry may be structurally zero too: a constraint multiplier's
// is, and so is a massless end body's. `sign(i)` is the sign the pivot of row i must have: +1 for a speed (kinetic
// energy is positive), -1 for a multiplier. For A = [M B^T; B 0] with M positive definite and B of full rank these are
// the signs of every LDL^T of A whose leading blocks are regular.
//
// Rows and columns count from 0. Numbers (and units) belong to whoever executes the plan.
#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace lag {

class SymmetricPattern {
  public:
    SymmetricPattern() = default;
    // size rows, no entries, all signs +1.
    explicit SymmetricPattern(std::size_t size);
    // One row per sign, no entries. InternalError for a sign that is neither +1 nor -1.
    explicit SymmetricPattern(std::vector<int> signs);

    // Records that A(i,j) = A(j,i) may be non-zero. InternalError for an index out of range.
    void insert(std::size_t i, std::size_t j);
    // The same for an entry that depends on no state: what the steps make of such entries alone is computed once, and
    // costs nothing afterwards. An entry inserted both ways is not constant.
    void insert_constant(std::size_t i, std::size_t j);

    // Records a diagonal entry that may be non-zero, and is zero at some states. A row of sign -1 with one needs no
    // partner (pivot_partners.hpp), but waits for its neighbours as a row without one does (safe_pivots.hpp).
    void insert_vanishing(std::size_t row);
    bool may_vanish(std::size_t row) const;

    // Records an entry that is zero at no state. A multiplier needs to wait for that speed alone where its row is the
    // only one that holds it (safe_pivots.hpp).
    void insert_firm(std::size_t row, std::size_t speed);
    bool is_firm(std::size_t row, std::size_t speed) const;

    // Row `row` is one of so many equal ones, of equal parts of a mechanism that are computed side by side (core/lanes.hpp);
    // 0, where nothing is said: it is itself alone. Equal parts share no entry. Their rows are eliminated before all rows
    // that are alone (safe_pivots.hpp): what they subtract from these is a sum over the parts.
    void set_lanes(std::size_t row, std::size_t lanes);
    std::size_t lanes(std::size_t row) const { return lanes_.at(row); }
    bool has_lanes() const;
    // The multipliers of equal parts hold the speeds of their part with full rank at every state: none of them needs to wait
    // for a speed that is alone.
    void set_firm_parts() { has_firm_parts_ = true; }
    bool has_firm_parts() const { return has_firm_parts_; }

    std::size_t size() const { return signs_.size(); }
    bool has(std::size_t i, std::size_t j) const;
    bool is_constant(std::size_t i, std::size_t j) const;
    bool has_constants() const;
    int sign(std::size_t row) const { return signs_.at(row); }
    // Columns j <= row of the entries of that row of the lower triangle, ascending.
    const std::vector<std::size_t>& lower_row(std::size_t row) const { return rows_.at(row); }
    // Entries of the lower triangle, diagonal included.
    std::size_t nonzeros() const;
    // Entries strictly below the diagonal.
    std::size_t off_diagonal_nonzeros() const;
    // neighbours()[i]: the other rows that share an entry with row i, ascending.
    std::vector<std::vector<std::size_t>> neighbours() const;

    friend bool operator==(const SymmetricPattern&, const SymmetricPattern&) = default;

  private:
    std::vector<std::vector<std::size_t>> rows_;
    std::vector<std::vector<std::size_t>> constants_;  // those of rows_ that depend on no state
    std::vector<std::size_t> vanishing_;               // rows, ascending
    std::set<std::pair<std::size_t, std::size_t>> firm_;
    std::vector<int> signs_;
    std::vector<std::size_t> lanes_;  // by row
    bool has_firm_parts_ = false;
};

}  // namespace lag
