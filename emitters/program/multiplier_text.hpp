// What each multiplier is, in words for the head of an emitted file: the load on which body, along what, in what unit.
#pragma once

#include <string>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"

namespace lag {

// By row: "loop.x: force on coupler at P along x of ground [N], its opposite on rocker".
std::vector<std::string> multiplier_texts(const Model& model, const std::vector<ConstraintRow>& rows);

// Of a cut hinge: a row on orientation, else one on position.
bool is_orientation_row(const ConstraintRow& row);

}  // namespace lag
