// What the routines that bring a state onto the constraints compute, and Baumgarte's stabilization.
//
//   assembly step    [M B^T; B 0] [s; l] = [M d; -phi]       rows of position kind only; d leads back to the guess
//                    q <- q + N s                            Newton's method for min d^T M d / 2 subject to phi = 0
//                    Coordinates of cut hinges that rows depend on get what they lack besides (cut_hinge_lacks).
//                    Solved as s = d + x, [M B^T; B 0] [x; l] = [0; -phi - B d], without M d.
//   projection       [M B^T; B 0] [du; l] = [0; -phidot]     all rows; u <- u + du minimises du^T M du / 2
//                    Both by the articulated recursion where it has taken the rows, and takes fewer operations than the
//                    matrix (lagrange/formulations/motion_onto_rows.hpp).
//                    In both M has a million times its elements on the diagonal for elastic speeds: bodies move
//                    before they bend.
//   stabilization    B u' = gamma - 2 alpha phidot - beta^2 phi, of a speed constraint gamma - alpha phidot
//                    (J. Baumgarte, Comp. Meth. Appl. Mech. Eng. 1, 1972, 1-16)
#pragma once

#include <optional>
#include <vector>

#include "emitters/program/expression_ldl.hpp"

namespace lag {

// The symbol of a coordinate's guess, in the assembly step.
Expr guess_symbol(const Model& model, CoordinateIndex q);

struct AssemblyStep {
    std::vector<Expr> next;  // coordinates after the step
    std::vector<Expr> phi;   // by row, zero for speed constraints; a cut hinge's first with what its coordinates lack
    std::vector<Expr> step;  // s, by speed of the whole mechanism
    std::vector<PivotCheck> checks;
    NodeLabels labels;
};
// None where the model has no rows of position kind, or where these alone leave a massless speed without a pivot.
// `plan` is that of equations.pattern. With constraints = eliminate all speeds and coordinates move, weighted by the
// mass matrix of them all; the checks' numbers are those of the independent speeds, nu + k of row k, and nu + nphi + 1
// + k of the k-th dependent speed.
std::optional<AssemblyStep> assembly_step(const Model& model, const Equations& equations, const LdlPlan& plan);

// `x` is u + du by speed, then l. `plan` is that of equations.pattern.
SolvedRows projected_speeds(const Model& model, const Equations& equations, const LdlPlan& plan);

}  // namespace lag
