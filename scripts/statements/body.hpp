// A new body of a statement's arguments: what `body` and `flexible` have in common.
#pragma once

#include <string>

#include "scripts/statements/reading.hpp"

namespace lag {

// Its name (argument 0), inboard body (1), hinge, at and orient; outboard_at of `body`. It is the model's last one then,
// with its coordinates and speeds, and without mass.
void add_body(Call& call);
// Of no mass, in the inboard body's place.
Body massless_body(Graph& graph, const std::string& name, BodyIndex inboard);

}  // namespace lag
