// How passes make new code of code. A node has an image in the new code; the sign of the image goes to where the node is used.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "emitters/program/code.hpp"

namespace lag {

// Ids, also in items that are given, are those of the old code or, beyond them, of nodes that the pass adds.
class CodeCopy {
  public:
    explicit CodeCopy(const Code& from) : from_(from), to_(from.shared_free_graph()), images_(from.size()) {}

    Code& code() { return to_; }
    const Code& code() const { return to_; }
    bool has(CodeId id) const { return id < images_.size() && images_[id].has_value(); }
    const Item& image(CodeId id) const { return *images_[id]; }
    // The label moves along.
    void set_image(CodeId id, const Item& image);

    // Images of a term, an operand or a root; of terms; of factors, and the sign of their product.
    Item seen(const Item& item) const { return {image(item.id).id, image(item.id).minus != item.minus}; }
    Items seen(std::span<const Item> items) const;
    std::pair<Items, bool> factors(std::span<const Item> items) const;

    Item sum(std::span<const Item> terms) { return to_.sum(seen(terms)); }
    Item product(std::span<const Item> items, bool negative = false);
    // The node; the same with other items, a sum or a product in place of the other.
    Item made(CodeId id) { return made(id, from_.node(id).kind, from_.items(id)); }
    Item made(CodeId id, CodeKind kind, std::span<const Item> items, bool negative = false);

    // Makes what has no image yet of `root` and what it needs, each node directly before its first user.
    template <class ItemsOf, class Make>
    void make_below(CodeId root, const ItemsOf& items_of, const Make& make) {
        std::vector<CodeId> open{root};
        while (!open.empty()) {
            const CodeId id = open.back();
            const std::size_t before = open.size();
            if (!has(id))
                for (const Item& item : items_of(id))
                    if (!has(item.id)) open.push_back(item.id);
            if (open.size() > before) continue;
            open.pop_back();
            if (!has(id)) set_image(id, make(id));
        }
    }

    // The new code with its roots.
    Code finished();

  private:
    const Code& from_;
    Code to_;
    std::vector<std::optional<Item>> images_;
};

}  // namespace lag
