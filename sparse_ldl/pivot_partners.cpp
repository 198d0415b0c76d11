// Admissible pivots by bipartite matching: see pivot_partners.hpp.
#include "sparse_ldl/pivot_partners.hpp"

namespace lag {

// Breadth first from the row that looks for a partner. reached_from[p] is the row from which partner p was reached.
struct PivotPartners::Path {
    std::size_t free_partner;
    std::vector<std::size_t> reached_from;
};

PivotPartners::PivotPartners(const SymmetricPattern& pattern)
    : opposite_(pattern.size()),
      needs_partner_(pattern.size()),
      eliminated_(pattern.size(), false),
      serves_(pattern.size(), pattern.size()) {
    const auto neighbours = pattern.neighbours();
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        needs_partner_[i] = !pattern.has(i, i);
        for (const std::size_t j : neighbours[i]) {
            if (pattern.sign(i) != pattern.sign(j) && !pattern.may_vanish(j)) opposite_[i].push_back(j);
        }
    }
}

PivotPartners::Path PivotPartners::augmenting_path(std::size_t row) const {
    const std::size_t none = serves_.size();
    Path path{none, std::vector<std::size_t>(none, none)};
    std::vector<std::size_t> queue{row};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const std::size_t partner : opposite_[queue[next]]) {
            if (!eliminated_[partner] || path.reached_from[partner] != none) continue;
            path.reached_from[partner] = queue[next];
            if (serves_[partner] == none) {
                path.free_partner = partner;
                return path;
            }
            queue.push_back(serves_[partner]);
        }
    }
    return path;
}

bool PivotPartners::admits(std::size_t row) const {
    return !needs_partner_[row] || augmenting_path(row).free_partner != serves_.size();
}

bool PivotPartners::match(std::size_t row) {
    const std::size_t none = serves_.size();
    const Path path = augmenting_path(row);
    if (path.free_partner == none) return false;
    // Walk back: every row on the path gives its old partner to the row before it.
    std::vector<std::size_t> old_partner(none, none);
    for (std::size_t p = 0; p < none; ++p) {
        if (serves_[p] != none) old_partner[serves_[p]] = p;
    }
    for (std::size_t partner = path.free_partner; partner != none;) {
        const std::size_t user = path.reached_from[partner];
        serves_[partner] = user;
        partner = user == row ? none : old_partner[user];
    }
    return true;
}

void PivotPartners::eliminate(std::size_t row) {
    eliminated_[row] = true;
    if (needs_partner_[row]) unmatched_.push_back(row);
    // The new row may also be the partner that an earlier row was eliminated without.
    std::vector<std::size_t> still_unmatched;
    for (const std::size_t waiting : unmatched_) {
        if (!match(waiting)) still_unmatched.push_back(waiting);
    }
    unmatched_ = still_unmatched;
}

std::vector<std::size_t> void_pivots(const SymmetricPattern& pattern, const EliminationOrder& order) {
    positions_of(order, pattern.size());
    PivotPartners partners(pattern);
    std::vector<std::size_t> rows;
    for (const std::size_t row : order) {
        const std::size_t before = partners.unmatched();
        partners.eliminate(row);
        if (partners.unmatched() > before) rows.push_back(row);
    }
    return rows;
}

}  // namespace lag
