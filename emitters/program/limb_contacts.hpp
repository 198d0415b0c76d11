// The accelerations of a mechanism whose equal limbs are in lanes, with contacts and dry friction (contact_system.hpp).
//
// With A = [M B^T; B 0] of all other rows, A = L D L^T and limbs first, each row of contacts of a limb has y = L^-1 [B_c^T; 0]
// in lanes, where lane i is of limb i alone: nothing of it is summed over the lanes. Then
//     S = y^T D^-1 y,     r = y^T D^-1 y_f - gamma_c,     u' = (L D L^T)^-1 (f + B_c^T F)
// with y_f of the right side f. Two limbs have nothing in common but the rows of the body that they meet: there S takes
// y of the one and of the other. contact_loads is called once, with S and r of the whole mechanism.
//
// Not handled: lean rows of loops beside contacts; limits of friction that depend on loads.
#pragma once

#include <map>

#include "emitters/program/solved_system.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

struct SolvedLimbs {
    SolvedSystem system;                  // multipliers by constraint row
    std::map<std::size_t, LaneOf> given;  // by argument of contact_loads of the whole mechanism, from 0: some of them
};

// solve_equations of the small mechanism, where it has contacts with their loads.
SolvedLimbs solve_limbs(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan);

}  // namespace lag
