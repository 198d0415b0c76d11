// Pass: what no text can hold in one statement is broken up beforehand.
//   * sums and products of more than `width` items become chains of shorter ones, first items first;
//   * a compound condition that is used more than once becomes a number 1 or 0 that its users compare with 1/2: truth
//   values
//     are never stored, since a pack of states has its own type for them.
// The operation count does not change.

#include <array>

#include "emitters/passes/code_copy.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

class WidthPass {
  public:
    WidthPass(const Code& from, std::size_t width) : from_(from), width_(width), uses_(count_uses(from)), copy_(from) {}

    Code run() {
        for (CodeId id = 0; id < from_.size(); ++id)
            if (uses_[id] > 0) copy_.set_image(id, rebuilt(id));
        return copy_.finished();
    }

  private:
    Item stored_truth(const Item& condition) {
        Graph& graph = from_.free_graph();
        Code& to = copy_.code();
        const std::array<Item, 3> number{condition, to.free(graph.integer(1)), to.free(graph.integer(0))};
        const std::array<Item, 2> comparison{to.free(graph.rational(1, 2)), to.function(Op::select, number)};
        return to.function(Op::less, comparison);
    }

    Item rebuilt(CodeId id) {
        const CodeNode& node = from_.node(id);
        const bool is_product = node.kind == CodeKind::product;
        if (!is_product && node.kind != CodeKind::sum) {
            const bool compound = node.op == Op::logical_and || node.op == Op::logical_or || node.op == Op::logical_not;
            const Item value = copy_.made(id);
            return compound && uses_[id] > 1 ? stored_truth(value) : value;
        }
        auto [items, negative] =
            is_product ? copy_.factors(from_.items(id)) : std::pair(copy_.seen(from_.items(id)), false);
        Item chain{};
        bool has_chain = false;
        for (std::size_t begin = 0; begin < items.size();) {
            Items part;
            if (has_chain) {
                part.push_back({chain.id, is_product ? false : chain.minus});
                negative = negative != (is_product && chain.minus);
            }
            while (begin < items.size() && part.size() < width_) part.push_back(items[begin++]);
            chain = is_product ? copy_.code().product(part) : copy_.code().sum(part);
            has_chain = true;
        }
        return {chain.id, chain.minus != negative};
    }

    const Code& from_;
    std::size_t width_;
    std::vector<std::uint32_t> uses_;
    CodeCopy copy_;
};

}  // namespace

Code bound_width(const Code& code, std::size_t width) {
    return WidthPass(code, width).run();
}

}  // namespace lag
