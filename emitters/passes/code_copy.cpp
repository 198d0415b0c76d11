#include "emitters/passes/code_copy.hpp"

namespace lag {

void CodeCopy::set_image(CodeId id, const Item& image) {
    if (id >= images_.size()) images_.resize(id + 1);
    images_[id] = image;
    if (id >= from_.size()) return;
    if (const SignedLabel* label = from_.label_of(id)) to_.label(image, *label);
}

Items CodeCopy::seen(std::span<const Item> items) const {
    Items images;
    for (const Item& item : items) images.push_back(seen(item));
    return images;
}

std::pair<Items, bool> CodeCopy::factors(std::span<const Item> items) const {
    std::pair<Items, bool> images{{}, false};
    for (const Item& item : items) {
        images.first.push_back({image(item.id).id, item.minus});
        images.second = images.second != image(item.id).minus;
    }
    return images;
}

Item CodeCopy::product(std::span<const Item> items, bool negative) {
    const auto [images, minus] = factors(items);
    return to_.product(images, negative != minus);
}

Item CodeCopy::made(CodeId id, CodeKind kind, std::span<const Item> items, bool negative) {
    switch (kind) {
        case CodeKind::free:
            return to_.free(from_.free_value(id));
        case CodeKind::symbol:
            return to_.symbol(from_.symbol_of(id));
        case CodeKind::sum:
            return sum(items);
        case CodeKind::product:
            return product(items, negative);
        case CodeKind::function:
            break;
    }
    return to_.function(from_.node(id).op, span_of(seen(items)), from_.node(id).payload);
}

Code CodeCopy::finished() {
    for (const Item& root : from_.roots) to_.roots.push_back(seen(root));
    return std::move(to_);
}

}  // namespace lag
