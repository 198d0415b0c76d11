// The oracle's equations by inertial parameter: M u' - f of gravity and inertia is linear in m, s = m c and J about
// each body's origin, so that its coefficients come from a few bodies with plain numbers, one at a time. Shares no code
// with the product's regressor.
#pragma once

#include <Eigen/Dense>

#include "core/model.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

// nu x 10 (bodies but ground); of each body m sx sy sz Jxx Jyy Jzz Jxy Jxz Jyz (tensor elements), body
// axes, its origin.
Eigen::MatrixXd oracle_regressor(const Model& model, const OracleState& state, const Eigen::VectorXd& udot);

// The parameters of all bodies in that order, at the state's parameters.
Eigen::VectorXd oracle_inertial_parameters(const Model& model, const OracleState& state);

// M u' - f + Q: what the parameters account for, without constraints; and the sums of its terms' magnitudes.
struct InertialRows {
    Eigen::VectorXd rows, magnitudes;
};
InertialRows oracle_inertial_rows(const Model& model, const OracleState& state, const Eigen::VectorXd& udot);

// Numerical rank by singular values, columns scaled to length 1 (columns of zeros are left out).
Eigen::Index rank_of(const Eigen::MatrixXd& matrix);

}  // namespace lag
