// Rows that hold the speeds of a part of the mechanism, however all else moves: their entries of B at these speeds have
// full rank at every state, switched rows being on. So the part's own matrix [M B^T; B 0] is regular, and can be eliminated before all else.
#pragma once

#include <cstddef>
#include <vector>

#include "lagrange/constraints/lean_rows.hpp"

namespace lag {

// Numbers of rows, and the speeds of one part of the mechanism.
struct RowBlock {
    std::vector<std::size_t> rows, speeds;
};

// By numbers, at states on the constraints, with the parameters' default values: a length among them is not zero.
bool are_firm(const ConstraintRows& rows, const SampledMechanism& sampled, const std::vector<RowBlock>& blocks);

}  // namespace lag
