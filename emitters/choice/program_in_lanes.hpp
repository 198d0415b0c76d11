// Whether a program computes its equal limbs in lanes (limbs.hpp).
#pragma once

#include <optional>

#include "emitters/choice/formulations.hpp"

namespace lag {

// `program`, before the passes, with derivatives and accelerations in lanes: optimized; or nothing. `scalar`: its
// derivatives after the passes. Its notes say what was compared.
std::optional<Program> with_limbs_in_lanes(Program& program, const Program& scalar, const Mechanism& mechanism,
                                           Formulation formulation, const WantedRoutines& wanted,
                                           const OptimizeOptions& options);

}  // namespace lag
