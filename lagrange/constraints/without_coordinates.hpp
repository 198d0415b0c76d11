// A model less coordinates that are expressions of others, and less the constraint that says so.
#pragma once

#include <utility>
#include <vector>

#include "core/model.hpp"
#include "lagrange/constraints/loop_chain.hpp"

namespace lag {

struct WithoutCoordinates {
    Model model;
    // By symbol of a coordinate that is gone, of its rate and of that one's: its value.
    std::vector<std::pair<Expr, Expr>> meanings = {};
};

// A value may hold coordinates that stand before it in `closed`; else those alone that are left. Loads on a rate that is gone
// become loads on those that it follows from, with the same power. No hinge with quasi-velocities, no event's setting, no `hold` and no
// routine of the user's may name what goes; nothing may hold the multipliers of the constraint.
WithoutCoordinates without_coordinates(const Model& model, std::size_t constraint,
                                       const std::vector<ClosedCoordinate>& closed);

// Whether something in the model holds the constraint's multipliers.
bool load_is_held(const Model& model, std::size_t constraint);

}  // namespace lag
