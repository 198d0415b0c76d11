#include "core/evaluate.hpp"

namespace lag {

void refuse_unknown(const Symbol& symbol) {
    throw InternalError("the " + std::string(name_of(symbol.role)) + " '" + symbol.name + "' has no value here");
}

}  // namespace lag
