// Constraints of the small mechanism that has one of several equal limbs in lanes (prototype_limb.hpp).
//
// Those of no limb stay. The k-th of a kind that holds the same bodies of a limb are the k-th of all limbs. The other
// bodies that loops and cut hinges hold are the same ones; what conditions hold besides is theirs. Coordinates of cut
// hinges in limbs are in lanes.
#pragma once

#include <map>
#include <vector>

#include "lagrange/kinematics/limb_sites.hpp"

namespace lag {

class PrototypeRows {
  public:
    // NotInLanes: the limbs have different ones. Pairs the coordinates of their cut hinges.
    explicit PrototypeRows(LimbSites& sites);
    // Behind the bodies of `small`, whose tables of constraints and coordinates they join. NotInLanes, UnlikeExpressions.
    void add_to(PrototypeLimb& small);

  private:
    void add(PrototypeLimb& small, const LaneEntry<std::size_t>& entry);
    void join_cut_hinge(PrototypeLimb& small, CutHinge& joined, const std::vector<const Constraint*>& members);

    LimbSites& sites_;
    const Model& whole_;
    Graph& graph_;
    std::vector<LaneEntry<std::size_t>> entries_;  // constraints of the whole model
};

}  // namespace lag
