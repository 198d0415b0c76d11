// Rates of states that wait until all their names are declared (states.hpp).
#pragma once

#include <cstddef>
#include <memory>

#include "scripts/language/built_in.hpp"

namespace lag {

// A rate whose names are not all declared yet; `statement` is the call that gave it.
struct WaitingRate {
    std::size_t state = 0;  // of model.states
    std::shared_ptr<Call> statement;
    std::shared_ptr<const SourceFile> source;
};

}  // namespace lag
