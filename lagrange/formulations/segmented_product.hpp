// z^T R of a tree that holds a planar chain in segments (chain_segments.hpp), R the rows of its equations: in lanes along the chain.
//
// The unknowns are the absolute angular accelerations alpha_i of the chain's links and u' of all other speeds; z has an element for
// each, delta_i those of the chain. With the pins' accelerations and what z does to the pins,
//     a_i = a_0 + sum of (alpha_j t_j + c_j)        d_i = d_0 + sum of delta_j t_j        over the links j inboard of i
// a link of the chain gives (segment_elimination.hpp has the letters)
//     delta_i (J_i alpha_i + m_i.a_i + n_i - Q_i + Q_i+1) + d_i.(m_i alpha_i + M_i a_i + p_i)
// and every other link delta.moment + d.force of its wrench, less z Q for each of its speeds.
#pragma once

#include <functional>
#include <vector>

#include "lagrange/formulations/segmented_chain.hpp"

namespace lag {

// Symbols, but for the value and the pins.
struct SegmentedProduct {
    struct Motions {
        std::vector<Expr> rotations;  // by step, in lanes
        std::vector<Expr> of_speeds;  // by speed; those of the chain do not occur
        std::vector<Vec2> pins;       // by step, in lanes: expressions
    };
    Motions accelerations, weights;  // alpha and u'; delta and z
    Expr value;
    Expr carried_rotation;  // what z turns the link by that carries the chain
    ChainSegments segments;
    std::vector<std::vector<std::size_t>> speeds;  // of the chain's hinges, by step, by lane
    std::vector<bool> is_of_chain;                 // by speed
};

// What the wrenches of all links are at these accelerations, loads subtracted; link axes.
using WrenchesAt = std::function<std::vector<Wrench>(const std::vector<LinkAcceleration>&)>;

// `chain`: of link_accelerations at u' = 0.
SegmentedProduct segmented_product(const Model& model, const Kinematics& kinematics, const SegmentedChain& chain,
                                   const std::vector<Inertia>& inertias, const WrenchesAt& wrenches_at,
                                   const std::vector<Vec3<Expr>>& omega, const Vec3<Expr>& ground_acceleration,
                                   const std::vector<Expr>& direct);

}  // namespace lag
