#include "tests/support/oracle_regressor.hpp"

#include "core/dense.hpp"
#include "tests/support/state_values.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

Model without_loads(Model model) {
    model.forces.clear(), model.torques.clear(), model.hinge_loads.clear(), model.line_loads.clear();
    model.potentials.clear(), model.dissipations.clear(), model.constraints.clear(), model.kinetic_terms.clear();
    return model;
}

void set_inertia(Model& model, Body& body, long m, const std::array<long, 3>& cm, const std::array<long, 6>& about_cm) {
    Graph& graph = *model.graph;
    const auto number = [&](long x) { return graph.integer(x); };
    body.mass = number(m);
    for (std::size_t k = 0; k < 3; ++k) body.cm[k] = number(cm[k]);
    for (std::size_t k = 0; k < 3; ++k) body.inertia(k, k) = number(about_cm[k]);
    body.inertia(0, 1) = body.inertia(1, 0) = number(about_cm[3]);
    body.inertia(0, 2) = body.inertia(2, 0) = number(about_cm[4]);
    body.inertia(1, 2) = body.inertia(2, 1) = number(about_cm[5]);
}

}  // namespace

MatrixXd oracle_regressor(const Model& model, const OracleState& state, const VectorXd& udot) {
    Model bare = without_loads(model);
    for (std::size_t b = 1; b < bare.bodies.size(); ++b) set_inertia(bare, bare.bodies[b], 0, {}, {});
    const Eigen::Index bodies = static_cast<Eigen::Index>(bare.bodies.size()) - 1;
    MatrixXd regressor(static_cast<Eigen::Index>(bare.speeds.size()), 10 * bodies);
    const auto rows = [&] {
        const OracleResult result = Oracle(bare, state).result();
        return VectorXd(result.M * udot - result.f);
    };
    for (Eigen::Index b = 0; b < bodies; ++b) {
        Body& body = bare.bodies[static_cast<std::size_t>(b) + 1];
        const Eigen::Index first = 10 * b;
        for (Eigen::Index k = 0; k < 6; ++k) {
            std::array<long, 6> J{};
            J[static_cast<std::size_t>(k)] = 1;
            set_inertia(bare, body, 0, {}, J);
            regressor.col(first + 4 + k) = rows();
        }
        set_inertia(bare, body, 1, {}, {});
        regressor.col(first) = rows();
        for (Eigen::Index k = 0; k < 3; ++k) {
            std::array<long, 3> cm{};
            cm[static_cast<std::size_t>(k)] = 1;
            set_inertia(bare, body, 1, cm, {});
            const VectorXd here = rows();
            cm[static_cast<std::size_t>(k)] = -1;
            set_inertia(bare, body, 1, cm, {});
            regressor.col(first + 1 + k) = (here - rows()) / 2;
        }
        set_inertia(bare, body, 0, {}, {});
    }
    return regressor;
}

VectorXd oracle_inertial_parameters(const Model& model, const OracleState& state) {
    Evaluator<double> value = values_at(model, state, VectorXd::Zero(static_cast<Eigen::Index>(model.speeds.size())));
    const Eigen::Index bodies = static_cast<Eigen::Index>(model.bodies.size()) - 1;
    VectorXd parameters(10 * bodies);
    for (Eigen::Index b = 0; b < bodies; ++b) {
        const Body& body = model.bodies[static_cast<std::size_t>(b) + 1];
        const auto number = [&](Expr e) { return value(e); };
        const double m = number(body.mass);
        const Eigen::Vector3d c(number(body.cm[0]), number(body.cm[1]), number(body.cm[2]));
        Eigen::Matrix3d J = m * (c.dot(c) * Eigen::Matrix3d::Identity() - c * c.transpose());
        for (Eigen::Index i = 0; i < 3; ++i)
            for (Eigen::Index j = 0; j < 3; ++j)
                J(i, j) += number(body.inertia(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
        parameters.segment(10 * b, 10) << m, m * c, J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2);
    }
    return parameters;
}

InertialRows oracle_inertial_rows(const Model& model, const OracleState& state, const VectorXd& udot) {
    const OracleResult result = Oracle(without_loads(model), state).result();
    return {result.M * udot - result.f, result.row_magnitudes(udot)};
}

Eigen::Index rank_of(const MatrixXd& matrix) {
    MatrixXd scaled = matrix;
    for (Eigen::Index c = 0; c < scaled.cols(); ++c)
        if (const double length = scaled.col(c).norm(); length > 1e-12) scaled.col(c) /= length;
    return rank_of(scaled, 1e-10);
}

}  // namespace lag
