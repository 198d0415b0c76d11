// Axes and orientations that the script gives by numbers.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/model.hpp"

namespace lag {

constexpr double direction_rounding = 1e-14;  // directions that differ by less are the same

// 0, 1 and -1 where it is one of them but for rounding.
double tidy(double x);

// None where they depend on a symbol.
std::optional<double> constant_number(Graph& graph, const Expr& e);
std::optional<Eigen::Vector3d> constant_vector(Graph& graph, const Vec3<Expr>& v);
std::optional<Eigen::Matrix3d> constant_orientation(Graph& graph, const Body& body);

// R_BA, of axes B turned by `angle` about the unit vector a.
Eigen::Matrix3d turn_about(const Eigen::Vector3d& a, double angle);

}  // namespace lag
