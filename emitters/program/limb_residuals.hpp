// What the derivatives of a mechanism with equal limbs in lanes are formed of: residuals of the accelerations, and how lane
// symbols depend on the columns.
#pragma once

#include <map>
#include <vector>

#include "core/calculus.hpp"
#include "core/column_choice.hpp"
#include "core/lanes.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

// What each check tests, in every lane that it has.
std::vector<Expr> conditions_by_lane(const std::vector<PivotCheck>& checks, LaneExpansion& in_lane);

// `rates` in place of the symbols of u'.
Substitution solution_of_limbs(const PrototypeLimb& limb, const std::vector<Expr>& rates);

// R = ID(q, u, u') of the small mechanism, in symbols of u': in forms that differ in operations, of which each is zero at
// `rates` at every state. Off the unit length of Euler parameters there may be none.
struct LimbResidual {
    std::vector<Expr> rows;  // by speed
    FormulationChoice way;   // in which it is formed
};
std::vector<LimbResidual> limb_residuals(const PrototypeLimb& limb, const std::vector<Expr>& rates,
                                         const std::vector<PivotCheck>& checks, const FormulationChoice& way);

// By lane symbol below `roots` and by column: the derivatives of its members, by lane, where any is not zero.
using LaneWeights = std::map<NodeId, std::map<std::size_t, std::vector<Expr>>>;
LaneWeights lane_weights(Graph& graph, const std::vector<Expr>& roots, const std::vector<Column>& columns);

}  // namespace lag
