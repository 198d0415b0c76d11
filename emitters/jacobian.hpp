// What m_jacobian computes: the derivatives of ydot = [q'; u'] by chosen columns, entry by entry, without those that
// are zero at every state.
//
// q' is differentiated as it stands. The accelerations solve A x = b with A = [M B^T; B 0], x = [u'; lambda]. With the
// residual
//     R = [ID(q, u, u') + B^T lambda;  B u' - gamma],        ID = M u' - f,
// differentiated while x is held, each column is A dx = -dR, solved with the factors of A that the accelerations left
// behind (implicit differentiation; for trees J. Carpentier, N. Mansard, "Analytical derivatives of rigid body dynamics
// algorithms", Robotics: Science and Systems 2018). ID is the recursion of m_inverse_dynamics, or M u' less f; it is
// differentiated column by column (forward) or row by row (reverse). Accelerations without a linear system are
// differentiated themselves, and so are small ones. All that apply are formed on the one shared graph, and the one with
// fewest operations is kept.
//
// Not handled: results of the user's routines that depend on a column (ModelError: nothing is known of their slopes).
#pragma once

#include <vector>

#include "core/column_choice.hpp"
#include "emitters/solved_system.hpp"

namespace lag {

struct JacobianEntry {
    std::size_t row = 0, column = 0;  // of ydot, of the columns
    Expr value;
};

// Column after column, in each by row. `plan` is that of equations.pattern.
std::vector<JacobianEntry> jacobian_entries(const Model& model, const Equations& equations, const LdlPlan& plan,
                                            const SolvedSystem& solved, const std::vector<Column>& columns);

}  // namespace lag
