// Elimination tree and pattern of L: see elimination.hpp.
#include "sparse_ldl/elimination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/errors.hpp"

namespace lag {

namespace {

// rows[i]: the positions k < i with P A P^T (i,k) != 0.
std::vector<std::vector<std::size_t>> permuted_rows(const SymmetricPattern& pattern,
                                                    const std::vector<std::size_t>& position) {
    std::vector<std::vector<std::size_t>> rows(pattern.size());
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        for (const std::size_t j : pattern.lower_row(i)) {
            if (i != j) rows[std::max(position[i], position[j])].push_back(std::min(position[i], position[j]));
        }
    }
    return rows;
}

// Davis section 4.1: `ancestor` compresses the paths already climbed, so that no path is climbed twice.
std::vector<std::size_t> elimination_tree(const std::vector<std::vector<std::size_t>>& rows) {
    constexpr std::size_t none = FactorPattern::no_parent;
    std::vector<std::size_t> parent(rows.size(), none);
    std::vector<std::size_t> ancestor(rows.size(), none);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k : rows[i]) {
            while (k != none && k < i) {
                const std::size_t next = ancestor[k];
                ancestor[k] = i;
                if (next == none) parent[k] = i;
                k = next;
            }
        }
    }
    return parent;
}

}  // namespace

std::vector<std::size_t> positions_of(const EliminationOrder& order, std::size_t size) {
    std::vector<std::size_t> position(size, size);
    if (order.size() != size) {
        throw InternalError(fmt::format("elimination order of {} rows for a matrix of {}", order.size(), size));
    }
    for (std::size_t p = 0; p < size; ++p) {
        if (order[p] >= size || position[order[p]] != size) {
            throw InternalError("elimination order is not a permutation: row " + std::to_string(order[p]));
        }
        position[order[p]] = p;
    }
    return position;
}

bool FactorPattern::has(std::size_t row, std::size_t column) const {
    return std::binary_search(rows.at(row).begin(), rows.at(row).end(), column);
}

std::size_t FactorPattern::slot(std::size_t row, std::size_t column) const {
    const std::vector<std::size_t>& entries = columns.at(column);
    const auto place = std::lower_bound(entries.begin(), entries.end(), row);
    if (place == entries.end() || *place != row) {
        throw InternalError(fmt::format("L({}, {}) is structurally zero", row, column));
    }
    return column_start[column] + static_cast<std::size_t>(place - entries.begin());
}

FactorPattern factor_pattern(const SymmetricPattern& pattern, const EliminationOrder& order) {
    const std::size_t n = pattern.size();
    const auto rows_of_a = permuted_rows(pattern, positions_of(order, n));
    FactorPattern factor;
    factor.parent = elimination_tree(rows_of_a);
    factor.rows.resize(n);
    factor.columns.resize(n);
    std::vector<std::size_t> visited_by(n, FactorPattern::no_parent);
    for (std::size_t i = 0; i < n; ++i) {
        visited_by[i] = i;
        for (std::size_t k : rows_of_a[i]) {
            for (; visited_by[k] != i; k = factor.parent[k]) {
                visited_by[k] = i;
                factor.rows[i].push_back(k);
                factor.columns[k].push_back(i);
            }
        }
        std::sort(factor.rows[i].begin(), factor.rows[i].end());
    }
    factor.column_start.assign(n + 1, 0);
    for (std::size_t j = 0; j < n; ++j) factor.column_start[j + 1] = factor.column_start[j] + factor.columns[j].size();
    return factor;
}

std::size_t fill(const SymmetricPattern& pattern, const FactorPattern& factor) {
    return factor.nonzeros() - pattern.off_diagonal_nonzeros();
}

}  // namespace lag
