// A chain in segments within an articulated recursion (articulated.hpp): its links are eliminated together, once everything that
// hangs on them has been, and the innermost one hands inward what the chain needs at its first pin.
//
// The recursion's accelerations are those beyond the ones taken; along the chain they are absolute (segment_elimination.hpp).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lagrange/formulations/segment_elimination.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

class SegmentedChain {
  public:
    // `at_once`: links that are eliminated together. `omega`, `taken`: by link. The chain has so many segments (chain_segments.hpp).
    SegmentedChain(const Model& model, const Kinematics& kinematics, const std::vector<Inertia>& inertias,
                   std::size_t lanes, std::size_t at_once, const std::vector<Vec3<Expr>>& omega,
                   const std::vector<LinkAcceleration>& taken);

    bool holds(std::size_t link) const { return segments_.holds(link); }
    std::size_t first() const { return segments_.links.front(); }
    // The accelerations taken, but with the chain's pins at rest: what the wrenches of its links are to be formed at.
    std::vector<LinkAcceleration> with_pins_at_rest() const;
    // What a link of the chain receives from one that hangs on it, at rest: less what that needs at the acceleration taken.
    Wrench at_rest(std::size_t link, const ArticulatedInertia& received) const;

    // Its links in lanes; `bias`: of the accelerations with_pins_at_rest, less loads.
    std::vector<SegmentLink> in_lanes(const std::vector<ArticulatedInertia>& inertias, const std::vector<Wrench>& bias,
                                      const std::vector<Expr>& direct) const;
    // Moments about the chain's axis on the links, by step, in lanes: beside all loads.
    void load(std::vector<Expr> moments) { moments_ = std::move(moments); }
    const ChainSegments& segments() const { return segments_; }

    // By link: the first one's become those of the chain.
    void eliminate(std::vector<ArticulatedInertia>& inertias, std::vector<Wrench>& bias,
                   const std::vector<Expr>& direct, PivotGuard& guard);
    // By link and by speed, where those of the links inboard are known.
    SegmentMotions substitute(std::vector<SpatialAcceleration>& motion, std::vector<Expr>& accelerations) const;

  private:
    Expr torque_of(std::size_t link, const std::vector<Expr>& direct) const;

    const Model& model_;
    const Kinematics& k_;
    ChainSegments segments_;
    std::size_t at_once_;
    std::vector<Vec3<Expr>> omega_;
    std::vector<LinkAcceleration> taken_;
    std::vector<Expr> moments_;
    std::unique_ptr<SegmentElimination> elimination_;
};

}  // namespace lag
