#include "scripts/command/simulate/dual_numbers.hpp"

namespace lag {

// A slope of zero stays zero where a function has a vertical tangent.
const char* const dual_numbers = R"text(#include <cmath>
#include <vector>
namespace lag_dual {
struct Dual {
  double value = 0, slope = 0;
  Dual() = default;
  explicit Dual(double v, double s = 0) : value(v), slope(s) {}
};
inline double times(double derivative, double slope) { return slope == 0 ? 0 : derivative * slope; }
inline Dual operator+(Dual a, Dual b) { return Dual(a.value + b.value, a.slope + b.slope); }
inline Dual operator-(Dual a, Dual b) { return Dual(a.value - b.value, a.slope - b.slope); }
inline Dual operator-(Dual a) { return Dual(-a.value, -a.slope); }
inline Dual operator*(Dual a, Dual b) { return Dual(a.value * b.value, a.slope * b.value + a.value * b.slope); }
inline Dual operator/(Dual a, Dual b) {
  const double y = a.value / b.value;
  return Dual(y, (a.slope - times(y, b.slope)) / b.value);
}
inline bool operator<(Dual a, Dual b) { return a.value < b.value; }
inline bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
inline Dual sin(Dual a) { return Dual(std::sin(a.value), std::cos(a.value) * a.slope); }
inline Dual cos(Dual a) { return Dual(std::cos(a.value), -std::sin(a.value) * a.slope); }
inline Dual tan(Dual a) { return Dual(std::tan(a.value), a.slope / (std::cos(a.value) * std::cos(a.value))); }
inline Dual asin(Dual a) { return Dual(std::asin(a.value), times(1 / std::sqrt(1 - a.value * a.value), a.slope)); }
inline Dual acos(Dual a) { return Dual(std::acos(a.value), times(-1 / std::sqrt(1 - a.value * a.value), a.slope)); }
inline Dual atan(Dual a) { return Dual(std::atan(a.value), a.slope / (1 + a.value * a.value)); }
inline Dual atan2(Dual a, Dual b) {
  const double square = a.value * a.value + b.value * b.value;
  return Dual(std::atan2(a.value, b.value), times(b.value / square, a.slope) - times(a.value / square, b.slope));
}
inline Dual sinh(Dual a) { return Dual(std::sinh(a.value), std::cosh(a.value) * a.slope); }
inline Dual cosh(Dual a) { return Dual(std::cosh(a.value), std::sinh(a.value) * a.slope); }
inline Dual tanh(Dual a) {
  const double y = std::tanh(a.value);
  return Dual(y, (1 - y * y) * a.slope);
}
inline Dual exp(Dual a) { return Dual(std::exp(a.value), std::exp(a.value) * a.slope); }
inline Dual log(Dual a) { return Dual(std::log(a.value), times(1 / a.value, a.slope)); }
inline Dual sqrt(Dual a) { return Dual(std::sqrt(a.value), times(0.5 / std::sqrt(a.value), a.slope)); }
inline Dual abs(Dual a) { return a.value < 0 ? -a : a; }
inline Dual min(Dual a, Dual b) { return b.value < a.value ? b : a; }
inline Dual max(Dual a, Dual b) { return a.value < b.value ? b : a; }
inline Dual floor(Dual a) { return Dual(std::floor(a.value)); }
inline Dual mod(Dual a, Dual b) { return a - b * floor(a / b); }
inline Dual pow(Dual a, Dual b) {
  const double y = std::pow(a.value, b.value);
  return Dual(y, times(b.value == 0 ? 0 : b.value * std::pow(a.value, b.value - 1), a.slope) +
                     (b.slope == 0 ? 0 : y * std::log(a.value) * b.slope));
}
}  // namespace lag_dual
)text";

}  // namespace lag
