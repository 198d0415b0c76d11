// Sizes of trial displacements, by speed: those of model.hpp by coordinate. Where a state is moved onto constraints, they
// make bodies move before they bend.
#pragma once

#include "core/model.hpp"

namespace lag {

// What a step of 1 along this speed is: less for elastic ones.
double trial_size(const Model& model, SpeedIndex u);

}  // namespace lag
