// The derivatives of ydot along a direction, and those of v^T ydot, of a mechanism whose equal limbs are in lanes.
//
// The tangent is u' along d as the solution of A dU = -dR (implicit_accelerations.hpp), the adjoint the gradient of G = v^T q' - z^T R at
// fixed U and z. Of trees the recursion of u' itself is differentiated too, and what counts fewer operations is taken. Where
// Euler parameters leave their unit length, R need not be zero at u': then the recursion alone is differentiated. With
// constraints no pivot is differentiated.
//
// A column that stands in lane symbols has the derivatives by these, times those of the members: in one lane, or summed over
// the lanes (parameters that several limbs share, or that lane parameters are made of).
//
// Not handled: rates of states that hold accelerations.
#pragma once

#include <vector>

#include "core/calculus.hpp"
#include "core/column_choice.hpp"
#include "emitters/program/implicit_accelerations.hpp"
#include "emitters/program/limb_routines.hpp"
#include "lagrange/kinematics/lane_values.hpp"

namespace lag {

class LimbDerivatives {
  public:
    // By entries of the small mechanism.
    struct Rates {
        std::vector<Expr> of_coordinates, of_speeds;
    };
    struct LaneResult {
        Expr value;
        std::size_t lane = 0;  // from 1, of a lane value
    };

    // `rates`: of the small mechanism.
    LimbDerivatives(const PrototypeLimb& limb, Rates rates, const ImplicitAccelerations& accelerations,
                    const LimbRoutines& routines);

    // `d`: by column.
    Rates tangent(const std::vector<Column>& columns, const std::vector<Expr>& d);
    // `v`: by entries of the whole mechanism's [q'; u']; `more`: a scalar whose derivatives are added. By column.
    std::vector<LaneResult> adjoint(const std::vector<Column>& columns, const std::vector<Expr>& v, Expr more);

  private:
    using Weights = std::vector<Expr>;  // by lane

    std::vector<Expr> gradient_at_solution(const std::vector<Expr>& v_q, const std::vector<Expr>& v_u,
                                           const std::vector<Expr>& symbols);
    // Through the results of calls, which the symbols do not name.
    std::vector<Expr> gradient_of(Expr value, std::vector<Expr> symbols) const;
    LaneResult by_column(Expr scalar, const std::vector<std::pair<Expr, Weights>>& in_lanes);

    const ImplicitAccelerations& accelerations_;
    const LimbRoutines& routines_;
    const PrototypeLimb& limb_;
    const Rates rates_;
    Graph& graph_;
    LaneValues values_;
};

}  // namespace lag
