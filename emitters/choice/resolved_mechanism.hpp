// A mechanism in its own axes, or with its planar parts in axes that do not turn.
#pragma once

#include <optional>

#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

// The mechanism in one kind of axes, and what is formed from it once.
struct Resolved {
    MinimalSystem system;
    IndependentRows rows;
    Partials partials;  // turner only
};

// The same independent speeds and rows as `own`, planar parts in non-rotating axes; nothing where there are none.
std::optional<Resolved> resolved_in_non_rotating_axes(const Model& model, const Kinematics& kinematics,
                                                      const Resolved& own);

}  // namespace lag
