// The oracle's reading of flags, switched rows and jumps. Which rows take part is read from the flags; whether they
// depend on each other is asked of their singular values. The jump is a problem of least squares on M, with none of
// the product's matrices:
//     du minimizes (M du - P)^T M^-1 (M du - P) among those with B du = b+ - B u-,      B^T p = P - M du.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <string>
#include <vector>

#include "tests/support/oracle.hpp"
#include "tests/support/oracle_constraints.hpp"

namespace lag {

// m_flags, by the model's words: the state with flags at their first values.
void set_first_flags(const Model& model, OracleState& state);

// Whether this constraint holds in this state.
bool holds(const Model& model, const OracleState& state, std::size_t constraint);
// Numbers of the rows of `reading` that hold, among `rows`.
std::vector<Eigen::Index> rows_that_hold(const Model& model, const OracleState& state, const ConstraintReading& reading,
                                         const std::vector<Eigen::Index>& rows);

// Accelerations in the state's mode; lambda by `rows`, 0 where a row is off. `restraint`, `inertia`: as in
// ConstrainedMotion, of the rows that hold.
struct ModeMotion {
    Eigen::VectorXd udot, lambda;
    double restraint = 1, inertia = 1;
};
ModeMotion motion_in_mode(const Model& model, const OracleState& state, const std::vector<Eigen::Index>& rows);

// The values of the events' functions at these accelerations and multipliers, and their rates: of functions of
// coordinates, time and flags alone, else 0.
struct EventReading {
    Eigen::VectorXd g, gdot;
};
EventReading read_events(const Model& model, const OracleState& state, const ModeMotion& motion,
                         const std::vector<Eigen::Index>& rows);

// What event k, from 0, makes of the state. `p` by `rows`.
struct OracleJump {
    OracleState after;
    Eigen::VectorXd p;
    double restraint = 1;       // of the rows that take part
    double nearest_impact = 1;  // the smallest |phidot| of a row of the impact: near 0 its side is not known
    Eigen::VectorXd P;          // generalized impulses by speed
    Eigen::MatrixXd B;          // of `rows`, with the flags as they are after the event
};
OracleJump jump_at(const Model& model, const OracleState& state, std::size_t event, const ModeMotion& motion,
                   const std::vector<Eigen::Index>& rows);

}  // namespace lag
