// Truncated Taylor arithmetic in one variable (time): value, first and second derivative, d(fg) = f'g + fg' and so on.
//
// Test side only. Jet<S> is the scalar of the oracle's slot expressions (core's Evaluator runs on it); Moving<M> is the
// same for Eigen matrices, whose product does not commute. Comparisons look at the value alone: a selection is
// differentiated on the branch it takes.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace lag {

template <class S>
struct Jet {
    S v{}, d{}, dd{};
    Jet() = default;
    explicit Jet(S value, S first = S(0), S second = S(0)) : v(value), d(first), dd(second) {}
};

// f(x) with f, f', f'' known at x.v
template <class S>
Jet<S> chain(const Jet<S>& x, S f, S first, S second) {
    return Jet<S>(f, first * x.d, first * x.dd + second * x.d * x.d);
}

template <class S>
Jet<S> operator+(const Jet<S>& a, const Jet<S>& b) {
    return Jet<S>(a.v + b.v, a.d + b.d, a.dd + b.dd);
}
template <class S>
Jet<S> operator-(const Jet<S>& a, const Jet<S>& b) {
    return Jet<S>(a.v - b.v, a.d - b.d, a.dd - b.dd);
}
template <class S>
Jet<S> operator-(const Jet<S>& a) {
    return Jet<S>(-a.v, -a.d, -a.dd);
}
template <class S>
Jet<S> operator*(const Jet<S>& a, const Jet<S>& b) {
    return Jet<S>(a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2 * a.d * b.d + a.v * b.dd);
}
template <class S>
Jet<S> operator/(const Jet<S>& a, const Jet<S>& b) {
    const S r = 1 / b.v;
    return a * chain(b, r, -r * r, 2 * r * r * r);
}
template <class S>
bool operator<(const Jet<S>& a, const Jet<S>& b) {
    return a.v < b.v;
}
template <class S>
bool operator==(const Jet<S>& a, const Jet<S>& b) {
    return a.v == b.v;
}

template <class S>
Jet<S> sqrt(const Jet<S>& x) {
    const S r = std::sqrt(x.v);
    return chain(x, r, 1 / (2 * r), -1 / (4 * r * x.v));
}
template <class S>
Jet<S> sin(const Jet<S>& x) {
    return chain(x, std::sin(x.v), std::cos(x.v), -std::sin(x.v));
}
template <class S>
Jet<S> cos(const Jet<S>& x) {
    return chain(x, std::cos(x.v), -std::sin(x.v), -std::cos(x.v));
}
template <class S>
Jet<S> tan(const Jet<S>& x) {
    return sin(x) / cos(x);
}
template <class S>
Jet<S> asin(const Jet<S>& x) {
    const S r = 1 / std::sqrt(1 - x.v * x.v);
    return chain(x, std::asin(x.v), r, x.v * r * r * r);
}
template <class S>
Jet<S> acos(const Jet<S>& x) {
    const S r = 1 / std::sqrt(1 - x.v * x.v);
    return chain(x, std::acos(x.v), -r, -x.v * r * r * r);
}
template <class S>
Jet<S> atan(const Jet<S>& x) {
    const S r = 1 / (1 + x.v * x.v);
    return chain(x, std::atan(x.v), r, -2 * x.v * r * r);
}
template <class S>
Jet<S> atan2(const Jet<S>& y, const Jet<S>& x) {
    // theta' = (x y' - y x') / (x^2 + y^2), differentiated once more as a quotient of first-order jets
    const S n = x.v * y.d - y.v * x.d, nd = x.v * y.dd - y.v * x.dd;
    const S r = x.v * x.v + y.v * y.v, rd = 2 * (x.v * x.d + y.v * y.d);
    return Jet<S>(std::atan2(y.v, x.v), n / r, (nd * r - n * rd) / (r * r));
}
template <class S>
Jet<S> sinh(const Jet<S>& x) {
    return chain(x, std::sinh(x.v), std::cosh(x.v), std::sinh(x.v));
}
template <class S>
Jet<S> cosh(const Jet<S>& x) {
    return chain(x, std::cosh(x.v), std::sinh(x.v), std::cosh(x.v));
}
template <class S>
Jet<S> tanh(const Jet<S>& x) {
    const S r = std::tanh(x.v);
    return chain(x, r, 1 - r * r, -2 * r * (1 - r * r));
}
template <class S>
Jet<S> exp(const Jet<S>& x) {
    const S r = std::exp(x.v);
    return chain(x, r, r, r);
}
template <class S>
Jet<S> log(const Jet<S>& x) {
    return chain(x, std::log(x.v), 1 / x.v, -1 / (x.v * x.v));
}
template <class S>
Jet<S> pow(const Jet<S>& x, const Jet<S>& y) {
    if (y.d == 0 && y.dd == 0)
        return chain(x, std::pow(x.v, y.v), y.v * std::pow(x.v, y.v - 1), y.v * (y.v - 1) * std::pow(x.v, y.v - 2));
    return exp(y * log(x));
}
template <class S>
Jet<S> abs(const Jet<S>& x) {
    return x.v < 0 ? -x : x;
}
template <class S>
Jet<S> floor(const Jet<S>& x) {
    return Jet<S>(std::floor(x.v));
}

// A matrix or vector that moves in time.
template <class M>
struct Moving {
    M v, d, dd;
    static Moving fixed(const M& value) {
        const M none = M::Zero(value.rows(), value.cols());
        return {value, none, none};
    }
};

template <class A, class B>
auto operator*(const Moving<A>& a, const Moving<B>& b) {
    using Product = typename Eigen::Product<A, B>::PlainObject;
    using Scalar = typename A::Scalar;
    return Moving<Product>{a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + Scalar(2) * a.d * b.d + a.v * b.dd};
}
template <class M>
Moving<M> operator+(const Moving<M>& a, const Moving<M>& b) {
    return {a.v + b.v, a.d + b.d, a.dd + b.dd};
}
template <class M>
Moving<M> operator-(const Moving<M>& a, const Moving<M>& b) {
    return {a.v - b.v, a.d - b.d, a.dd - b.dd};
}
template <class S, class M>
Moving<M> operator*(const Jet<S>& s, const Moving<M>& a) {
    return {s.v * a.v, s.d * a.v + s.v * a.d, s.dd * a.v + S(2) * s.d * a.d + s.v * a.dd};
}

}  // namespace lag
