// Three-vectors and 3x3 matrices over any scalar (graph expressions in the product, doubles in tests).
// A default-constructed scalar must be zero. M(i,j) counts from 0. Monogram notation: Mat3 R_BA re-expresses A's
// components in B.
#pragma once

#include <array>
#include <cstddef>

namespace lag {

template <class T>
struct Vec3 {
    std::array<T, 3> c{};
    T& operator[](std::size_t i) { return c[i]; }
    const T& operator[](std::size_t i) const { return c[i]; }
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

template <class T>
struct Mat3 {
    std::array<std::array<T, 3>, 3> rows{};
    T& operator()(std::size_t i, std::size_t j) { return rows[i][j]; }
    const T& operator()(std::size_t i, std::size_t j) const { return rows[i][j]; }
    friend bool operator==(const Mat3&, const Mat3&) = default;
};

template <class T>
Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
    return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}
template <class T>
Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
    return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}
template <class T>
Vec3<T> operator-(const Vec3<T>& a) {
    return {{-a[0], -a[1], -a[2]}};
}
template <class T>
Vec3<T> operator*(const T& s, const Vec3<T>& a) {
    return {{s * a[0], s * a[1], s * a[2]}};
}
template <class T>
T dot(const Vec3<T>& a, const Vec3<T>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class T>
Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <class T>
Vec3<T> operator*(const Mat3<T>& m, const Vec3<T>& a) {
    Vec3<T> result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = m(i, 0) * a[0] + m(i, 1) * a[1] + m(i, 2) * a[2];
    return result;
}
template <class T>
Mat3<T> operator*(const Mat3<T>& a, const Mat3<T>& b) {
    Mat3<T> result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
    return result;
}
template <class T>
Mat3<T> operator+(const Mat3<T>& a, const Mat3<T>& b) {
    Mat3<T> result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result(i, j) = a(i, j) + b(i, j);
    return result;
}
template <class T>
Mat3<T> transpose(const Mat3<T>& m) {
    Mat3<T> result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result(i, j) = m(j, i);
    return result;
}
// transpose(m) * a without forming the transpose
template <class T>
Vec3<T> transpose_times(const Mat3<T>& m, const Vec3<T>& a) {
    Vec3<T> result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = m(0, i) * a[0] + m(1, i) * a[1] + m(2, i) * a[2];
    return result;
}
// a~, the skew matrix with a~ b = a x b (after T11)
template <class T>
Mat3<T> tilde(const Vec3<T>& a) {
    Mat3<T> m;
    m(0, 1) = -a[2], m(0, 2) = a[1];
    m(1, 0) = a[2], m(1, 2) = -a[0];
    m(2, 0) = -a[1], m(2, 1) = a[0];
    return m;
}
template <class T>
bool is_zero(const Vec3<T>& a) {
    return a[0].is_zero() && a[1].is_zero() && a[2].is_zero();
}

}  // namespace lag
