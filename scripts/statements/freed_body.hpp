// A body that moves freely while the hinge that would carry it is rows.
#pragma once

#include "core/model.hpp"

namespace lag {

struct FreedBody {
    BodyIndex body;
    Body hung;  // as the hinge would carry it: without speeds, with the coordinates that the rows measure
};

}  // namespace lag
