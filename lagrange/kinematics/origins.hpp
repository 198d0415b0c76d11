// Where the origins of bodies may stand, so that fewer offsets lie between them: along the axis of a hinge that turns, and
// anywhere on a body that slides. An offset along a hinge's axis goes to one side of that hinge, where it meets the offset there, as
// in Denavit-Hartenberg frames (screw_axes.hpp), with the script's axes kept.
#pragma once

#include <cstddef>
#include <vector>

#include "core/model.hpp"

namespace lag {

// The origin of a body along one of its axes.
struct MovableOrigin {
    BodyIndex body;
    std::size_t axis;
};
// Inboard bodies first; none in models with constraints, energies of their own or flexible bodies.
std::vector<MovableOrigin> movable_origins(const Model& model);

// How far it may go so that an offset along that axis vanishes: first that of its own hinge, then those of the hinges which
// the body carries. Without zeros.
struct OriginMoves {
    std::vector<Expr> of_own, of_carried;
};
OriginMoves moves_of(const Model& model, const MovableOrigin& origin);

Model with_origin_moved(const Model& model, const MovableOrigin& origin, Expr by);

// All offsets along hinges' axes outward, or inward.
Model with_offsets_outward(Model model);
Model with_offsets_inward(Model model);

}  // namespace lag
