// Pass: products of a sum and of the difference of the same two values, (a + b) and (a - b), are multiplied out. This
// is the one expansion that pays: a mechanism's left and right sides give
//     (a + b)(c + d) + (a - b)(c - d) = 2 (a c + b d)        x (a + b) and x (a - b) = x a + x b and x a - x b
// where half of the products cancel and the rest is shared by the passes that follow. `optimize` counts
// before it keeps.

#include <algorithm>
#include <map>

#include "emitters/passes/code_copy.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t most_pairs = 3;  // in one product: 2^3 terms

class ConjugatePass {
  public:
    explicit ConjugatePass(const Code& from) : from_(from), uses_(count_uses(from)), copy_(from) { find_pairs(); }

    bool finds_any() const {
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0 && is_expanded(id)) return true;
        return false;
    }

    Code run() {
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0) copy_.set_image(id, is_expanded(id) ? expanded(id) : copy_.made(id));
        return copy_.finished();
    }

  private:
    void find_pairs() {
        in_pair_.assign(from_.size(), false);
        std::map<std::pair<CodeId, CodeId>, CodeId> sum, difference;
        for (CodeId id = 0; id < from_.size(); ++id) {
            if (uses_[id] == 0 || from_.node(id).kind != CodeKind::sum || from_.items(id).size() != 2) continue;
            const std::span<const Item> items = from_.items(id);
            const std::pair key(items[0].id, items[1].id);
            const bool opposite = items[0].minus != items[1].minus;
            (opposite ? difference : sum)[key] = id;
            const auto& other = opposite ? sum : difference;
            if (const auto partner = other.find(key); partner != other.end())
                in_pair_[id] = in_pair_[partner->second] = true;
        }
    }

    bool is_expanded(CodeId id) const {
        if (from_.node(id).kind != CodeKind::product) return false;
        const std::size_t found = static_cast<std::size_t>(
            std::ranges::count_if(from_.items(id), [&](const Item& item) { return !item.minus && in_pair_[item.id]; }));
        return found > 0 && found <= most_pairs;
    }

    Item expanded(CodeId id) {
        struct Partial {
            Items factors;
            bool negative = false;
        };
        std::vector<Partial> terms(1);
        for (const Item& item : from_.items(id)) {
            if (item.minus || !in_pair_[item.id]) {
                for (Partial& term : terms) term.factors.push_back(item);
                continue;
            }
            std::vector<Partial> next;
            for (const Partial& term : terms)
                for (const Item& inner : from_.items(item.id)) {
                    Partial longer = term;
                    longer.factors.push_back({inner.id, false});
                    longer.negative = longer.negative != inner.minus;
                    next.push_back(std::move(longer));
                }
            terms = std::move(next);
        }
        Items sum;
        for (const Partial& term : terms) sum.push_back(copy_.product(span_of(term.factors), term.negative));
        return copy_.code().sum(sum);
    }

    const Code& from_;
    std::vector<std::uint32_t> uses_;
    std::vector<bool> in_pair_;
    CodeCopy copy_;
};

}  // namespace

bool has_conjugates(const Code& code) {
    return ConjugatePass(code).finds_any();
}

std::optional<Code> expand_conjugates(const Code& code) {
    ConjugatePass pass(code);
    if (!pass.finds_any()) return std::nullopt;
    return pass.run();
}

}  // namespace lag
