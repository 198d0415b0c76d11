// Shape functions of straight beams over xi = x/l from 0 to 1, and integrals of their products.
//
//   bending      clamped_free, clamped_clamped   the modes of a uniform beam, with cosh, cos, sinh and sin of beta xi
//                pinned_pinned                   sin(i pi xi), in the chord's axes
//                polynomial                      xi^2, xi^3, ..
//   axial        stretch and twist: sin((2i - 1) pi xi/2), which ends free; of clamped_clamped sin(i pi xi); polynomial
//                xi, xi^2, ..
//
// Shapes that end free are 1 there; all other modes have a mean square of 1/2.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rational.hpp"

namespace lag {

enum class BeamShapes { clamped_free, pinned_pinned, clamped_clamped, polynomial };
enum class ShapeFamily { bending, axial };

class Shape {
  public:
    // The k-th of a family, from 0; k = -1 is the constant 1.
    Shape(BeamShapes shapes, ShapeFamily family, int k);
    static Shape one() { return {BeamShapes::polynomial, ShapeFamily::axial, -1}; }

    // The value or the first or second derivative by xi.
    long double operator()(long double xi, int derivative) const;
    std::optional<int> exponent() const { return exponent_; }  // of a polynomial shape

  private:
    long double mode(long double xi, int derivative) const;

    BeamShapes shapes_;
    ShapeFamily family_;
    std::optional<int> exponent_;
    long double beta_ = 0, sigma_ = 0, less_ = 0, factor_ = 1;  // less: 1 - sigma
};

// f, differentiated that often, at xi: exact for polynomials, else rounded to a double.
Rational value_of(const Shape& f, int derivative, const Rational& xi);
// The integral over 0 .. upper of xi^power times the a-th derivative of f times the b-th of g. Exact for polynomials, else
// rounded to a double; what cancels to rounding is 0.
Rational integral(int power, const Shape& f, int a, const Shape& g, int b, const Rational& upper = 1);

}  // namespace lag
