// Compares constraint rows, and the accelerations and multipliers that the sparse LDL^T of the whole matrix or the
// articulated recursion gives, with the oracle at one state.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "lagrange/formulations/equations.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

Equations equations_with_constraints(const Model& model, const FormulationChoice& choice = {});

// The numbers of [M B^T; B 0][u'; lambda] = [f; gamma] from the product's expressions, and what the product's plan
// makes of them. `info` as in sparse_ldl: 0, or 1 + the row of the first pivot that failed. `dense`: [u'; lambda] by LU
// with full pivoting, which tells wrong numbers from a bad elimination order.
struct DescriptorNumbers {
    Eigen::MatrixXd M, B;
    Eigen::VectorXd f, gamma, phi, phidot, qdot, udot, lambda, dense;
    std::size_t info = 0;
};
DescriptorNumbers descriptor_numbers(const Model& model, const Equations& equations, const OracleState& state);

struct ConstraintVerdict {
    std::vector<std::string> found;  // what disagrees; empty when all is well
    std::vector<std::string> plan;   // the same of what the plan makes of the numbers
    bool reported = false;           // the plan failed a pivot, so that its user knows
    double plan_error = 0;           // of u' and lambda by the plan, over the largest element
    // u' and lambda were compared. They are where, with speeds scaled to a unit diagonal of M and rows of B to length
    // one, sigma_min(B) >= 0.02, the smallest eigenvalue of M on the allowed motions >= 1e-3, that of M over its
    // largest >= 1e-4: double rounding over 0.02^2 * 1e-3 stays below the tolerance of 1e-9.
    bool well_conditioned = false;
};

// phi, phidot, B, gamma within 1e-11 of the sizes of their terms, on the rows that restrict motion; u' and lambda, by
// dense elimination and by the plan, within 1e-9 of their largest element; B u' = gamma.
ConstraintVerdict compare_constraints(const Model& model, const Equations& equations, const OracleState& state);

}  // namespace lag
