// Pinocchio's own derivatives of forward dynamics as a competitor of driver.cpp: computeABADerivatives of doubles, for the
// tree of the file that the environment names as TREE. evaluate() gives what that routine gives: the accelerations by coordinates,
// speeds and loads; the rotation of a free body is one by axes of its own there. dense() gives the accelerations by our y and w.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <pinocchio/algorithm/aba-derivatives.hpp>

#include "tree.hpp"

namespace {
std::unique_ptr<Tree<double>> tree;
std::unique_ptr<pinocchio::Data> data;

void differentiate(const double* y, const double* w) {
    tree->set([&](int k) { return y[k]; }, [&](int k) { return w[k]; });
    pinocchio::computeABADerivatives(tree->model, *data, tree->q, tree->v, tree->tau);
}
}  // namespace

extern "C" {
int dense_size = 0;

void prepare() {
    const char* const path = std::getenv("TREE");
    if (path == nullptr) throw std::runtime_error("TREE names no file");
    const auto number = [](double x) { return x; };
    tree = std::make_unique<Tree<double>>(path, number);
    data = std::make_unique<pinocchio::Data>(tree->model);
    dense_size = tree->speeds * (2 * tree->speeds + tree->inputs);
}

void evaluate(const double* y, const double* w, double* result) {
    differentiate(y, w);
    result[0] = data->ddq_dq(0, 0);
}

void dense(const double* y, const double* w, double* result) {
    differentiate(y, w);
    const int n = tree->speeds;
    const auto entry = [&](int row, int column) -> double& { return result[column * n + tree->speed_of[row]]; };
    std::fill_n(result, dense_size, 0.0);
    Eigen::MatrixXd by_rotation = Eigen::MatrixXd::Zero(n, 3);
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i) {
            if (!tree->is_free || k > 5) entry(i, tree->speed_of[k]) = data->ddq_dq(i, k);
            if (tree->is_free && k > 2 && k < 6) by_rotation(i, k - 3) = data->ddq_dq(i, k);
            entry(i, n + tree->speed_of[k]) = data->ddq_dv(i, k);
            if (tree->motor_of[k] >= 0) entry(i, 2 * n + tree->motor_of[k]) += data->Minv(i, k);
        }
    }
    if (!tree->is_free) return;
    Eigen::Matrix3d rates;  // of yaw, pitch and roll -> the angular velocity in the body's axes
    rates << -std::sin(y[1]), 0, 1, std::cos(y[1]) * std::sin(y[2]), std::cos(y[2]), 0, std::cos(y[1]) * std::cos(y[2]),
        -std::sin(y[2]), 0;
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k) entry(i, k) = by_rotation.row(i).dot(rates.col(k));
}
}
