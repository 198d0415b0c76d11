// Chains on one body that differ in their hinges, made limbs in lanes (prototype_limb.hpp): in other axes of its bodies a
// chain may have the hinges of a longer one less some.
//
// Where the hinges of a chain are parallel or at right angles to those before them, axes of its bodies that are quarter
// turns away from the script's serve as well. A hinge that a chain lacks may stand at any quarter turn, so that two parallel
// hinges are three of a longer chain, of which the middle one, at right angles to both, is missing.
#pragma once

#include <optional>
#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/alike_subtrees.hpp"

namespace lag {

struct FittedChains {
    Model model;  // with other axes of their bodies
    Limbs limbs;  // the longest chain, and those that fit in it
};

// Of the chains on this body that are in none of these groups, at most `most`; those axes which leave the longest chain most of its
// zeros. Nothing where no two chains fit, and for models with constraints or flexible bodies.
std::optional<FittedChains> fitted_chains(const Model& model, BodyIndex base, const std::vector<Limbs>& groups,
                                          std::size_t most);

}  // namespace lag
