// Texts that come along with `sines = vector` and `batch = true`: sines and cosines of many angles at once in
// branch-free form, and the pack of states of C++.
//
// The method, in both languages: n = nearest whole number to 2x/pi; r - e = x - n pi/2 with pi/2 in three parts (36, 33
// and 53 bits, so that n times the first two is exact for |x| < 1e5); minimax polynomials of sin and cos on |r| <= pi/4
// to 2^-58; the quadrant swaps and signs them by selection. |x| >= 1e5, infinities and NaN take the library's functions
// afterwards. Errors below 1 ulp (measured: README.md); sin(-0) = -0.
#pragma once

#include <string>

namespace lag {

std::string cpp_vector_text();  // LAG_VECTOR_DEFINED: lag_pack<lanes>, lag_mask<lanes>, lag_vector::sines
std::string cpp_limbs_text();   // LAG_LIMBS_DEFINED: lag_limbs<R, limbs>, lane values; stands behind cpp_vector_text()
std::string fortran_vector_text();  // the module procedure vector_sines(n, x, sine, cosine)

}  // namespace lag
