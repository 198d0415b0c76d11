// Which limbs of a mechanism are equal, and can be in lanes (prototype_limb.hpp).
//
// Limbs are subtrees of bodies that hang on the same body with the same hinges: four legs, the corners of a vehicle,
// fingers, the arms of a cell on the floor, the legs of a platform. More than there can be lanes are several groups, which
// may be one whose lanes are computed in slices (emitters/passes/slices.cpp). A mechanism may
// have several groups of equal limbs, on one body or on several (legs and arms); what limbs carry themselves comes
// later (limbs_on_limbs.hpp).
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/alike_subtrees.hpp"

namespace lag {

struct EqualLimbs {
    Model model;                     // the mechanism, with other axes of limbs whose hinges differ (fitted_chains.hpp)
    std::vector<Limbs> groups;       // that can be in lanes at the same time, those with most speeds first
    std::size_t equal = 0;           // so many groups, the first ones, have equal hinges; the others were fitted
    std::vector<std::string> notes;  // which limbs, or why some that hang alike are not in lanes
};

// In groups of at most `most`. Makes lane symbols in the model's graph.
EqualLimbs find_equal_limbs(const Model& model, std::size_t most = most_lanes);

// Groups of `most` limbs of one kind, one after the other, as one group, where that can be in lanes too: eight limbs
// or more, at most 248, none of which lacks a body. All others as they are.
std::vector<Limbs> joined_groups(const Model& model, const std::vector<Limbs>& groups, std::size_t most);

}  // namespace lag
