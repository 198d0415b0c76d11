// K of the articulated recursion (articulated.hpp): the symmetric system of the unknowns that links hand inward, while
// it is collected and eliminated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/graph.hpp"

namespace lag {

class UnknownSystem {
  public:
    // Row >= column.
    using Place = std::pair<std::size_t, std::size_t>;

    void add(std::size_t row, std::size_t column, const Expr& value) {
        entries_[place(row, column)] += value;
        if (row == column) whole_[row] += value;
    }
    // `same_sign`: whether the pivot that the value was divided by has the sign of this row's.
    void take(std::size_t row, std::size_t column, const Expr& value, bool same_sign) {
        entries_[place(row, column)] += -value;
        if (row != column) return;
        if (same_sign)
            reduced_.insert(row);
        else
            whole_[row] += -value;
    }
    std::optional<Expr> find(std::size_t row, std::size_t column) const {
        const auto entry = entries_.find(place(row, column));
        return entry == entries_.end() ? std::nullopt : std::optional(entry->second);
    }
    void erase(std::size_t row, std::size_t column) { entries_.erase(place(row, column)); }

    const std::map<Place, Expr>& entries() const { return entries_; }
    // The terms of a diagonal entry with the sign of its pivot, and whether it has others.
    const Expr& whole(std::size_t row) const { return whole_.at(row); }
    bool is_reduced(std::size_t row) const { return reduced_.contains(row); }

  private:
    static Place place(std::size_t row, std::size_t column) { return {std::max(row, column), std::min(row, column)}; }

    std::map<Place, Expr> entries_;
    std::map<std::size_t, Expr> whole_;
    std::set<std::size_t> reduced_;
};

}  // namespace lag
