// Pass: the order of the statements. A value that waits for a later use while more values wait than the machine has
// registers travels through memory, and compilers keep the order of the source when they assign registers. List
// scheduling with register pressure (after Goodman and Hsu 1988), within windows of several widths around the order in
// which the equations were formed; the order with fewest reloads is kept, of equal ones the formed one. Scheduling
// from the results backward was tried too: fewer reloads than formed, more than forward.

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "emitters/passes.hpp"

namespace lag {

namespace {

using Order = std::vector<std::uint32_t>;
constexpr std::size_t registers = 14;            // of 16, two for what a statement computes in between
constexpr std::size_t full_search_below = 8000;  // statements; beyond, one window is tried
constexpr std::size_t one_window = 100;

// Statements of one stretch between calls, numbered from 0 as they were formed.
struct Stretch {
    std::vector<Order> reads;          // the statements of the stretch whose values it reads, each once
    std::vector<Order> readers;        // the other way
    std::vector<std::uint32_t> after;  // a statement it must not stand before, or itself
    std::vector<bool> makes_value;
    std::size_t size() const { return reads.size(); }
};

// Reloads with `registers` registers of which the value used last is given up first (Belady 1966).
std::size_t reloads(const Stretch& stretch, const Order& order) {
    constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> place(stretch.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
    std::vector<Order> uses(stretch.size());  // places of the readers, ascending
    for (std::uint32_t s = 0; s < stretch.size(); ++s) {
        for (const std::uint32_t reader : stretch.readers[s]) uses[s].push_back(place[reader]);
        std::ranges::sort(uses[s]);
    }
    std::vector<std::size_t> used(stretch.size(), 0);
    std::set<std::pair<std::uint32_t, std::uint32_t>> held;  // next use, statement
    std::vector<bool> is_held(stretch.size(), false);
    std::size_t count = 0;
    const auto next_use = [&](std::uint32_t s) { return used[s] < uses[s].size() ? uses[s][used[s]] : never; };
    const auto hold = [&](std::uint32_t s) {
        if (next_use(s) == never) return;
        if (held.size() == registers) {
            const auto last = std::prev(held.end());
            if (last->first <= next_use(s)) return;
            is_held[last->second] = false;
            held.erase(last);
        }
        held.emplace(next_use(s), s);
        is_held[s] = true;
    };
    for (const std::uint32_t s : order) {
        for (const std::uint32_t read : stretch.reads[s]) {
            if (is_held[read]) {
                held.erase({next_use(read), read});
                is_held[read] = false;
            } else {
                ++count;
            }
            ++used[read];
        }
        for (const std::uint32_t read : stretch.reads[s]) hold(read);
        if (stretch.makes_value[s]) hold(s);
    }
    return count;
}

// Takes, of what is ready within `window` of the first statement not yet taken, the one that leaves fewest values
// waiting.
Order scheduled(const Stretch& stretch, std::size_t window) {
    const std::size_t n = stretch.size();
    std::vector<std::size_t> missing(n), unread(n);
    std::vector<int> growth(n);
    std::vector<Order> followers(n);
    for (std::uint32_t s = 0; s < n; ++s) {
        missing[s] = stretch.reads[s].size();
        if (stretch.after[s] != s) ++missing[s], followers[stretch.after[s]].push_back(s);
        unread[s] = stretch.readers[s].size();
        growth[s] = stretch.makes_value[s] ? 1 : 0;
    }
    for (std::uint32_t s = 0; s < n; ++s)
        if (unread[s] == 1) --growth[stretch.readers[s].front()];
    std::set<std::pair<int, std::uint32_t>> ready;
    std::set<std::uint32_t> beyond;  // ready, but outside the window
    std::vector<bool> taken(n, false);
    std::size_t first = 0;
    const auto admit = [&](std::uint32_t s) {
        if (s < first + window)
            ready.emplace(growth[s], s);
        else
            beyond.insert(s);
    };
    const auto release = [&](std::uint32_t s) {
        if (--missing[s] == 0) admit(s);
    };
    for (std::uint32_t s = 0; s < n; ++s)
        if (missing[s] == 0) admit(s);
    Order order;
    while (order.size() < n) {
        const std::uint32_t s = ready.begin()->second;
        ready.erase(ready.begin());
        taken[s] = true;
        order.push_back(s);
        for (const std::uint32_t read : stretch.reads[s]) {
            if (--unread[read] != 1) continue;
            for (const std::uint32_t reader : stretch.readers[read]) {
                if (taken[reader]) continue;
                const bool listed = ready.erase({growth[reader], reader}) > 0;
                --growth[reader];
                if (listed) ready.emplace(growth[reader], reader);
            }
        }
        for (const std::uint32_t reader : stretch.readers[s]) release(reader);
        for (const std::uint32_t follower : followers[s]) release(follower);
        while (first < n && taken[first]) ++first;
        while (!beyond.empty() && *beyond.begin() < first + window) {
            ready.emplace(growth[*beyond.begin()], *beyond.begin());
            beyond.erase(beyond.begin());
        }
    }
    return order;
}

Order best_order(const Stretch& stretch) {
    Order best(stretch.size());
    std::iota(best.begin(), best.end(), 0U);
    std::size_t fewest = reloads(stretch, best);
    for (const std::size_t window : {std::size_t{5}, std::size_t{10}, std::size_t{20}, std::size_t{50},
                                     std::size_t{100}, std::size_t{200}, std::size_t{500}, stretch.size()}) {
        if (fewest == 0 || (stretch.size() > full_search_below && window != one_window)) continue;
        Order order = scheduled(stretch, window);
        const std::size_t count = reloads(stretch, order);
        if (count < fewest) fewest = count, best = std::move(order);
    }
    return best;
}

Stretch stretch_of(const Routine& routine, std::size_t first, std::size_t last) {
    Stretch stretch;
    const std::size_t n = last - first;
    stretch.reads.resize(n), stretch.readers.resize(n), stretch.after.resize(n), stretch.makes_value.resize(n);
    std::unordered_map<CodeId, std::uint32_t> makers;
    for (std::uint32_t s = 0; s < n; ++s) {
        const CodeStatement& statement = routine.statements[first + s];
        stretch.makes_value[s] = statement.kind == CodeStatement::Kind::temporary;
        if (stretch.makes_value[s]) makers.emplace(statement.value.id, s);
    }
    std::uint32_t check = static_cast<std::uint32_t>(n);
    for (std::uint32_t s = 0; s < n; ++s) {
        const CodeStatement& statement = routine.statements[first + s];
        const CodeId root = statement.value.id;
        stretch.after[s] = s;
        if (statement.kind == CodeStatement::Kind::check) {  // the first pivot to fail is reported
            if (check < n) stretch.after[s] = check;
            check = s;
        }
        const auto reads = [&](CodeId id) {
            const auto maker = makers.find(id);
            if (maker == makers.end() || maker->second == s || std::ranges::count(stretch.reads[s], maker->second) > 0)
                return;
            stretch.reads[s].push_back(maker->second);
            stretch.readers[maker->second].push_back(s);
        };
        if (!stretch.makes_value[s] && routine.is_temporary(root)) {
            reads(root);
            continue;
        }
        for (const CodeId id : nodes_in_text(routine, root))
            if (id != root && routine.is_temporary(id)) reads(id);
    }
    return stretch;
}

}  // namespace

void order_statements(Routine& routine) {
    const auto is_fixed = [&](const CodeStatement& statement) {
        return statement.kind == CodeStatement::Kind::call ||
               (statement.kind == CodeStatement::Kind::result &&
                routine.arguments[statement.place.argument].intent == Argument::Intent::inout);
    };
    std::vector<CodeStatement> ordered;
    ordered.reserve(routine.statements.size());
    const std::size_t size = routine.statements.size();
    for (std::size_t first = 0; first < size; ++first) {
        std::size_t last = first;
        while (last < size && !is_fixed(routine.statements[last])) ++last;
        for (const std::uint32_t s : best_order(stretch_of(routine, first, last)))
            ordered.push_back(routine.statements[first + s]);
        if (last < size) ordered.push_back(routine.statements[last]);
        first = last;
    }
    routine.statements = std::move(ordered);
    std::size_t number = 0;
    for (CodeStatement& statement : routine.statements) {
        if (statement.kind != CodeStatement::Kind::temporary) continue;
        statement.number = ++number;
        routine.temporary[statement.value.id] = static_cast<std::uint32_t>(number);
    }
}

}  // namespace lag
