// A body that moves freely while the hinge that would carry it is rows.
#pragma once

#include <vector>

#include "core/model.hpp"

namespace lag {

struct FreedBody {
    BodyIndex body;
    Body hung;             // as the hinge would carry it: without speeds, with the coordinates that the rows measure
    std::size_t rows = 0;  // number of the constraint that the hinge is
};

// The body that carries b, by a hinge of the tree or by one that is rows.
BodyIndex carrier_of(const Model& model, const std::vector<FreedBody>& freed, BodyIndex b);

}  // namespace lag
