// Pass: flattening of what is used once, like terms, common factors: a b + a c -> a (b + c).
//
// Every sum is taken apart into terms  sign * coefficient * factors  (the coefficient is free: a number or hoisted).
// Like terms merge their coefficients at no cost. Then, greedily, the factor that most terms share is taken out of
// them, and the same is done with the quotients and with the rest. Taking f out of k terms saves k - 1 multiplications;
// a term that is f alone turns into a 1 and saves nothing. Through shared products the saving may be lost by computing
// the product again, which is why `optimize` counts before it keeps. Work per sum is bounded; a sum beyond the bound is
// flattened only. Not handled: factors that appear only after expansion.

#include <algorithm>
#include <optional>

#include "emitters/passes/code_copy.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr int depth_limit = 64;
constexpr std::size_t step_limit = 400000;  // factor look-ups per sum

struct Term {
    bool minus = false;
    Expr coefficient;
    Items factors;              // of the new code, sorted
    std::optional<Item> whole;  // the term as an existing node, while it is intact; its sign included
    std::optional<Item> leaf;   // the coefficient as a node, once it was asked for

    void set_coefficient(const Expr& value) { coefficient = value, leaf.reset(); }
};

class FactorPass {
  public:
    FactorPass(const Code& from, Factoring factoring)
        : from_(from),
          free_(from.free_graph()),
          one_(free_.integer(1)),
          factoring_(factoring),
          uses_(count_uses(from)),
          absorbed_(from.size(), false),
          copy_(from) {
        for (CodeId id = 0; id < from.size(); ++id)
            if (uses_[id] > 0) mark_absorbed(id);
        for (const Item& root : from.roots) absorbed_[root.id] = false;
    }

    Code run() {
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0 && !absorbed_[id]) copy_.set_image(id, rebuilt(id));
        return copy_.finished();
    }

  private:
    // Absorbed: used once, by a node that takes it apart.
    void mark_absorbed(CodeId user) {
        const CodeKind kind = from_.node(user).kind;
        if (kind != CodeKind::sum && kind != CodeKind::product) return;
        for (const Item& item : from_.items(user)) {
            const CodeKind inner = from_.node(item.id).kind;
            const bool fits = inner == kind || (kind == CodeKind::sum && inner == CodeKind::product);
            if (fits && uses_[item.id] == 1) absorbed_[item.id] = true;
        }
    }

    Item rebuilt(CodeId id) {
        const CodeKind kind = from_.node(id).kind;
        if (kind == CodeKind::product) return item_of(term_of({id, false}, false));
        if (kind != CodeKind::sum) return copy_.made(id);
        steps_ = 0;
        if (factoring_ != Factoring::distributing || !has_scaled_sums(id)) return factored(terms_of(id, false), 0);
        const auto cost_of = [&](bool distributed) {
            const std::size_t before = to_.size();
            const Item value = factored(terms_of(id, distributed), 0);
            OperationCount made;
            for (auto k = static_cast<CodeId>(before); k < to_.size(); ++k) add_own_operations(to_, k, made);
            return std::pair(made.total(), value);
        };
        // each as if it came first: what both make counts in both
        Code kept = to_;
        const auto [cost_distributed, distributed] = cost_of(true);
        std::swap(kept, to_);
        const auto [cost, value] = cost_of(false);
        if (cost + cost_of_scaled_sums(id) <= cost_distributed) return value;
        std::swap(kept, to_);
        return distributed;
    }

    // What is built already of them, and would not be needed.
    long cost_of_scaled_sums(CodeId id) const {
        OperationCount cost;
        long deeper = 0;
        for (const Item& item : from_.items(id)) {
            const std::optional<Item> inner = scaled_sum(item.id);
            const bool goes_on = inner || (from_.node(item.id).kind == CodeKind::sum && absorbed_[item.id]);
            if (goes_on) deeper += cost_of_scaled_sums(inner ? inner->id : item.id);
            if (!inner) continue;
            add_own_operations(from_, inner->id, cost);
            for (const Item& term : from_.items(inner->id))
                if (absorbed_[term.id]) add_own_operations(from_, term.id, cost);
        }
        return cost.total() + deeper;
    }

    // A number times a sum that is used nowhere else.
    std::optional<Item> scaled_sum(CodeId id) const {
        const auto items = from_.items(id);
        if (from_.node(id).kind != CodeKind::product || !absorbed_[id] || items.size() != 2) return std::nullopt;
        for (const std::size_t k : {0U, 1U}) {
            const Item &number = items[k], &sum = items[1 - k];
            if (from_.is_free(number.id) && !number.minus && !sum.minus && uses_[sum.id] == 1 &&
                from_.node(sum.id).kind == CodeKind::sum)
                return sum;
        }
        return std::nullopt;
    }
    bool has_scaled_sums(CodeId id) const {
        return std::ranges::any_of(from_.items(id), [&](const Item& item) {
            return scaled_sum(item.id) ||
                   (from_.node(item.id).kind == CodeKind::sum && absorbed_[item.id] && has_scaled_sums(item.id));
        });
    }

    // `distributed`: numbers times sums become terms, too.
    std::vector<Term> terms_of(CodeId id, bool distributed) {
        struct Open {
            Item item;
            Expr scale;
        };
        std::vector<Term> terms;
        std::vector<Open> open{{{id, false}, one_}};
        while (!open.empty()) {
            const auto [item, scale] = open.back();
            open.pop_back();
            const std::optional<Item> inner = distributed ? scaled_sum(item.id) : std::nullopt;
            const bool is_sum = from_.node(item.id).kind == CodeKind::sum && (item.id == id || absorbed_[item.id]);
            if (!is_sum && !inner) {
                terms.push_back(term_of(item, factoring_ == Factoring::through_shared));
                if (!scale.is_one()) {
                    terms.back().set_coefficient(free_.mul(scale, terms.back().coefficient));
                    terms.back().whole.reset();
                }
                continue;
            }
            Expr inner_scale = scale;
            if (inner)
                for (const Item& factor : from_.items(item.id))
                    if (factor.id != inner->id)
                        inner_scale = free_.mul(scale, to_.free_value(copy_.image(factor.id).id));
            const auto items = from_.items(inner ? inner->id : item.id);
            for (auto it = items.rbegin(); it != items.rend(); ++it)
                open.push_back({{it->id, it->minus != item.minus}, inner_scale});
        }
        return terms;
    }

    // A shared reciprocal stays what it is: taken apart, it would be a division in each place.
    bool has_divisor(CodeId id) const {
        return std::ranges::any_of(from_.items(id), [](const Item& item) { return item.minus; });
    }

    // `item` taken apart if it is an absorbed product, or any product when `through`.
    Term term_of(const Item& item, bool through) {
        Term term{.minus = item.minus, .coefficient = one_, .factors = {}, .whole = {}, .leaf = {}};
        if (copy_.has(item.id)) term.whole = copy_.seen(item);
        Items open{{item.id, false}};
        while (!open.empty()) {
            const Item factor = open.back();
            open.pop_back();
            // not built yet: absorbed, or the product being rebuilt itself
            if (from_.node(factor.id).kind == CodeKind::product &&
                (!copy_.has(factor.id) || (through && !has_divisor(factor.id)))) {
                const auto items = from_.items(factor.id);
                for (auto it = items.rbegin(); it != items.rend(); ++it)
                    open.push_back({it->id, it->minus != factor.minus});
                continue;
            }
            const Item& image = copy_.image(factor.id);
            append(term, {image.id, factor.minus});
            term.minus = term.minus != image.minus;
        }
        std::ranges::sort(term.factors);
        return term;
    }
    void append(Term& term, const Item& factor) {
        if (to_.is_free(factor.id)) {
            const Expr value = to_.free_value(factor.id);
            term.set_coefficient(factor.minus ? free_.div(term.coefficient, value)
                                              : free_.mul(term.coefficient, value));
        } else {
            term.factors.push_back(factor);
        }
    }

    Item coefficient_of(Term& term) {
        if (!term.leaf) term.leaf = to_.free(term.coefficient);
        return *term.leaf;
    }
    Item item_of(Term&& term) {
        if (term.whole) return *term.whole;
        Items factors = std::move(term.factors);
        const Item coefficient = coefficient_of(term);
        factors.push_back({coefficient.id, false});
        return to_.product(factors, term.minus != coefficient.minus);
    }

    // Terms with the same factors become one.
    void merge_like_terms(std::vector<Term>& terms) {
        std::vector<std::size_t> order(terms.size());
        for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
        std::ranges::stable_sort(order,
                                 [&](std::size_t a, std::size_t b) { return terms[a].factors < terms[b].factors; });
        std::vector<bool> gone(terms.size(), false);
        for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
            Term& kept = terms[order[begin]];
            for (end = begin + 1; end < order.size() && terms[order[end]].factors == kept.factors; ++end) {
                const Term& other = terms[order[end]];
                kept.set_coefficient(other.minus == kept.minus ? free_.add(kept.coefficient, other.coefficient)
                                                               : free_.sub(kept.coefficient, other.coefficient));
                kept.whole.reset();
                gone[order[end]] = true;
            }
            if (kept.coefficient.is_zero()) gone[order[begin]] = true;
        }
        std::vector<Term> rest;
        for (std::size_t k = 0; k < terms.size(); ++k)
            if (!gone[k]) rest.push_back(std::move(terms[k]));
        terms = std::move(rest);
    }

    // A factor that can be taken out: an item, or the coefficient (a free leaf of the new code).
    struct Candidate {
        Item factor;
        bool is_coefficient = false;
        friend auto operator<=>(const Candidate&, const Candidate&) = default;
    };

    // The distinct candidates of a term, each with whether taking it out leaves something to multiply.
    void candidates_of(Term& term, std::vector<std::pair<Candidate, bool>>& found) {
        const Item coefficient = coefficient_of(term);
        const bool unit = to_.free_value(coefficient.id) == one_;
        const std::size_t length = term.factors.size() + (unit ? 0 : 1);
        for (std::size_t k = 0; k < term.factors.size(); ++k)
            if (k == 0 || term.factors[k] != term.factors[k - 1])
                found.push_back({{term.factors[k], false}, length > 1});
        if (!unit) found.push_back({{{coefficient.id, false}, true}, length > 1});
        steps_ += length;
    }

    std::optional<Candidate> best_candidate(std::vector<Term>& terms) {
        std::vector<std::pair<Candidate, bool>> found;
        for (Term& term : terms) candidates_of(term, found);
        std::ranges::sort(found);
        std::optional<Candidate> best;
        std::size_t most = 1;  // k terms save k - 1 multiplications
        for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
            std::size_t products = 0;
            for (end = begin; end < found.size() && found[end].first == found[begin].first; ++end)
                products += found[end].second ? 1U : 0U;
            if (products > most) most = products, best = found[begin].first;
        }
        return best;
    }

    // Takes the candidate out of a term; false if it does not hold it.
    bool take_out(Term& term, const Candidate& candidate) {
        if (candidate.is_coefficient) {
            const Item coefficient = coefficient_of(term);
            if (coefficient.id != candidate.factor.id) return false;
            term.minus = term.minus != coefficient.minus;
            term.set_coefficient(one_);
        } else {
            const auto place = std::ranges::find(term.factors, candidate.factor);
            if (place == term.factors.end()) return false;
            term.factors.erase(place);
        }
        term.whole.reset();
        return true;
    }

    Item factored(std::vector<Term> terms, int depth) {
        merge_like_terms(terms);
        Items items;
        while (factoring_ != Factoring::none && depth < depth_limit && steps_ < step_limit) {
            const std::optional<Candidate> best = best_candidate(terms);
            if (!best) break;
            std::vector<Term> quotients, rest;
            for (Term& term : terms) (take_out(term, *best) ? quotients : rest).push_back(std::move(term));
            const Item inner = factored(std::move(quotients), depth + 1);
            items.push_back(to_.product({{inner.id, false}, best->factor}, inner.minus));
            terms = std::move(rest);
        }
        for (Term& term : terms) items.push_back(item_of(std::move(term)));
        return to_.sum(items);
    }

    const Code& from_;
    Graph& free_;
    Expr one_;
    Factoring factoring_;
    std::vector<std::uint32_t> uses_;
    std::vector<bool> absorbed_;
    CodeCopy copy_;
    Code& to_ = copy_.code();
    std::size_t steps_ = 0;
};

}  // namespace

Code factor_sums(const Code& code, Factoring factoring) {
    return FactorPass(code, factoring).run();
}

}  // namespace lag
