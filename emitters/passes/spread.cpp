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

#include "emitters/passes/code_copy.hpp"
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
          free_(from.free_graph()),
          uses_(count_uses(from)),
          forms_(from.size()),
          users_(from.size()),
          is_gone_(from.size(), false),
          copy_(from) {
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
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0 && !is_gone_[id] && !is_scaled_sum_gone(id)) copy_.set_image(id, made(id));
        return copy_.finished();
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
    bool is_scaled_sum_gone(CodeId id) const {
        if (from_.node(id).kind != CodeKind::product) return false;
        const Base base = taken_apart(id).second;
        return is_one_factor(base) && is_gone_[base.front().id];
    }
    Item multiplied(const Base& base, const Expr& coefficient) {
        auto [factors, negative] = copy_.factors(span_of(base));
        const Item leaf = copy_.code().free(coefficient);
        factors.push_back({leaf.id, false});
        return copy_.code().product(factors, negative != leaf.minus);
    }
    Item made(CodeId id) {
        if (from_.node(id).kind == CodeKind::product) {
            const auto [coefficient, base] = taken_apart(id);
            return multiplied(base, coefficient);
        }
        if (!is_sum(id)) return copy_.made(id);
        Items terms;
        for (const auto& [base, coefficient] : forms_[id]) terms.push_back(multiplied(base, coefficient));
        return copy_.code().sum(terms);
    }

    const Code& from_;
    Graph& free_;
    std::vector<std::uint32_t> uses_;
    std::vector<Form> forms_;              // of sums
    std::vector<std::set<CodeId>> users_;  // of a sum: sums with a multiple of it
    std::vector<bool> is_gone_;
    std::vector<CodeId> candidates_;
    std::map<Multiple, long> multiples_;
    long operations_ = 0;
    CodeCopy copy_;
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
