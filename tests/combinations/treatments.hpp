// How the hinges of a drawn script stand: as a tree, as rows between bodies that move freely, or solved.
#pragma once

#include <string>

#include "tests/combinations/examination.hpp"

namespace lag::combinations {

// The same script with all hinges of the tree.
Script as_tree(const Script& script);

// A script with other hinges moves as it does as a tree: both start at the tree's state; what they write is compared.
void compare_treatments(Examined& examined, const Options& options);

}  // namespace lag::combinations
