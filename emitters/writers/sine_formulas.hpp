// The formulas of the emitted files' own sines and cosines, written once for all languages.
//
// Method: q = nearest whole number to 2a/pi; r - e = a - q pi/2 with pi/2 in three parts (36, 33 and 53 bits, so that q
// times the first two is exact for |a| < 1e5); minimax polynomials of sine and cosine on |r| <= pi/4 to 2^-58. What is
// left to each language: the quadrant swaps s and c and gives them signs; |a| >= 1e5, infinities and NaN are left to the
// library.
//
// With `sines = vector` the bits do not depend on whether a compiler fuses multiply-adds. A product that goes into a sum
// is exact, or it is rounded first: x y + 0 is the rounded product, fused or not, and no compiler may leave out + 0 (of
// -0 it makes +0). With `sines = fused` the compiler may fuse them.
#pragma once

#include <string>
#include <vector>

namespace lag {

struct SineFormula {
    std::string name, value;  // value: a's, earlier names, numbers, + - * ( )
};

// In the order of evaluation. Of `a` they give `shifted` (its last bits are the quadrant), `q`, `s` and `c`.
// `suffix` and `exponent`: how the language writes 1.5e-9: "_dp", "e" or "", "D" (a D is in every number then).
// `rounded` has a hole {} for a product that is to be rounded: "({} + 0.0_dp)", or "{}" where it may be fused.
struct NumberStyle {
    std::string suffix, exponent, rounded;
};
std::vector<SineFormula> sine_formulas(const NumberStyle& style);

}  // namespace lag
