// Pass: products of a sum and of the difference of the same two values, (a + b) and (a - b), are multiplied out. This
// is the one expansion that pays: a mechanism's left and right sides give
//     (a + b)(c + d) + (a - b)(c - d) = 2 (a c + b d)        x (a + b) and x (a - b) = x a + x b and x a - x b
// where half of the products cancel and the rest is shared by the passes that follow. `optimize` counts
// before it keeps.

#include <algorithm>
#include <map>

#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t most_pairs = 3;  // in one product: 2^3 terms

class ConjugatePass {
  public:
    explicit ConjugatePass(const Code& from)
        : from_(from), to_(from.shared_free_graph()), uses_(count_uses(from)), image_(from.size()) {
        find_pairs();
    }

    bool finds_any() const {
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0 && is_expanded(id)) return true;
        return false;
    }

    Code run() {
        for (CodeId id = 0; id < from_.size(); ++id) {
            if (uses_[id] == 0) continue;
            image_[id] = is_expanded(id) ? expanded(id) : rebuilt(id);
            if (const SignedLabel* label = from_.label_of(id)) to_.label(image_[id], *label);
        }
        for (const Item& root : from_.roots) to_.roots.push_back(seen(root));
        return std::move(to_);
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

    Item seen(const Item& item) const { return {image_[item.id].id, image_[item.id].minus != item.minus}; }

    Item expanded(CodeId id) {
        struct Partial {
            Items factors;
            bool negative = false;
        };
        std::vector<Partial> terms(1);
        for (const Item& item : from_.items(id)) {
            if (item.minus || !in_pair_[item.id]) {
                for (Partial& term : terms) {
                    term.factors.push_back({image_[item.id].id, item.minus});
                    term.negative = term.negative != image_[item.id].minus;
                }
                continue;
            }
            std::vector<Partial> next;
            for (const Partial& term : terms)
                for (const Item& inner : from_.items(item.id)) {
                    Partial longer = term;
                    const Item value = seen(inner);
                    longer.factors.push_back({value.id, false});
                    longer.negative = longer.negative != value.minus;
                    next.push_back(std::move(longer));
                }
            terms = std::move(next);
        }
        Items sum;
        for (const Partial& term : terms) sum.push_back(to_.product(term.factors, term.negative));
        return to_.sum(sum);
    }

    Item rebuilt(CodeId id) {
        const CodeNode& node = from_.node(id);
        Items items;
        switch (node.kind) {
            case CodeKind::free:
                return to_.free(from_.free_value(id));
            case CodeKind::symbol:
                return to_.symbol(from_.symbol_of(id));
            case CodeKind::product: {
                bool negative = false;
                for (const Item& item : from_.items(id)) {
                    items.push_back({image_[item.id].id, item.minus});
                    negative = negative != image_[item.id].minus;
                }
                return to_.product(items, negative);
            }
            case CodeKind::sum:
                for (const Item& item : from_.items(id)) items.push_back(seen(item));
                return to_.sum(items);
            case CodeKind::function:
                break;
        }
        for (const Item& item : from_.items(id)) items.push_back(seen(item));
        return to_.function(node.op, span_of(items), node.payload);
    }

    const Code& from_;
    Code to_;
    std::vector<std::uint32_t> uses_;
    std::vector<bool> in_pair_;
    std::vector<Item> image_;
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
