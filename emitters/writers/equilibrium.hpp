// m_equilibrium (procedures/texts/equilibrium.lag) finds where everything rests: Newton's method on
//
//     f(q) - B^T lambda - N_h^T mu = 0,   phi(q) = 0,   N_h s = 0,   sdot = 0
//
// with u = 0, f of m_right_side, N of q' = N u, N_h its rows of coordinates that are held and mu what holds them. Unknown are
// the displacement s in quasi-coordinates (q' = N s), so that Euler parameters and speeds that are no rates need nothing of
// their own, the multipliers, mu, and the states. The derivatives are central differences of the file's own routines. The
// matrix is scaled in rows and columns and factorized by full pivoting: a motion that nothing holds is seen there. A step
// is halved until the next step by the same factors is shorter (P. Deuflhard, Newton Methods for Nonlinear Problems, 2004,
// section 3.3: no choice of units changes it).
//
// From afar Newton's method alone seldom arrives. So the rows are met first, by shortest steps in the measure of the mass
// matrix; and where a step is long or leads no nearer, it is made by K - alpha M in place of the slopes K, an implicit step of
// M s' = f (C. T. Kelley, D. E. Keyes, Convergence analysis of pseudo-transient continuation, SIAM J. Numer. Anal. 35, 1998)
// whose length is bounded as in a trust region, with the loads' work in place of an energy.
//
// Contacts: closed, or open without a load, as where the gap and the normal force are not negative; first those that are
// closed or touch, then by what is violated most, then one combination after the other. Friction takes no part.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Why the model has no such routine, and what to do; empty: it has one.
struct NoEquilibrium {
    std::string why, hint;
};
NoEquilibrium why_no_equilibrium(const Program& program);

// Routines that it calls.
std::vector<RoutineName> called_by_equilibrium();

}  // namespace lag
