// Equations of equal limbs in lanes -> the routines of the whole mechanism that are computed with them: derivatives,
// accelerations, and of ydot tangent, adjoint, Jacobian and Hessian. Their arguments stay; a lane symbol is gathered from the elements that
// it stands for, a lane value is written to the elements of all limbs.
#pragma once

#include "core/column_choice.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

// `whole`: the program of the whole mechanism as `lower` gives it. `equations`: of `limb.model`; solved (articulated), or a
// linear system that `plan` solves. `keeps_scalar`: the routines as they were stand after all others, `instead_of_lanes`.
void compute_in_lanes(Program& whole, const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan,
                      bool keeps_scalar = false);

// A tangent, an adjoint, the Jacobian or the Hessian of ydot.
struct LimbDerivativeOf {
    DerivativeKind kind = DerivativeKind::adjoint;
    std::vector<Column> columns;
    std::vector<ResultExpression> state_rates;  // of the whole mechanism, without accelerations; places as in ydot
    FormulationChoice way;                      // of the limbs' equations
    const JacobianPattern* pattern = nullptr;   // of Jacobian and Hessian: their entries
};
// `routine` of the whole mechanism as `lower` gives it, with these columns: computed in lanes. `equations`, `plan`: as above. Where lanes
// cannot have it (limb_directions.hpp, limb_hessian.hpp, contacts, entries of a chain in segments): false, and the routine is as it was.
bool differentiate_in_lanes(Routine& routine, const PrototypeLimb& limb, const Equations& equations,
                            const LdlPlan& plan, const LimbDerivativeOf& of);

}  // namespace lag
