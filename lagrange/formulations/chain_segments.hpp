// Which links of a planar chain are in segments, each in a lane (core/lanes.hpp): what waits link by link then waits for as many
// links as a segment has, and one operation serves all segments.
#pragma once

#include <optional>
#include <vector>

#include "lagrange/formulations/planar_chain.hpp"

namespace lag {

struct ChainSegments {
    std::vector<std::size_t> links;  // of the model's links, from the innermost one outward
    std::size_t lanes = 0;           // how many segments
    std::size_t axis = 0;

    std::size_t steps() const { return links.size() / lanes; }  // links of a segment
    std::size_t link(std::size_t lane, std::size_t step) const { return links[lane * steps() + step]; }
    bool holds(std::size_t link) const;
};

constexpr std::size_t fewest_links_of_segments = 2;

// The outermost links of the longest chain, as many as fill the segments. Nothing where a segment would have one link.
std::optional<ChainSegments> chain_segments(const Model& model, const Kinematics& kinematics,
                                            const std::vector<Inertia>& inertias, std::size_t lanes);

}  // namespace lag
