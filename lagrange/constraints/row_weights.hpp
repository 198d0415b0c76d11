// Models whose mass matrix is singular although their whole matrix is not: massless bodies that constraints hold. The
// accelerations then solve
//     [ M + B^T W B   B^T ] [ u'     ]   [ f + B^T W gamma ]
//     [ B             0   ] [ lambda ] = [ gamma           ],     W diagonal, not negative,
// which has the same u' and the same lambda, because B u' = gamma. M + B^T W B is positive definite at every state at
// which the whole matrix is regular, provided that W has every row that holds a motion without inertia: if M x = 0 and
// W B x = 0 then x is such a motion, and B x = 0. The order of elimination and the checks of its pivots (sparse_ldl)
// need nothing else. (The term is that of augmented Lagrangians: Glowinski and Le Tallec, SIAM 1989; here W only has to
// be of the right size, and nothing is iterated.)
//
// A row's weight is near 1 / (b M_d^-1 b^T), M_d the diagonal of M: the inertia that the row feels, so that neither
// term drowns the other. It is a power of 16, a number for good: parameters that change change the last digits of
// results, not the results.
#pragma once

#include <cstddef>
#include <vector>

#include "lagrange/constraints/consistent_states.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

struct RowWeight {
    std::size_t row = 0;  // of the constraint rows
    double weight = 1;    // in the unit of M over those of two entries of B
};

// Ascending by row; none where M is regular wherever the whole matrix is, as far as the general places of
// system_numbers.hpp show, with the default parameters. Which speeds motions without inertia move is looked for with
// other parameters too.
std::vector<RowWeight> row_weights(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                                   const std::vector<ModelState>& states);

}  // namespace lag
