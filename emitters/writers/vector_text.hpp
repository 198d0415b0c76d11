// Texts that come along with `sines = fused` or `vector` and with `batch = true`: the file's own sines and cosines of many angles at
// once, in branch-free form (sine_formulas.hpp), and the pack of states of C++. |x| >= 1e5, infinities and NaN take the
// library's functions afterwards. Errors below 1 ulp (measured: README.md); sin(-0) = -0.
#pragma once

#include <set>
#include <string>

#include "core/sine_form.hpp"
#include "emitters/program/program.hpp"

namespace lag {

constexpr std::size_t sine_block = 4;  // C and Fortran evaluate whole blocks of angles, the rest filled with zeros
constexpr std::size_t padded_angles(std::size_t angles) {
    return (angles + sine_block - 1) / sine_block * sine_block;
}

std::string c_lane_type(std::size_t lanes);  // lag_limbs_<n>
// LAG_LIMBS_<n>_ON_<few>_DEFINED: of limbs that others carry; stands after the texts of both.
std::string c_limbs_on_limbs_text(std::size_t limbs, std::size_t few);
std::string c_limbs_text(std::size_t limbs);       // LAG_LIMBS_<n>_DEFINED: lag_limbs_<n> and what it takes
std::string c_limbs_sine_text(std::size_t limbs);  // lag_limbs_<n>_sines; stands after c_sine_text(..)
std::string c_sine_text(SineForm sines);           // LAG_C_SINES_DEFINED: lag_sines(a, b, c, d, sine, cosine)
std::string cpp_sine_text(SineForm sines);         // LAG_SINES_DEFINED: lag_vector::sines(angle, sine, cosine)
std::string cpp_pack_text();                       // LAG_VECTOR_DEFINED: lag_pack<lanes>, lag_mask<lanes>
std::string cpp_limbs_text();  // LAG_LIMBS_DEFINED: lag_limbs<R, limbs>; stands after cpp_pack_text()
std::string fortran_sine_text(SineForm sines, bool many);  // the module procedure vector_sines(n, x, sine, cosine)
// sum_of_<n>, repeated_<n>_of_<few>, folded_<n>_of_<few>, first_failing, lane_of: what `bodies` call of them, for these numbers of limbs.
std::string fortran_limbs_text(const std::set<std::size_t>& lanes, const std::string& bodies);
// The subroutine <model>_f_sines(n, x, sine, cosine).
std::string fortran77_sine_text(const Program& program, SineForm sines);

}  // namespace lag
