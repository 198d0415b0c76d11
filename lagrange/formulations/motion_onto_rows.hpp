// The smallest motion onto constraint rows, by the articulated recursion (articulated.hpp):
//     M d + B^T l = 0      B d = r
// without M. Positions and speeds are brought onto the constraints by it, each loop where its bodies meet. It is the motion
// that the rows alone give a mechanism at rest, without loads.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/constraints/lean_rows.hpp"
#include "lagrange/constraints/row_weights.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/formulations/solved_accelerations.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// Whether the recursion takes these rows and this mechanism: rigid bodies with inertia behind every speed, no contacts, rows
// that displacements move as speeds do. `weights`: of the rows that a singular M is solved with.
bool can_move_onto(const Model& model, const ConstraintRows& rows, const std::vector<RowWeight>& weights);

class MotionOntoRows {
  public:
    // Of what can_move_onto takes. `inertias`: by link, about the origins, regrouped or not.
    MotionOntoRows(const Model& model, const Kinematics& kinematics, std::vector<Inertia> inertias, LeanRows rows);
    // d by speed, in place of accelerations, and l. `numbers`: of the rows that take part; `r` and l are by these.
    SolvedAccelerations operator()(const std::vector<std::size_t>& numbers, const std::vector<Expr>& r) const;

  private:
    Model model_;
    Kinematics kinematics_;
    std::vector<Inertia> inertias_;
    LeanRows rows_;
};

}  // namespace lag
