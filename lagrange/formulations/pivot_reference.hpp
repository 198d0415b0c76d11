// What the pivot of an articulated recursion is compared with (interface: info). A pivot s.I s is what is left of the
// inertia that its speed moves when everything outboard is free; where it can cancel down to rounding error, it is
// compared with the inertia moved when everything outboard is locked, s.Ic s with the composite inertia Ic. It cannot
// where the body's own inertia alone keeps it up.
#pragma once

#include <optional>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/lane_sums.hpp"

namespace lag {

class PivotReference {
  public:
    // `inertias`: by link, regrouped or not.
    PivotReference(const Model& model, const Kinematics& kinematics, const std::vector<Inertia>& inertias);

    // The inertia to compare with; nothing where, at the default parameters, the pivot is at least a positive constant
    // at every state.
    std::optional<Expr> lead(std::size_t link, const SpeedColumn& column);

  private:
    bool is_kept_up(std::size_t link, const SpeedColumn& column) const;
    bool is_positive_definite(BodyIndex b) const;
    bool slots_are_independent(BodyIndex b) const;

    const Model& model_;
    const Kinematics& k_;
    const std::vector<Inertia>& inertias_;
    LaneBoundary boundary_;
    std::vector<Inertia> composite_;  // formed when first needed
};

}  // namespace lag
