// What the routines and procedures of the user's are given, and the rates of states, in the small mechanism that has one of
// several equal limbs in lanes (prototype_limb.hpp).
//
// A call belongs to the limb whose coordinates or speeds it is given, itself or by results of earlier calls. The k-th call
// of a routine in one limb is the k-th in all of them: its results are paired, what it is given is formed in lanes, and
// the routine is called once for each limb. The k-th rate of a limb's states is the k-th in all of them, too.
//
// What is not formed alike is formed one limb after the other. So is what several limbs stand in, and what they do not
// have the same number of.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "lagrange/kinematics/limb_sites.hpp"

namespace lag {

class PrototypeCalls {
  public:
    // Pairs the results of calls.
    explicit PrototypeCalls(LimbSites& sites);
    // What is formed alike joins `small.computed`.
    void add_to(PrototypeLimb& small);

  private:
    std::vector<BodyIndex> bodies_given(const std::vector<Expr>& values) const;
    std::optional<LimbSites::Limb> limb_given(const std::vector<Expr>& values) const;

    LimbSites& sites_;
    const Model& whole_;
    std::map<NodeId, std::vector<BodyIndex>> given_for_;  // by result of a call: what that call is given
    std::vector<std::vector<Expr>> alike_;                // of the whole model, by lane
};

}  // namespace lag
