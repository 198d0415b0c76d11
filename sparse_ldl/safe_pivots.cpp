// Which rows wait for which: see safe_pivots.hpp.
#include "sparse_ldl/safe_pivots.hpp"

#include <algorithm>
#include <optional>

namespace lag {

namespace {

// The last speed with inertia whose firm entry in this row is the only one in its column.
std::optional<std::size_t> own_speed(const SymmetricPattern& pattern,
                                     const std::vector<std::vector<std::size_t>>& neighbours, std::size_t row) {
    for (auto speed = neighbours[row].rbegin(); speed != neighbours[row].rend(); ++speed) {
        if (!pattern.is_firm(row, *speed) || !pattern.has(*speed, *speed)) continue;
        const bool is_alone = std::ranges::none_of(neighbours[*speed], [&](std::size_t other) {
            return other != row && pattern.sign(other) != pattern.sign(*speed);
        });
        if (is_alone) return *speed;
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::vector<std::size_t>> rows_waited_for(const SymmetricPattern& pattern) {
    const auto neighbours = pattern.neighbours();
    std::vector<std::vector<std::size_t>> waited_for(pattern.size());
    for (std::size_t row = 0; row < pattern.size(); ++row) {
        if (pattern.has(row, row) && !pattern.may_vanish(row)) continue;
        if (const std::optional<std::size_t> own = own_speed(pattern, neighbours, row);
            pattern.sign(row) < 0 && !pattern.may_vanish(row) && own) {
            waited_for[row] = {*own};
            continue;
        }
        for (const std::size_t other : neighbours[row]) {
            // a massless speed cannot rely on a row that may not hold; such a row comes after all its speeds
            const bool counts = pattern.sign(row) > 0 ? !pattern.may_vanish(other)
                                                      : pattern.may_vanish(row) || pattern.has(other, other);
            if (counts && pattern.sign(other) != pattern.sign(row)) waited_for[row].push_back(other);
        }
    }
    return waited_for;
}

bool is_safe(const SymmetricPattern& pattern, const EliminationOrder& order) {
    const auto waited_for = rows_waited_for(pattern);
    const std::vector<std::size_t> position = positions_of(order, pattern.size());
    for (std::size_t row = 0; row < pattern.size(); ++row) {
        if (std::any_of(waited_for[row].begin(), waited_for[row].end(),
                        [&](std::size_t other) { return position[other] > position[row]; }))
            return false;
    }
    return true;
}

}  // namespace lag
