// formulation = articulated: accelerations of a tree without its mass matrix, in operations proportional to the number
// of bodies (Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 7), in *split* form: the velocity terms are
// formed once by the recursion outward (recursion.hpp), so that the articulated inertias see accelerations only.
//
// What a link and all it carries resist with, when the hinges outboard of it are free to move, about its origin:
//     [n; f] = [J H; H^T M] [alpha; a] + p          p: bias wrench, applied loads subtracted
// Eliminating a speed with column s, generalized force Q:
//     U = I s     d = s.U     L = U / d     I <- I - U L^T     p <- p + L (Q - s.p)          inward
//     u' = (Q - s.p) / d - L.A     A <- A + s u'                                             outward
// For a column along one axis of the link the row and column of that axis vanish exactly and are never formed.
//
// A speed that moves several hinges, and those of a base with several speeds, are *deferred*: their accelerations stay
// unknowns of the wrenches, p + sum_e P_e u_e', until the root, where a small system K u' = r for them is factorized by
// sparse LDL^T. By symmetry P_e is also the row of e, so K collects as
//     K_ef += s_e.I s_f + s_e.P_f + P_e.s_f     at links they move       K_ef -= (s.P_e)(s.P_f) / d     where s is
//     eliminated
//
// Pivots in a row wait for one another: about 45 cycles of a processor from one joint of a chain to the next. So the joints
// of some bodies that carry one another (joint_groups.hpp) may be deferred up to the innermost of them: meanwhile their P_e
// and the inertia are carried inward beside the divisions, which only K waits for. And up to three deferred speeds are
// eliminated at once by cofactors (pivot_block.hpp), those of a base too. Both take more operations.
//
// The speeds of a flexible body's shape are deferred too, but only up to the link where the body ends (or further in where its
// hinge holds a node): there nothing else is left that they move, and they are eliminated one after the other with
//     U = P_e     d = K_ee     u_e' = (Q - rest_e) / d - L.A - sum_f K_ef f' / d
// after the hinge's own speed, whose axis has vanished from P_e by then. P_e begins with the momenta Ct_e, Cr_e and K with
// Me (core/elastic_body.hpp).
//
// formulation = two_ended shortens the way from pivot to pivot: the inner half of a planar chain on ground (held_chain.hpp)
// is eliminated from the ground outward at the same time, by the compliance of its pins (pin_compliance.hpp).
//
// A long planar chain may be in segments (segmented_chain.hpp), each of them in a lane.
//
// Limbs in lanes (equal_limbs.hpp) are one limb: what it hands to the body that carries it is summed over the lanes. Where
// a limb lacks a hinge, L and u' are zero in its lane, and I and p stay. A speed of several hinges of a limb is eliminated where
// they meet.
//
// Constraint rows B u' = gamma (rows_at_links.hpp): their multipliers are unknowns of the wrenches like deferred speeds,
// with P_r what a multiplier of 1 bears on the links with, and b_r on the speed itself. By symmetry these are also the row:
//     share = b_r + s.P_r      P_r <- P_r - share L      K_rs -= share_r share_s / d      gamma_r -= share (Q - s.p) / d
// where s is eliminated. When no speed of a row is left, -K_rr is positive (rows that are independent), and the multiplier is
// eliminated like an elastic speed, with a pivot of negative sign: where the two halves of a loop meet, before that link's
// own speeds (D. S. Bae, E. J. Haug, "A recursive formulation for constrained mechanical system dynamics", part II, 1987;
// H. Brandl, R. Johanni, M. Otter, 1986). Loops that close near their bodies thus cost the same each. A row of a point held
// to ground waits for one speed alone where it holds it firmly (sparse_ldl/safe_pivots.hpp). What is left open until the
// ground is in K there. An eliminated multiplier adds to I what the loop's bodies resist with beyond free ones; all of it stays
// below the inertia of the locked bodies, with which pivots are compared.
//
// Where the rows are in axes with speeds of their own, loops that leave one freedom (loop_motions.hpp) bring one unknown s in
// the place of their speeds and multipliers: its columns t_u s_u are collected on the way like those of a deferred speed, and
// it is eliminated where the bodies meet. x is among the accelerations taken.
//
// Not handled: flexible bodies beside rows; rows of contacts; motions without inertia.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/dynamics/energy_rows.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/formulations/joint_groups.hpp"
#include "lagrange/formulations/loop_motions.hpp"
#include "lagrange/formulations/rows_at_links.hpp"
#include "lagrange/formulations/segmented_chain.hpp"
#include "lagrange/formulations/solved_accelerations.hpp"

namespace lag {

// `inertias`: by link, about the origins, regrouped or not. `wrenches`: inertia forces at the accelerations taken (zero
// or absorbed) less applied loads, by link, not accumulated. `direct`: loads on single speeds. The accelerations are
// those beyond the ones taken; the multipliers those of `rows`. `shapes`: of flexible bodies, whose wrenches are among the others; null without.
// ModelError where a speed moves no inertia.
SolvedAccelerations articulated_accelerations(const Model& model, const Kinematics& kinematics,
                                              const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                              const std::vector<Expr>& direct, const TermsAtLinks* shapes,
                                              const std::vector<RowAtLinks>& rows = {}, const LoopMotions& motions = {},
                                              const PivotBlocks& blocks = {});
// The same with a chain in segments; `wrenches` of its links at with_pins_at_rest().
SolvedAccelerations segmented_accelerations(const Model& model, const Kinematics& kinematics,
                                            const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                            const std::vector<Expr>& direct, SegmentedChain& chain);
// The same with formulation = two_ended. ModelError where no chain fits.
SolvedAccelerations two_ended_accelerations(const Model& model, const Kinematics& kinematics,
                                            const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                            const std::vector<Expr>& direct);

}  // namespace lag
