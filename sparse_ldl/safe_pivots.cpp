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

// By the entries alone.
std::vector<std::vector<std::size_t>> neighbours_waited_for(const SymmetricPattern& pattern) {
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
            if (pattern.has_firm_parts() && pattern.lanes(row) > 0 && pattern.lanes(other) == 0) continue;
            if (counts && pattern.sign(other) != pattern.sign(row)) waited_for[row].push_back(other);
        }
    }
    return waited_for;
}

}  // namespace

std::vector<std::vector<std::size_t>> rows_waited_for(const SymmetricPattern& pattern) {
    auto waited_for = neighbours_waited_for(pattern);
    for (std::size_t row = 0; row < pattern.size(); ++row) {
        if (pattern.lanes(row) > 0) continue;
        std::vector<std::size_t>& others = waited_for[row];
        for (std::size_t other = 0; other < pattern.size(); ++other)
            if (pattern.lanes(other) > 0) others.push_back(other);
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
    }
    return waited_for;
}

bool may_go_in_lanes(const SymmetricPattern& pattern) {
    const auto waited_for = neighbours_waited_for(pattern);
    for (std::size_t row = 0; row < pattern.size(); ++row)
        if (pattern.lanes(row) > 0 && std::any_of(waited_for[row].begin(), waited_for[row].end(),
                                                  [&](std::size_t other) { return pattern.lanes(other) == 0; }))
            return false;
    return true;
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
