// Which subtrees of bodies hang alike: candidates for limbs in lanes (equal_limbs.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"

namespace lag {

constexpr std::size_t fewest_lanes = 2, most_lanes = 8;

// By lane, by body of the limb; none: the limb lacks it.
using Limbs = std::vector<std::vector<std::optional<BodyIndex>>>;

// The innermost body that the limb has.
BodyIndex first_body(const std::vector<std::optional<BodyIndex>>& limb);

// All classes of subtrees with the same hinges that hang on one body or on ground, the one with most speeds first. Of more
// than `most` there are several groups. A subtree without branches may lack bodies that the others have, but neither the
// first nor the last, and motions of a hinge that have no coordinate. Axes may be opposite; those whose axes are the same
// come as a class of their own too, in case the others differ otherwise. A body may be turned less than that of another
// limb, or not at all.
std::vector<Limbs> alike_subtrees(const Model& model, std::size_t most = most_lanes);

// Whether the limbs of both hang on one body with the same hinges, so that what pays for the one pays for the other: groups
// of a class that is too large for the lanes.
bool are_of_one_kind(const Model& model, const Limbs& some, const Limbs& others);

// The same, and before them limbs that consist of several such subtrees: those whose k-th ones constraints tie together
// (an upper and a lower arm of a suspension).
std::vector<Limbs> alike_limbs(const Model& model, std::size_t most = most_lanes);

// Bodies whose coordinates or speeds stand in these.
std::vector<BodyIndex> bodies_named(const Model& model, const std::vector<Expr>& roots);

// Bodies whose points, coordinates or speeds a constraint holds; of a cut hinge A and B, then those that move it.
std::vector<BodyIndex> bodies_held(const Model& model, const Constraint& constraint);

// The same text of hinges with the same motions about the same axes.
std::string hinge_form(const Model& model, const Hinge& hinge);

// Of hinges all of whose motions are free coordinates, with their rates for speeds: an opposite axis is the same hinge
// with a minus before coordinate and speed.
bool may_be_mirrored(const Hinge& hinge);

// The hinge's motions at the places of those of `like`; none where it lacks one that is given; nothing where it is another
// hinge.
std::optional<std::vector<const Motion*>> motions_like(const Hinge& own, const Hinge& like);

// The body's orientation as the rotations of `like`, those that it lacks by the angle zero; nothing where it is made of
// others.
std::optional<std::vector<std::pair<int, Expr>>> rotations_like(const Body& body, const Body& like);

}  // namespace lag
