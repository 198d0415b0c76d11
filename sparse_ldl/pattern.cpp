// SymmetricPattern: see pattern.hpp.
#include "sparse_ldl/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/errors.hpp"

namespace lag {

namespace {

bool contains(const std::vector<std::size_t>& sorted, std::size_t value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

void insert_into(std::vector<std::size_t>& sorted, std::size_t value) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), value);
    if (place == sorted.end() || *place != value) sorted.insert(place, value);
}

}  // namespace

SymmetricPattern::SymmetricPattern(std::size_t size) : SymmetricPattern(std::vector<int>(size, 1)) {}

SymmetricPattern::SymmetricPattern(std::vector<int> signs)
    : rows_(signs.size()), constants_(signs.size()), signs_(std::move(signs)), lanes_(signs_.size(), 0) {
    for (const int sign : signs_) {
        if (sign != 1 && sign != -1) throw InternalError(fmt::format("pivot sign {} is neither +1 nor -1", sign));
    }
}

void SymmetricPattern::insert(std::size_t i, std::size_t j) {
    if (i >= size() || j >= size()) {
        throw InternalError(fmt::format("entry ({}, {}) outside a symmetric pattern of {} rows", i, j, size()));
    }
    insert_into(rows_[std::max(i, j)], std::min(i, j));
    std::erase(constants_[std::max(i, j)], std::min(i, j));
}

void SymmetricPattern::insert_constant(std::size_t i, std::size_t j) {
    if (i < size() && j < size() && has(i, j)) return;
    insert(i, j);
    insert_into(constants_[std::max(i, j)], std::min(i, j));
}

void SymmetricPattern::insert_vanishing(std::size_t row) {
    insert(row, row);
    insert_into(vanishing_, row);
}

void SymmetricPattern::insert_firm(std::size_t row, std::size_t speed) {
    if (!has(row, speed)) throw InternalError("a firm entry that is not there");
    firm_.emplace(row, speed);
}

void SymmetricPattern::set_lanes(std::size_t row, std::size_t lanes) {
    lanes_.at(row) = lanes;
}

bool SymmetricPattern::has_lanes() const {
    return std::any_of(lanes_.begin(), lanes_.end(), [](std::size_t lanes) { return lanes > 0; });
}

bool SymmetricPattern::is_firm(std::size_t row, std::size_t speed) const {
    return firm_.contains({row, speed});
}

bool SymmetricPattern::may_vanish(std::size_t row) const {
    return contains(vanishing_, row);
}

bool SymmetricPattern::has(std::size_t i, std::size_t j) const {
    return contains(rows_.at(std::max(i, j)), std::min(i, j));
}

bool SymmetricPattern::is_constant(std::size_t i, std::size_t j) const {
    return contains(constants_.at(std::max(i, j)), std::min(i, j));
}

bool SymmetricPattern::has_constants() const {
    return std::any_of(constants_.begin(), constants_.end(), [](const auto& row) { return !row.empty(); });
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
