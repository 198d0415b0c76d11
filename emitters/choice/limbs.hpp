// Whether and how equal limbs are computed in lanes (lagrange/kinematics/equal_limbs.hpp): the small mechanism's
// articulated equations are formed with every treatment of its inertias, and the one with fewest operations is taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"

namespace lag {

struct LimbEquations {
    PrototypeLimb limb;
    Equations equations;
    FormulationChoice way;
};

struct LimbChoice {
    std::optional<LimbEquations> equations;
    long operations = 0;             // before any pass
    std::vector<std::string> notes;  // what differs, what was compared; or why there are no equations
};

// With these groups in lanes (`find_equal_limbs`). ModelError as the stages throw it.
LimbChoice limbs_in_lanes(const Model& model, const std::vector<Limbs>& groups);
// The same with the pivots in each of the blocks that may be faster (lagrange/formulations/joint_groups.hpp).
std::vector<LimbEquations> in_pivot_blocks(const LimbEquations& equations);

}  // namespace lag
