#include "lagrange/kinematics/constant_orientation.hpp"

#include <algorithm>
#include <cmath>

namespace lag {

using Eigen::Matrix3d, Eigen::Vector3d;

double tidy(double x) {
    for (const double whole : {0.0, 1.0, -1.0})
        if (std::abs(x - whole) < direction_rounding) return whole;
    return x;
}

std::optional<double> constant_number(Graph& graph, const Expr& e) {
    if (!graph.is_constant_expression(e)) return std::nullopt;
    if (e.is_zero() || e.is_one()) return e.is_one() ? 1.0 : 0.0;  // most are
    const double value = graph.constant_double(e);
    return std::isfinite(value) ? std::optional(tidy(value)) : std::nullopt;
}

std::optional<Vector3d> constant_vector(Graph& graph, const Vec3<Expr>& v) {
    Vector3d result;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::optional<double> component = constant_number(graph, v[k]);
        if (!component) return std::nullopt;
        result(static_cast<Eigen::Index>(k)) = *component;
    }
    return result;
}

std::optional<Matrix3d> constant_orientation(Graph& graph, const Body& body) {
    Matrix3d R = Matrix3d::Identity();
    if (body.orient_rotations.empty())
        for (std::size_t i = 0; i < 3; ++i) {
            const std::optional<Vector3d> row =
                constant_vector(graph, {{body.orient(i, 0), body.orient(i, 1), body.orient(i, 2)}});
            if (!row) return std::nullopt;
            R.row(static_cast<Eigen::Index>(i)) = row->transpose();
        }
    for (const auto& [axis, angle] : body.orient_rotations) {
        const std::optional<double> value = constant_number(graph, angle);
        if (!value) return std::nullopt;
        R = turn_about(Vector3d::Unit(axis), *value) * R;
    }
    return R;
}

// Rodrigues: R_BA = cos 1 + (1 - cos) a a^T - sin a~
Matrix3d turn_about(const Vector3d& a, double angle) {
    const double sine = std::sin(angle), cosine = std::cos(angle);
    const Vector3d by_versine = (1 - cosine) * a;
    Matrix3d R;
    for (Eigen::Index i = 0; i < 3; ++i) {
        const Eigen::Index j = (i + 1) % 3, k = (i + 2) % 3;
        const double symmetric = by_versine(std::min(i, j)) * a(std::max(i, j));
        R(i, i) = by_versine(i) * a(i) + cosine;
        R(i, j) = symmetric + sine * a(k);
        R(j, i) = symmetric - sine * a(k);
    }
    return R;
}

}  // namespace lag
