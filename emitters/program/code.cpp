// Construction of n-ary code: normal form of sums and products, hash-consing, use and operation counts.

#include "emitters/program/code.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdULL;
}

}  // namespace

Code::Code(std::shared_ptr<Graph> free_graph)
    : free_graph_(std::move(free_graph)), zero_(free_graph_->integer(0)), one_(free_graph_->integer(1)) {}

void Code::label(const Item& item, const SignedLabel& label) {
    const SignedLabel own{label.what, label.minus != item.minus};
    if (!labels_)
        labels_ = std::make_shared<std::unordered_map<CodeId, SignedLabel>>();
    else if (labels_.use_count() > 1)
        labels_ = std::make_shared<std::unordered_map<CodeId, SignedLabel>>(*labels_);
    const auto [place, is_new] = labels_->emplace(item.id, own);
    if (!is_new && place->second.minus && !own.minus) place->second = own;
}

const SignedLabel* Code::label_of(CodeId id) const {
    if (!labels_) return nullptr;
    const auto found = labels_->find(id);
    return found == labels_->end() ? nullptr : &found->second;
}

void Code::grow_table() {
    table_.assign(std::max<std::size_t>(256, 2 * table_.size()), 0);
    for (CodeId id = 0; id < nodes_.size(); ++id) {
        std::size_t place = hashes_[id] & (table_.size() - 1);
        while (table_[place] != 0) place = (place + 1) & (table_.size() - 1);
        table_[place] = id + 1;
    }
}

std::size_t Code::lanes_of_made(CodeKind kind, Op op, std::uint32_t payload, std::span<const Item> items) const {
    if (kind == CodeKind::free) return free_graph_->lanes_of(Expr{free_graph_.get(), payload});
    if (kind == CodeKind::symbol) return symbols_[payload].lanes;
    if (leaves_lanes(op)) return 0;
    if (op == Op::lane_repeat || op == Op::lane_set) return payload;
    if (op == Op::lane_fold) return LaneFold::of(payload).into;
    std::size_t lanes = 0;
    for (const Item& item : items) lanes = std::max<std::size_t>(lanes, nodes_[item.id].lanes);
    return lanes;
}

Item Code::intern(CodeKind kind, Op op, std::uint32_t payload, std::span<const Item> items) {
    std::uint64_t hash = mix(mix(static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(op)), payload);
    for (const Item& item : items) hash = mix(hash, 2 * std::uint64_t{item.id} + (item.minus ? 1 : 0));
    hash ^= hash >> 32;
    if (2 * nodes_.size() >= table_.size()) grow_table();
    std::size_t place = hash & (table_.size() - 1);
    for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1)) {
        const CodeId id = table_[place] - 1;
        if (hashes_[id] != hash) continue;
        const CodeNode& node = nodes_[id];
        if (node.kind == kind && node.op == op && node.payload == payload && std::ranges::equal(this->items(id), items))
            return {id, false};
    }
    const auto id = static_cast<CodeId>(nodes_.size());
    nodes_.push_back({kind, op, static_cast<std::uint8_t>(lanes_of_made(kind, op, payload, items)), payload,
                      static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(items.size())});
    hashes_.push_back(hash);
    pool_.insert(pool_.end(), items.begin(), items.end());
    table_[place] = id + 1;
    return {id, false};
}

Item Code::free(Expr value) {
    bool minus = false;
    while (free_graph_->node(value).op == Op::neg) {
        value = free_graph_->expr(free_graph_->node(value).operand[0]);
        minus = !minus;
    }
    const Node& node = free_graph_->node(value);
    if (node.op == Op::constant && free_graph_->constant_value(value.id) < 0) {
        value = free_graph_->constant(-free_graph_->constant_value(value.id));
        minus = !minus;
    }
    return {intern(CodeKind::free, Op::constant, value.id, {}).id, minus};
}

Item Code::symbol(const Symbol& symbol) {
    const std::string key = fmt::format("{} {}", name_of(symbol.role), symbol.name);
    const auto [it, is_new] = symbol_numbers_.emplace(key, static_cast<std::uint32_t>(symbols_.size()));
    if (is_new) symbols_.push_back(symbol);
    return intern(CodeKind::symbol, Op::symbol, it->second, {});
}

Item Code::sum(const Items& items) {
    Expr constant = zero_;
    Items terms;
    for (const Item& item : items) {
        if (!is_free(item.id)) {
            terms.push_back(item);
            continue;
        }
        constant = item.minus ? free_graph_->sub(constant, free_value(item.id))
                              : free_graph_->add(constant, free_value(item.id));
    }
    std::ranges::sort(terms);
    Items kept;
    for (std::size_t begin = 0, end = 0; begin < terms.size(); begin = end) {
        long multiple = 0;
        for (end = begin; end < terms.size() && terms[end].id == terms[begin].id; ++end)
            multiple += terms[end].minus ? -1 : 1;
        if (multiple == 0) continue;
        const Item base{terms[begin].id, false};
        if (multiple == 1 || multiple == -1) {
            kept.push_back({base.id, multiple < 0});
        } else {
            const Item scaled = product({free(free_graph_->integer(std::abs(multiple))), base});
            kept.push_back({scaled.id, scaled.minus != (multiple < 0)});
        }
    }
    if (!constant.is_zero()) kept.push_back(free(constant));
    if (kept.empty()) return free(zero_);
    if (kept.size() == 1) return kept.front();
    std::ranges::sort(kept);
    const bool negative = kept.front().minus;
    if (negative)
        for (Item& item : kept) item.minus = !item.minus;
    return {intern(CodeKind::sum, Op::add, 0, span_of(kept)).id, negative};
}

Item Code::product(const Items& items, bool negative) {
    Expr coefficient = one_;
    Items factors;
    for (const Item& item : items) {
        if (!is_free(item.id)) {
            factors.push_back(item);
            continue;
        }
        coefficient = item.minus ? free_graph_->div(coefficient, free_value(item.id))
                                 : free_graph_->mul(coefficient, free_value(item.id));
    }
    if (coefficient.is_zero()) return free(coefficient);
    std::ranges::sort(factors);
    Items kept;
    for (std::size_t begin = 0, end = 0; begin < factors.size(); begin = end) {
        long power = 0;
        for (end = begin; end < factors.size() && factors[end].id == factors[begin].id; ++end)
            power += factors[end].minus ? -1 : 1;
        for (long k = 0; k < std::abs(power); ++k) kept.push_back({factors[begin].id, power < 0});
    }
    if (kept.empty()) {
        const Item value = free(coefficient);
        return {value.id, value.minus != negative};
    }
    if (!coefficient.is_one()) {
        const Item value = free(coefficient);
        negative = negative != value.minus;
        if (!free_value(value.id).is_one()) kept.push_back({value.id, false});
    }
    if (kept.size() == 1 && !kept.front().minus) return {kept.front().id, negative};
    std::ranges::sort(kept,
                      [](const Item& a, const Item& b) { return std::pair(a.minus, a.id) < std::pair(b.minus, b.id); });
    return {intern(CodeKind::product, Op::mul, 0, span_of(kept)).id, negative};
}

Item Code::function(Op op, std::span<const Item> operands, std::uint32_t lookup) {
    if (changes_lanes(op) && op != Op::lane_set && nodes_[operands.front().id].lanes == 0) {
        const Item& scalar = operands.front();
        if (op == Op::lane_member || op == Op::lane_repeat) return scalar;
        const LaneFold fold = op == Op::lane_sum ? LaneFold{lookup, 1} : LaneFold::of(lookup);
        return product({free(free_graph_->integer(fold.lanes / fold.into)), {scalar.id, false}}, scalar.minus);
    }
    return intern(CodeKind::function, op, lookup, operands);
}

std::vector<std::uint32_t> count_uses(const Code& code) {
    std::vector<std::uint32_t> uses(code.size(), 0);
    for (const Item& root : code.roots) ++uses[root.id];
    for (auto id = static_cast<CodeId>(code.size()); id-- > 0;) {
        if (uses[id] == 0) continue;
        for (const Item& item : code.items(id)) ++uses[item.id];
    }
    return uses;
}

void add_own_operations(const Code& code, CodeId id, OperationCount& count) {
    const CodeNode& node = code.node(id);
    if (node.kind == CodeKind::sum) count.add += node.count - 1;
    if (node.kind == CodeKind::product) {
        const long divisors = std::ranges::count_if(code.items(id), [](const Item& item) { return item.minus; });
        const long factors = static_cast<long>(node.count) - divisors;
        count.mul += std::max(0L, factors - 1) + std::max(0L, divisors - 1);
        count.div += divisors > 0 ? 1 : 0;
    }
    if (node.kind != CodeKind::function || node.op == Op::select || node.op == Op::lane_member ||
        node.op == Op::lane_repeat || node.op == Op::lane_set || is_condition(node.op))
        return;
    if (node.op == Op::lane_sum) {
        count.add += static_cast<long>(node.payload) - 1;
        return;
    }
    if (node.op == Op::lane_fold) {
        count.add += LaneFold::of(node.payload).additions();
        return;
    }
    ++(node.op == Op::sqrt ? count.sqrt : count.call);
}

std::vector<std::size_t> lanes_of_values(const Code& code) {
    std::vector<std::size_t> found(code.size());
    for (CodeId id = 0; id < code.size(); ++id) found[id] = code.node(id).lanes;
    return found;
}

OperationCount count_operations(const Code& code) {
    OperationCount count;
    const std::vector<std::uint32_t> uses = count_uses(code);
    for (CodeId id = 0; id < code.size(); ++id)
        if (uses[id] > 0) add_own_operations(code, id, count);
    return count;
}

double average_live_values(const Code& code) {
    const std::vector<std::uint32_t> uses = count_uses(code);
    const auto computed = [&](CodeId id) {
        return uses[id] > 0 && code.node(id).kind != CodeKind::free && code.node(id).kind != CodeKind::symbol;
    };
    std::vector<CodeId> last_use(code.size());
    for (CodeId id = 0; id < code.size(); ++id) {
        last_use[id] = id;
        if (!computed(id)) continue;
        for (const Item& item : code.items(id)) last_use[item.id] = id;
    }
    double waiting = 0;
    std::size_t position = 0;
    std::vector<std::size_t> position_of(code.size());
    for (CodeId id = 0; id < code.size(); ++id)
        if (computed(id)) position_of[id] = position++;
    for (CodeId id = 0; id < code.size(); ++id)
        if (computed(id)) waiting += static_cast<double>(position_of[last_use[id]] - position_of[id]);
    return position == 0 ? 0.0 : waiting / static_cast<double>(position);
}

}  // namespace lag
