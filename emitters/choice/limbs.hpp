// Whether and how equal limbs are computed in lanes (lagrange/kinematics/equal_limbs.hpp): the small mechanism's equations
// are formed with every treatment of its inertias, and those with fewest operations are taken. Trees are formed by the
// recursion, models with constraints as the matrix of mass and rows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

struct LimbEquations {
    PrototypeLimb limb;
    Equations equations;
    FormulationChoice way;
    LdlPlan plan = {};  // of models with constraints
};

// The constraint rows of the whole mechanism, and states on them.
struct WholeRows {
    IndependentRows independent;
    std::shared_ptr<const SampledMechanism> sampled;
};
// Whether the rows stand in one matrix with the mass matrix, whatever they are.
bool has_plain_rows(const MinimalSystem& system);
// Nothing where there are no such rows.
std::optional<WholeRows> rows_of_whole(const MinimalSystem& system);

struct LimbChoice {
    std::optional<LimbEquations> equations;
    std::vector<LimbEquations> rivals;  // the best in other axes of the rows, that have nearly as few operations
    long operations = 0;                // before any pass
    std::vector<std::string> notes;     // what differs, what was compared; or why there are no equations
};

// With these groups in lanes (`find_equal_limbs`). `rows`: rows_of_whole. ModelError as the stages throw it.
LimbChoice limbs_in_lanes(const Model& model, const std::vector<Limbs>& groups, const std::optional<WholeRows>& rows);
// With limbs on these limbs in lanes as well (limbs_on_limbs.hpp), at most so many lanes: `limb` is of `model`.
LimbChoice limbs_on_limbs_in_lanes(const Model& model, const PrototypeLimb& limb, std::size_t most);
// The same with the pivots in each of the blocks that may be faster (lagrange/formulations/joint_groups.hpp).
std::vector<LimbEquations> in_pivot_blocks(const LimbEquations& equations);

}  // namespace lag
