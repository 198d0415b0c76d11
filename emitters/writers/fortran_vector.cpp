// Fortran of emitters/writers/vector_text.hpp, and the numbers of both languages.

#include <array>
#include <utility>

#include "emitters/writers/template_text.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

// Remez' algorithm in 60 digits: z = x^2 in [0, (pi/4)^2], (sin x / x - 1) / z and (cos x - 1 + z / 2) / z^2, weighted
// so that the errors of sin x / x and of cos x are least: 3.4e-18 and 4.7e-20 before rounding of the coefficients.
constexpr std::array<std::pair<const char*, const char*>, 16> numbers = {{{"@S1@", "0.16666666666666632"},
                                                                          {"@S2@", "-0.008333333333322413"},
                                                                          {"@S3@", "0.00019841269829807802"},
                                                                          {"@S4@", "-2.7557313691916652e-06"},
                                                                          {"@S5@", "2.505075811506938e-08"},
                                                                          {"@S6@", "-1.5896795642606293e-10"},
                                                                          {"@C1@", "0.0416666666666666"},
                                                                          {"@C2@", "-0.0013888888888874125"},
                                                                          {"@C3@", "2.4801587289482178e-05"},
                                                                          {"@C4@", "-2.755731435232987e-07"},
                                                                          {"@C5@", "2.0875723272762356e-09"},
                                                                          {"@C6@", "-1.135964777664039e-11"},
                                                                          {"@PART1@", "1.5707963267923333"},
                                                                          {"@PART2@", "2.5633441512663184e-12"},
                                                                          {"@PART3@", "3.2820035428735005e-22"},
                                                                          {"@TWO_OVER_PI@", "0.6366197723675814"}}};

const char* const vector_sines = R"text(
  ! sines and cosines of n angles at once, in a form that compilers turn into vector instructions; errors below 1 unit
  ! in the last place for |x| < 1e5; beyond, and for what is no number, by the library
  pure subroutine vector_sines(n, x, sine, cosine)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: sine(n), cosine(n)
    real(dp), parameter :: limit = 1.0e5_dp
    real(dp) :: a, quarter, whole, part, first, rest, r, e, r2, r4, odd, even, s, c, half, w
    integer :: k, quadrant, far
    far = 0
    do k = 1, n
      far = far + merge(0, 1, abs(x(k)) < limit)
      a = max(-limit, min(limit, x(k)))
      quadrant = int(a*@TWO_OVER_PI@ + sign(0.5_dp, a))
      quarter = real(quadrant, dp)
      whole = a - quarter*@PART1@
      part = quarter*@PART2@
      first = whole - part
      rest = quarter*@PART3@
      r = first - rest
      e = ((first - whole) + part) + ((r - first) + rest)
      r2 = r*r
      r4 = r2*r2
      odd = (@S1@ + r2*(@S2@)) + &
        r4*((@S3@ + r2*(@S4@)) + &
        r4*(@S5@ + r2*(@S6@)))
      even = (@C1@ + r2*(@C2@)) + &
        r4*((@C3@ + r2*(@C4@)) + &
        r4*(@C5@ + r2*(@C6@)))
      s = r - (r*r2*odd + e)
      half = 0.5_dp*r2
      w = 1.0_dp - half
      c = w + (((1.0_dp - w) - half) + (r4*even + r*e))
      w = merge(s, c, iand(quadrant, 1) == 0)
      c = merge(c, s, iand(quadrant, 1) == 0)
      sine(k) = w*real(1 - iand(quadrant, 2), dp)
      cosine(k) = c*real(1 - iand(quadrant + 1, 2), dp)
    end do
    if (far == 0) return
    do k = 1, n
      if (abs(x(k)) < limit) cycle
      sine(k) = sin(x(k))
      cosine(k) = cos(x(k))
    end do
  end subroutine vector_sines
)text";

}  // namespace

std::string with_sine_numbers(std::string text, const std::string& suffix) {
    for (const auto& [mark, number] : numbers) text = replaced(std::move(text), mark, number + suffix);
    return text;
}

std::string fortran_vector_text() {
    return with_sine_numbers(vector_sines, "_dp");
}

}  // namespace lag
