// Positions that satisfy all position constraints, found by numbers (parameters at their defaults, fixed seeds, bounded
// steps; no clock): where the rank of B means something. A generic position says nothing of it, because the rows of a
// mechanism such as Bricard's depend on each other only where the mechanism is assembled.
//
// Levenberg-Marquardt steps on phi(q, t) = 0 in displacements of the speeds, q' = K u, with the damping proportional to
// |phi|: that converges quadratically also where B has no full rank (Yamashita and Fukushima 2001).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lagrange/kinematics/model_state.hpp"

namespace lag {

class RowNumbers;

// Brings `state` onto phi = 0 of the rows `which` (position rows) near it; nothing when that fails.
std::optional<ModelState> brought_onto(const RowNumbers& numbers, const std::vector<std::size_t>& which,
                                       const ModelState& state);

// A step of about `size` along the motions that the rows `which` allow, back onto the rows and not far from there:
// on the same branch, then to another time and other inputs as far as the rows can follow. Nothing when neither
// can be done.
std::optional<ModelState> walked(const RowNumbers& numbers, const std::vector<std::size_t>& which,
                                 const ModelState& state, double size, std::uint64_t seed);

inline constexpr int random_starts = 20;
// From the initial state, then from random places around it, then from `random_starts` random ones.
std::optional<ModelState> find_consistent(const RowNumbers& numbers, const std::vector<std::size_t>& which);

}  // namespace lag
