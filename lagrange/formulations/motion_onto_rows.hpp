// The smallest motion onto constraint rows, by the articulated recursion (articulated.hpp):
//     M d + B^T l = 0      B d = r
// without M. Positions and speeds are brought onto the constraints by it, each loop where its bodies meet. It is the motion
// that the rows alone give a mechanism at rest, without loads.
#pragma once

#include <vector>

#include "core/model.hpp"
#include "lagrange/constraints/lean_rows.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/formulations/solved_accelerations.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

class MotionOntoRows {
  public:
    // `inertias`: by link, about the origins, regrouped or not. No body is flexible; displacements move rows as speeds do.
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
