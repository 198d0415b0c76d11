#include "core/evaluate.hpp"

#include <fmt/format.h>

namespace lag {

void refuse_unknown(const Symbol& symbol) {
    throw InternalError(fmt::format("the {} '{}' has no value here", name_of(symbol.role), symbol.name));
}

}  // namespace lag
