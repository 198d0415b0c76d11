// options(constraints = momentum): the motion by mass-orthogonal projections of the momenta p = M u, M being constant. With
//     M (v - u) + B^T mu = 0,   B v = b
// the constraints allow v, and p_beta = M (u - v) = B^T mu is the part of p that they do not. Then
//     q' = K v,     M u' + B^T lambda = f(q, v) + B'^T mu,   B u' = gamma(q, v)
// keeps the size of p_beta, p_beta^T M^-1 p_beta, and the energy of v; momentum_decay subtracts decay (u - v) from u', so that
// this size falls like exp(-2 decay t). (M. Sofer, D. Bach, H. Brauchli, "Dynamics of Constrained Systems Based on
// Mass-Orthogonal Projections", NATO ASI 1993: their formulations 4 and 6.) On the constraints mu is zero, and all is as
// with multipliers. Both systems have the matrix of the accelerations.
#pragma once

#include "emitters/program/expression_ldl.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

bool is_by_momentum(const Model& model);

struct MotionByMomentum {
    std::vector<Expr> accelerations, multipliers;
    std::vector<Expr> allowed_speeds;  // v
};

// `solved`: the system at u. ModelError: a mass matrix that is not constant, switched rows, massless motions.
MotionByMomentum motion_by_momentum(const Model& model, const Equations& equations, const LdlPlan& plan,
                                    const SolvedRows& solved);

}  // namespace lag
