// Pass: a sum that is used in other sums alone, times numbers or parameters, is written out in them where that saves
// operations, since its terms meet terms of their own kind there:
//     s = a - c1 b,   x = c2 s + c3 b,   y = c4 s + c5 b   ->   x = c2 a + c6 b,   y = c4 a + c7 b
// Two sums go together where one alone saves nothing. A sum whose terms nearly cancel stays: its digits would be lost.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "emitters/passes/code_values.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t most_spread_values = 2500;
constexpr double most_spread_cancellation = 8;  // terms may be so many times the sum
constexpr std::size_t most_partners = 40;       // that are tried beside a sum

class SpreadPass {
  public:
    // What free coefficients stand before in a sum: factors and divisors; none for what is free itself.
    using Base = Items;
    using Form = std::map<Base, Expr>;

    explicit SpreadPass(const Code& from)
        : from_(from),
          to_(from.shared_free_graph()),
          free_(from.free_graph()),
          uses_(count_uses(from)),
          forms_(from.size()),
          users_(from.size()),
          is_gone_(from.size(), false) {
        for (CodeId id = 0; id < from.size(); ++id) {
            if (!is_sum(id)) continue;
            forms_[id] = form_of(id);
            enter(id);
        }
        find_candidates();
    }

    // Whether anything changed.
    bool spread() {
        bool changed = false;
        for (const CodeId s : candidates_) changed = (!is_gone_[s] && try_sum(s)) || changed;
        return changed;
    }

    Code rebuilt() {
        image_.resize(from_.size());
        for (CodeId id = 0; id < from_.size(); ++id) {
            if (uses_[id] == 0 || is_gone_[id]) continue;
            if (is_scaled_sum_gone(id)) continue;
            image_[id] = made(id);
            if (const SignedLabel* label = from_.label_of(id)) to_.label(image_[id], *label);
        }
        for (const Item& root : from_.roots) to_.roots.push_back(seen(root));
        return std::move(to_);
    }

  private:
    bool is_sum(CodeId id) const { return uses_[id] > 0 && from_.node(id).kind == CodeKind::sum; }

    // Coefficient and rest of a term. A multiple of a multiple is one.
    std::pair<Expr, Base> taken_apart(CodeId id) const {
        if (from_.is_free(id)) return {from_.free_value(id), {}};
        Expr coefficient = free_.integer(1);
        for (CodeId at = id;;) {
            if (from_.node(at).kind != CodeKind::product) return {coefficient, Base{{at, false}}};
            Expr own = free_.integer(1);
            Base rest;
            for (const Item& item : from_.items(at)) {
                if (!from_.is_free(item.id)) {
                    rest.push_back(item);
                    continue;
                }
                const Expr value = from_.free_value(item.id);
                own = item.minus ? free_.div(own, value) : free_.mul(own, value);
            }
            if (!is_one_factor(rest) && at != id) return {coefficient, Base{{at, false}}};
            coefficient = free_.mul(coefficient, own);
            if (!is_one_factor(rest)) return {coefficient, rest};
            at = rest.front().id;
        }
    }
    static bool is_one_factor(const Base& base) { return base.size() == 1 && !base.front().minus; }

    Form form_of(CodeId id) const {
        Form form;
        for (const Item& item : from_.items(id)) {
            const auto [coefficient, base] = taken_apart(item.id);
            add_term(form, base, item.minus ? -coefficient : coefficient);
        }
        return form;
    }
    void add_term(Form& form, const Base& base, const Expr& coefficient) const {
        const auto [place, is_new] = form.emplace(base, coefficient);
        if (!is_new) place->second = free_.add(place->second, coefficient);
        if (place->second.is_zero()) form.erase(place);
    }

    // Sums that are used in sums alone, as they are or times something free.
    void find_candidates() {
        std::vector<bool> is_needed(from_.size(), false);
        for (const Item& root : from_.roots) is_needed[root.id] = true;
        for (auto id = static_cast<CodeId>(from_.size()); id-- > 0;) {
            if (uses_[id] == 0 || is_sum(id)) continue;
            const auto [coefficient, base] = taken_apart(id);
            const bool is_multiple = from_.node(id).kind == CodeKind::product && is_one_factor(base);
            for (const Item& item : from_.items(id)) is_needed[item.id] = is_needed[item.id] || !is_multiple;
            if (is_multiple && is_needed[id]) is_needed[base.front().id] = true;
        }
        std::array<std::vector<double>, 3> numbers;
        for (std::uint64_t place = 0; place < numbers.size(); ++place) numbers[place] = numbers_at(place, from_);
        const auto cancels = [&](CodeId id) {
            return std::ranges::all_of(numbers, [&](const std::vector<double>& at) {
                return std::ranges::any_of(from_.items(id), [&](const Item& item) {
                    return !(std::abs(at[item.id]) <= most_spread_cancellation * std::abs(at[id]));
                });
            });
        };
        for (CodeId id = 0; id < from_.size(); ++id)
            if (is_sum(id) && !is_needed[id] && !cancels(id)) candidates_.push_back(id);
    }

    // -- operations: an addition between two terms, a multiplication by each coefficient, once for equal products
    using Multiple = std::pair<Base, NodeId>;
    std::optional<Multiple> multiple_of(const Base& base, const Expr& coefficient) const {
        const Expr opposite = -coefficient;
        if (base.empty() || coefficient.is_one() || opposite.is_one()) return std::nullopt;
        return Multiple{base, std::min(coefficient.id, opposite.id)};
    }
    void enter(CodeId id) {
        operations_ += std::max(static_cast<long>(forms_[id].size()) - 1, 0L);
        for (const auto& [base, coefficient] : forms_[id]) {
            if (const auto m = multiple_of(base, coefficient); m && multiples_[*m]++ == 0) ++operations_;
            if (is_one_factor(base) && is_sum(base.front().id)) users_[base.front().id].insert(id);
        }
    }
    void leave(CodeId id) {
        operations_ -= std::max(static_cast<long>(forms_[id].size()) - 1, 0L);
        for (const auto& [base, coefficient] : forms_[id]) {
            if (const auto m = multiple_of(base, coefficient); m && --multiples_[*m] == 0) --operations_;
            if (is_one_factor(base) && is_sum(base.front().id)) users_[base.front().id].erase(id);
        }
    }

    // -- the search
    using Undo = std::vector<std::pair<CodeId, Form>>;
    Undo write_out(CodeId s) {
        Undo undo;
        const std::set<CodeId> users = users_[s];
        for (const CodeId user : users) {
            undo.emplace_back(user, forms_[user]);
            leave(user);
            Form& form = forms_[user];
            const auto place = form.find(Base{{s, false}});
            const Expr scale = place->second;
            form.erase(place);
            for (const auto& [base, coefficient] : forms_[s]) add_term(form, base, free_.mul(scale, coefficient));
            enter(user);
        }
        leave(s);
        is_gone_[s] = true;
        return undo;
    }
    void take_back(CodeId s, const Undo& undo) {
        is_gone_[s] = false;
        enter(s);
        for (const auto& [user, form] : undo) {
            leave(user);
            forms_[user] = form;
            enter(user);
        }
    }

    bool try_sum(CodeId s) {
        const long before = operations_;
        const std::set<CodeId> users = users_[s];
        const Undo undo = write_out(s);
        if (operations_ < before) return true;
        std::size_t tried = 0;
        for (const CodeId partner : candidates_) {
            if (is_gone_[partner] || tried == most_partners) continue;
            const bool meets = std::ranges::any_of(users_[partner], [&](CodeId user) { return users.contains(user); });
            if (!meets) continue;
            ++tried;
            const Undo second = write_out(partner);
            if (operations_ < before) return true;
            take_back(partner, second);
        }
        take_back(s, undo);
        return false;
    }

    // -- the change
    Item seen(const Item& item) const { return {image_[item.id].id, image_[item.id].minus != item.minus}; }
    bool is_scaled_sum_gone(CodeId id) const {
        if (from_.node(id).kind != CodeKind::product) return false;
        const Base base = taken_apart(id).second;
        return is_one_factor(base) && is_gone_[base.front().id];
    }
    Item multiplied(const Base& factors, const Expr& coefficient) {
        Items items;
        bool negative = false;
        for (const Item& item : factors) {
            items.push_back({image_[item.id].id, item.minus});
            negative = negative != image_[item.id].minus;
        }
        const Item leaf = to_.free(coefficient);
        items.push_back({leaf.id, false});
        return to_.product(items, negative != leaf.minus);
    }
    Item made(CodeId id) {
        const CodeNode& node = from_.node(id);
        Items items;
        switch (node.kind) {
            case CodeKind::free:
                return to_.free(from_.free_value(id));
            case CodeKind::symbol:
                return to_.symbol(from_.symbol_of(id));
            case CodeKind::product: {
                const auto [coefficient, base] = taken_apart(id);
                return multiplied(base, coefficient);
            }
            case CodeKind::sum:
                for (const auto& [base, coefficient] : forms_[id]) items.push_back(multiplied(base, coefficient));
                return to_.sum(items);
            case CodeKind::function:
                break;
        }
        for (const Item& item : from_.items(id)) items.push_back(seen(item));
        return to_.function(node.op, span_of(items), node.payload);
    }

    const Code& from_;
    Code to_;
    Graph& free_;
    std::vector<std::uint32_t> uses_;
    std::vector<Form> forms_;              // of sums
    std::vector<std::set<CodeId>> users_;  // of a sum: sums with a multiple of it
    std::vector<bool> is_gone_;
    std::vector<CodeId> candidates_;
    std::map<Multiple, long> multiples_;
    long operations_ = 0;
    std::vector<Item> image_;
};

}  // namespace

Code spread_sums(const Code& code) {
    const std::vector<std::uint32_t> uses = count_uses(code);
    const auto live = static_cast<std::size_t>(std::ranges::count_if(uses, [](std::uint32_t n) { return n > 0; }));
    if (live > most_spread_values ||
        std::ranges::any_of(lanes_of_values(code), [](std::size_t lanes) { return lanes > 0; }))
        return code;
    SpreadPass pass(code);
    return pass.spread() ? pass.rebuilt() : code;
}

}  // namespace lag
