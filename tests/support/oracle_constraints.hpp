// The oracle's reading of constraints: independent of the product's rows, from the positions alone.
//     loop        phi = position(Q) - position(P) in the axes of the nearest common inboard body; phidot, phi'' by jets
//     position    phi, phidot, phi'' of the expression by jets
//     speed       phi = 0, phidot = the expression; its rate by a jet
//     cut hinge   full closure of the pose (oracle_cut_hinge.cpp): as many rows as the hinge restrains motions, in any
//                 directions that span them; meaningful at closed poses only
// B: one virtual run per speed (linearity in the speeds for speed constraints); gamma = -d/dt phidot at u' = 0.
//
// Accelerations through the null space of B, never through the matrix that the product factorizes:
//     u' = u'_p + N z,   B u'_p = gamma,   B N = 0,   N^T M (u'_p + N z) = N^T f;      B^T lambda = f - M u'.
// Rows that restrict nothing are kept: three for every loop. `moving_rows` names the others; all of a cut hinge.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "tests/support/oracle.hpp"

namespace lag {

struct ConstraintReading {
    std::vector<std::size_t> constraint;  // by row: which of model.constraints
    Eigen::VectorXd phi, phidot, gamma;
    Eigen::MatrixXd B;
    // sizes of the terms that the values are sums of
    Eigen::VectorXd phi_size, phidot_size, gamma_size;
    Eigen::MatrixXd B_size;

    ConstraintReading only(const std::vector<Eigen::Index>& rows) const;
};

ConstraintReading read_constraints(const Model& model, const OracleState& state);

// The rows whose B does not vanish at all of four random states.
std::vector<Eigen::Index> moving_rows(const Model& model);

struct ConstrainedMotion {
    Eigen::VectorXd udot, lambda;
    // Speeds scaled so that M has a unit diagonal, rows of B to unit length: the smallest singular value of B, and the
    // smallest eigenvalue of M on the motions that B allows (1 when there are none).
    double restraint = 0, inertia = 0;
};
// Rows may depend on each other: singular values below 1e-9 of the largest count as zero, and lambda is the shortest.
ConstrainedMotion constrained_motion(const Eigen::MatrixXd& M, const Eigen::VectorXd& f, const Eigen::MatrixXd& B,
                                     const Eigen::VectorXd& gamma);

// Moves q and u, no further than needed, until phi = 0 and phidot = 0, and the coordinates of cut hinges until they
// give the poses that the tree has. False when that does not converge.
bool make_consistent(const Model& model, OracleState& state);

}  // namespace lag
