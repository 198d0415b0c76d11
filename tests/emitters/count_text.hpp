// Operation counts read off emitted text, by a scanner that knows nothing of how the text was made.
#pragma once

#include <map>
#include <string>

#include "core/graph.hpp"

namespace lag {

enum class TextKind { fortran, cpp, fortran77, c };

// By routine name, pieces of a split routine added to it ("pendulum_derivatives_2" to "pendulum_derivatives").
std::map<std::string, OperationCount> counted_in_text(const std::string& text, TextKind kind);
// What the head comment claims.
std::map<std::string, OperationCount> claimed_in_text(const std::string& text);

}  // namespace lag
