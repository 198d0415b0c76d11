#include "scripts/import/solid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lag {

namespace {

constexpr double pi = std::numbers::pi;

Mat3<double> diagonal(double x, double y, double z) {
    return {{{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}};
}

Mat3<double> operator*(double factor, Mat3<double> M) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) M(i, j) *= factor;
    return M;
}

struct Triangle {
    std::array<Vec3<double>, 3> corners;
    Vec3<double> middle() const { return (1.0 / 3) * (corners[0] + corners[1] + corners[2]); }
    // Along the normal, twice the area.
    Vec3<double> area_vector() const { return cross(corners[1] - corners[0], corners[2] - corners[0]); }
};

std::vector<Triangle> triangles_from(const std::vector<double>& numbers) {
    std::vector<Triangle> all(numbers.size() / 9);
    for (std::size_t k = 0; k < all.size(); ++k)
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (std::size_t i = 0; i < 3; ++i) all[k].corners[corner][i] = numbers[9 * k + 3 * corner + i];
    return all;
}

double length(const Vec3<double>& v) {
    return std::sqrt(dot(v, v));
}

// No corner stands before a face.
bool is_convex(const std::vector<Triangle>& triangles) {
    double size = 0;
    for (const Triangle& one : triangles)
        for (const Vec3<double>& corner : one.corners) size = std::max(size, length(corner - triangles[0].corners[0]));
    for (const Triangle& face : triangles) {
        const Vec3<double> normal = face.area_vector();
        for (const Triangle& one : triangles)
            for (const Vec3<double>& corner : one.corners)
                if (dot(normal, corner - face.corners[0]) > 1e-6 * size * length(normal)) return false;
    }
    return true;
}

// The weight of a triangle: its area, or the volume of the tetrahedron that it makes with a point.
double weight(const Triangle& one, const Vec3<double>& from, SurfaceMass what) {
    if (what == SurfaceMass::shell) return length(one.area_vector()) / 2;
    const double volume = dot(one.corners[0] - from, one.area_vector()) / 6;
    return what == SurfaceMass::positive ? std::abs(volume) : volume;
}

// Sums of x x^T over a triangle or a tetrahedron with its tip at the origin: M. Tonon, "Explicit exact formulas for the
// 3-D tetrahedron inertia tensor", J. of Mathematics and Statistics 1 (2004) 8-11.
Mat3<double> products(const Triangle& one, const Vec3<double>& origin, bool is_shell) {
    Mat3<double> P;
    Vec3<double> sum;
    for (const Vec3<double>& corner : one.corners) {
        const Vec3<double> c = corner - origin;
        sum = sum + c;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) P(i, j) += c[i] * c[j];
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) P(i, j) = (P(i, j) + sum[i] * sum[j]) / (is_shell ? 12 : 20);
    return P;
}

}  // namespace

Solid solid_of(const std::string& type, const std::array<double, 3>& size) {
    const auto [a, b, c] = size;
    const double l = 2 * b;
    if (type == "sphere") return {4 * pi * a * a * a / 3, {}, diagonal(0.4 * a * a, 0.4 * a * a, 0.4 * a * a)};
    if (type == "capsule") {
        const double ends = 4 * a / (4 * a + 3 * l), middle = 1 - ends;  // two half spheres
        const double across = middle * (3 * a * a + l * l) / 12 + 0.4 * ends * a * a + ends * l * (3 * a + 2 * l) / 8;
        return {pi * a * a * l + 4 * pi * a * a * a / 3,
                {},
                diagonal(across, across, middle * a * a / 2 + 0.4 * ends * a * a)};
    }
    if (type == "cylinder") {
        const double across = (3 * a * a + l * l) / 12;
        return {pi * a * a * l, {}, diagonal(across, across, a * a / 2)};
    }
    const bool is_box = type == "box";
    const double part = is_box ? 1.0 / 3 : 0.2;
    return {is_box ? 8 * a * b * c : 4 * pi * a * b * c / 3,
            {},
            diagonal(part * (b * b + c * c), part * (a * a + c * c), part * (a * a + b * b))};
}

std::optional<Solid> solid_of(const std::vector<double>& numbers, SurfaceMass what) {
    const std::vector<Triangle> triangles = triangles_from(numbers);
    if (triangles.empty() || (what == SurfaceMass::convex && !is_convex(triangles))) return std::nullopt;
    const bool is_shell = what == SurfaceMass::shell;
    Vec3<double> tip;  // the middle of the surface: where tetrahedra have few signs to lose
    double area = 0;
    for (const Triangle& one : triangles) {
        const double part = length(one.area_vector());
        area += part;
        tip = tip + part * one.middle();
    }
    if (area > 0) tip = (1 / area) * tip;
    double total = 0;
    Vec3<double> centre;
    for (const Triangle& one : triangles) {
        const double part = weight(one, tip, what);
        total += part;
        centre = centre + part * (is_shell ? one.middle() : 0.75 * one.middle() + 0.25 * tip);
    }
    constexpr double least = 1e-15;
    if (total < least) return std::nullopt;
    centre = (1 / total) * centre;
    Mat3<double> P;
    total = 0;
    for (const Triangle& one : triangles) {
        const double part = weight(one, centre, what);
        total += part;
        const Mat3<double> own = part * products(one, centre, is_shell);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) P(i, j) += own(i, j);
    }
    if (total < least) return std::nullopt;
    Mat3<double> inertia = (-1 / total) * P;
    for (std::size_t i = 0; i < 3; ++i) inertia(i, i) += (P(0, 0) + P(1, 1) + P(2, 2)) / total;
    return Solid{total, centre, inertia};
}

void MassSum::add(double m, const Mat3<double>& about_centre, const Vec3<double>& c) {
    mass += m;
    first = first + m * c;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            second(i, j) += about_centre(i, j) + m * ((i == j ? dot(c, c) : 0) - c[i] * c[j]);
}

}  // namespace lag
