// Which speeds an articulated recursion does not eliminate at their own link (articulated.hpp), and which of them it may keep
// so that fewer steps wait for one another.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

// By speed: whether it is deferred. Speeds of several hinges, and those of a link with several that hangs on ground; of bodies that ground
// carries, those of the first `at_ground` joints in a row. Limbs in lanes end at the body that carries them.
std::vector<bool> deferred_speeds(const Model& model, const Kinematics& kinematics, std::size_t at_ground = 0);

// Where a speed of several hinges may be eliminated: at the innermost link that it moves, or where these links meet.
struct MeetingLink {
    std::size_t link = 0;  // 0: ground
    bool is_moved = false;
};
MeetingLink meeting_link(const Kinematics& kinematics, SpeedIndex speed);

// Links with one speed each that carry one another, from the outermost inward: of two to blocks.joints links, taken from the leaves
// inward. A speed of several hinges is in none, nor one that is left to ground, and a limb in lanes ends at the body that carries it.
std::vector<std::vector<std::size_t>> joint_groups(const Model& model, const Kinematics& kinematics,
                                                   const PivotBlocks& blocks);

// What may be faster than one pivot after the other. A base with several speeds alone, joints in a row, both, joints on ground.
std::vector<PivotBlocks> pivot_blocks_to_try(const Model& model, const Kinematics& kinematics);

}  // namespace lag
