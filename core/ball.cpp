#include "core/ball.hpp"

#include <cln/cln.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lag {

namespace {

constexpr double none = -std::numeric_limits<double>::infinity();
constexpr double slack = 1e-6;  // of a binary logarithm: more than its rounding
constexpr double log2_10 = 3.321928094887362;
constexpr std::size_t longest_exact = 600;  // bits; a longer number goes on as a float

// -- bounds as binary logarithms

double sum_of(double a, double b) {
    const double most = std::max(a, b), least = std::min(a, b);
    if (least == none) return most;
    return most + std::log2(1 + std::exp2(least - most)) + slack;
}
double size_of(const cln::cl_F& x) {
    if (cln::zerop(x)) return none;
    constexpr long within_doubles = 1000;
    const auto binary = static_cast<long>(cln::float_exponent(x));
    if (std::abs(binary) < within_doubles) return std::log2(std::fabs(cln::double_approx(x)));
    const cln::cl_I exponent(binary);
    const double mantissa = cln::double_approx(cln::scale_float(x, -exponent));
    return cln::double_approx(exponent) + std::log2(std::fabs(mantissa));
}
// What one rounding of x is wrong by.
double rounding_of(const cln::cl_F& x) {
    return cln::zerop(x) ? none : size_of(x) - static_cast<double>(cln::float_digits(x)) + slack;
}
// a - b > 0, as a logarithm from below; Undecided where that is not sure
double difference_of(double a, double b) {
    if (b == none) return a;
    if (b > a - slack) throw Undecided{};
    return a + std::log2(1 - std::exp2(b - a)) - slack;
}

bool vanishes(double log2_radius) {
    return log2_radius < -vanishing_digits * log2_10;
}

std::size_t bits_of(const Rational& x) {
    return static_cast<std::size_t>(
        std::max(cln::integer_length(cln::numerator(x)), cln::integer_length(cln::denominator(x))));
}
Ball settled(const Rational& value) {
    if (bits_of(value) <= longest_exact) return Ball(value);
    const Real rounded(value);
    return {rounded.value, rounding_of(rounded.value)};
}

Ball rounded(const Real& value, double radius) {
    return {value.value, sum_of(radius, rounding_of(value.value) + 2)};
}

Real real(const Ball& x) {
    return Real(cln::cl_R(x.middle()));
}

bool is_exact_zero(const Ball& x) {
    return x.is_exact() && cln::zerop(x.exact());
}
// An exact number is rounded when it becomes a float.
double radius_of(const Ball& x) {
    return x.is_exact() ? rounding_of(x.middle()) : x.log2_radius();
}

Ball power(const Ball& base, const cln::cl_I& n) {
    if (cln::minusp(n)) return Ball(Rational(1)) / power(base, -n);
    Ball result(Rational(1)), square = base;
    for (cln::cl_I bits = n; !cln::zerop(bits); bits = bits >> 1) {
        if (cln::oddp(bits)) result = result * square;
        if (bits > 1) square = square * square;
    }
    return result;
}

void require_within(const Ball& x, double most, const char* what) {
    if (sum_of(x.log2_size(), x.log2_radius()) > most) throw BeyondRange(std::string(what) + " of a number this large");
}

Ball exponential(const Ball& x) {
    require_within(x, 27, "exp");
    const double radius = radius_of(x);
    if (radius > 0) throw Undecided{};
    const Real value{cln::cl_R(cln::exp(x.middle()))};
    return rounded(value, radius + size_of(value.value) + 1);  // e^r - 1 < 2 r for r < 1
}

Ball logarithm(const Ball& x) {
    const int sign = x.sign();
    if (sign == 0 && !x.is_exact()) throw Vanishing("the logarithm of zero has no real value");
    if (sign <= 0) throw ModelError("the logarithm of a number that is not positive has no real value");
    const double radius = radius_of(x);
    return rounded(log(real(x)), radius - difference_of(x.log2_size(), radius));
}

Ball root(const Ball& x) {
    const int sign = x.sign();
    if (sign < 0) throw ModelError("the square root of a negative number has no real value");
    if (sign == 0) return Ball();
    if (x.is_exact()) {
        Rational exact;
        if (cln::sqrtp(x.exact(), &exact)) return Ball(exact);
    }
    const Real value = sqrt(real(x));
    const double radius = radius_of(x);
    return rounded(value, radius - difference_of(x.log2_size(), radius) / 2);
}

// atan2(y, x), off the cut y = 0, x < 0 unless y is an exact zero
Ball angle(const Ball& y, const Ball& x) {
    if (is_exact_zero(y)) {
        if (x.sign() >= 0) return Ball();
        return Ball::pi();
    }
    if (!x.is_surely_nonzero() || cln::minusp(x.middle())) {
        if (!is_exact_zero(x) || !y.is_surely_nonzero()) {
            const int side = y.sign();
            if (side == 0) return x.sign() < 0 ? Ball::pi() : Ball();
        }
    }
    const double distance = std::max(y.log2_size(), x.log2_size());
    const double error = sum_of(radius_of(y), radius_of(x));
    return rounded(atan2(real(y), real(x)), error - difference_of(distance, error));
}

// sqrt(1 - x^2), for |x| <= 1
Ball cosine_of_sine(const Ball& x, const char* what) {
    const Ball one(Rational(1));
    const Ball square = (one - x) * (one + x);
    if (square.sign() < 0) throw ModelError(std::string(what) + " outside [-1, 1] has no real value");
    return root(square);
}

Ball hyperbolic(Op op, const Ball& x) {
    if (op == Op::tanh) {
        if (sum_of(x.log2_size(), x.log2_radius()) > 27)
            return rounded(Real(Rational(cln::minusp(x.middle()) ? -1 : 1)), none);
        return rounded(tanh(real(x)), radius_of(x));
    }
    require_within(x, 27, name_of(op));
    const double radius = radius_of(x);
    if (radius > 0) throw Undecided{};
    const Real slope = cosh(real(x));
    return rounded(op == Op::sinh ? sinh(real(x)) : slope, radius + size_of(slope.value) + 2);
}

}  // namespace

Ball::Ball(cln::cl_F middle, double log2_radius) : middle_(std::move(middle)), radius_(log2_radius) {}

Ball Ball::pi() {
    return rounded(Real::pi(), none);
}

cln::cl_F Ball::middle() const {
    return exact_ ? Real(*exact_).value : middle_;
}
double Ball::log2_radius() const {
    return exact_ ? none : radius_;
}
double Ball::log2_size() const {
    if (!exact_) return size_of(middle_);
    if (cln::zerop(*exact_)) return none;
    return size_of(cln::cl_float(*exact_, cln::float_format(17)));
}
double Ball::log2_length() const {
    return exact_ ? static_cast<double>(bits_of(*exact_)) : 0;
}
bool Ball::is_surely_nonzero() const {
    return exact_ ? !cln::zerop(*exact_) : size_of(middle_) > radius_ + slack;
}
int Ball::sign() const {
    if (exact_) return cln::zerop(*exact_) ? 0 : cln::minusp(*exact_) ? -1 : 1;
    if (is_surely_nonzero()) return cln::minusp(middle_) ? -1 : 1;
    if (vanishes(radius_)) return 0;
    throw Undecided{};
}

cln::cl_I Ball::floor() const {
    if (exact_) return cln::floor1(*exact_);
    if (size_of(middle_) > 50'000) throw BeyondRange("the whole part of a number of more than 15000 digits");
    if (radius_ > -1) throw Undecided{};
    const cln::cl_I nearest = cln::round1(middle_);
    const cln::cl_F distance = middle_ - cln::cl_float(nearest, middle_);
    if (size_of(distance) > radius_ + slack) return cln::minusp(distance) ? nearest - 1 : nearest;
    if (vanishes(radius_)) return nearest;
    throw Undecided{};
}

bool overlap(const Ball& a, const Ball& b) {
    if (a.is_exact() && b.is_exact()) return a.exact() == b.exact();
    const Ball difference = a - b;
    return !difference.is_surely_nonzero();
}

Ball operator+(const Ball& a, const Ball& b) {
    if (a.is_exact() && b.is_exact()) return settled(a.exact() + b.exact());
    if (is_exact_zero(a)) return b;
    if (is_exact_zero(b)) return a;
    const cln::cl_F x = a.middle(), y = b.middle();
    return rounded(Real(cln::cl_R(x + y)), sum_of(radius_of(a), radius_of(b)));
}
Ball operator-(const Ball& a) {
    if (a.is_exact()) return Ball(-a.exact());
    return {-a.middle(), a.log2_radius()};
}
Ball operator-(const Ball& a, const Ball& b) {
    return a + -b;
}
Ball operator*(const Ball& a, const Ball& b) {
    if (a.is_exact() && b.is_exact()) return settled(a.exact() * b.exact());
    if (is_exact_zero(a) || is_exact_zero(b)) return {};
    const cln::cl_F x = a.middle(), y = b.middle();
    const double ra = radius_of(a), rb = radius_of(b);
    const double error = sum_of(sum_of(size_of(x) + rb, size_of(y) + ra), ra + rb);
    return rounded(Real(cln::cl_R(x * y)), error);
}
Ball operator/(const Ball& a, const Ball& b) {
    if (b.is_exact()) {
        if (is_exact_zero(b)) throw ModelError("a division by zero has no real value");
        if (a.is_exact()) return settled(a.exact() / b.exact());
    }
    if (b.sign() == 0) throw Vanishing("a division by zero has no real value");
    if (is_exact_zero(a)) return {};
    const cln::cl_F x = a.middle(), y = b.middle();
    const double ra = radius_of(a), rb = radius_of(b);
    const Real quotient(cln::cl_R(x / y));
    const double error = sum_of(ra, size_of(quotient.value) + rb);
    return rounded(quotient, error - difference_of(size_of(y), rb));
}
bool operator<(const Ball& a, const Ball& b) {
    if (a.is_exact() && b.is_exact()) return a.exact() < b.exact();
    return (a - b).sign() < 0;
}
bool operator==(const Ball& a, const Ball& b) {
    if (a.is_exact() && b.is_exact()) return a.exact() == b.exact();
    return (a - b).sign() == 0;
}

Ball apply(Op op, const Ball& a) {
    const bool zero = a.is_exact() && cln::zerop(a.exact());
    switch (op) {
        case Op::neg:
            return -a;
        case Op::abs:
            if (a.is_exact()) return Ball(cln::abs(a.exact()));
            return {cln::abs(a.middle()), a.log2_radius()};
        case Op::floor:
            return settled(a.floor());
        case Op::sqrt:
            return root(a);
        case Op::exp:
            return zero ? Ball(Rational(1)) : exponential(a);
        case Op::log:
            return a.is_exact() && a.exact() == 1 ? Ball() : logarithm(a);
        case Op::cos:
        case Op::cosh:
            if (zero) return Ball(Rational(1));
            break;
        case Op::acos:
            return angle(cosine_of_sine(a, "acos"), a);
        default:
            if (zero) return {};
    }
    switch (op) {
        case Op::sin:
        case Op::cos: {
            require_within(a, 2e5, name_of(op));
            const double radius = radius_of(a);
            if (radius > 0) throw Undecided{};
            const Real x = real(a);
            return rounded(op == Op::sin ? sin(x) : cos(x), radius);
        }
        case Op::tan:
            return apply(Op::sin, a) / apply(Op::cos, a);
        case Op::asin:
            return angle(a, cosine_of_sine(a, "asin"));
        case Op::atan:
            return rounded(atan(real(a)), radius_of(a));
        case Op::sinh:
        case Op::cosh:
        case Op::tanh:
            return hyperbolic(op, a);
        default:
            throw InternalError(std::string("value of ") + name_of(op));
    }
}

namespace {
// One of two numbers that may be the same.
Ball either(const Ball& a, const Ball& b) {
    if (a.is_exact() && b.is_exact()) return a;
    return {a.middle(), sum_of(radius_of(a), radius_of(b)) + 1};
}
}  // namespace

Ball apply(Op op, const Ball& a, const Ball& b) {
    switch (op) {
        case Op::add:
            return a + b;
        case Op::sub:
            return a - b;
        case Op::mul:
            return a * b;
        case Op::div:
            return a / b;
        case Op::min:
            return overlap(a, b) ? either(a, b) : b < a ? b : a;
        case Op::max:
            return overlap(a, b) ? either(a, b) : a < b ? b : a;
        case Op::mod:
            return a - b * apply(Op::floor, a / b);
        case Op::atan2:
            return angle(a, b);
        case Op::pow: {
            if (b.is_exact() && cln::denominator(b.exact()) == 1 && cln::abs(b.exact()) < 1000000)
                return power(a, cln::numerator(b.exact()));
            const int sign = a.sign();
            if (sign == 0 && b.sign() > 0) return {};
            if (sign <= 0) throw ModelError("a fractional power of a negative number has no real value");
            return apply(Op::exp, b * apply(Op::log, a));
        }
        case Op::less:
            return Ball(Rational(a < b ? 1 : 0));
        case Op::less_equal:
            return Ball(Rational(b < a ? 0 : 1));
        case Op::equal:
            return Ball(Rational(a == b ? 1 : 0));
        default:
            throw InternalError(std::string("value of ") + name_of(op));
    }
}

}  // namespace lag
