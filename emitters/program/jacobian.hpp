// What m_jacobian computes: the derivatives of ydot = [q'; u'; s'] by chosen columns, entry by entry, without those that
// are zero at every state.
//
// q' is differentiated as it stands. The accelerations solve A x = b with A = [M B^T; B 0], x = [u' - absorbed;
// lambda]. With a residual R = A x - b, differentiated while x is held, each column is A dx = -dR, solved with the
// factors of A that the accelerations left behind (implicit differentiation; for trees J. Carpentier, N. Mansard,
// "Analytical derivatives of rigid body dynamics algorithms", Robotics: Science and Systems 2018). R is the solved
// system itself, or
//     R = [ID(q, u, u') + B^T lambda;  B u' - gamma],        ID = M u' - f,
// with the recursion of m_inverse_dynamics, where the two are identically the same: off the unit length of Euler
// parameters they may differ, and the derivatives are to be those of the accelerations that are emitted. R is
// differentiated column by column (forward) or row by row (reverse). Accelerations without a linear system are
// differentiated themselves, and so are small ones. All that apply are formed on the one shared graph, and the one with
// fewest operations is kept. Quotients are multiplied by reciprocals that all columns share.
//
// Rates of states are differentiated as they stand, through the derivatives of u' and lambda where they hold these.
//
// Not handled: results of the user's routines that depend on a column (ModelError: nothing is known of their slopes).
#pragma once

#include <map>
#include <vector>

#include "core/column_choice.hpp"
#include "emitters/program/solved_system.hpp"

namespace lag {

struct JacobianEntry {
    std::size_t row = 0, column = 0;  // of ydot, of the columns
    Expr value;
};

// Column after column, in each by row. `plan` is that of equations.pattern; `state_rates` are in symbols of
// accelerations and multipliers.
std::vector<JacobianEntry> jacobian_entries(const Model& model, const Equations& equations, const LdlPlan& plan,
                                            const SolvedSystem& solved, const std::vector<Expr>& state_rates,
                                            const std::vector<Column>& columns);

// Of a routine's result F: its values in symbols of accelerations and multipliers. `is_solved`: these are what the
// equations give (derivatives, outputs); else accelerations are given (inverse dynamics).
struct Differentiated {
    std::vector<Expr> values;
    bool is_solved = true;
};
// The unit accelerations' own symbols, for the part of F that is u'.
std::vector<Expr> acceleration_symbols(const Model& model);

// F's entries as those of ydot above, its derivative in the direction sum of d_k e_k, the derivatives of v^T F by all
// columns, and the second derivatives of v^T F, of which row >= column (both of the columns).
//
// With U = [u'; lambda] and the scalar G(x, U, z) = v^T F - z^T R, where z solves A z = d(v^T F)/dU with the factors of A,
// d(v^T F)/dx = dG/dx at fixed U and z. Both dG/dU and dG/dz are zero along the solution, so that the second derivatives
// are those of G in the directions (e_j, dU/dx_j), z fixed: no pivot is differentiated. Where G is linear in U, as it is unless
// F is not, they are d2G/dx_i dx_j - y_i^T dR/dx_j - y_j^T dR/dx_i with A^T y_i = d2G/dU dx_i: one solve for each column that A
// depends on in place of one for each column.
class DerivativesOf {
  public:
    DerivativesOf(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved,
                  const Differentiated& F, const std::vector<Column>& columns);
    std::vector<JacobianEntry> entries() const;
    std::vector<Expr> tangent(const std::vector<Expr>& d) const;
    std::vector<Expr> adjoint(const std::vector<Expr>& v) const;
    std::vector<JacobianEntry> hessian(const std::vector<Expr>& v) const;

  private:
    const Model& model_;
    const Equations& equations_;
    const LdlPlan& plan_;
    const SolvedSystem& solved_;
    const Differentiated& F_;
    const std::vector<Column>& columns_;
};

// The derivative of a value that may hold accelerations and multipliers, both being what the equations give at fixed t, q,
// u, s, inputs and parameters. `by` is one of these symbols; the result holds neither accelerations nor multipliers.
// ModelError as above. Model, equations, plan and solution must outlive this.
class SolutionSlopes {
  public:
    SolutionSlopes(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved);
    Expr operator()(Expr value, Expr by);

  private:
    const Model& model_;
    const Equations& equations_;
    const LdlPlan& plan_;
    const SolvedSystem& solved_;
    std::vector<Expr> multipliers_;                                 // symbols
    std::map<NodeId, std::vector<std::vector<Expr>>> of_unknowns_;  // by symbol: of u', then of lambda
};

}  // namespace lag
