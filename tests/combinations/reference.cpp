#include "tests/combinations/reference.hpp"

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "tests/support/state_values.hpp"

namespace lag::combinations {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Speeds over the root of their mass.
VectorXd scale_of(const MatrixXd& M) {
    return M.diagonal().unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
}

}  // namespace

void add_external_results(const Model& model, OracleState& state) {
    for (const ExternalRoutine& routine : model.externals) {
        Evaluator<double> value = values_at(model, state, VectorXd::Zero(state.u.size()));
        double sum = 0;
        for (std::size_t k = 0; k < routine.arguments.size(); ++k)
            sum += (1 + static_cast<double>(k)) * value(routine.arguments[k]);
        for (std::size_t r = 0; r < routine.results.size(); ++r)
            state.external[routine.results[r]] = std::sin(sum + static_cast<double>(r));
    }
}

OracleState initial_state(const Model& model) {
    OracleState state = zero_state(model);
    Evaluator<double> value = values_at(model, state, VectorXd::Zero(state.u.size()));
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        state.q(at_index(k)) = value(model.coordinates[k].initial_value);
    for (std::size_t k = 0; k < model.speeds.size(); ++k) state.u(at_index(k)) = value(model.speeds[k].initial_value);
    for (const auto& quaternion : quaternions(model)) state.q.segment(at_index(quaternion[0].value), 4).normalize();
    add_external_results(model, state);
    return state;
}

ConstraintReading rows_at(const Model& model, const OracleState& state) {
    ConstraintReading rows = read_constraints(model, state);
    rows.B = (rows.B.array().abs() <= 1e-13 * rows.B_size.array()).select(0.0, rows.B);
    return rows;
}

Regularity regularity(const Model& model, const OracleState& given) {
    OracleState state = given;
    add_external_results(model, state);
    const OracleResult free = Oracle(model, state).result();
    const ConstraintReading rows = rows_at(model, state);
    Regularity r;
    const VectorXd scale = scale_of(free.M);
    MatrixXd B = rows.B * scale.asDiagonal();
    double largest = 0;
    for (Eigen::Index k = 0; k < B.rows(); ++k) largest = std::max(largest, B.row(k).norm());
    for (Eigen::Index k = 0; k < B.rows(); ++k)
        if (B.row(k).norm() > 1e-9 * largest) B.row(k).normalize();
    MatrixXd motions = MatrixXd::Identity(B.cols(), B.cols());
    if (B.rows() > 0 && B.cols() > 0) {
        const SingularValues svd = singular_value_decomposition(B);
        for (const double s : svd.values) {
            if (s <= 1e-9) continue;
            ++r.rank;
            r.restraint = std::min(r.restraint, s);
        }
        motions = svd.V.rightCols(B.cols() - r.rank);
    }
    if (motions.cols() > 0) {
        const MatrixXd M = motions.transpose() * scale.asDiagonal() * free.M * scale.asDiagonal() * motions;
        r.inertia = symmetric_eigenvalues(M).values.minCoeff();
    }
    if (!free.M.allFinite() || !free.f.allFinite()) r.inertia = 0;
    return r;
}

bool has_negative_mass(const Model& model, const OracleState& given) {
    OracleState state = given;
    add_external_results(model, state);
    const MatrixXd M = Oracle(model, state).result().M;
    const VectorXd scale = scale_of(M);
    return symmetric_eigenvalues(scale.asDiagonal() * M * scale.asDiagonal()).values.minCoeff() < -1e-9;
}

std::optional<OracleState> neighbour(const Model& model, const OracleState& near, double way, bool parameters,
                                     Random& random) {
    OracleState state = near;
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        state.q(at_index(k)) += way * random.between(-1, 1) * (is_elastic(model, CoordinateIndex(k)) ? 0.01 : 1);
    for (Eigen::Index k = 0; k < state.u.size(); ++k) state.u(k) += random.between(-1, 1);
    for (Eigen::Index k = 0; k < state.w.size(); ++k) state.w(k) += way * random.between(-1, 1);
    for (Eigen::Index k = 0; k < state.p.size(); ++k) {
        const double moved = random.between(-1, 1);
        if (parameters) state.p(k) = state.p(k) == 0 ? 0.2 * std::abs(moved) : state.p(k) * (1 + way * moved);
    }
    state.t += way * random.unit();
    for (const auto& quaternion : quaternions(model)) state.q.segment(at_index(quaternion[0].value), 4).normalize();
    if (!model.constraints.empty() && !make_consistent(model, state)) return std::nullopt;
    if ((state.q - near.q).lpNorm<Eigen::Infinity>() > 1) return std::nullopt;
    add_external_results(model, state);
    return state;
}

Model without_switched_rows(const Model& model) {
    Model other = model;
    std::erase_if(other.constraints, [](const Constraint& c) { return c.of_contact || c.is_switched(); });
    return other;
}

bool can_move(const Model& model) {
    if (model.speeds.empty()) return false;
    const OracleState start = initial_state(model);
    Random random(1);
    int found = 0;
    Eigen::Index rank = -1;
    for (int attempt = 0; attempt < 6; ++attempt) {
        const auto state = neighbour(model, start, 0.05, false, random);
        if (!state) continue;
        const Regularity r = regularity(model, *state);
        if (!r.is_good() || r.rank >= at_index(model.speeds.size()) || (rank >= 0 && r.rank != rank)) return false;
        rank = r.rank;
        ++found;
    }
    for (int attempt = 0; attempt < 4;
         ++attempt) {  // what moves at special values of the parameters alone may be refused
        const auto state = neighbour(model, start, 0.05, true, random);
        if (state && regularity(model, *state).rank >= at_index(model.speeds.size())) return false;
    }
    return found >= 2;
}

Eigen::Index index_of(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : at_index(static_cast<std::size_t>(found - names.begin()));
}

}  // namespace lag::combinations
