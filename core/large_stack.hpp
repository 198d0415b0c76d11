// Runs work on a thread of its own whose stack is large enough for every recursion that the language allows. The system
// commits the memory only as it is used.
#pragma once

#include <functional>

namespace lag {

// Returns when the work has ended and throws what the work throws; std::bad_alloc where no such stack can be had.
void on_large_stack(const std::function<void()>& work);

}  // namespace lag
