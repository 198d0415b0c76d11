// How the sines and cosines of a routine are computed.
#pragma once

namespace lag {

// library: each by the language's own function. Else the angles of a routine together, by sines of the file's own
// (emitters/writers/sine_formulas.hpp): vector: with the same bits in all languages; fused: multiply-adds are left to
// the compiler.
enum class SineForm { library, vector, fused };

}  // namespace lag
