// The same mechanism with other axes and origins of its bodies: coordinates and speeds mean what they mean there.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/model.hpp"

namespace lag {

// Components in some axes -> components in others that are quarter turns away: entries 0, 1, -1.
using QuarterTurns = Mat3<int>;

// R_BA of axes B that A becomes by so many quarter turns about its axis `axis`.
QuarterTurns quarter_turns(std::size_t axis, int quarters);
Vec3<Expr> turned(const QuarterTurns& turn, const Vec3<Expr>& v);

struct BodyAxes {
    // The new origin from the own one, in own axes: along the hinge where it turns, anywhere where it slides.
    Vec3<Expr> origin = {};
    QuarterTurns turn = quarter_turns(0, 0);  // own components -> components in the new axes
    // Where the axes turn: the new orientation, rotations about an axis by so many quarter turns, and what the hinge, a
    // single rotation, turns beyond its coordinate, about its new axis.
    std::optional<std::vector<std::pair<int, int>>> orient = {};
    int quarters = 0;
};

// By body; the others keep theirs. Of trees of rigid bodies; the hinges of these bodies are single motions.
Model in_body_axes(const Model& model, const std::map<BodyIndex, BodyAxes>& axes);

}  // namespace lag
