// Pass: what no text can hold in one statement is broken up beforehand.
//   * sums and products of more than `width` items become chains of shorter ones, first items first;
//   * a compound condition that is used more than once becomes a number 1 or 0 that its users compare with 1/2: truth
//   values
//     are never stored, since a pack of states has its own type for them.
// The operation count does not change.

#include <array>

#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

class WidthPass {
  public:
    WidthPass(const Code& from, std::size_t width)
        : from_(from), to_(from.shared_free_graph()), width_(width), uses_(count_uses(from)), image_(from.size()) {}

    Code run() {
        for (CodeId id = 0; id < from_.size(); ++id) {
            if (uses_[id] == 0) continue;
            image_[id] = rebuilt(id);
            if (const Code::Label label = from_.label_of(id)) to_.label(image_[id].id, label);
        }
        for (const Item& root : from_.roots) to_.roots.push_back(seen(root));
        return std::move(to_);
    }

  private:
    Item seen(const Item& item) const { return {image_[item.id].id, image_[item.id].minus != item.minus}; }

    Item stored_truth(const Item& condition) {
        Graph& graph = from_.free_graph();
        const std::array<Item, 3> number{condition, to_.free(graph.integer(1)), to_.free(graph.integer(0))};
        const std::array<Item, 2> comparison{to_.free(graph.rational(1, 2)), to_.function(Op::select, number)};
        return to_.function(Op::less, comparison);
    }

    Item rebuilt(CodeId id) {
        const CodeNode& node = from_.node(id);
        if (node.kind == CodeKind::free) return to_.free(from_.free_value(id));
        if (node.kind == CodeKind::symbol) return to_.symbol(from_.symbol_of(id));
        const bool is_product = node.kind == CodeKind::product;
        Items items;
        bool negative = false;
        for (const Item& item : from_.items(id)) {
            items.push_back(is_product ? Item{image_[item.id].id, item.minus} : seen(item));
            if (is_product) negative = negative != image_[item.id].minus;
        }
        if (node.kind == CodeKind::function) {
            const Item value = to_.function(node.op, span_of(items), node.payload);
            const bool compound = node.op == Op::logical_and || node.op == Op::logical_or || node.op == Op::logical_not;
            return compound && uses_[id] > 1 ? stored_truth(value) : value;
        }
        Item chain{};
        bool has_chain = false;
        for (std::size_t begin = 0; begin < items.size();) {
            Items part;
            if (has_chain) {
                part.push_back({chain.id, is_product ? false : chain.minus});
                negative = negative != (is_product && chain.minus);
            }
            while (begin < items.size() && part.size() < width_) part.push_back(items[begin++]);
            chain = is_product ? to_.product(part) : to_.sum(part);
            has_chain = true;
        }
        return {chain.id, chain.minus != negative};
    }

    const Code& from_;
    Code to_;
    std::size_t width_;
    std::vector<std::uint32_t> uses_;
    std::vector<Item> image_;
};

}  // namespace

Code bound_width(const Code& code, std::size_t width) {
    return WidthPass(code, width).run();
}

}  // namespace lag
