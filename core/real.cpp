#include "core/real.hpp"

#include <cln/cln.h>

#include "core/errors.hpp"

namespace lag {

namespace {

int digits_in_force = constant_digits;

cln::float_format_t precision() {
    return cln::float_format(static_cast<uintE>(digits_in_force));
}

cln::cl_F as_float(const cln::cl_R& number) {
    return cln::cl_float(number, precision());
}

[[noreturn]] void no_value(const char* what) {
    throw ModelError(std::string(what) + " has no real value");
}

}  // namespace

RealPrecision::RealPrecision(int digits) : before_(digits_in_force) {
    digits_in_force = digits;
}
RealPrecision::~RealPrecision() {
    digits_in_force = before_;
}

Real::Real() : value(as_float(0)) {}
Real::Real(const Rational& exact) : value(as_float(exact)) {}
Real::Real(const cln::cl_R& number) : value(as_float(number)) {}
Real Real::pi() {
    return Real(cln::cl_R(cln::pi(precision())));
}

Real operator+(const Real& a, const Real& b) {
    return Real(cln::cl_R(a.value + b.value));
}
Real operator-(const Real& a, const Real& b) {
    return Real(cln::cl_R(a.value - b.value));
}
Real operator-(const Real& a) {
    return Real(cln::cl_R(-a.value));
}
Real operator*(const Real& a, const Real& b) {
    return Real(cln::cl_R(a.value * b.value));
}
Real operator/(const Real& a, const Real& b) {
    if (cln::zerop(b.value)) no_value("a division by zero");
    return Real(cln::cl_R(a.value / b.value));
}
bool operator<(const Real& a, const Real& b) {
    return a.value < b.value;
}
bool operator==(const Real& a, const Real& b) {
    return a.value == b.value;
}

Real sqrt(const Real& a) {
    if (cln::minusp(a.value)) no_value("the square root of a negative number");
    return Real(cln::cl_R(cln::sqrt(a.value)));
}
Real sin(const Real& a) {
    return Real(cln::cl_R(cln::sin(a.value)));
}
Real cos(const Real& a) {
    return Real(cln::cl_R(cln::cos(a.value)));
}
Real tan(const Real& a) {
    return sin(a) / cos(a);
}
Real atan2(const Real& y, const Real& x) {
    if (cln::zerop(y.value) && cln::zerop(x.value)) return Real();
    return Real(cln::cl_R(cln::atan(x.value, y.value)));
}
Real asin(const Real& a) {
    const Real one(Rational(1));
    if (one < abs(a)) no_value("asin outside [-1, 1]");
    return atan2(a, sqrt((one - a) * (one + a)));
}
Real acos(const Real& a) {
    const Real one(Rational(1));
    if (one < abs(a)) no_value("acos outside [-1, 1]");
    return atan2(sqrt((one - a) * (one + a)), a);
}
Real atan(const Real& a) {
    return Real(cln::cl_R(cln::atan(a.value)));
}
Real sinh(const Real& a) {
    return Real(cln::cl_R(cln::sinh(a.value)));
}
Real cosh(const Real& a) {
    return Real(cln::cl_R(cln::cosh(a.value)));
}
Real tanh(const Real& a) {
    return Real(cln::cl_R(cln::tanh(a.value)));
}
Real exp(const Real& a) {
    if (cln::cl_R(cln::abs(a.value)) > cln::cl_R(100000)) no_value("exp of a number beyond 100000");
    return Real(cln::cl_R(cln::exp(a.value)));
}
Real log(const Real& a) {
    if (!cln::plusp(a.value)) no_value("the logarithm of a number that is not positive");
    return Real(cln::cl_R(cln::ln(a.value)));
}
Real pow(const Real& base, const Real& exponent) {
    const cln::cl_I whole = cln::round1(exponent.value);
    if (exponent.value == as_float(whole) && cln::abs(whole) < 1000000) {
        if (cln::zerop(base.value) && cln::minusp(whole)) no_value("a negative power of zero");
        return Real(cln::cl_R(cln::expt(base.value, whole)));
    }
    if (cln::zerop(base.value) && cln::plusp(exponent.value)) return Real();
    if (!cln::plusp(base.value)) no_value("a fractional power of a negative number");
    return exp(exponent * log(base));
}
Real abs(const Real& a) {
    return Real(cln::cl_R(cln::abs(a.value)));
}
Real floor(const Real& a) {
    return Real(cln::cl_R(cln::floor1(a.value)));
}

double nearest_double(const Real& a) {
    const Rational exact = cln::rational(a.value);
    if (cln::abs(exact) > cln::expt(cln::cl_I(2), 1023)) no_value("a constant beyond the range of doubles");
    return nearest_double(exact);
}

}  // namespace lag
