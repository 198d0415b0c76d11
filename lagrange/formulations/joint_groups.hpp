// Which speeds an articulated recursion does not eliminate at their own link (articulated.hpp), and which of them it may keep
// so that fewer steps wait for one another.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

// By speed: whether it is deferred. Speeds of several hinges, and those of a link with several that hangs on ground.
std::vector<bool> deferred_speeds(const Model& model, const Kinematics& kinematics);

// Where a speed of several hinges may be eliminated: at the innermost link that it moves, or where these links meet.
struct MeetingLink {
    std::size_t link = 0;  // 0: ground
    bool is_moved = false;
};
MeetingLink meeting_link(const Kinematics& kinematics, SpeedIndex speed);

// Links with one speed each that carry one another, from the outermost inward: of two to `most` links, taken from the leaves
// inward. A speed of several hinges is in none, and a limb in lanes ends at the body that carries it.
std::vector<std::vector<std::size_t>> joint_groups(const Model& model, const Kinematics& kinematics, std::size_t most);

// What may be faster than one pivot after the other. A base with several speeds alone, joints in a row, both.
std::vector<PivotBlocks> pivot_blocks_to_try(const Model& model, const Kinematics& kinematics);

}  // namespace lag
