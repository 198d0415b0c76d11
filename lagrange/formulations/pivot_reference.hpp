// What the pivot of an articulated recursion is compared with (interface: info). A pivot s.I s is what is left of the
// inertia that its speed moves when everything outboard is free; where it can cancel down to rounding error, it is
// compared with the inertia moved when everything outboard is locked, s.Ic s with the composite inertia Ic. It cannot
// where the body's own inertia alone keeps it up.
#pragma once

#include <optional>

#include "core/evaluate.hpp"
#include "core/model_index.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/lane_sums.hpp"

namespace lag {

class PivotReference {
  public:
    // `inertias`: by link, regrouped or not.
    PivotReference(const Model& model, const Kinematics& kinematics, const std::vector<Inertia>& inertias);
    PivotReference(const PivotReference&) = delete;
    PivotReference& operator=(const PivotReference&) = delete;

    // The inertia to compare with; nothing where, at the default parameters, the pivot is at least a positive constant
    // at every state.
    std::optional<Expr> lead(std::size_t link, const SpeedColumn& column);

  private:
    bool is_kept_up(std::size_t link, const SpeedColumn& column);
    bool is_positive_definite(BodyIndex b);
    bool slots_are_independent(BodyIndex b) const;
    // At the default parameters; not a number for what holds anything else.
    Mat3<double> values_of(const Mat3<Expr>& m);

    const Model& model_;
    const Kinematics& k_;
    const std::vector<Inertia>& inertias_;
    LaneBoundary boundary_;
    ModelIndex index_;
    Evaluator<double> at_defaults_;
    std::vector<Inertia> composite_;  // formed when first needed
};

}  // namespace lag
