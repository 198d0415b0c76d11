// SymmetricPattern: see pattern.hpp.
#include "sparse_ldl/pattern.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/errors.hpp"

namespace lag {

SymmetricPattern::SymmetricPattern(std::size_t size) : rows_(size), signs_(size, 1) {}

SymmetricPattern::SymmetricPattern(std::vector<int> signs) : rows_(signs.size()), signs_(std::move(signs)) {
    for (const int sign : signs_) {
        if (sign != 1 && sign != -1)
            throw InternalError("pivot sign " + std::to_string(sign) + " is neither +1 nor -1");
    }
}

void SymmetricPattern::insert(std::size_t i, std::size_t j) {
    if (i >= size() || j >= size()) {
        throw InternalError("entry (" + std::to_string(i) + ", " + std::to_string(j) +
                            ") outside a symmetric pattern of " + std::to_string(size()) + " rows");
    }
    std::vector<std::size_t>& row = rows_[std::max(i, j)];
    const std::size_t column = std::min(i, j);
    const auto place = std::lower_bound(row.begin(), row.end(), column);
    if (place == row.end() || *place != column) row.insert(place, column);
}

bool SymmetricPattern::has(std::size_t i, std::size_t j) const {
    const std::vector<std::size_t>& row = rows_.at(std::max(i, j));
    return std::binary_search(row.begin(), row.end(), std::min(i, j));
}

std::size_t SymmetricPattern::nonzeros() const {
    std::size_t count = 0;
    for (const auto& row : rows_) count += row.size();
    return count;
}

std::size_t SymmetricPattern::off_diagonal_nonzeros() const {
    std::size_t count = nonzeros();
    for (std::size_t i = 0; i < size(); ++i) count -= has(i, i) ? 1 : 0;
    return count;
}

std::vector<std::vector<std::size_t>> SymmetricPattern::neighbours() const {
    // Row by row, so that each list receives its smaller neighbours first and comes out ascending.
    std::vector<std::vector<std::size_t>> lists(size());
    for (std::size_t i = 0; i < size(); ++i) {
        for (const std::size_t j : rows_[i]) {
            if (i == j) continue;
            lists[i].push_back(j);
            lists[j].push_back(i);
        }
    }
    return lists;
}

}  // namespace lag
