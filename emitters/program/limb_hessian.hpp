// The second derivatives of v^T [q'; u'] of a mechanism whose equal limbs are in lanes: where row >= column.
//
// With z of A z = v, the scalar G = v^T q' - z^T R has these derivatives along the solution (jacobian.hpp), z fixed. R is linear
// in U, A being its derivative. So is G, and with g_i = d(dG/dU)/dx_i and b_i = -dR/dx_i
//     H_ij = d2G/dx_i dx_j + y_i^T b_j + b_i^T y_j,      A y_i = g_i:
// one solve for each column by which A is not constant. In lanes (limb_directions.hpp) limbs meet through the body alone:
//     y_i^T b_j = y_i,body^T s_j + sum over limbs of r_i^T b_j,   s = b_body + K^T b,   r = A_limb^-1 g,   A_body y_body = g_body + K^T g
// with A_body what is left of it once the limbs are eliminated. For columns of two limbs the second term and d2G are zero.
//
// Several forms of R and orders of the directions are formed; what counts fewest operations is taken.
//
// Not handled (no entries): what directions do not handle; calls of procedures; parameters of limbs that hold those of others.
#pragma once

#include <optional>
#include <vector>

#include "emitters/program/limb_derivatives.hpp"
#include "emitters/program/limb_directions.hpp"

namespace lag {

class LimbHessian {
  public:
    // Of the columns.
    struct Place {
        std::size_t row = 0, column = 0;
    };

    LimbHessian(const LimbSystem& system, const LimbRoutines& routines);

    // `v`: by entries of the whole mechanism's [q'; u']; `more`: a scalar whose derivatives are added. By place. Nothing where
    // they are not computed in lanes.
    std::optional<std::vector<LimbDerivatives::LaneResult>> entries(const std::vector<Column>& columns,
                                                                    const std::vector<Expr>& v, Expr more,
                                                                    const std::vector<Place>& places);

  private:
    using Rows = LimbDirections::Rows;

    // Of G, with z and U as symbols, by direction and by unknown.
    struct Slopes {
        std::vector<Expr> by_direction;
        Rows by_unknown;
        Substitution known;  // z and U in place of the symbols
    };
    // By direction; scalars, or in its lanes.
    struct Parts {
        std::vector<Rows> b, r, s, y;         // by unknown: of limbs, or of the body
        std::vector<std::vector<Expr>> of_G;  // by direction, by direction: zero where limbs are not the same
    };

    Slopes slopes_of_G(const LimbResidual& residual, const std::vector<Expr>& v);
    std::optional<std::vector<Rows>> slopes_of_unknowns(Slopes& slopes) const;
    std::optional<std::vector<std::vector<Expr>>> second_derivatives(Slopes& slopes,
                                                                     const std::vector<std::size_t>& order) const;
    Rows at_body(const LimbDirection& direction, const Rows& right_side);
    void solve(Parts& parts, const std::vector<Rows>& g);
    std::vector<Parts> ways(const LimbResidual& residual, const std::vector<Expr>& v);
    Expr product(const Parts& parts, std::size_t i, std::size_t j) const;
    LimbDerivatives::LaneResult entry(const Parts& parts, std::size_t i, std::size_t at_i, std::size_t j,
                                      std::size_t at_j) const;
    std::vector<Expr> of_scalar(Expr value, const std::vector<Column>& columns, const std::vector<Place>& places) const;

    const LimbSystem& system_;
    const LimbRoutines& routines_;
    const PrototypeLimb& limb_;
    Graph& graph_;
    LaneValues values_;
    LimbDirections directions_;
};

}  // namespace lag
