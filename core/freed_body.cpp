#include "core/freed_body.hpp"

#include <algorithm>

namespace lag {

BodyIndex carrier_of(const Model& model, const std::vector<FreedBody>& freed, BodyIndex b) {
    const auto own = std::ranges::find(freed, b, &FreedBody::body);
    return own == freed.end() ? model.body(b).inboard : own->hung.inboard;
}

}  // namespace lag
