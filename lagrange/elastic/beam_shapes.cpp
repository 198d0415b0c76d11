#include "lagrange/elastic/beam_shapes.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace lag {

namespace {

using Real = long double;

const Real pi = boost::math::constants::pi<Real>();

// The k-th root of cos(beta) cosh(beta) = side, side being -1 (clamped_free) or 1 (clamped_clamped).
Real root_of(int k, int side) {
    Real beta = (2 * k + (side < 0 ? 1 : 3)) * pi / 2;
    for (int step = 0; step < 50; ++step) {
        const Real f = std::cos(beta) - side / std::cosh(beta);
        const Real slope = -std::sin(beta) + side * std::sinh(beta) / (std::cosh(beta) * std::cosh(beta));
        const Real next = beta - f / slope;
        if (next == beta) break;
        beta = next;
    }
    return beta;
}

// The decimal number nearest to it; a double's digits are enough for what is measured.
Rational decimal(Real value) {
    const double rounded = static_cast<double>(value);
    const Rational size = parse_rational(shortest_decimal(std::abs(rounded)));
    return rounded < 0 ? Rational(-size) : size;
}

Rational power(const Rational& base, int exponent) {
    Rational result = 1;
    for (int k = 0; k < exponent; ++k) result = result * base;
    return result;
}

// The factor of the a-th derivative of xi^n
long falling(int n, int a) {
    long factor = 1;
    for (int k = 0; k < a; ++k) factor *= n - k;
    return factor;
}

}  // namespace

Shape::Shape(BeamShapes shapes, ShapeFamily family, int k) : shapes_(shapes), family_(family) {
    if (k < 0 || shapes == BeamShapes::polynomial) {
        exponent_ = k < 0 ? 0 : k + (family == ShapeFamily::bending ? 2 : 1);
        return;
    }
    if (family == ShapeFamily::axial) {
        const bool is_free = shapes != BeamShapes::clamped_clamped;
        beta_ = is_free ? (2 * k + 1) * pi / 2 : (k + 1) * pi;
        factor_ = is_free && k % 2 == 1 ? -1 : 1;
        return;
    }
    if (shapes == BeamShapes::pinned_pinned) {
        beta_ = (k + 1) * pi;
        return;
    }
    const int side = shapes == BeamShapes::clamped_free ? -1 : 1;
    beta_ = root_of(k, side);
    const Real s = std::sin(beta_), c = std::cos(beta_), divisor = std::sinh(beta_) - side * s;
    sigma_ = (std::cosh(beta_) - side * c) / divisor;
    less_ = (side * (c - s) - std::exp(-beta_)) / divisor;
    factor_ = side < 0 ? 1 / mode(1, 0) : 1 / std::sqrt(static_cast<Real>(2));
}

// cosh - sigma sinh and sinh - sigma cosh without cancellation, by 1 - sigma
Real Shape::mode(Real xi, int derivative) const {
    const Real x = beta_ * xi, grows = less_ * std::exp(x) / 2, falls = (1 + sigma_) * std::exp(-x) / 2;
    if (derivative == 0) return grows + falls - std::cos(x) + sigma_ * std::sin(x);
    if (derivative == 1) return beta_ * (grows - falls + std::sin(x) + sigma_ * std::cos(x));
    return beta_ * beta_ * (grows + falls + std::cos(x) - sigma_ * std::sin(x));
}

Real Shape::operator()(Real xi, int derivative) const {
    if (exponent_) {
        if (derivative > *exponent_) return 0;
        return static_cast<Real>(falling(*exponent_, derivative)) * std::pow(xi, *exponent_ - derivative);
    }
    if (family_ == ShapeFamily::bending && shapes_ != BeamShapes::pinned_pinned) return factor_ * mode(xi, derivative);
    const Real x = beta_ * xi;
    if (derivative == 0) return factor_ * std::sin(x);
    if (derivative == 1) return factor_ * beta_ * std::cos(x);
    return -factor_ * beta_ * beta_ * std::sin(x);
}

Rational value_of(const Shape& f, int derivative, const Rational& xi) {
    if (const auto n = f.exponent()) {
        if (derivative > *n) return 0;
        return falling(*n, derivative) * power(xi, *n - derivative);
    }
    const Real value = f(nearest_double(xi), derivative);
    return std::abs(value) < 1e-15L * (derivative == 0 ? 1 : 10) ? Rational(0) : decimal(value);
}

Rational integral(int weight, const Shape& f, int a, const Shape& g, int b, const Rational& upper) {
    if (f.exponent() && g.exponent()) {
        const int m = *f.exponent(), n = *g.exponent();
        if (a > m || b > n) return 0;
        const int degree = weight + m - a + n - b;
        return Rational(falling(m, a) * falling(n, b)) * power(upper, degree + 1) / (degree + 1);
    }
    constexpr int panels = 32;
    const Real width = static_cast<Real>(nearest_double(upper)) / panels;
    Real sum = 0, size = 0;
    for (int k = 0; k < panels; ++k) {
        const auto product = [&](Real xi) { return std::pow(xi, weight) * f(xi, a) * g(xi, b); };
        using Gauss = boost::math::quadrature::gauss<Real, 20>;
        sum += Gauss::integrate(product, k * width, (k + 1) * width);
        size += Gauss::integrate([&](Real xi) { return std::abs(product(xi)); }, k * width, (k + 1) * width);
    }
    return std::abs(sum) <= 1e-14L * size ? Rational(0) : decimal(sum);
}

}  // namespace lag
