// The text of the scalar-type interface `lag_math<R>` that emitted C++ headers carry.
#pragma once

#include <string>

namespace lag {

std::string cpp_math_text();

}  // namespace lag
