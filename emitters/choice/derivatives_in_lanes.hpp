// Whether the Jacobian, the tangent, the adjoint and the Hessian of ydot are computed in lanes, beside derivatives that are
// (program_in_lanes.hpp).
#pragma once

#include <vector>

#include "core/column_choice.hpp"
#include "core/limb_form.hpp"
#include "emitters/choice/limbs.hpp"

namespace lag {

// As in WantedRoutines (formulations.hpp).
struct WantedInLanes {
    const std::vector<ColumnChoice>& jacobian;
    const std::vector<DerivativeChoice>& derivatives;
    LimbForm limbs = LimbForm::where_faster;
    bool beside_lanes = false;
};

// `program`, before the passes, with derivatives in lanes: each of these routines in lanes where the estimate is clearly
// lower, or where lanes are asked for. `known`: the same with derivatives after the passes; what was optimized to compare
// joins it. `of_jacobian`: equations without limbs on limbs, by whose columns no limb moves alone; of the Hessian, too. `model`: of the whole
// mechanism.
void put_derivatives_in_lanes(Program& program, Program& known, const LimbEquations& equations,
                              const LimbEquations& of_jacobian, const Model& model, const WantedInLanes& wanted,
                              const OptimizeOptions& options);

// Whether C has what these lane values are made of: arithmetic, sines, roots and selections by single comparisons of theirs or by any
// condition that is the same for all lanes.
bool has_simple_lanes(const Routine& routine);

}  // namespace lag
