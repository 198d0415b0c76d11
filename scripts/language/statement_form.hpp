// What a statement looks like, for one who wrote it as an assignment or an equation.
#pragma once

#include <fmt/format.h>

#include <string>

#include "scripts/language/built_in.hpp"

namespace lag {

// Of a statement, what `gravity: [0, 0, -g]` and `gravity = [0, 0, -g]` ought to be; "" for functions that have a
// value, and for null.
inline std::string how_to_state(const BuiltIn* known) {
    const bool states = known != nullptr && !known->example.empty() && known->example.back() == '$';
    return states ? fmt::format("{} is a statement: {}", known->name, known->signature()) : "";
}

}  // namespace lag
