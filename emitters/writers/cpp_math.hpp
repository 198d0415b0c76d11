// The text of `lag_math<R>`, which every emitted C++ header carries (once per translation unit): what the bodies need
// of a scalar type R. The defaults serve floats, class types with operators and functions found by argument-dependent
// lookup (dual numbers, std::experimental::simd) and the compilers' vector types; for anything else specialize it.
#pragma once

#include <string>

namespace lag {

std::string cpp_math_text();
// What stands before it in a header: the guard, and the includes that it and the bodies need (`vectors`: own sines, packs or lanes).
std::string cpp_opening(const std::string& guard, bool vectors);

}  // namespace lag
