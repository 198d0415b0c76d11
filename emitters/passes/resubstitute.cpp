// Pass: resubstitution. A sum or product, or two terms of a sum, may have the same value as something that is there
// already, or as a sum, difference or product of two such values, by whatever identity: x - x y is x (1 - y) where 1 - y
// is needed anyway. Values are compared in a finite field, so that nothing is expanded and every identity is found. Of
// the replacements of a value the one is made that saves most operations: what the value alone needed goes, one
// operation may come.
//
// A sum is never replaced by one of much larger terms, whose difference would lose digits. Nothing is replaced by what
// depends on it. Bounded: code with more values than `most_values` stays as it is.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "emitters/passes/code_copy.hpp"
#include "emitters/passes/code_values.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t most_values = 2500;
constexpr double most_cancellation = 8;  // terms may be so many times what they were
constexpr std::uint64_t places = 3;

using Element = FiniteField::Element;

// Sets of nodes, one for each node.
class NodeSets {
  public:
    explicit NodeSets(std::size_t nodes) : words_((nodes + 63) / 64), bits_(nodes * words_, 0) {}
    bool has(std::size_t set, std::size_t node) const {
        return (bits_[set * words_ + node / 64] >> (node % 64) & 1U) != 0;
    }
    void insert(std::size_t set, std::size_t node) {
        bits_[set * words_ + node / 64] |= std::uint64_t{1} << (node % 64);
    }
    void unite(std::size_t set, std::size_t other) {
        for (std::size_t w = 0; w < words_; ++w) bits_[set * words_ + w] |= bits_[other * words_ + w];
    }

  private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

// A sum of terms, each a value that is there or the product of two.
struct Replacement {
    struct Term {
        Item a;
        std::optional<CodeId> factor;
    };
    boost::container::small_vector<Term, 4> terms;
    long gain = 0;

    long operations() const {
        return static_cast<long>(terms.size()) - 1 +
               std::ranges::count_if(terms, [](const Term& t) { return t.factor.has_value(); });
    }
};

class ResubstitutionPass {
  public:
    explicit ResubstitutionPass(const Code& from)
        : from_(from),
          capacity_(2 * from.size() + 64),
          negative_(from.size(), false),
          uses_(count_uses(from)),
          lanes_(lanes_of_values(from)),
          copy_(from) {
        for (CodeId id = 0; id < from.size(); ++id) {
            kind_.push_back(from.node(id).kind);
            items_.emplace_back(from.items(id).begin(), from.items(id).end());
        }
        first_ = values_in(first_field_, from);
        second_ = values_in(second_field_, from);
        for (std::uint64_t place = 0; place < places; ++place) numbers_[place] = numbers_at(place, from);
        find_small_values();
        below_.emplace(capacity_);
        for (CodeId id = 0; id < from.size(); ++id) {
            below_->insert(id, id);
            for (const Item& item : items_[id]) below_->unite(id, item.id);
        }
        fill_table();
    }

    Code run() {
        list_tried();
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0) improve(id);
        return rebuilt();
    }

  private:
    bool is_known(CodeId id) const { return first_[id].has_value() && second_[id].has_value() && *first_[id] != 0; }
    bool is_condition_node(CodeId id) const {
        return id < from_.size() && kind_[id] == CodeKind::function && is_condition(from_.node(id).op);
    }
    bool is_candidate(CodeId id) const {
        return (uses_[id] > 0 || kind_[id] == CodeKind::symbol) && is_known(id) && !is_condition_node(id);
    }
    bool is_number(CodeId id) const { return kind_[id] == CodeKind::free; }
    bool is_leaf(CodeId id) const { return kind_[id] == CodeKind::free || kind_[id] == CodeKind::symbol; }

    // At a place where no divisor that counts is zero: all known values are known there, too.
    void find_small_values() {
        constexpr std::uint64_t most_places = 64;
        for (std::uint64_t place = 0; place < most_places; ++place) {
            small_ = small_values(place, from_);
            has_small_ = true;
            for (CodeId id = 0; id < from_.size(); ++id) has_small_ = has_small_ && (!is_known(id) || small_[id]);
            if (has_small_) return;
        }
    }

    // What a replacement may begin with.
    struct Tried {
        CodeId id;
        Element value, inverse;
        small_field::Residue small;
        std::uint32_t logarithm;  // of `small`, where that is not 0
    };
    void list_tried() {
        tried_.clear();
        for (CodeId id = 0; id < kind_.size(); ++id)
            if (is_candidate(id)) add_tried(id);
    }
    void add_tried(CodeId id) {
        const small_field::Residue small = has_small_ ? *small_[id] : 0;
        tried_.push_back(
            {id, *first_[id], *first_field_.quotient(1, *first_[id]), small, small_field::logarithm(small)});
    }

    // -- values by their element, whatever their sign
    Element unsigned_element(Element v) const { return std::min(v, first_field_.negative(v)); }
    void fill_table() {
        std::size_t size = 64;
        while (size < 2 * capacity_) size *= 2;
        table_.assign(size, 0);
        for (CodeId id = 0; id < from_.size(); ++id)
            if (is_candidate(id)) add_to_table(id);
    }
    void add_to_table(CodeId id) {
        const Element v = unsigned_element(*first_[id]);
        known_[v / 64 % known_.size()] |= std::uint64_t{1} << (v % 64);
        if (has_small_) small_known_.insert(*small_[id]);
        std::size_t place = mix(v) & (table_.size() - 1);
        for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1))
            if (unsigned_element(*first_[table_[place] - 1]) == v && is_candidate(table_[place] - 1)) return;
        table_[place] = id + 1;
    }
    bool may_be_known(Element v) const {
        v = unsigned_element(v);
        return (known_[v / 64 % known_.size()] >> (v % 64) & 1U) != 0;
    }
    std::optional<CodeId> with_value(Element v) const {
        v = unsigned_element(v);
        for (std::size_t place = mix(v) & (table_.size() - 1); table_[place] != 0;
             place = (place + 1) & (table_.size() - 1)) {
            const CodeId id = table_[place] - 1;
            if (unsigned_element(*first_[id]) == v && is_candidate(id)) return id;
        }
        return std::nullopt;
    }

    // -- what is replaced: a node, or two items of one
    struct Target {
        CodeId node;
        bool is_part = false;
        Item x, y;  // of a part
        Element first = 0, second = 0;
        small_field::Residue small = 0;
        std::array<double, places> size{};  // of its largest term
        std::size_t lanes = 0;
    };

    Element element(const std::vector<FiniteField::Value>& values, const FiniteField& f, const Item& item) const {
        return item.minus ? f.negative(*values[item.id]) : *values[item.id];
    }

    small_field::Residue small_element(const Item& item) const {
        return item.minus ? small_field::negative(*small_[item.id]) : *small_[item.id];
    }

    Target whole(CodeId id) const {
        Target t{.node = id,
                 .is_part = false,
                 .x = {},
                 .y = {},
                 .first = *first_[id],
                 .second = *second_[id],
                 .small = has_small_ ? *small_[id] : 0,
                 .size = {},
                 .lanes = lanes_[id]};
        for (std::size_t k = 0; k < places; ++k) {
            t.size[k] = std::abs(numbers_[k][id]);
            if (kind_[id] == CodeKind::sum)
                for (const Item& item : items_[id]) t.size[k] = std::max(t.size[k], std::abs(numbers_[k][item.id]));
        }
        return t;
    }
    Target part(CodeId id, const Item& x, const Item& y) const {
        Target t{.node = id,
                 .is_part = true,
                 .x = x,
                 .y = y,
                 .first = 0,
                 .second = 0,
                 .small = 0,
                 .size = {},
                 .lanes = std::max(lanes_[x.id], lanes_[y.id])};
        const bool is_sum = kind_[id] == CodeKind::sum;
        const auto combined = [&](const FiniteField& f, const std::vector<FiniteField::Value>& values) {
            if (is_sum) return f.add(element(values, f, x), element(values, f, y));
            return f.mul(*values[x.id], *values[y.id]);
        };
        t.first = combined(first_field_, first_), t.second = combined(second_field_, second_);
        if (has_small_)
            t.small = is_sum ? small_field::add(small_element(x), small_element(y))
                             : small_field::mul(*small_[x.id], *small_[y.id]);
        for (std::size_t k = 0; k < places; ++k) {
            const double a = std::abs(numbers_[k][x.id]), b = std::abs(numbers_[k][y.id]);
            t.size[k] = is_sum ? std::max(a, b) : a * b;
        }
        return t;
    }

    // -- operations
    long own_operations(CodeId id) const {
        const auto n = static_cast<long>(items_[id].size());
        if (kind_[id] == CodeKind::sum || kind_[id] == CodeKind::product) return n - 1;
        return is_leaf(id) || is_condition_node(id) || from_.node(id).op == Op::select ? 0 : 1;
    }
    // Takes a use away; what becomes unused is released, its operations are counted.
    long release(CodeId id) {
        if (--uses_[id] > 0) return 0;
        long freed = own_operations(id);
        for (const Item& item : items_[id]) freed += release(item.id);
        return freed;
    }
    void hold(CodeId id) {
        if (uses_[id]++ > 0) return;
        for (const Item& item : items_[id]) hold(item.id);
    }
    long freed_without(const Target& t, const Items& kept) {
        for (const Item& item : kept) hold(item.id);
        long freed = 0;
        if (t.is_part) {
            freed = 1 + release(t.x.id) + release(t.y.id);
            hold(t.x.id), hold(t.y.id);
        } else {
            freed = own_operations(t.node);
            for (const Item& item : items_[t.node]) freed += release(item.id);
            for (const Item& item : items_[t.node]) hold(item.id);
        }
        for (const Item& item : kept) release(item.id);
        return freed;
    }

    // -- the search
    void improve(CodeId id) {
        if (kind_[id] != CodeKind::sum && kind_[id] != CodeKind::product) return;
        if (is_known(id) && try_target(whole(id))) return;
        const bool is_sum = kind_[id] == CodeKind::sum;
        constexpr std::size_t window = 12;
        for (std::size_t i = 0; i < items_[id].size() && i < window; ++i)
            for (std::size_t j = i + 1; j < items_[id].size() && j < window && items_[id].size() > 2; ++j) {
                const Item x = items_[id][i], y = items_[id][j];
                if (!is_known(x.id) || !is_known(y.id) || (!is_sum && (x.minus || y.minus))) continue;
                const Target t = part(id, x, y);
                if (t.first != 0 && try_target(t)) i = j = 0;
            }
    }

    bool try_target(const Target& t) {
        const long most = freed_without(t, {});
        std::optional<Replacement> best;
        if (most > 0) consider_value(t, best);
        if (!best && has_room()) {
            if (most > 1) consider_pairs(t, best);
            if (most > 1 && !best && !t.is_part) consider_distribution(t, best);
        }
        if (!best) return false;
        apply(t, *best);
        return true;
    }

    bool may_serve(const Target& t, CodeId id) const {
        if (id == t.node || below_->has(id, t.node)) return false;
        return true;
    }

    // The node that has this value, if it may stand in the target.
    std::optional<Item> found(const Target& t, Element first) const {
        if (first == 0 || !may_be_known(first)) return std::nullopt;
        const std::optional<CodeId> id = with_value(first);
        if (!id || !may_serve(t, *id)) return std::nullopt;
        return Item{*id, *first_[*id] != first};
    }

    // Keeps it if it is right and better than the best so far.
    void propose(const Target& t, Replacement r, std::optional<Replacement>& best) {
        Element second = 0;
        std::size_t lanes = 0;
        Items kept;
        for (const Replacement::Term& term : r.terms) {
            Element value = element(second_, second_field_, term.a);
            lanes = std::max(lanes, lanes_[term.a.id]);
            kept.push_back(term.a);
            if (term.factor) {
                if (is_number(term.a.id) && is_number(*term.factor)) return;
                value = second_field_.mul(value, *second_[*term.factor]);
                lanes = std::max(lanes, lanes_[*term.factor]);
                kept.push_back({*term.factor, false});
            }
            second = second_field_.add(second, value);
        }
        // a value of other limbs may be the same in all of them, but it is no scalar
        const bool is_of_others = std::ranges::any_of(
            kept, [&](const Item& item) { return lanes_[item.id] != 0 && lanes_[item.id] != t.lanes; });
        if (second != t.second || lanes != t.lanes || is_of_others) return;
        r.gain = freed_without(t, kept) - r.operations();
        if (r.gain > 0 && (!best || r.gain > best->gain)) best = std::move(r);
    }

    void propose_sum(const Target& t, const Item& a, const Item& b, std::optional<Replacement>& best) {
        for (std::size_t k = 0; k < places; ++k)
            for (const Item& term : {a, b})
                if (!(std::abs(numbers_[k][term.id]) <= most_cancellation * t.size[k])) return;
        propose(t, {{{a, {}}, {b, {}}}}, best);
    }

    void consider_value(const Target& t, std::optional<Replacement>& best) {
        if (const std::optional<Item> value = found(t, t.first)) propose(t, {{{*value, {}}}}, best);
    }

    void consider_pairs(const Target& t, std::optional<Replacement>& best) {
        const FiniteField f = first_field_;
        const std::uint32_t logarithm = small_field::logarithm(t.small);
        for (const Tried& p : tried_) {
            // most of the time of the pass goes into this line: nothing is computed before it
            if (t.small != 0 && p.small != 0 && !small_known_.may_have(t.small, logarithm, p.small, p.logarithm))
                continue;
            const Element quotient = f.mul(t.first, p.inverse), difference = f.sub(t.first, p.value),
                          sum = f.add(t.first, p.value);
            if (!may_be_known(quotient) && !may_be_known(difference) && !may_be_known(sum)) continue;
            if (!is_candidate(p.id) || !may_serve(t, p.id)) continue;
            if (const auto q = found(t, quotient)) propose(t, {{{*q, p.id}}}, best);
            if (const auto q = found(t, difference)) propose_sum(t, {p.id, false}, *q, best);
            if (const auto q = found(t, sum)) propose_sum(t, {p.id, true}, *q, best);
        }
    }

    // A product of a sum and others, multiplied out: terms that are there, or a number times what is there.
    void consider_distribution(const Target& t, std::optional<Replacement>& best) {
        if (kind_[t.node] != CodeKind::product) return;
        const FiniteField f = first_field_;
        for (const Item& factor : items_[t.node]) {
            if (factor.minus || kind_[factor.id] != CodeKind::sum || uses_[factor.id] != 1 || !is_known(factor.id))
                continue;
            const Element others = *f.quotient(t.first, *first_[factor.id]);
            Replacement r;
            for (const Item& item : items_[factor.id]) {
                if (!is_known(item.id)) break;
                const Element value = f.mul(others, element(first_, f, item));
                std::optional<Item> q = found(t, value);
                if (q) {
                    r.terms.push_back({*q, {}});
                    continue;
                }
                for (const Tried& p : tried_) {
                    if (!is_number(p.id) || !is_candidate(p.id)) continue;
                    q = found(t, f.mul(value, p.inverse));
                    if (!q) continue;
                    r.terms.push_back({*q, p.id});
                    break;
                }
                if (!q) break;
            }
            if (r.terms.size() == items_[factor.id].size()) propose(t, std::move(r), best);
        }
    }

    // -- the change
    void apply(const Target& t, const Replacement& r) {
        Items terms;
        for (const Replacement::Term& term : r.terms)
            terms.push_back(term.factor ? Item{new_node(CodeKind::product, {{term.a.id, false}, {*term.factor, false}}),
                                               term.a.minus}
                                        : term.a);
        if (!t.is_part) return change(t.node, CodeKind::sum, terms, false);
        const bool is_factor = kind_[t.node] == CodeKind::product;
        Items rest = items_[t.node];
        for (const Item& gone : {t.x, t.y}) rest.erase(std::ranges::find(rest, gone));
        if (!is_factor) {
            rest.insert(rest.end(), terms.begin(), terms.end());
            return change(t.node, CodeKind::sum, rest, false);
        }
        const Item by = terms.size() == 1 ? terms.front() : Item{new_node(CodeKind::sum, terms), false};
        rest.push_back({by.id, false});
        change(t.node, CodeKind::product, rest, negative_[t.node] != by.minus);
    }

    void change(CodeId id, CodeKind kind, const Items& items, bool negative) {
        for (const Item& item : items) hold(item.id);
        for (const Item& item : items_[id]) release(item.id);
        kind_[id] = kind, items_[id] = items, negative_[id] = negative;
        for (CodeId user = 0; user < kind_.size(); ++user)
            if (below_->has(user, id))
                for (const Item& item : items) below_->unite(user, item.id);
    }

    CodeId new_node(CodeKind kind, const Items& items) {
        const auto id = static_cast<CodeId>(kind_.size());
        const auto combined = [&](const FiniteField& f, const std::vector<FiniteField::Value>& values) {
            Element value = kind == CodeKind::sum ? 0 : 1;
            for (const Item& item : items)
                value = kind == CodeKind::sum ? f.add(value, element(values, f, item)) : f.mul(value, *values[item.id]);
            return value;
        };
        if (has_small_) {
            small_field::Residue value = kind == CodeKind::sum ? 0 : 1;
            for (const Item& item : items)
                value = kind == CodeKind::sum ? small_field::add(value, small_element(item))
                                              : small_field::mul(value, *small_[item.id]);
            small_.emplace_back(value);
        }
        first_.emplace_back(combined(first_field_, first_));
        second_.emplace_back(combined(second_field_, second_));
        for (std::vector<double>& numbers : numbers_) {
            double sum = 0, product = 1;
            for (const Item& item : items)
                sum += item.minus ? -numbers[item.id] : numbers[item.id], product *= numbers[item.id];
            numbers.push_back(kind == CodeKind::sum ? sum : product);
        }
        lanes_.push_back(0);
        for (const Item& item : items) lanes_.back() = std::max(lanes_.back(), lanes_[item.id]);
        kind_.push_back(kind), items_.push_back(items), negative_.push_back(false), uses_.push_back(0);
        below_->insert(id, id);
        for (const Item& item : items) below_->unite(id, item.id);
        add_to_table(id);
        add_tried(id);
        return id;
    }
    bool has_room() const { return kind_.size() + 16 < capacity_; }

    Code rebuilt() {
        const auto items_of = [&](CodeId id) { return span_of(items_[id]); };
        const auto make = [&](CodeId id) { return copy_.made(id, kind_[id], items_of(id), negative_[id]); };
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0) copy_.make_below(id, items_of, make);
        return copy_.finished();
    }

    const Code& from_;
    const FiniteField first_field_{FiniteField::primes[0]}, second_field_{FiniteField::primes[1]};
    std::size_t capacity_;
    // by node; those that come are after those of the code
    std::vector<CodeKind> kind_;
    std::vector<Items> items_;
    std::vector<bool> negative_;  // of a product
    std::vector<std::uint32_t> uses_;
    std::vector<FiniteField::Value> first_, second_;
    std::vector<small_field::Value> small_;
    std::array<std::vector<double>, places> numbers_;
    std::vector<std::size_t> lanes_;
    std::optional<NodeSets> below_;  // what a node depends on, itself included
    std::vector<Tried> tried_;
    bool has_small_ = false;  // each known value is known in the small field
    small_field::KnownResidues small_known_;
    std::array<std::uint64_t, 4096> known_{};  // by the last bits of an element: whether there may be such a value
    std::vector<CodeId> table_;                // open addressing; 1 + id, 0 where empty; its size is a power of two
    CodeCopy copy_;
};

Code without_dead(const Code& code, const std::vector<std::uint32_t>& uses) {
    CodeCopy live(code);
    for (CodeId id = 0; id < code.size(); ++id)
        if (uses[id] > 0) live.set_image(id, live.made(id));
    return live.finished();
}

}  // namespace

Code resubstitute(const Code& code) {
    const std::vector<std::uint32_t> uses = count_uses(code);
    std::size_t live = 0;
    for (CodeId id = 0; id < code.size(); ++id) {
        live += uses[id] > 0 ? 1 : 0;
        // what a user's routine gives is known after its call alone
        if (code.node(id).kind == CodeKind::symbol && code.symbol_of(id).role == Role::external_result) return code;
    }
    return live > most_values ? code : ResubstitutionPass(without_dead(code, uses)).run();
}

}  // namespace lag
