#include "lagrange/constraints/system_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/calculus.hpp"
#include "core/dense.hpp"
#include "core/evaluate.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/dynamics/numeric_mass_matrix.hpp"
#include "lagrange/dynamics/partials.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double no_inertia = 1e-28;      // of the largest diagonal entry of M: squares of rounding errors of lengths
constexpr double singular_below = 1e-10;  // eigenvalues of M scaled to a unit diagonal
constexpr double held_above = 1e-9;       // |B x| of a unit motion, rows of B scaled to unit length

void normalize(const Model& model, ModelValues& values) {
    for (const auto& quaternion : quaternions(model)) {
        double sum = 0;
        for (const CoordinateIndex e : quaternion) sum += std::pow(values.q[e.value], 2);
        for (const CoordinateIndex e : quaternion) values.q[e.value] /= std::sqrt(sum);
    }
}

// The k-th of a fixed sequence of random states, coordinates and inputs within `size`, parameters at their defaults.
ModelValues random_values(const Model& model, std::uint64_t k, double size) {
    RandomNumbers random(k);
    ModelValues values = default_values(model);
    values.t = random.next();
    for (std::size_t q = 0; q < values.q.size(); ++q)
        values.q[q] = size * trial_size(model, CoordinateIndex(q)) * random.next();
    for (double& w : values.w) w = size * random.next();
    for (double& s : values.s) s = size * random.next();
    normalize(model, values);
    return values;
}

// By coordinate; Euler parameters count as held together.
std::vector<bool> held_coordinates(const Model& model, const ConstraintRows& constraints) {
    std::vector<Expr> rows;
    for (const ConstraintRow& row : constraints.rows) {
        rows.push_back(model.graph->own(row.phi));
        rows.push_back(model.graph->own(row.phidot));
    }
    const ModelIndex index(model);
    std::vector<bool> held(model.coordinates.size(), false);
    for (const Expr& s : symbols_in(*model.graph, rows, bit(Role::coordinate)))
        held[index.coordinate(model.graph->symbol_of(s)).value] = true;
    for (const auto& quaternion : quaternions(model)) {
        const bool any = std::ranges::any_of(quaternion, [&](CoordinateIndex e) { return held[e.value]; });
        for (const CoordinateIndex e : quaternion) held[e.value] = held[e.value] || any;
    }
    return held;
}

}  // namespace

ModelValues values_at(const Model& model, const ModelState& state) {
    ModelValues values = default_values(model);
    values.t = state.t, values.q = state.q, values.w = state.w, values.s = state.s;
    return values;
}

std::vector<ModelValues> general_places(const Model& model, const ConstraintRows& constraints,
                                        const std::vector<ModelState>& states) {
    constexpr std::uint64_t random_ones = 12;
    constexpr std::size_t most_states = 3;
    std::vector<ModelValues> places;
    if (states.empty())
        for (std::uint64_t k = 0; k < random_ones; ++k) places.push_back(random_values(model, k + 1, std::pow(0.4, k)));
    const std::size_t count = std::min(states.size(), most_states);
    for (std::size_t k = 0; k < count; ++k) places.push_back(values_at(model, states[k]));
    const std::vector<bool> held = held_coordinates(model, constraints);
    for (std::size_t k = 0; k < count; ++k) {
        RandomNumbers random(k + 1);
        ModelValues values = places[k];
        for (std::size_t q = 0; q < held.size(); ++q)
            if (const double moved = 0.7 * trial_size(model, CoordinateIndex(q)) * random.next(); !held[q])
                values.q[q] += moved;
        normalize(model, values);
        places.push_back(std::move(values));
    }
    return places;
}

SystemNumbers system_numbers(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                             const ModelValues& values) {
    const ModelIndex index(model);
    Evaluator<double> value = evaluator_of(model, index, values);
    const std::vector<std::vector<double>> m = numeric_mass_matrix(model, kinematics, value);
    const Eigen::Index n = at_index(model.speeds.size());
    SystemNumbers numbers{MatrixXd(n, n), MatrixXd::Zero(at_index(constraints.rows.size()), n)};
    for (std::size_t i = 0; i < m.size(); ++i)
        for (std::size_t j = 0; j < m.size(); ++j) numbers.M(at_index(i), at_index(j)) = m[i][j];
    for (std::size_t r = 0; r < constraints.rows.size(); ++r)
        for (const auto& [speed, coefficient] : constraints.rows[r].B)
            numbers.B(at_index(r), at_index(speed.value)) = value(coefficient);
    numbers.finite = numbers.M.allFinite() && numbers.B.allFinite();
    return numbers;
}

bool has_inertia(const MatrixXd& M, Eigen::Index speed) {
    return M(speed, speed) > no_inertia * M.diagonal().maxCoeff();
}

MassNullSpace mass_null_space(const MatrixXd& M) {
    const Eigen::Index n = M.rows();
    MassNullSpace found{MatrixXd(n, 0), VectorXd::Ones(n)};
    if (n == 0) return found;
    MatrixXd scaled = MatrixXd::Zero(n, n);
    std::vector<Eigen::Index> moving;
    for (Eigen::Index i = 0; i < n; ++i)
        if (has_inertia(M, i)) {
            found.scale(i) = 1 / std::sqrt(M(i, i));
            moving.push_back(i);
        }
    for (const Eigen::Index i : moving)
        for (const Eigen::Index j : moving) scaled(i, j) = M(i, j) * found.scale(i) * found.scale(j);
    const SymmetricEigenvalues eigen = symmetric_eigenvalues(scaled);
    const Eigen::Index nullity = (eigen.values.array() < singular_below).count();
    found.motions = eigen.vectors.leftCols(nullity);  // ascending eigenvalues
    return found;
}

MatrixXd free_massless_motions(const SystemNumbers& numbers) {
    const MassNullSpace null_space = mass_null_space(numbers.M);
    if (null_space.motions.cols() == 0 || numbers.B.rows() == 0) return null_space.motions;
    MatrixXd held = numbers.B * null_space.scale.asDiagonal();
    for (Eigen::Index r = 0; r < held.rows(); ++r)
        if (const double length = held.row(r).norm(); length > 0) held.row(r) /= length;
    const SingularValues svd = singular_value_decomposition(held * null_space.motions);
    const Eigen::Index rank = (svd.values.array() > held_above).count();
    return null_space.motions * svd.V.rightCols(null_space.motions.cols() - rank);
}

}  // namespace lag
