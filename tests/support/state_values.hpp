// Evaluates the product's expressions at an OracleState, in doubles or along the motion as jets.
#pragma once

#include "core/evaluate.hpp"
#include "tests/support/jet.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

// `state` with the values of the symbols "distance(P,Q)" and "distance_rate(P,Q)" of the model's line loads.
OracleState with_lines(const Model& model, OracleState state, const OracleResult& result);

// `model` must outlive the evaluator. Acceleration symbols read `udot`; all other symbols `state`,
// multipliers its `external`.
Evaluator<double> values_at(const Model& model, const OracleState& state, const Eigen::VectorXd& udot);

// The same as functions of time to first order: q' and u' given, inputs by their primes.
Evaluator<Jet<double>> rates_at(const Model& model, const OracleState& state, const Eigen::VectorXd& qdot,
                                const Eigen::VectorXd& udot);

Eigen::VectorXd values_of(const std::vector<Expr>& list, Evaluator<double>& value);
Eigen::Vector3d values_of(const Vec3<Expr>& v, Evaluator<double>& value);
Eigen::Matrix3d values_of(const Mat3<Expr>& m, Evaluator<double>& value);

}  // namespace lag
