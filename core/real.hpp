// High-precision real numbers with the functions an Evaluator needs: CLN floats of `constant_digits` digits.
// Used for constant expressions and for checks; never in emitted code. A value that does not exist (log(-1),
// 1/0) raises ModelError.
#pragma once

#include <cln/float.h>
#include <cln/real.h>

#include "core/rational.hpp"

namespace lag {

struct Real {
    cln::cl_F value;

    Real();  // zero
    explicit Real(const Rational& exact);
    explicit Real(const cln::cl_R& number);
    static Real pi();
};

Real operator+(const Real& a, const Real& b);
Real operator-(const Real& a, const Real& b);
Real operator-(const Real& a);
Real operator*(const Real& a, const Real& b);
Real operator/(const Real& a, const Real& b);
bool operator<(const Real& a, const Real& b);
bool operator==(const Real& a, const Real& b);

Real sqrt(const Real& a);
Real sin(const Real& a);
Real cos(const Real& a);
Real tan(const Real& a);
Real asin(const Real& a);
Real acos(const Real& a);
Real atan(const Real& a);
Real atan2(const Real& y, const Real& x);
Real sinh(const Real& a);
Real cosh(const Real& a);
Real tanh(const Real& a);
Real exp(const Real& a);
Real log(const Real& a);
Real pow(const Real& base, const Real& exponent);
Real abs(const Real& a);
Real floor(const Real& a);

// While it lives, Reals carry `digits` decimal digits instead of constant_digits. (Scripts run on one thread.)
class RealPrecision {
  public:
    explicit RealPrecision(int digits);
    ~RealPrecision();
    RealPrecision(const RealPrecision&) = delete;
    RealPrecision& operator=(const RealPrecision&) = delete;

  private:
    int before_;
};

// Rounded once to the nearest double; beyond the range of doubles a ModelError.
double nearest_double(const Real& a);

}  // namespace lag
