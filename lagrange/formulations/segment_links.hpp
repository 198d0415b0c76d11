// Links of a planar chain, one by one and in lanes for its segments (chain_segments.hpp).
#pragma once

#include <vector>

#include "lagrange/formulations/articulated_inertia.hpp"
#include "lagrange/formulations/chain_segments.hpp"
#include "lagrange/formulations/in_plane.hpp"

namespace lag {

// What a link and the bodies that hang on it, other than the chain's next one, need at u' = 0 and at its pin at rest.
struct ChainLink {
    ArticulatedInertia inertia;
    Wrench bias;  // loads subtracted
    Vec2 o;       // to the next link's pin
    Expr square;  // omega^2
    Expr torque;  // of the hinge
};

// The same of one link of every segment, in lanes and in the plane.
struct SegmentLink {
    Expr J;
    Vec2 m;
    Symmetric2 M;
    Vec2 p;
    Expr n;
    Expr torque, carried_torque;  // of its own hinge; of that of the next link
    Vec2 t;                       // what the next pin gains per unit of the link's angular acceleration
    Vec2 c;                       // and by the link's angular velocity
};

struct PlaneMotion {
    Expr alpha;
    Vec2 a;  // of the link's pin
};
// Absolute accelerations, less gravity.
struct SegmentMotions {
    std::vector<PlaneMotion> by_link;  // in the order of the segments
    std::vector<PlaneMotion> by_step;  // in lanes
};

// By step; `links`: in the order of `segments`.
std::vector<SegmentLink> links_in_lanes(const Model& model, const Kinematics& kinematics, const ChainSegments& segments,
                                        const std::vector<ChainLink>& links);

}  // namespace lag
