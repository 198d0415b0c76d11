#include "emitters/passes/declared_order.hpp"

#include <algorithm>

namespace lag {

namespace {

// Each run of wanted statements sorted by the places they write.
template <class Wanted, class PlaceOf>
Order runs_sorted(Order order, const Wanted& is_wanted, const PlaceOf& place_of) {
    for (auto begin = order.begin(); begin != order.end();) {
        const auto end = std::find_if_not(begin, order.end(), is_wanted);
        std::ranges::stable_sort(begin, end, {}, place_of);
        begin = end == order.end() ? end : end + 1;
    }
    return order;
}

}  // namespace

DeclaredOrder::DeclaredOrder(const Routine& routine, std::size_t first, const ScheduleBlock& block)
    : routine_(routine), first_(first), block_(block) {
    for (std::uint32_t s = 0; s < block.size(); ++s)
        if (is_result(s)) results_.push_back(s);
    std::ranges::stable_sort(results_, {}, [&](std::uint32_t s) { return statement(s).place; });
}

Order DeclaredOrder::waiting(const Order& order) const {
    Order changed;
    std::vector<bool> is_done(block_.size(), false);
    std::size_t next = 0;
    const auto is_known = [&](std::uint32_t s) {
        return std::ranges::all_of(block_.reads[s], [&](std::uint32_t read) { return is_done[read]; });
    };
    const auto add_known = [&] {
        for (; next < results_.size() && is_known(results_[next]); ++next) changed.push_back(results_[next]);
    };
    bool only_checks = true;  // so far: they stand before all results
    for (const std::uint32_t s : order) {
        if (is_result(s)) continue;
        if (only_checks && !block_.is_check[s]) only_checks = false, add_known();
        changed.push_back(s), is_done[s] = true;
        if (!only_checks) add_known();
    }
    add_known();
    return changed;
}

Order DeclaredOrder::side_by_side(const Order& order) const {
    Order changed = order;
    std::stable_partition(changed.begin(), changed.end(),
                          [&](std::uint32_t s) { return is_copy(s) && block_.reads[s].empty(); });
    return runs_sorted(
        std::move(changed), [&](std::uint32_t s) { return is_result(s); },
        [&](std::uint32_t s) { return statement(s).place; });
}

Order DeclaredOrder::copies(const Order& order) const {
    return runs_sorted(
        order, [&](std::uint32_t s) { return is_copy(s); }, [&](std::uint32_t s) { return statement(s).place; });
}

Order DeclaredOrder::on_demand() const {
    Order order, open;
    std::vector<bool> is_done(block_.size(), false);
    const auto add = [&](std::uint32_t wanted) {
        open.push_back(wanted);
        while (!open.empty()) {
            const std::uint32_t s = open.back();
            const auto missing =
                std::ranges::find_if(block_.reads[s], [&](std::uint32_t read) { return !is_done[read]; });
            if (missing != block_.reads[s].end()) {
                open.push_back(*missing);
                continue;
            }
            open.pop_back();
            if (!is_done[s]) order.push_back(s);
            is_done[s] = true;
        }
    };
    for (const std::uint32_t s : results_) add(s);
    for (std::uint32_t s = 0; s < block_.size(); ++s) add(s);
    return order;
}

}  // namespace lag
